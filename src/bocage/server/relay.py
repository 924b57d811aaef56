"""The relay: workers notify each other of changed games. They read the changes themselves.

With SQLite there is one worker, and nothing to relay. With PostgreSQL each worker listens on a
connection of its own; a notification leaves with the commit that it is about.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy import Connection, text

from bocage.server.database import Database
from bocage.server.tasks import end

CHANNEL: Final = "bocage"
_AGAIN: Final = 1.0
"""Seconds before a lost connection is made again."""

_LOG: Final = logging.getLogger("bocage.server")


class Relay:
    """The messages between the workers of one database."""

    def __init__(self, database: Database, heard: Callable[[str], Awaitable[None]]) -> None:
        self._database = database
        self._heard = heard
        self._task: asyncio.Task[None] | None = None
        self.listening = asyncio.Event()
        """Set while notices of others arrive."""

    def start(self) -> None:
        """Begin to listen."""
        if self._database.is_postgres:
            self._task = asyncio.create_task(self._listen())

    async def stop(self) -> None:
        """Stop listening."""
        if self._task is not None:
            await end((self._task,))

    def tell(self, connection: Connection, game: str) -> None:
        """Notify the other workers of a game, when this transaction is committed."""
        if self._database.is_postgres:
            connection.execute(
                text("SELECT pg_notify(:channel, :game)"), {"channel": CHANNEL, "game": game}
            )

    async def _listen(self) -> None:
        import psycopg  # an extra, which a server at home can do without

        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(
                    self._database.dsn, autocommit=True
                )
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self.listening.set()
                    await self._hear(
                        ""
                    )  # in case a notification was missed before: check every game
                    async for notice in connection.notifies():
                        await self._hear(notice.payload)
            except psycopg.Error as error:
                _LOG.warning(
                    "lost the connection to other servers, trying again: %s", type(error).__name__
                )
            self.listening.clear()
            await asyncio.sleep(_AGAIN)

    async def _hear(self, notice: str) -> None:
        """Pass on what was heard; a failure there does not end the listening."""
        try:
            await self._heard(notice)
        except Exception as error:
            _LOG.warning("could not handle a message from another server: %s", type(error).__name__)
