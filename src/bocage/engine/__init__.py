"""The engine: decisions, actions, rulings, chance, ledgers, log, undo, views. It names no game.

A game gives the engine frames (the sequence of play), a state, a grammar of actions and words. The
engine asks, checks, applies, rolls, records and undoes.
"""
