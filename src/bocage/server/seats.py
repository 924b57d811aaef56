"""Who sits where, and what that makes of him: the viewer that every answer is filtered by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bocage.engine.viewers import OBSERVER, Role, Viewer, player


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of one game."""

    number: int
    name: str
    person: str | None = None
    """Who holds it."""
    holder: str = ""
    """What he is called."""
    player: str = ""
    """A player of the program instead: `random`, `aggressive`."""

    @property
    def is_taken(self) -> bool:
        """Whether somebody or something plays it."""
        return bool(self.person or self.player)

    def told(self) -> dict[str, Any]:
        """The seat for everybody."""
        return {"holder": self.holder or None, "player": self.player or None}


def viewer_of(seats: Sequence[Seat], person: str | None, control: int | None = None) -> Viewer:
    """What a person is to a game: the player of his seats, its umpire, or an observer."""
    held = frozenset(seat.number for seat in seats if person is not None and seat.person == person)
    if control is not None and control in held:
        return Viewer(held, Role.UMPIRE, frozenset({"all"}))
    return player(*held) if held else OBSERVER
