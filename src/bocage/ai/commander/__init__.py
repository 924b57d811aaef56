"""Commanders for the headquarters of OP COM that nobody plays.

A commander reads what its team was told, and nothing else of the game: its own units, what it
believes of the enemy, its stocks. From that it writes the same order sheet that a team would.
"""

from bocage.ai.commander.player import CommanderPlayer, commander

__all__ = ["CommanderPlayer", "commander"]
