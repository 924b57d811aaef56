"""The staff: a player that plans like a staff officer, and says afterwards what it wanted.

It sees what its seat may see and no more, plays the same game for the same seed, and keeps a
notebook with one paragraph a turn. Each game has an office of its own (`roundup`, `falaise`).
"""

from bocage.ai.staff.levels import LEVELS, NOVICE, REGULAR, Level
from bocage.ai.staff.notebook import Account, Note, Notebook
from bocage.ai.staff.player import Office, StaffPlayer, players_of

__all__ = [
    "LEVELS",
    "NOVICE",
    "REGULAR",
    "Account",
    "Level",
    "Note",
    "Notebook",
    "Office",
    "StaffPlayer",
    "players_of",
]
