"""Clean-up of the database: obsolete rows are deleted, so that it does not grow without end."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from sqlalchemy import Connection, delete, select

from bocage.server.clocks import now_ms
from bocage.server.commits import Committer
from bocage.server.errors import ServerError
from bocage.server.people import DAY
from bocage.server.schema import COMMANDS, GAMES, INVITATIONS, NOTICES, TOKENS

KEPT: Final = 30 * DAY
"""How long notices are kept, and the command ids of finished games."""
_EVERY: Final = 3600.0
_LOG: Final = logging.getLogger("bocage.server")


async def run(committer: Committer) -> None:
    """Clean up now and every hour."""
    while True:
        try:
            await committer.commit(tidy)
        except ServerError as error:
            _LOG.warning("clean-up is waiting for the database: %s", error.sentence)
        await asyncio.sleep(_EVERY)


def tidy(connection: Connection) -> None:
    """Delete expired tokens and invitations, old notices, and command ids of old games."""
    now = now_ms()
    over = select(GAMES.c.id).where(GAMES.c.status == "over", GAMES.c.changed < now - KEPT)
    for gone in (
        delete(TOKENS).where(TOKENS.c.expires < now),
        delete(INVITATIONS).where(INVITATIONS.c.expires < now - KEPT),
        delete(NOTICES).where(NOTICES.c.made < now - KEPT),
        delete(COMMANDS).where(COMMANDS.c.game.in_(over)),
    ):
        connection.execute(gone)
