"""Who sits where, and what that makes of him: the viewer that every answer is filtered by."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bocage.engine.game import AnyGame
from bocage.engine.viewers import OBSERVER, Role, Viewer, player, umpire
from bocage.server import messages


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
    kept_for: str | None = None
    """Who may take it without a link, while it is free."""

    @property
    def is_taken(self) -> bool:
        """Whether somebody or something plays it."""
        return bool(self.person or self.player)

    def is_kept_for(self, person: str) -> bool:
        """Whether a person may take it without a link."""
        return self.kept_for == person and not self.is_taken

    def told(self) -> messages.SeatState:
        """The seat for everybody."""
        return {"holder": self.holder or None, "player": self.player or None}


def viewer_of(
    seats: Sequence[Seat], person: str | None, game: AnyGame, cleared: Collection[str] = ()
) -> Viewer:
    """What a person is to a game: the player of his seats, its umpire, or an observer.

    `cleared` is what he is cleared for as an umpire beside Control. Whoever sits at the table
    plays: what he was cleared for before counts no more.
    """
    held = frozenset(seat.number for seat in seats if person is not None and seat.person == person)
    if game.control is not None and game.control in held:
        return Viewer(held, Role.UMPIRE, frozenset({"all"}))
    if held:
        return player(*held)
    found = umpire(game.clearances, cleared)
    return found if found.seats else OBSERVER
