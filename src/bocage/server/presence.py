"""Who is at a game without an umpire: its players, and who watches.

Each worker knows its own sockets and tells the others who is here; what another worker said counts
until it should have said it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Final

from bocage.server import messages, wire
from bocage.server.seats import Seat

GRACE_MS: Final = 3_000
"""How long a person stays after their last socket closes: reloading a page is not an absence."""
STAYS_MS: Final = 90_000
"""How long the word of another worker counts."""
NAMED_MOST: Final = 60
"""The most spectators who are named."""


class Presence:
    """The people at one game."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._sockets: Final = Counter[str]()
        self._left: dict[str, int] = {}
        self._elsewhere: dict[str, tuple[int, frozenset[str]]] = {}
        self._asked: frozenset[str] = frozenset()
        """Who was here when somebody last asked for changes."""
        self.listeners: Final[set[Callable[[str], None]]] = set()
        """The sockets that hear who is here."""
        self.text = ""
        """What was told last; empty before anything was."""

    def come(self, person: str) -> None:
        """Count a socket of somebody."""
        self._sockets[person] += 1

    def go(self, person: str) -> None:
        """Stop counting a socket of somebody, who stays for a moment."""
        self._sockets[person] -= 1
        if not self._sockets[person]:
            del self._sockets[person]
            self._left[person] = self._now() + GRACE_MS

    def hear(self, worker: str, people: Collection[str]) -> bool:
        """Take in who is at another worker; returns whether that worker is new here."""
        now = self._now()
        known = {each: said for each, said in self._elsewhere.items() if said[0] > now}
        self._elsewhere = {**known, worker: (now + STAYS_MS, frozenset(people))}
        return worker not in known

    @property
    def here(self) -> frozenset[str]:
        """The people at this worker, and those who have just left it."""
        now = self._now()
        self._left = {who: until for who, until in self._left.items() if until > now}
        return frozenset(self._sockets) | frozenset(self._left)

    @property
    def people(self) -> frozenset[str]:
        """Everybody, wherever their sockets are."""
        now = self._now()
        heard = (there for until, there in self._elsewhere.values() if until > now)
        return self.here.union(*heard)

    def has_changed(self) -> bool:
        """Return whether somebody has come or gone since this was asked last."""
        if not self.listeners and not self._asked:
            return False
        before, self._asked = self._asked, self.people
        return before != self._asked

    def tell(self, seats: Collection[Seat], names: Mapping[str, str]) -> None:
        """Tell every listener who is here; `names` are those of the spectators."""
        people = self.people
        watching = sorted(names[each] for each in people if each in names)
        message: messages.PresentMessage = {
            "type": "present",
            "seats": [seat.name for seat in seats if seat.people & people],
            "watching": watching[:NAMED_MOST],
        }
        self.text = wire.text(message)
        for listener in tuple(self.listeners):
            listener(self.text)
