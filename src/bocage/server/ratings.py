"""Ratings by Glicko-2: of each person, for each game, from the rated games they finished.

A rated game is between two people with held dice. It counts in the transaction that ends it,
so that it counts once. A deviation above `PROVISIONAL` says that little is known yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import glicko2  # pyright: ignore[reportMissingTypeStubs]
from sqlalchemy import Connection, delete, insert, select

from bocage.engine.dice import Trust
from bocage.engine.game import AnyGame
from bocage.server import messages, new_tables
from bocage.server.errors import ServerError
from bocage.server.schema import PEOPLE, RATINGS

PROVISIONAL: Final = 110.0
"""A deviation above this marks a newcomer."""
_LISTED: Final = 200


class Rating(NamedTuple):
    """A person's rating, and the games behind it."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06
    won: int = 0
    lost: int = 0
    drawn: int = 0

    def after(self, other: Rating, score: float) -> Rating:
        """Return the rating after a game: 1 for a victory, a half for a draw, 0 for a defeat."""
        made: Any = glicko2.Player
        player = made(self.rating, self.deviation, self.volatility)
        player.update_player([other.rating], [other.deviation], [score])
        return Rating(
            float(player.rating),
            float(player.rd),
            float(player.vol),
            self.won + (score == 1),
            self.lost + (score == 0),
            self.drawn + (score not in (0, 1)),
        )


def check(
    game: AnyGame, trust: Trust, options: Mapping[str, str], seats: Mapping[str, str]
) -> None:
    """Check that a table can be rated; `seats` says who sits where, as for `new_tables.draft`.

    Raises:
        ServerError: it is not between two people, or its dice are open.
    """
    people = all(held in (new_tables.ME, new_tables.OPEN) for held in seats.values())
    printed = new_tables.printed_seats(game, game.settings(options))
    if len(game.seats) != 2 or game.control is not None or printed or not people:
        raise ServerError("a rated game is between two people")
    if trust is not Trust.HELD:
        raise ServerError("a rated game needs dice held by the server")


def count(connection: Connection, game: str, people: tuple[str, str], winner: int | None) -> None:
    """Count a finished game for both players; games against yourself are not rated."""
    if people[0] == people[1]:
        return
    before = [_of(connection, person, game) for person in people]
    for seat, person in enumerate(people):
        score = 0.5 if winner is None else float(winner == seat)
        now = before[seat].after(before[1 - seat], score)
        here = (RATINGS.c.person == person, RATINGS.c.game == game)
        connection.execute(delete(RATINGS).where(*here))
        connection.execute(insert(RATINGS).values(person=person, game=game, **now._asdict()))


def _of(connection: Connection, person: str, game: str) -> Rating:
    wanted = select(RATINGS).where(RATINGS.c.person == person, RATINGS.c.game == game)
    row = connection.execute(wanted).one_or_none()
    if row is None:
        return Rating()
    return Rating(*(getattr(row, name) for name in Rating._fields))


def listed(connection: Connection, game: str) -> list[messages.RatedPlayer]:
    """Return the players of a game, the best first, followed by those with uncertain ratings."""
    wanted = (
        select(RATINGS, PEOPLE.c.name)
        .join(PEOPLE, PEOPLE.c.id == RATINGS.c.person)
        .where(RATINGS.c.game == game)
        .order_by(RATINGS.c.deviation > PROVISIONAL, RATINGS.c.rating.desc())
        .limit(_LISTED)
    )
    return [
        {
            "name": row.name,
            "rating": round(row.rating),
            "within": round(2 * row.deviation),
            "provisional": row.deviation > PROVISIONAL,
            "won": row.won,
            "lost": row.lost,
            "drawn": row.drawn,
        }
        for row in connection.execute(wanted)
    ]
