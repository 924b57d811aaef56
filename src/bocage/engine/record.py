"""The record of a game: its log, its state, and going back along it.

The state is a cache of the log. This module carries out entries, collects their events and writes
them down; `bocage.engine.table` decides what may be done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn, TypeVar

from bocage.engine import play
from bocage.engine.actions import NotationError
from bocage.engine.crash import Crash
from bocage.engine.diagram import first_state
from bocage.engine.errors import BocageError
from bocage.engine.events import Event
from bocage.engine.frames import Ask, Sealed
from bocage.engine.log import NO_ORDERS, ORDERS, Entry, Log, live
from bocage.engine.save_text import written
from bocage.engine.state import State

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.engine.header import Header

S = TypeVar("S", bound=State)

_KEEP_EVERY: Final = 64
"""The number of entries between the states kept for going back."""
_KEEP_MOST: Final = 16
"""The most states that are kept; in a long game they are further apart, except the last."""
_KEEP_LAST: Final = 3


class Record(Generic[S]):
    """The log of one game and the state at its end."""

    state: S

    def __init__(self, game: Game[S], header: Header) -> None:
        self.game: Final = game.at(header.scenario)
        self.header: Final = header
        self.log: Final = Log(header, self.game.seats)
        self.entries: Final = self.log.entries
        """Every line of the log, struck ones included."""
        self.events: Final[list[tuple[int, Event]]] = []
        """The events, each with the number of the entry that caused it; -1 is the set-up."""
        self.orders: dict[int, str] = {}
        """The standing orders of each seat, by name; see `Table.leave_orders`."""
        self.silent = False
        """Whether some viewers may not know of some lines; see `Frame.silent`."""
        self._asked: Counter[str] = Counter()
        self._kept: list[tuple[int, S]] = []

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return not self.state.stack

    def kept(self) -> list[tuple[int, S]]:
        """Return states along the log by the number of entries before them; do not change them."""
        return list(self._kept)

    def remember(self, number: int, state: S) -> None:
        """Keep a past state after so many entries, so that going back is quick."""
        if all(number != known for known, _ in self._kept):
            self._kept = sorted([*self._kept, (number, state)], key=lambda each: each[0])

    def _begin(self) -> None:
        """Set up: the state before the first decision."""
        self.state = self.first(self.events)

    def _resume(self, entries: Sequence[Entry], state: S) -> None:
        """Adopt a log and its final state."""
        self.entries.extend(entries)
        self.state = state
        self._asked = _questions(self.entries)
        self.orders = orders_of(self.entries)
        self.silent = any(entry.silent for entry in self.entries)
        self._kept.append((len(self.entries), state.copy()))

    def _apply(self, entry: Entry) -> None:
        """Carry out an entry and record it."""
        heard = self.redo(self.state, entry)
        number = len(self.entries)
        for each in heard:
            self.events.append((number, each))
            if each.reveals:
                entry.final = True
        if entry.question:
            self._asked[_asked_by(entry)] += 1
        elif entry.kind == "orders":
            self.orders = orders_of((*self.entries, entry))
        self._tell(entry)
        self.silent = self.silent or entry.silent
        self.entries.append(entry)
        if (number + 1) % _KEEP_EVERY == 0:
            self._keep(number + 1)

    def _keep(self, number: int) -> None:
        """Keep the state after so many entries; drop every other older one if there are too
        many.
        """
        kept = self.state.copy()
        kept.forget()  # remembered facts can be computed again, and are larger than the state
        self._kept.append((number, kept))
        if len(self._kept) > _KEEP_MOST:
            # The first may be where a log was resumed: nothing before it can be replayed.
            first, *older = self._kept[:-_KEEP_LAST]
            gap = 2 * min(b - a for (a, _), (b, _) in pairwise(older))
            wide = [each for each in older if each[0] % gap == 0]
            self._kept = [first, *wide, *self._kept[-_KEEP_LAST:]]

    def _tell(self, entry: Entry) -> None:
        """Mark an entry after which another seat is asked, or that leaves a sealed decision
        open.
        """
        stack = self.state.stack
        top: Any = stack[-1] if stack else None
        if isinstance(top, Ask):
            if top.seat != entry.seat:
                entry.final = True
        elif isinstance(top, Sealed):
            # Orders change no frame, so they were left under this seal. If they were hidden only
            # once somebody had answered, a seat could leave orders to find out whether anybody has.
            entry.open = entry.kind == "orders" or (entry.kind == "do" and bool(top.answers))
            if any(seat != entry.seat for seat in top.asked):
                entry.final = True
        elif top is None:
            entry.final = True

    def redo(self, state: S, entry: Entry) -> list[Event]:
        """Carry out an entry on the given state; return the events."""
        heard: list[Event] = []
        state.events = heard
        kind = entry.kind
        if kind in ("do", "chance"):
            play.apply(state, entry.seat, entry.action)
        elif kind == "concede":
            self.game.concede(state, entry.seat)
            play.settle(state)
        elif kind == "orders":
            self.game.ordered(state, entry.seat, entry.text.removeprefix(ORDERS))
        elif kind == "adjust":
            self.game.adjust(state, entry.text.removeprefix("adjust ").partition(" | ")[0])
            play.settle(state)
        state.events = None
        return heard

    def first(self, heard: list[tuple[int, Event]] | None = None) -> S:
        """Return a new state before the first decision; append its events to `heard`."""
        first = first_state(self.game, self.header)
        first.events = events = list[Any]()
        play.settle(first)
        first.events = None
        if heard is not None:
            heard.extend((-1, each) for each in events)
        return first

    def _go_back(self, length: int) -> None:
        """Drop the entries after that many and rebuild the state from those before."""
        kept = [each for each in self._kept if each[0] <= length]
        done, state = kept[-1] if kept else (0, None)
        state = self.first() if state is None else state.copy()
        events = [each for each in self.events if each[0] < done]
        for number in range(done, length):
            entry = self.entries[number]
            if not entry.struck:
                events.extend((number, each) for each in self.redo(state, entry))
        self.log.cut(length)
        self._kept = kept
        self.state = state
        self.events[:] = events
        self._asked = _questions(self.entries)
        self.orders = orders_of(self.entries)

    @contextmanager
    def _asking(self, doing: str) -> Generator[None]:
        """Turn any failure of the block, except a refusal, into a `Crash`; nothing was changed."""
        try:
            yield
        except Exception as error:
            self._fail(error, doing)

    @contextmanager
    def _doing(self, doing: str) -> Generator[None]:
        """Do the same for a block that may have changed something: the table goes back."""
        done = len(self.entries)
        try:
            yield
        except BaseException as error:
            self._recover(done, error, doing)

    def _recover(self, done: int, error: BaseException, doing: str) -> NoReturn:
        """Return to `done` entries by replaying the log, and raise the failure."""
        del self.entries[done:]
        recovered = isinstance(error, NotationError)  # which is raised before anything is done
        with suppress(Exception):
            if not recovered:
                self._go_back(done)
                recovered = True
        self._fail(error, doing, recovered=recovered)

    def _fail(self, error: BaseException, doing: str, *, recovered: bool = True) -> NoReturn:
        """Raise a refusal as it is, and a fault of the rules as a `Crash`."""
        if isinstance(error, BocageError | Crash) or not isinstance(error, Exception):
            raise error
        crash = Crash(self.game.id, doing, error, written(self), recovered=recovered)
        raise crash from error


def _asked_by(entry: Entry) -> str:
    return entry.question.rpartition("#")[0]


def _questions(entries: Sequence[Entry]) -> Counter[str]:
    """Return how often each question has been answered."""
    return Counter(_asked_by(entry) for entry in live(entries) if entry.question)


def orders_of(entries: Sequence[Entry]) -> dict[int, str]:
    """Return the standing orders in force at the end of a log, by seat."""
    found: dict[int, str] = {}
    for entry in live(entries):
        if entry.kind == "orders":
            found.pop(entry.seat, None)
            if (name := entry.text.removeprefix(ORDERS)) != NO_ORDERS:
                found[entry.seat] = name
    return found
