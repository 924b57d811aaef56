"""Commanders for the headquarters of OP COM that nobody plays.

A commander reads what its team was told, and nothing else of the game: its own units, what it
believes of the enemy, its stocks. From that it writes the same order sheet that a team would.
"""

from __future__ import annotations

from collections.abc import Mapping

from bocage.ai.commander.player import CommanderPlayer, commander
from bocage.engine.play import Policy

__all__ = ["CommanderPlayer", "commander", "players"]


def players() -> Mapping[str, Policy]:
    """Return every computer player of OP COM, by name."""
    return {"commander": CommanderPlayer()}
