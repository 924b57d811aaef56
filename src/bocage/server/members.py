"""Members of a club, for its administrator: the list, password resets, removal.

The first member is the administrator. Removing a member signs them out everywhere, closes their
sockets, and frees their seats in unfinished games for others.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from bocage.server import messages
from bocage.server.clocks import now_ms
from bocage.server.errors import ForbiddenError, ServerError, UnknownError
from bocage.server.people import DAY, add_token, hashed, new_secret
from bocage.server.schema import GAMES, INVITATIONS, PEOPLE, SEATS, TOKENS, Record

RESET_LASTS: Final = 2 * DAY


def listed(connection: Connection) -> list[messages.Member]:
    """Return every member."""
    found = connection.execute(
        select(PEOPLE).where(PEOPLE.c.account.is_not(None)).order_by(PEOPLE.c.created)
    )
    return [
        {"account": row.account, "name": row.name, "admin": row.admin, "since": row.created}
        for row in found
    ]


def member(connection: Connection, account: str) -> Record:
    """Return a member by account.

    Raises:
        UnknownError: there is no such member.
    """
    row = connection.execute(
        select(PEOPLE).where(PEOPLE.c.account == account.lower())
    ).one_or_none()
    if row is None:
        raise UnknownError("there is no such member")
    return row


def reset(connection: Connection, account: str, by: str | None) -> str:
    """Return a secret with which a member sets a new password, once; earlier secrets stop working.

    Raises:
        UnknownError: there is no such member.
    """
    row, secret = member(connection, account), new_secret()
    connection.execute(delete(INVITATIONS).where(INVITATIONS.c.member == row.id))
    connection.execute(
        insert(INVITATIONS).values(
            hash=hashed(secret), made_by=by, expires=now_ms() + RESET_LASTS, member=row.id
        )
    )
    return secret


def set_password(connection: Connection, secret: str, kept: str) -> tuple[str, str]:
    """Set a password by such a secret; the member, and a token. Every token of before ends.

    Raises:
        ForbiddenError: the secret is unknown, was used or has expired.
    """
    used = connection.execute(
        delete(INVITATIONS)
        .where(
            INVITATIONS.c.hash == hashed(secret),
            INVITATIONS.c.member.is_not(None),
            INVITATIONS.c.expires > now_ms(),
        )
        .returning(INVITATIONS.c.member)
    ).scalar_one_or_none()
    if used is None:
        raise ForbiddenError("this link does not work: ask the admin for another")
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == used).values(password=kept))
    connection.execute(delete(TOKENS).where(TOKENS.c.person == used))
    return str(used), add_token(connection, str(used))


def throw_out(connection: Connection, account: str) -> tuple[str, list[str]]:
    """Remove a member; return who it was, and the games in which one of their seats is free now.

    Raises:
        UnknownError: there is no such member.
        ServerError: the member is the administrator.
    """
    row = member(connection, account)
    if row.admin:
        raise ServerError("you can't remove the admin")
    seats = connection.execute(
        select(SEATS.c.game)
        .join(GAMES, GAMES.c.id == SEATS.c.game)
        .where(SEATS.c.person == row.id, GAMES.c.status != "over")
    )
    games = sorted({str(game) for game in seats.scalars()})
    if games:
        mine = (SEATS.c.game.in_(games), SEATS.c.person == row.id)
        connection.execute(update(SEATS).where(*mine).values(person=None))
        connection.execute(
            update(GAMES).where(GAMES.c.id.in_(games)).values(version=GAMES.c.version + 1)
        )
    gone = {"account": None, "password": None, "email": None, "webhook": None}
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == row.id).values(**gone))
    for table, column in (
        (TOKENS, TOKENS.c.person),
        (INVITATIONS, INVITATIONS.c.member),
    ):
        connection.execute(delete(table).where(column == row.id))
    connection.execute(
        delete(INVITATIONS).where(INVITATIONS.c.made_by == row.id, INVITATIONS.c.used_by.is_(None))
    )
    return str(row.id), games
