"""Who looks at a game: which seats they hold, in what role, with what clearance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    """The seats that a player holds; of an umpire, those whose knowledge it is cleared for."""
    role: Role = Role.OBSERVER
    clearance: frozenset[str] = frozenset()
    """What an umpire is cleared for, in the game's own words; `all` is everything.
    See `bocage.engine.game.Game.clearances`."""

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden from this viewer."""
        return self.role is Role.UMPIRE and "all" in self.clearance

    @property
    def sits(self) -> bool:
        """Whether this viewer has a seat at the table, and does not only look over a shoulder."""
        return bool(self.seats) and (self.role is Role.PLAYER or self.sees_all)


OBSERVER: Final = Viewer()
"""Sees what everybody may see."""

UMPIRE: Final = Viewer(role=Role.UMPIRE, clearance=frozenset({"all"}))
"""Sees everything."""


def player(*seats: int) -> Viewer:
    """Somebody who holds these seats; in a hot-seat game, all of them."""
    return Viewer(frozenset(seats), Role.PLAYER)


def umpire(clearances: Mapping[str, frozenset[int]], names: Iterable[str]) -> Viewer:
    """An umpire who is cleared for some of what there is, and for no more."""
    cleared = frozenset(name for name in names if name in clearances)
    seats = frozenset(seat for name in cleared for seat in clearances[name])
    return Viewer(seats, Role.UMPIRE, cleared)
