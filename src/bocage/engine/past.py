"""The past of a game: the states along its log, for looking back and for branching.

It is a snapshot of a record and does not change with it, so another thread can walk it while the
game continues. Lines that were taken back do not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from bocage.engine.entries import entry_at
from bocage.engine.state import State

if TYPE_CHECKING:
    from bocage.engine.events import Event
    from bocage.engine.log import Entry
    from bocage.engine.record import Record

S = TypeVar("S", bound=State)


class Past(Generic[S]):
    """The history of a game."""

    def __init__(self, record: Record[S]) -> None:
        self._entries = record.entries.standing()
        self._kept = record.kept()
        self._record = record

    def __len__(self) -> int:
        """Return the number of entries, struck ones included."""
        return len(self._entries)

    def entry(self, number: int) -> Entry | None:
        """Return the entry of a number; None if it was taken back, and at the end."""
        found = self._entries[number] if number < len(self._entries) else None
        if not isinstance(found, bytes):
            return found
        made = entry_at(found, number)
        return None if made.struck else made

    def events(self) -> list[tuple[int, Event]]:
        """Return the events, each with the number of the entry that caused it; -1 is the set-up."""
        found = list[tuple[int, "Event"]]()
        st = self._record.first(found)
        for number in range(len(self._entries)):
            if (entry := self.entry(number)) is not None:
                found.extend((number, each) for each in self._record.redo(st, entry))
        return found

    def walk(self, start: int = 0, stop: int | None = None) -> Iterator[tuple[int, S]]:
        """Yield the states after `start`, `start + 1` ... `stop` entries, each with that number.

        The walker keeps changing the state: copy it to keep it.

        Raises:
            ValueError: the game has fewer entries.
        """
        end = len(self._entries) if stop is None else stop
        if not 0 <= start <= end <= len(self._entries):
            raise ValueError(f"a game of {len(self._entries)} lines has no lines {start} to {end}")
        done, state = 0, None
        for number, kept in self._kept:
            if number <= start:
                done, state = number, kept
        st = self._record.first() if state is None else state.copy()
        if done == start:
            yield done, st
        for number in range(done, end):
            entry = self.entry(number)
            if entry is not None:
                self._record.redo(st, entry)
            if number + 1 >= start:
                yield number + 1, st


AnyPast = Past[Any]
"""The past of any game."""
