"""Database faults in words: for the person asking, for the log and for /healthz.

A database can be away, full, read-only, locked or damaged. The driver's error shows which. The log
has one line when trouble begins and one when it ends, however many requests fail meanwhile.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Iterator
from enum import Enum
from typing import Final

from sqlalchemy.exc import InterfaceError, InvalidRequestError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from bocage.server.errors import ServerError, UnavailableError

_LOG: Final = logging.getLogger("bocage.server")

_GONE: Final = (OperationalError, InterfaceError, PoolTimeoutError)
"""The drivers' errors for which the database is at fault, not the statement."""


class LostError(Exception):
    """The database took back a whole transaction before it was committed."""


class InDoubtError(Exception):
    """The connection broke during a commit, and the database can't say how the commit ended."""


class Trouble(Enum):
    """A kind of trouble: the message to people, and what the administrator reads and does."""

    AWAY = (
        "the database does not answer: try again in a moment",
        "the database does not answer: check that it runs. The server tries again with "
        "every request",
    )
    FULL = (
        "the server's disk is full, so nothing was saved: try again later",
        "the disk of the database is full: the server refuses to write until there is room; "
        "free some space, and it continues by itself",
    )
    READ_ONLY = (
        "the server's database is read-only, so nothing was saved: try again later",
        "the database is read-only: let the server write to it, to its folder and to its disk, "
        "and it continues by itself",
    )
    LOCKED = (
        "another program has locked the server's database, so nothing was saved: try again in "
        "a moment",
        "another program has locked the database: stop that program, and the server "
        "continues by itself",
    )
    DAMAGED = (
        "the server's database is damaged: tell its administrator",
        "the database is damaged: stop the server and restore a backup",
    )
    IN_DOUBT = (
        "the database connection broke while saving: check whether your action was "
        "played before you repeat it",
        "the connection broke during a commit, and the database does not say whether it succeeded",
    )

    def __init__(self, told: str, logged: str) -> None:
        self.told: Final = told
        """The sentence for the person asking."""
        self.logged: Final = logged
        """The sentence for the log."""


_BY_SQLITE: Final = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
    sqlite3.SQLITE_IOERR: Trouble.AWAY,
    sqlite3.SQLITE_CANTOPEN: Trouble.AWAY,
}
_BY_POSTGRES: Final = {
    "53100": Trouble.FULL,
    "25006": Trouble.READ_ONLY,
    "55P03": Trouble.LOCKED,
    "XX001": Trouble.DAMAGED,
    "XX002": Trouble.DAMAGED,
    "58030": Trouble.AWAY,
}


def trouble_of(error: BaseException | None) -> Trouble | None:
    """Return the trouble of the database, or None if the error is the caller's own.

    A chain of errors is judged by the first of them: after a full disk SQLite also says that there
    is no such savepoint.
    """
    if isinstance(error, ServerError):
        return None
    found: Trouble | None = None
    for each in _chain(error):
        if isinstance(each, InDoubtError):
            return Trouble.IN_DOUBT
        orig = getattr(each, "orig", each)
        code = getattr(orig, "sqlite_errorcode", None)
        exact = _BY_POSTGRES.get(getattr(orig, "sqlstate", None) or "")
        if isinstance(code, int):
            exact = _BY_SQLITE.get(code & 0xFF)
        if exact is not None and exact is not Trouble.AWAY:
            found = exact
        elif found is None and (exact is not None or isinstance(each, (*_GONE, LostError))):
            found = Trouble.AWAY
    return found


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes, the first cause last."""
    seen = set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def answer_to(error: Exception | None) -> Exception | None:
    """Return the error for the caller: a sentence if the database is at fault, else the error
    itself.
    """
    trouble = trouble_of(error)
    if trouble is None:
        return error
    told = UnavailableError(trouble.told)
    told.__cause__ = error
    return told


class Condition:
    """The condition of the database. Its methods may be called from any thread."""

    def __init__(self) -> None:
        self.trouble: Trouble | None = None
        """The current trouble; None if none is known."""
        self._since = 0.0
        self._refused = 0
        self._lock = threading.Lock()

    def failed(self, error: Exception, count: int = 1) -> None:
        """Note that so many pieces failed; new or changed trouble is logged once."""
        trouble = trouble_of(error)
        if trouble is None:
            return
        with self._lock:
            self._refused += count
            if trouble is self.trouble:
                return
            if self.trouble is None:
                self._since = time.monotonic()
            self.trouble = trouble
        _LOG.error("%s (%s)", trouble.logged, _cause(error))

    def wrote(self) -> None:
        """Note that something was written: trouble, if there was any, is over."""
        if self.trouble is None:
            return
        with self._lock:
            took, refused = time.monotonic() - self._since, self._refused
            self.trouble, self._refused = None, 0
        _LOG.warning(
            "the database accepts writes again: %d changes failed in %.1f seconds", refused, took
        )


def _cause(error: BaseException) -> str:
    """Return the driver's message, in one line and without the statement, which holds secrets."""
    first = [each for each in _chain(error) if not isinstance(each, InvalidRequestError)][-1:]
    orig: object = getattr(first[0], "orig", None) or first[0] if first else error
    said = (str(orig).strip() or type(orig).__name__).splitlines()[0]
    return f"{type(orig).__name__}: {said}"[:300]
