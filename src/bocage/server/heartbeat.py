"""The heartbeat: a running server writes every few seconds how much time has counted for clocks.

A server that starts continues from there, so that clocks of games stand still while no server runs.
The workers of one database keep the same time: each advances to the highest it hears of.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Final

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from bocage.server.commits import Committer
from bocage.server.errors import ServerError
from bocage.server.relay import Relay
from bocage.server.schema import HEART
from bocage.server.stopwatch import Stopwatch

EVERY: Final = 5.0
"""Seconds between two beats."""
_ONE: Final = 1
_LOG: Final = logging.getLogger("bocage.server")


async def run(committer: Committer, relay: Relay, stopwatch: Stopwatch) -> None:
    """Write the time every few seconds."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            await beat(committer, relay, stopwatch)
        except ServerError as error:
            _LOG.warning("the heartbeat is waiting for the database: %s", error.sentence)


async def beat(committer: Committer, relay: Relay, stopwatch: Stopwatch) -> None:
    """Write the current time, send it to the other workers, and read theirs.

    Raises:
        UnavailableError: the database does not answer.
    """
    stopwatch.catch_up(await committer.commit(partial(_beat, relay, stopwatch.now())))


def _beat(relay: Relay, now: int, connection: Connection) -> int:
    """Write a time; returns the highest that any worker has written."""
    connection.execute(update(HEART).where(HEART.c.beat < now).values(beat=now))
    relay.tell(connection, f"beat {now}")
    return int(connection.execute(select(HEART.c.beat)).scalar_one())


async def begin(committer: Committer, stopwatch: Stopwatch) -> None:
    """Set a stopwatch to the time that had counted when a server was last alive.

    Raises:
        UnavailableError: the database does not answer.
    """
    now = stopwatch.now()
    last = await committer.commit(partial(_begin, now))
    stopwatch.set(last)
    if now - last > 1000 * EVERY:
        _LOG.info("the game clocks continue from where they stood when a server last ran")


def _begin(now: int, connection: Connection) -> int:
    """Return the last time written; the given one if there is none yet."""
    last = connection.execute(select(HEART.c.beat)).scalar_one_or_none()
    if last is None:
        try:
            with connection.begin_nested():
                connection.execute(insert(HEART).values(id=_ONE, beat=now))
        except IntegrityError:  # another worker begins at the same moment
            return _begin(now, connection)
        return now
    return int(last)


async def settle(committer: Committer, stopwatch: Stopwatch) -> None:
    """After a standstill, go forward to where the other workers are. Otherwise do nothing.

    Raises:
        UnavailableError: the database does not answer.
    """
    stopwatch.now()
    if stopwatch.unsure:
        last = await committer.read(lambda look: look.execute(select(HEART.c.beat)).scalar_one())
        stopwatch.catch_up(int(last))
        stopwatch.unsure = False
