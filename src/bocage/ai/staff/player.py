"""The player around a staff, and the office that each game provides.

A `StaffPlayer` is a `bocage.engine.play.Policy`. Its office gets the position as the seat sees
it (`Office.see`), the legal actions, and its own random stream instead of that of the dice. So
two states that look the same to the seat get the same play.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from random import Random
from typing import Any, Generic, TypeVar

from bocage.ai.staff.levels import LEVELS, REGULAR, Level
from bocage.ai.staff.notebook import Account, Notebook
from bocage.engine import play
from bocage.engine.actions import Action
from bocage.engine.play import Policy
from bocage.engine.state import State
from bocage.engine.viewers import Viewer

S = TypeVar("S", bound=State)


class Office(ABC, Generic[S]):
    """One seat's staff at one table: it may keep a plan from decision to decision.

    A plan that does not fit the position any more (after an undo, say) must be dropped.
    """

    def __init__(self, seat: int, level: Level) -> None:
        self.seat = seat
        self.level = level
        self.notebook = Notebook()

    @abstractmethod
    def see(self, st: S) -> S:
        """Return a copy of the position without anything that this seat may not know.

        It depends only on the seat's view. The office may change it.
        """

    def is_open_to(self, st: S, viewer: Viewer) -> bool:  # noqa: ARG002 - offices use it
        """Return whether a viewer may know all that this seat knows now.

        If not, readers get its account after the game, because its fears could reveal hidden units.
        An office returns True if its game hides nothing, or its seat has no secret information.
        """
        return not st.stack

    def fork(self) -> Office[S]:
        """Return a copy that continues the same plans and writes in its own notebook."""
        made = copy(self)
        made.notebook = Notebook()
        return made

    @abstractmethod
    def decide(self, seen: S, legal: Sequence[Action], rng: Random) -> Action:
        """Return one of at least two legal actions."""

    def finish(self) -> None:
        """Write the rest of the account: another office makes the next decisions."""


class StaffPlayer:
    """The staff as a player: for any seat, with one office a seat."""

    def __init__(self, office: Callable[[int, Level], Office[Any]], level: Level = REGULAR) -> None:
        self._office = office
        self.level = level
        self._offices: dict[int, Office[Any]] = {}

    def at_table(self) -> StaffPlayer:
        """Return a new player for one table, without plans or notes."""
        return StaffPlayer(self._office, self.level)

    def fork(self) -> StaffPlayer:
        """Return a copy that continues the same plans."""
        made = self.at_table()
        made._offices = {seat: office.fork() for seat, office in self._offices.items()}
        return made

    def __call__(self, st: Any, legal: Sequence[Action], rng: Random) -> Action:
        """Return the action of the seat that decides."""
        if len(legal) == 1:
            return legal[0]
        office = self.office(play.pending(st)[0])
        own = Random(rng.getrandbits(32))  # noqa: S311 - play, not secrecy
        return office.decide(office.see(st), legal, own)

    def office(self, seat: int) -> Office[Any]:
        """Return the staff of a seat."""
        found = self._offices.get(seat)
        if found is None:
            found = self._offices[seat] = self._office(seat, self.level)
        return found

    def accounts(self, seat: int, before: int | None = None) -> list[Account]:
        """Return the account of a seat's staff for the turns before this one (None: for all)."""
        return self.office(seat).notebook.accounts(before)


def players_of(office: Callable[[int, Level], Office[Any]]) -> Mapping[str, Policy]:
    """Return the staff of a game at every level, as the table of players names them."""
    return {level.player: StaffPlayer(office, level) for level in LEVELS}
