"""Threads for slow work, apart from the loop that serves everybody.

Each kind of work has its own lane, so that one kind never waits for another. A person has one piece
of work in a lane at a time; the rest of theirs waits outside. So a new person waits for at most one
piece of each other person, however much one of them requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from bocage.server.errors import TooMuchError

T = TypeVar("T")

WAITING_MOST: Final = 64
"""Pieces of one person that may wait for their turn; more are refused."""
_TOO_MUCH: Final = "too many requests at once: wait for the answers first"


class Turns:
    """Turns to do something: so many at a time for each name, in order of arrival."""

    def __init__(self, most: int = WAITING_MOST, *, together: int = 1) -> None:
        self._most: Final = most + together
        self._together: Final = together
        self._lines: Final[dict[str, _Line]] = {}

    @asynccontextmanager
    async def of(self, name: str) -> AsyncGenerator[None]:
        """Wait for a turn under this name, and have it.

        Raises:
            TooMuchError: too many wait already.
        """
        await self.take(name)
        try:
            yield
        finally:
            self.leave(name)

    async def take(self, name: str) -> None:
        """Wait for a turn; the caller must `leave` it.

        Raises:
            TooMuchError: too many wait already.
        """
        line = self._lines.get(name)
        if line is None:
            line = self._lines[name] = _Line(self._together)
        if line.there >= self._most:
            raise TooMuchError(_TOO_MUCH)
        line.there += 1
        try:
            await line.places.acquire()
        except BaseException:
            self._went(name, line)
            raise

    def leave(self, name: str) -> None:
        """Pass the turn on to the next in line."""
        line = self._lines[name]
        line.places.release()
        self._went(name, line)

    def _went(self, name: str, line: _Line) -> None:
        line.there -= 1
        if not line.there:
            del self._lines[name]

    def __len__(self) -> int:
        """Return the number of names with a current or waiting turn."""
        return len(self._lines)


class _Line:
    """The current and the waiting turns under one name."""

    __slots__ = ("places", "there")

    def __init__(self, together: int) -> None:
        self.places: Final = asyncio.Semaphore(together)
        self.there = 0


class Lane:
    """A few threads for one kind of work, and the turns of each person in it."""

    def __init__(self, name: str, threads: int, turns: Turns | None = None) -> None:
        self._threads: Final = ThreadPoolExecutor(threads, f"bocage-{name}")
        self._turns: Final = turns or Turns()

    async def run(self, who: str, work: Callable[..., T], *given: object) -> T:
        """Do a piece of work for a person; return its result.

        The turn ends when the work does, even if nobody waits for its result any more.

        Raises:
            TooMuchError: too much of their work waits already.
            Exception: what the work raised.
        """
        await self._turns.take(who)
        try:
            loop = asyncio.get_running_loop()
            doing = loop.run_in_executor(self._threads, work, *given)
        except BaseException:
            self._turns.leave(who)
            raise
        doing.add_done_callback(lambda _: self._turns.leave(who))
        try:
            return await asyncio.shield(doing)
        finally:
            del doing  # an error knows this frame: no circle


REPLAYS: Final = Turns()
"""The turns of everything that replays a game: one at a time for each person."""

MOVES: Final = Lane("moves", 3)
"""The lane for moves that may resolve a whole turn at once."""
LOADS: Final = Lane("loads", 2, REPLAYS)
"""The lane for games that are loaded, or rebuilt from their lines."""
LOOKS: Final = Lane("looks", 1, REPLAYS)
"""The lane for looks at the past: earlier positions, stories, reports, branches."""
THOUGHTS: Final = Lane("thoughts", 1, REPLAYS)
"""The lane for staffs that analyse a position."""
BROUGHT: Final = Lane("brought", 1, REPLAYS)
"""The lane for uploaded saves."""
QUESTIONS: Final = Lane("questions", 2)
"""The lane for questions: odds, routes, plans."""
DRAFTS: Final = Lane("drafts", 2)
"""The lane for scenarios that are checked and tried, in separate processes."""
PASSWORDS: Final = Lane("passwords", 1)
PICTURES: Final = Lane("pictures", 1, Turns(10_000))
"""The lane for boards to draw and rules to read, each once."""
NAMES: Final = Lane("names", 4)
"""The lane for look-ups of network names."""
