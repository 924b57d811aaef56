"""Umpires beside Control: each is cleared for some teams or a side, and sees no others.

Control makes a link for what it wants to have watched, and gives it to one person. Whoever
takes it looks over those shoulders: he sees what they know, their sheets, and their units as
they are; he acts for nobody. Control sees who has taken what, and can take it away.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, insert, select, update

from bocage.engine.game import AnyGame
from bocage.server import messages
from bocage.server.clocks import now_ms
from bocage.server.errors import ForbiddenError, ServerError
from bocage.server.people import DAY, hashed, new_secret
from bocage.server.schema import CLEARANCES, GAMES, OBSERVERS, PEOPLE, SEATS

LASTS: Final = 30 * DAY
_NOTHING: Final = "[]"
"""What an umpire is cleared for from whom it was taken away, as the database has it."""
_NO_LINK: Final = "this link does not work: it was used, withdrawn, or has expired"


def cleared_of(connection: Connection, game: str) -> dict[str, frozenset[str]]:
    """What each umpire beside Control is cleared for, by person; of a former one, nothing."""
    taken = select(CLEARANCES.c.person, CLEARANCES.c.cleared).where(
        CLEARANCES.c.game == game, CLEARANCES.c.person.is_not(None)
    )
    found: dict[str, frozenset[str]] = {}
    for row in connection.execute(taken):
        found[row.person] = found.get(row.person, frozenset()) | set(json.loads(row.cleared))
    return found


def check_control(connection: Connection, game: AnyGame, id_: str, person: str) -> None:
    """Whether a person is Control of a game.

    Raises:
        ForbiddenError: he is not, or the game has none.
    """
    seat = select(SEATS.c.person).where(SEATS.c.game == id_, SEATS.c.seat == game.control)
    if game.control is None or connection.execute(seat).scalar_one_or_none() != person:
        raise ForbiddenError("only the umpire of an umpired game can do this")


def offer(connection: Connection, game: AnyGame, id_: str, names: Sequence[str]) -> str:
    """A link that clears whoever takes it; returns its secret.

    Raises:
        ServerError: nobody can be cleared for that.
    """
    there = game.clearances
    if wrong := [name for name in names if name not in there]:
        raise ServerError(f"there is no role '{wrong[0]}'; there are {', '.join(there)}")
    secret = new_secret()
    values = {"game": id_, "cleared": json.dumps(sorted(set(names))), "expires": now_ms() + LASTS}
    connection.execute(insert(CLEARANCES).values(hash=hashed(secret), **values))
    return secret


def take(connection: Connection, id_: str, person: str, secret: str) -> None:
    """Take what a link clears one for.

    Raises:
        ForbiddenError: the link is none, was used or has run out, or he plays in this game.
    """
    seated = select(SEATS).where(SEATS.c.game == id_, SEATS.c.person == person)
    if connection.execute(seated).first() is not None:
        raise ForbiddenError("you play in this game, and a player can have no other role in it")
    taken = connection.execute(
        update(CLEARANCES)
        .where(
            CLEARANCES.c.hash == hashed(secret),
            CLEARANCES.c.game == id_,
            CLEARANCES.c.person.is_(None),
            CLEARANCES.c.expires > now_ms(),
        )
        .values(person=person)
    )
    if taken.rowcount != 1:
        raise ForbiddenError(_NO_LINK)
    watching = select(OBSERVERS).where(OBSERVERS.c.game == id_, OBSERVERS.c.person == person)
    if connection.execute(watching).first() is None:
        connection.execute(insert(OBSERVERS).values(game=id_, person=person))
    _read_anew(connection, id_)


def check_free(connection: Connection, id_: str, person: str) -> None:
    """Check that a person may sit down: whoever is or was an umpire knows too much.

    Raises:
        ForbiddenError: they are, or were, cleared for something in this game.
    """
    if person in cleared_of(connection, id_):
        raise ForbiddenError("you have umpired this game, so you know too much to play in it")


def drop(connection: Connection, id_: str, person: str) -> bool:
    """Take away whatever a person is cleared for; whether that was anything.

    It stays on record that they were an umpire: what they have read they still know.
    """
    gone = connection.execute(
        update(CLEARANCES)
        .where(
            CLEARANCES.c.game == id_,
            CLEARANCES.c.person == person,
            CLEARANCES.c.cleared != _NOTHING,
        )
        .values(cleared=_NOTHING)
    )
    _read_anew(connection, id_)
    return bool(gone.rowcount)


def listed(connection: Connection, id_: str) -> list[messages.GivenClearance]:
    """Who is cleared for what, and which links nobody has taken yet."""
    wanted = (
        select(CLEARANCES.c.person, CLEARANCES.c.cleared, CLEARANCES.c.expires, PEOPLE.c.name)
        .select_from(CLEARANCES.outerjoin(PEOPLE, CLEARANCES.c.person == PEOPLE.c.id))
        .where(CLEARANCES.c.game == id_, CLEARANCES.c.cleared != _NOTHING)
        .order_by(CLEARANCES.c.expires)
    )
    return [
        {"person": row.person, "name": row.name, "cleared": json.loads(row.cleared)}
        for row in connection.execute(wanted)
        if row.person is not None or row.expires > now_ms()
    ]


def _read_anew(connection: Connection, id_: str) -> None:
    """A game under way is read anew: somebody is something else to it now."""
    again = update(GAMES).where(GAMES.c.id == id_, GAMES.c.status != "open")
    connection.execute(again.values(version=GAMES.c.version + 1))
