"""Commits: changes that wait together are committed together, and nobody hears of them before.

One thread writes. Callers wait here. When the thread is free, it takes everything that waits into
one transaction, each piece behind a savepoint, so that a piece that fails does not affect the
others; a single piece needs none. A caller continues only when its piece is on disk. Reads use a
few threads of their own, and wait for no writer.
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

from bocage.server.database import READING, Database
from bocage.server.database_faults import Condition, InDoubtError, LostError, answer_to, trouble_of
from bocage.server.errors import UnavailableError
from bocage.server.tasks import end

T = TypeVar("T")

Work = Callable[[Connection], T]
"""A piece of writing or reading; if it raises, only its own writes are rolled back."""

MOST: Final = 200
"""The most pieces in one transaction, so that the first does not wait too long."""
_READERS: Final = 2
_RETRIES: Final = 5
"""The number of retries for a piece that conflicted with another worker."""
_DOUBT: Final = 10.0
"""The seconds that a database has to say how a commit ended during which the connection broke."""

_LOG: Final = logging.getLogger("bocage.server")

Written = tuple[Exception | None, object]
"""The result of a piece: why it failed, or what it returned."""
_Piece = tuple[Callable[[Connection], object], "asyncio.Future[Any]"]


_STOPPED: Final = "the server is stopping: try again when it is back"


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
        """The number of transactions committed, for the benchmark."""
        self.pieces = 0
        self.wrote = 0.0
        """The time of the last write, by the monotonic clock."""
        self.condition: Final = Condition()
        """The condition of the database, as the last writes found it."""

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write what waits, then stop; later work is refused, so nobody waits here."""
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
        """Write a piece of work and return its result once it is on disk.

        Raises:
            UnavailableError: the database does not answer, so the piece may or may not be written;
                or the server stops, and it was not written.
            Exception: the error of the work.
        """
        if self._stopped:
            raise UnavailableError(_STOPPED)
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((work, done))
        return await asyncio.shield(done)

    async def read(self, look: Work[T]) -> T:
        """Return the result of reading from what is on disk.

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
        except Exception as error:
            told = answer_to(error)
            if told is error or told is None:
                raise
            self.condition.failed(error)
            raise told from error

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

    def _write(self, works: list[Callable[[Connection], object]]) -> list[Written]:
        """Return the result of each piece: why it failed, or what it returned.

        A piece that another worker's transaction stood in the way of is written again.
        """
        found = self._write_once(works)
        for trial in range(_RETRIES):
            again = [i for i, (error, _) in enumerate(found) if is_deadlock(error)]
            if not again:
                break
            _LOG.info("writing %d changes again after a deadlock", len(again))
            time.sleep(random.uniform(0, 0.02 * (trial + 1)))  # noqa: S311 - no secret
            for i, each in zip(again, self._write_once([works[i] for i in again]), strict=True):
                found[i] = each
        return [(answer_to(error), value) for error, value in found]

    def _write_once(self, works: list[Callable[[Connection], object]]) -> list[Written]:
        """Write all pieces in one transaction; if it cannot be committed, every piece fails.

        SQLite takes back the whole transaction when its disk is full, and PostgreSQL when a
        piece fails without a savepoint. Both then accept a commit that commits nothing, so we
        look whether the transaction is still open after every piece.
        """
        try:
            with self._database.engine.connect() as connection:
                transaction = connection.begin()
                found = self._found(connection, works)
                ticket = self._database.ticket(connection)
                try:
                    transaction.commit()
                except Exception as error:
                    if ticket is None or not connection.invalidated:
                        raise  # it was not committed
                    doubt: Exception | None = error
                else:
                    doubt = None
            if doubt is not None:
                self._clear_up(ticket, doubt)
        except Exception as error:  # the transaction as a whole
            self.condition.failed(error, len(works))
            return [(error, None)] * len(works)
        self._judge(found)
        self.transactions += 1
        self.pieces += len(works)
        return found

    def _found(
        self, connection: Connection, works: list[Callable[[Connection], object]]
    ) -> list[Written]:
        """Return the result of each piece, in a transaction that is still open."""
        found: list[Written] = []
        together = len(works) > 1
        for work in works:
            try:
                with connection.begin_nested() if together else nullcontext():
                    value = work(connection)
            except Exception as error:  # it is the caller's
                if not together or not self._database.is_open(connection):
                    raise  # without a savepoint, or if that is gone, all of it is taken back
                found.append((error, None))
            else:  # only now, because letting go of the savepoint can fail as well
                found.append((None, value))
                if not self._database.is_open(connection):
                    raise LostError("the database rolled the transaction back")
        return found

    def _judge(self, found: list[Written]) -> None:
        """Note the condition of the database, judging by the results of a committed transaction."""
        if any(error is None for error, _ in found):
            self.condition.wrote()
            return
        troubled = [
            error for error, _ in found if error is not None and trouble_of(error) is not None
        ]
        if troubled:
            self.condition.failed(troubled[0], len(troubled))

    def _clear_up(self, ticket: int | None, doubt: Exception) -> None:
        """Find out how a commit ended during which the connection broke; return if it is there.

        Nobody can write meanwhile in any case, so the writer waits for the database for a while.

        Raises:
            Exception: it was not committed, or that is unknown.
        """
        until = time.monotonic() + _DOUBT
        while time.monotonic() < until:
            try:
                outcome = self._database.outcome(ticket)
            except Exception as error:
                if trouble_of(error) is None:
                    raise InDoubtError from error
                outcome = "in progress"
            if outcome == "committed":
                _LOG.warning("the connection broke during a commit: it was committed")
                return
            if outcome == "aborted":
                _LOG.warning("the connection broke during a commit: it was not committed")
                raise doubt
            if outcome is None:
                break
            time.sleep(0.1)
        raise InDoubtError from doubt


def is_deadlock(error: Exception | None) -> bool:
    """Return whether two transactions blocked each other, so that nothing was written."""
    code = getattr(getattr(error, "orig", None), "sqlstate", None)
    return code in ("40P01", "40001")
