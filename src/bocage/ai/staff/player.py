"""The player that a staff is to the rest of the house, and the office that each game gives it.

A `StaffPlayer` is a `bocage.engine.play.Policy`. Before its office decides, it takes away
what the seat may not know (`Office.see`) and the stream that the dice come from: an office
gets the position as seen, what is legal, and a stream of its own. So two states that are
equal in the seat's view get the same play.
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
        """Return a copy of the position with everything taken out that this seat may not know.

        It depends on nothing but what the seat's view shows; the office may change it.
        """

    def is_open_to(self, st: S, viewer: Viewer) -> bool:  # noqa: ARG002 - offices use it
        """Return whether a viewer may know all that this seat knows now.

        Otherwise its account could be read before the end of the game, and its fears could reveal
        what lies face down. An office of a game that hides nothing, or of a seat that knows no
        secret, says so; otherwise its account is shut until the game is over.
        """
        return not st.stack

    def fork(self) -> Office[S]:
        """Return a copy that continues with the same plans, and writes in its own notebook."""
        made = copy(self)
        made.notebook = Notebook()
        return made

    @abstractmethod
    def decide(self, seen: S, legal: Sequence[Action], rng: Random) -> Action:
        """Return one of the legal actions; there are at least two."""


class StaffPlayer:
    """The staff as a player: for any seat, with one office a seat."""

    def __init__(self, office: Callable[[int, Level], Office[Any]], level: Level = REGULAR) -> None:
        self._office = office
        self.level = level
        self._offices: dict[int, Office[Any]] = {}

    def at_table(self) -> StaffPlayer:
        """Return a new one for one table: it has planned and written nothing yet."""
        return StaffPlayer(self._office, self.level)

    def fork(self) -> StaffPlayer:
        """Return a copy that continues with the same plans."""
        made = self.at_table()
        made._offices = {seat: office.fork() for seat, office in self._offices.items()}
        return made

    def __call__(self, st: Any, legal: Sequence[Action], rng: Random) -> Action:
        """What it does in the seat that is asked."""
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
        """What the staff of a seat wrote about the turns before this one (None: about all)."""
        return self.office(seat).notebook.accounts(before)


def players_of(office: Callable[[int, Level], Office[Any]]) -> Mapping[str, Policy]:
    """Return the staff of a game at every level, as the table of players names them."""
    return {level.player: StaffPlayer(office, level) for level in LEVELS}
