"""People: guests by a token, members by an account. Secrets are stored only as hashes.

In home mode anybody who can reach the server is a guest with a name. In a club only invited members
come in, each with a password under Argon2.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from functools import cache
from hashlib import sha256
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from bocage.server.clocks import now_ms
from bocage.server.errors import ServerError, SignInError
from bocage.server.schema import INVITATIONS, PEOPLE, TOKENS, Record

_NO_INVITATION: Final = "this invitation does not work: ask for another"
DAY: Final = 86_400_000
TOKEN_LASTS: Final = 90 * DAY
INVITATION_LASTS: Final = 14 * DAY

_HASHER: Final = PasswordHasher()


@cache
def _nobodys() -> str:
    """Return the hash of a password that nobody has; it takes as long to check as any."""
    return _HASHER.hash("nobody has this password")


def new_secret() -> str:
    """Return a secret for one person: 256 bits, in letters that a link may have."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """Return an identifier that nobody can guess and everybody may know."""
    return secrets.token_urlsafe(9)


def hashed(secret: str) -> bytes:
    """Return the stored hash of a secret. The secret is random and long, so one round is enough."""
    return sha256(secret.encode()).digest()


def add_guest(connection: Connection, name: str) -> tuple[str, str]:
    """Return a new guest: the id, and the token that identifies them."""
    person = new_id()
    connection.execute(insert(PEOPLE).values(id=person, name=name, admin=False, created=now_ms()))
    return person, add_token(connection, person)


def add_token(connection: Connection, person: str) -> str:
    """Return a token for a person."""
    token = new_secret()
    connection.execute(
        insert(TOKENS).values(hash=hashed(token), person=person, expires=now_ms() + TOKEN_LASTS)
    )
    return token


def person_of(connection: Connection, token: str) -> Record | None:
    """Return the owner of a token, or None if there is none or it has expired."""
    found = connection.execute(
        select(PEOPLE)
        .join(TOKENS, TOKENS.c.person == PEOPLE.c.id)
        .where(TOKENS.c.hash == hashed(token), TOKENS.c.expires > now_ms())
    )
    return found.one_or_none()


def names_of(connection: Connection, people: Collection[str]) -> dict[str, str]:
    """Return what people are called, by person."""
    if not people:
        return {}
    wanted = select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id.in_(sorted(people)))
    return {row.id: row.name for row in connection.execute(wanted)}


def session_of(token: str) -> str:
    """Return a name for the session of a token that does not reveal the token."""
    return hashed(token).hex()


def forget_token(connection: Connection, token: str) -> bool:
    """Sign out; return whether anybody was signed in with it."""
    gone = connection.execute(delete(TOKENS).where(TOKENS.c.hash == hashed(token)))
    return bool(gone.rowcount)


def invite(connection: Connection, person: str | None) -> str:
    """Return an invitation to the club, good for one account."""
    secret = new_secret()
    connection.execute(
        insert(INVITATIONS).values(
            hash=hashed(secret), made_by=person, expires=now_ms() + INVITATION_LASTS
        )
    )
    return secret


def hardened(password: str) -> str:
    """Return the stored hash of a password. This is slow: do not call it in the writing thread."""
    return _HASHER.hash(password)


def add_member(
    connection: Connection, invitation: str, account: str, kept: str, name: str
) -> tuple[str, str]:
    """Return a new member of the club, and their token; `kept` is the stored hash of the password.

    Raises:
        ServerError: the invitation is unknown, was used or has expired; or the account is taken.
    """
    row = (
        connection.execute(select(INVITATIONS).where(INVITATIONS.c.hash == hashed(invitation)))
    ).one_or_none()
    if row is None or row.used_by is not None or row.expires < now_ms() or row.member is not None:
        raise ServerError(_NO_INVITATION)
    person = new_id()
    first = connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.admin)).first() is None
    try:
        connection.execute(
            insert(PEOPLE).values(
                id=person,
                name=name,
                account=account.lower(),
                password=kept,
                admin=first,
                created=now_ms(),
            )
        )
    except IntegrityError:
        raise ServerError("this account name is taken: choose another") from None
    used = connection.execute(
        update(INVITATIONS)
        .where(INVITATIONS.c.hash == hashed(invitation), INVITATIONS.c.used_by.is_(None))
        .values(used_by=person)
    )
    if used.rowcount != 1:  # at another worker, at the same moment
        raise ServerError(_NO_INVITATION)
    return person, add_token(connection, person)


def by_account(connection: Connection, account: str) -> Record | None:
    """Return the row of a member, or nothing."""
    wanted = select(PEOPLE).where(PEOPLE.c.account == account.lower())
    return connection.execute(wanted).one_or_none()


def signed_in(row: Record | None, password: str) -> str:
    """Return the person of a row (`by_account`), by the password. It takes its time, and reads
    nothing.

    Raises:
        SignInError: wrong account or password, without saying which.
    """
    # It is made for every account, so that the first answer of a server does not tell which exist.
    nobodys = _nobodys()
    kept = nobodys if row is None or row.password is None else row.password
    try:
        _HASHER.verify(kept, password)
    except VerificationError:
        row = None
    if row is None:
        raise SignInError("wrong account or password")
    return str(row.id)
