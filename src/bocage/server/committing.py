"""Committing: what waits together is committed together, and nothing is said before.

One task writes. Whoever has something to write waits here; when the task comes round it
takes everything that waits into one transaction, each piece behind a savepoint, so that a
piece that fails takes nobody else with it. A caller goes on only when its piece is on disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bocage.server.database import Database

Work = Callable[[AsyncConnection], Awaitable[None]]
"""A piece of writing; raising takes back what it wrote, and nothing else."""

MOST: Final = 200
"""Pieces that one transaction takes at most, so that the first does not wait for ever."""


class Committer:
    """The one writer of a process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: asyncio.Queue[tuple[Work, asyncio.Future[None]]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self.transactions = 0
        """How many transactions were committed, for the curious and the benchmark."""
        self.pieces = 0

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write what waits, then stop."""
        await self._waiting.join()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def commit(self, work: Work) -> None:
        """Write this; returns when it is on disk.

        Raises:
            Exception: what the work raised, or why the transaction failed.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((work, done))
        await asyncio.shield(done)

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection to read by; what it reads is on disk."""
        return self._database.engine.connect()

    async def _run(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while len(batch) < MOST and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            await self._write(batch)
            for _ in batch:
                self._waiting.task_done()

    async def _write(self, batch: list[tuple[Work, asyncio.Future[None]]]) -> None:
        written: list[asyncio.Future[None]] = []
        try:
            async with self._database.engine.begin() as connection:
                for work, done in batch:
                    try:
                        async with connection.begin_nested():
                            await work(connection)
                    except Exception as error:  # it is the caller's
                        _fail(done, error)
                    else:
                        written.append(done)
        except Exception as error:  # the transaction as a whole
            for _, done in batch:
                _fail(done, error)
            return
        self.transactions += 1
        self.pieces += len(written)
        for done in written:
            if not done.done():
                done.set_result(None)


def _fail(done: asyncio.Future[None], error: Exception) -> None:
    if not done.done():
        done.set_exception(error)
