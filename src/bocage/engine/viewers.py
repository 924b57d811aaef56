"""Who looks at a game: which seats they hold, in what role, with what clearance."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Role(Enum):
    """Why somebody looks."""

    PLAYER = "player"
    OBSERVER = "observer"
    UMPIRE = "umpire"


@dataclass(frozen=True, slots=True)
class Viewer:
    """One pair of eyes. What it may see is decided from these fields alone."""

    seats: frozenset[int] = frozenset()
    role: Role = Role.OBSERVER
    clearance: frozenset[str] = frozenset()
    """What an umpire is cleared for, in the game's own words; `all` is everything."""

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden from this viewer."""
        return self.role is Role.UMPIRE and "all" in self.clearance


OBSERVER: Final = Viewer()
"""Sees what everybody may see."""

UMPIRE: Final = Viewer(role=Role.UMPIRE, clearance=frozenset({"all"}))
"""Sees everything."""


def player(*seats: int) -> Viewer:
    """Somebody who holds these seats; in a hot-seat game, all of them."""
    return Viewer(frozenset(seats), Role.PLAYER)
