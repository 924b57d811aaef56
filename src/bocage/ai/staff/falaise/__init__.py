"""The staff at The Pocket at Falaise, both sides."""

from __future__ import annotations

from collections.abc import Mapping

from bocage.ai.aggressive_falaise import aggressive
from bocage.ai.staff.falaise.office import FalaiseOffice
from bocage.ai.staff.player import players_of
from bocage.engine.play import Policy

__all__ = ["FalaiseOffice", "players"]


def players() -> Mapping[str, Policy]:
    """Return every computer player of this game, by name."""
    return {"aggressive": aggressive, **players_of(FalaiseOffice)}
