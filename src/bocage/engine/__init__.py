"""The engine: decisions, actions, rulings, chance, ledgers, log, undo, views. It names no game.

A game gives it frames (the sequence of play), a state, a grammar of actions and words;
the engine asks, checks, applies, rolls, records and takes back.
"""
