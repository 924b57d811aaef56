"""Viewers of a game: the seats they hold, their role, their clearance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Role(Enum):
    """The role of a viewer."""

    PLAYER = "player"
    OBSERVER = "observer"
    UMPIRE = "umpire"


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks at a game. Only these fields decide what it may see."""

    seats: frozenset[int] = frozenset()
    """The seats that a player holds; for an umpire, the seats whose knowledge it is cleared for."""
    role: Role = Role.OBSERVER
    clearance: frozenset[str] = frozenset()
    """The clearances of an umpire, in the game's own words; `all` is everything. See
    `bocage.engine.game.Game.clearances`.
    """

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden from this viewer."""
        return self.role is Role.UMPIRE and "all" in self.clearance

    @property
    def sits(self) -> bool:
        """Whether this viewer has a seat at the table and is not only a spectator."""
        return bool(self.seats) and (self.role is Role.PLAYER or self.sees_all)


OBSERVER: Final = Viewer()
"""A viewer who sees what everybody may see."""

UMPIRE: Final = Viewer(role=Role.UMPIRE, clearance=frozenset({"all"}))
"""A viewer who sees everything."""


def player(*seats: int) -> Viewer:
    """Return a viewer who holds these seats; in a hot-seat game, all of them."""
    return Viewer(frozenset(seats), Role.PLAYER)


def umpire(clearances: Mapping[str, frozenset[int]], names: Iterable[str]) -> Viewer:
    """Return an umpire with exactly these clearances."""
    cleared = frozenset(name for name in names if name in clearances)
    seats = frozenset(seat for name in cleared for seat in clearances[name])
    return Viewer(seats, Role.UMPIRE, cleared)
