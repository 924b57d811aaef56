"""Tidying: obsolete rows leave the database, so that it does not grow without end."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from sqlalchemy import Connection, delete, select

from bocage.server.clocks import now_ms
from bocage.server.committing import Committer
from bocage.server.errors import ServerError
from bocage.server.people import DAY
from bocage.server.schema import COMMANDS, GAMES, INVITATIONS, NOTICES, TOKENS

KEPT: Final = 30 * DAY
"""How long notices, and the names of commands of finished games, are useful."""
_EVERY: Final = 3600.0
_LOG: Final = logging.getLogger("bocage.server")


async def run(committer: Committer) -> None:
    """Tidy up now and every hour."""
    while True:
        try:
            await committer.commit(tidy)
        except ServerError as error:
            _LOG.warning("clean-up is waiting for the database: %s", error.sentence)
        await asyncio.sleep(_EVERY)


def tidy(connection: Connection) -> None:
    """Take away tokens and invitations that have run out, old notices, commands of old games."""
    now = now_ms()
    over = select(GAMES.c.id).where(GAMES.c.status == "over", GAMES.c.changed < now - KEPT)
    for gone in (
        delete(TOKENS).where(TOKENS.c.expires < now),
        delete(INVITATIONS).where(INVITATIONS.c.expires < now - KEPT),
        delete(NOTICES).where(NOTICES.c.made < now - KEPT),
        delete(COMMANDS).where(COMMANDS.c.game.in_(over)),
    ):
        connection.execute(gone)
