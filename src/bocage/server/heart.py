"""The heart: the database knows when a server was last alive, so that clocks stand while none is.

While one runs it writes the time every few seconds. Whoever starts and finds that it was
long ago takes the time in between from nobody: every clock that ran goes on where it stood.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from bocage.server.clocks import Clock, now_ms
from bocage.server.committing import Committer
from bocage.server.errors import ServerError
from bocage.server.schema import GAMES, HEART

EVERY: Final = 5.0
"""Seconds between two beats."""
DOWN_MS: Final = 15_000
"""Without a beat for so long no server was there."""
_ONE: Final = 1
_LOG: Final = logging.getLogger("bocage.server")


async def run(committer: Committer) -> None:
    """Beat, again and again."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            await committer.commit(_beat)
        except ServerError as error:
            _LOG.warning("the heart waits: %s", error.sentence)


def _beat(connection: Connection) -> None:
    now = now_ms()
    connection.execute(update(HEART).where(HEART.c.beat < now).values(beat=now))


def begin(connection: Connection) -> int:
    """Begin to be alive; returns for how many milliseconds no server was, and shifts the clocks.

    Of several workers that start at once one alone does it.
    """
    now = now_ms()
    last = connection.execute(select(HEART.c.beat)).scalar_one_or_none()
    if last is None:
        try:
            with connection.begin_nested():
                connection.execute(insert(HEART).values(id=_ONE, beat=now))
        except IntegrityError:  # another worker begins at the same moment
            return 0
        return 0
    ours = connection.execute(update(HEART).where(HEART.c.beat == last).values(beat=now))
    down = now - int(last)
    if ours.rowcount != 1 or down < DOWN_MS:
        return 0
    running = select(GAMES.c.id, GAMES.c.clock).where(GAMES.c.status == "live")
    for row in list(connection.execute(running)):
        clock = Clock.read(row.clock)
        if clock.running:
            changed = clock.paused(int(last), now).written()
            connection.execute(
                update(GAMES)
                .where(GAMES.c.id == row.id)
                .values(clock=changed, version=GAMES.c.version + 1)
            )
    return down
