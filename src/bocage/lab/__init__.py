"""The lab: many games by simple players, and the balance of a game that they show.

`batches` plays them, in one process or several; `summaries` counts; `intervals` says how far
a count can be trusted; `tables` writes one row a game.
"""
