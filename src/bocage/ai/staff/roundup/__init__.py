"""The staff of Operation Roundup: appreciation, plan, execution and account, for both sides."""

from __future__ import annotations

from collections.abc import Mapping

from bocage.ai.aggressive_roundup import aggressive
from bocage.ai.staff.player import players_of
from bocage.ai.staff.roundup.office import RoundupOffice
from bocage.engine.play import Policy

__all__ = ["RoundupOffice", "players"]


def players() -> Mapping[str, Policy]:
    """Return every computer player of this game, by name."""
    return {"aggressive": aggressive, **players_of(RoundupOffice)}
