"""The lab: many games by simple players, and what they say about a game's balance.

`batches` plays them, in one process or several; `summaries` counts; `intervals` says how far
a count can be trusted; `tables` writes one row a game.
"""
