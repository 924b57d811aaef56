"""Committing: what waits together is committed together, and nothing is said before.

One thread writes. Whoever has something to write waits here; when the thread comes round it
takes everything that waits into one transaction, each piece behind a savepoint, so that a
piece that fails takes nobody else with it; one that is alone needs none. A caller goes on
only when its piece is on disk. Reading goes through a few threads of its own, and waits for
no writer.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any, Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from bocage.server.database import READING, Database
from bocage.server.errors import UnavailableError
from bocage.server.tasks import end

T = TypeVar("T")

Work = Callable[[Connection], T]
"""A piece of writing, or of reading; raising takes back what it wrote, and nothing else."""

MOST: Final = 200
"""Pieces that one transaction takes at most, so that the first does not wait for ever."""
_READERS: Final = 2
_RETRIES: Final = 5
"""How often a piece is written again that was in the way of another worker."""
_GONE: Final = (OperationalError, InterfaceError, PoolTimeoutError)
"""What is raised when the database is away, full or locked: nobody's fault who asked."""

_LOG: Final = logging.getLogger("bocage.server")

_Piece = tuple[Callable[[Connection], Any], "asyncio.Future[Any]"]


_AWAY: Final = "the database does not answer: try again in a moment"
_STOPPED: Final = "the server is stopping: try again when it is back"


def _told(error: Exception | None) -> Exception | None:
    """What the caller is told of an error."""
    if not isinstance(error, _GONE):
        return error
    told = UnavailableError(_AWAY)
    told.__cause__ = error
    return told


class Committer:
    """The one writer of a process, and its readers."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: asyncio.Queue[_Piece] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._stopped = False
        self._writer = ThreadPoolExecutor(1, "bocage-writer")
        self._readers = ThreadPoolExecutor(_READERS, "bocage-reader")
        self.transactions = 0
        """How many transactions were committed, for the curious and the benchmark."""
        self.pieces = 0
        self.wrote = 0.0
        """When something was last written, by the monotonic clock."""

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write what waits, then stop; whatever comes later is refused, so nobody waits here."""
        self._stopped = True
        if self._task is not None:
            written = asyncio.ensure_future(self._waiting.join())
            await asyncio.wait((written, self._task), return_when=asyncio.FIRST_COMPLETED)
            await end((written, self._task))
        while not self._waiting.empty():  # only if there is no writer, or it has failed
            _, done = self._waiting.get_nowait()
            if not done.done():
                done.set_exception(UnavailableError(_STOPPED))
        self._writer.shutdown()
        self._readers.shutdown()

    async def commit(self, work: Work[T]) -> T:
        """Write this; returns what it returns, when it is on disk.

        Raises:
            UnavailableError: the database does not answer, and it may have been written or
                not; or the server stops, and it was not.
            Exception: what the work raised.
        """
        if self._stopped:
            raise UnavailableError(_STOPPED)
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((work, done))
        return await asyncio.shield(done)

    async def read(self, look: Work[T]) -> T:
        """Look at what is on disk.

        Raises:
            UnavailableError: the database does not answer, or the server stops.
        """
        if self._stopped:
            raise UnavailableError(_STOPPED)
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._look, look)

    def _look(self, look: Work[T]) -> T:
        try:
            with self._database.engine.connect().execution_options(**READING) as connection:
                return look(connection)
        except _GONE as error:
            raise UnavailableError(_AWAY) from error

    async def _run(self) -> None:
        while True:
            await self._write_batch(await self._waiting.get())

    async def _write_batch(self, first: _Piece) -> None:
        """Write what waits; nothing of it is held on to afterwards."""
        batch = [first]
        while len(batch) < MOST and not self._waiting.empty():
            batch.append(self._waiting.get_nowait())
        works = [work for work, _ in batch]
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._writer, self._write, works)
        self.wrote = time.monotonic()
        for (_, done), (error, value) in zip(batch, found, strict=True):
            self._waiting.task_done()
            if done.done():
                continue
            if error is None:
                done.set_result(value)
            else:
                done.set_exception(error)

    def _write(self, works: list[Callable[[Connection], Any]]) -> list[tuple[Any, Any]]:
        """What became of each piece: why it failed, or what it returned.

        A piece that another worker's transaction stood in the way of is written again.
        """
        found = self._write_once(works)
        for trial in range(_RETRIES):
            again = [i for i, (error, _) in enumerate(found) if is_deadlock(error)]
            if not again:
                break
            _LOG.info("%d pieces are written again after a deadlock", len(again))
            time.sleep(random.uniform(0, 0.02 * (trial + 1)))  # noqa: S311 - no secret
            for i, each in zip(again, self._write_once([works[i] for i in again]), strict=True):
                found[i] = each
        return [(_told(error), value) for error, value in found]

    def _write_once(self, works: list[Callable[[Connection], Any]]) -> list[tuple[Any, Any]]:
        found: list[tuple[Any, Any]] = []
        try:
            with self._database.engine.begin() as connection:
                together = len(works) > 1
                for work in works:
                    try:
                        with connection.begin_nested() if together else nullcontext():
                            value = work(connection)
                    except Exception as error:  # it is the caller's
                        if not together:
                            raise  # without a savepoint all of it is taken back
                        found.append((error, None))
                    else:  # only now, because letting go of the savepoint can fail as well
                        found.append((None, value))
        except Exception as error:  # the transaction as a whole
            return [(error, None)] * len(works)
        self.transactions += 1
        self.pieces += len(works)
        return found


def is_deadlock(error: Exception | None) -> bool:
    """Whether two transactions stood in each other's way: then nothing of it was written."""
    code = getattr(getattr(error, "orig", None), "sqlstate", None)
    return code in ("40P01", "40001")
