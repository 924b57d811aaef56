"""Quotas: how many games one person may have under way, and how much all theirs may hold.

The games of a person are those whose tables they opened, uploaded or branched. A quota stops new
ones; games that have begun continue, at any length.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from bocage.server.errors import TooMuchError
from bocage.server.schema import GAMES

_MEGA = 1_000_000


@dataclass(frozen=True, slots=True)
class Quota:
    """The limits for one person."""

    games: int = 200
    """Games that are not over."""
    megabytes: int = 64
    """The size of the headers and lines of all games, finished ones included, in millions of
    characters.
    """

    def check(self, connection: Connection, person: str, more: int = 0) -> None:
        """Check that a person may have another game with so many characters.

        Raises:
            TooMuchError: they have too many, or these hold too much.
        """
        theirs = GAMES.c.laid_by == person
        on = func.count().filter(GAMES.c.status != "over")
        asked = select(on, func.coalesce(func.sum(GAMES.c.size), 0)).where(theirs)
        count, size = connection.execute(asked).one()
        if count >= self.games:
            raise TooMuchError(
                f"you have {count} games here that are not over, and the limit is {self.games}: "
                "finish some of them, or ask the administrator for more"
            )
        if size + more > self.megabytes * _MEGA:
            raise TooMuchError(
                f"with this game, your games would take {(size + more) / _MEGA:.1f} MB, and the "
                f"limit is {self.megabytes} MB: ask the administrator for more"
            )
