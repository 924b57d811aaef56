"""Who sits where, and the viewer that results, by which every answer is filtered."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bocage.engine.game import AnyGame
from bocage.engine.viewers import OBSERVER, Role, Viewer, player, umpire
from bocage.server import messages
from bocage.server.roles import Post, RoleId, scope_of


@dataclass(frozen=True, slots=True)
class Clearance:
    """A person's clearance in a game besides a seat: a role, and its teams."""

    role: RoleId = "observer"
    names: frozenset[str] = frozenset()
    """Teams and sides; nothing if it was taken away."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of one game."""

    number: int
    name: str
    person: str | None = None
    """The person who holds it."""
    holder: str = ""
    """The holder's name."""
    player: str = ""
    """A player of the program instead: `random`, `aggressive`."""
    kept_for: str | None = None
    """The person who may take it without a link, while it is free."""
    staff: frozenset[str] = frozenset()
    """The other people at this headquarters."""

    @property
    def people(self) -> frozenset[str]:
        """Everybody who sits here."""
        return self.staff if self.person is None else self.staff | {self.person}

    @property
    def is_taken(self) -> bool:
        """Whether somebody or something plays it."""
        return bool(self.person or self.player)

    def is_kept_for(self, person: str) -> bool:
        """Return whether a person may take it without a link."""
        return self.kept_for == person and not self.is_taken

    def told(self) -> messages.SeatState:
        """Return the seat for everybody."""
        return {"holder": self.holder or None, "player": self.player or None}


def viewer_of(
    seats: Sequence[Seat],
    person: str | None,
    game: AnyGame,
    cleared: Collection[str] = (),
    role: RoleId = "observer",
) -> Viewer:
    """Return a person's viewer in a game: the player of their seats, its umpire, or an observer.

    `cleared` is their clearance as an umpire beside Control, in a `role`. A person with a seat is a
    player: an earlier clearance no longer counts.
    """
    held = frozenset(seat.number for seat in seats if person is not None and person in seat.people)
    if game.control is not None and game.control in held:
        return Viewer(held, Role.UMPIRE, frozenset({"all"}))
    if held:
        return player(*held)
    sees = scope_of(role, "see") if cleared else ""
    if sees == "all" and game.control is not None:
        return Viewer(frozenset({game.control}), Role.UMPIRE, frozenset({"all"}))
    found = umpire(game.clearances, cleared) if sees == "own" else OBSERVER
    return found if found.seats else OBSERVER


def post_of(seats: Sequence[Seat], person: str | None, game: AnyGame, given: Clearance) -> Post:
    """Return a person's post in an umpired game, and its teams."""
    if person is None or game.control is None:
        return Post()
    held = [seat for seat in seats if person in seat.people]
    if any(seat.number == game.control for seat in held):
        return Post("control", frozenset(game.seats))
    if held:
        return Post("team", frozenset(seat.name for seat in held))
    if not given.names or given.role == "team":
        return Post()
    if scope_of(given.role, "see") == "all":
        return Post(given.role, frozenset(game.seats))
    numbers = frozenset[int]().union(*(game.clearances.get(each, ()) for each in given.names))
    return Post(given.role, frozenset(game.seats[number] for number in numbers))
