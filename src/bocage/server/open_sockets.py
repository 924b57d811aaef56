"""The sockets open at a worker, including those that wait for a game to begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A socket: whose, at which game, by which session, and how to close it."""

    person: str
    game: str
    session: str
    """The stored form of the token that it came with (`people.session_of`)."""
    address: str
    """Its address, also through a proxy."""
    close: Callable[[int, str], None]


class OpenSockets:
    """Every socket at a worker, by its person."""

    def __init__(self) -> None:
        self._by: Final[dict[str, set[Opened]]] = {}
        self._from: Final[Counter[str]] = Counter()

    def count(self, person: str) -> int:
        """Return how many a person has."""
        return len(self._by.get(person, ()))

    def count_from(self, address: str) -> int:
        """Return how many come from an address."""
        return self._from[address]

    def add(self, socket: Opened) -> None:
        """A socket is open."""
        self._by.setdefault(socket.person, set()).add(socket)
        self._from[socket.address] += 1

    def remove(self, socket: Opened) -> None:
        """Remove a closed socket."""
        mine = self._by[socket.person]
        mine.remove(socket)
        self._from[socket.address] -= 1
        if not self._from[socket.address]:
            del self._from[socket.address]
        if not mine:
            del self._by[socket.person]

    def of(self, person: str, game: str = "") -> Iterable[Opened]:
        """Return a person's sockets, all or those at one game."""
        return [each for each in self._by.get(person, ()) if game in ("", each.game)]

    def by(self, session: str) -> Iterable[Opened]:
        """Return the sockets that came with a session."""
        return [each for mine in self._by.values() for each in mine if each.session == session]
