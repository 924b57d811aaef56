"""Commanders for the OP COM headquarters without a team.

A commander reads only what its team knows: its own units, its beliefs about the enemy, its
stocks. From that it writes the same order sheet that a team would write.
"""

from __future__ import annotations

from collections.abc import Mapping

from bocage.ai.commander.player import CommanderPlayer, commander
from bocage.engine.play import Policy

__all__ = ["CommanderPlayer", "commander", "players"]


def players() -> Mapping[str, Policy]:
    """Return every computer player of OP COM, by name."""
    return {"commander": CommanderPlayer()}
