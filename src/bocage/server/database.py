"""One database: SQLite in a file for a table at home, PostgreSQL for a club.

SQLite runs in WAL mode with `synchronous=FULL`, and every transaction takes the write lock
when it begins unless it only reads, because Python's driver otherwise loses updates without a word.
"""

from __future__ import annotations

import os
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from bocage.engine.errors import BocageError
from bocage.server.lock import Lock, TakenError

DEFAULT: Final = "bocage.db"
"""The file that a server at home keeps its games in."""

READING: Final = {"bocage_reading": True}
"""Options of a connection that writes nothing: it waits for no writer."""

_BUSY_MS: Final = 10_000
"""The time that a statement waits for a lock held by another program."""
_TIMEOUT: Final = {"connect_timeout": 10}
"""Seconds that a PostgreSQL has to take a connection."""


class DatabaseError(BocageError):
    """The database cannot be used; the message says why and what to do."""


def url_of(setting: str) -> str:
    """Return the address of a database from what people write: a file, or postgresql://...

    Raises:
        DatabaseError: it is neither.
    """
    if "://" not in setting:
        return f"sqlite:///{Path(setting).resolve()}"
    try:
        url = make_url(setting)
    except ArgumentError:
        raise DatabaseError(
            f"'{setting}' is not a database: give a FILE or postgresql://..."
        ) from None
    kind = url.drivername.partition("+")[0]
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    if kind == "sqlite":
        return url.set(drivername="sqlite").render_as_string(hide_password=False)
    raise DatabaseError(f"'{kind}' databases are not supported: give a FILE or postgresql://...")


class Database:
    """The engine of one database and what is specific to its kind."""

    def __init__(self, setting: str) -> None:
        self.url: Final = url_of(setting)
        self.is_postgres: Final = self.url.startswith("postgresql")
        name = make_url(self.url).database
        in_file = not self.is_postgres and name not in (None, "", ":memory:")
        self._file: Final = Path(str(name)) if in_file else None
        self._lock: Lock | None = None
        if self.is_postgres:
            timeout = {} if "connect_timeout" in make_url(self.url).query else _TIMEOUT
            self.engine: Engine = create_engine(
                self.url, pool_size=4, pool_pre_ping=True, connect_args=timeout
            )
            _prepare_postgres(self.engine)
        else:
            self.engine = create_engine(self.url, connect_args={"check_same_thread": False})
            _prepare_sqlite(self.engine)

    def occupy(self) -> None:
        """Be the one server of a SQLite file, until `close`; PostgreSQL serves several.

        Raises:
            DatabaseError: another server uses it, or its folder cannot be written to.
        """
        if self._file is None:
            return
        try:
            self._lock = Lock(self._file)
        except TakenError as error:
            raise DatabaseError(str(error)) from None
        except OSError as error:
            said = os.strerror(error.errno) if error.errno else str(error)
            raise DatabaseError(f"cannot use the database {self.shown}: {said.lower()}") from None

    def migrate(self) -> None:
        """Bring the tables to the shape this program knows.

        Raises:
            DatabaseError: it cannot be opened, or was made by a newer program.
        """
        try:
            self._make_file()
            with self.engine.begin() as connection:
                upgrade(connection)
        except DatabaseError:
            raise
        except Exception as error:
            raise DatabaseError(f"cannot use the database {self.shown}: {_said(error)}") from error

    def _make_file(self) -> None:
        """Only its owner can read a new file: seeds of dice and hashes of passwords are in it."""
        if self._file is not None:
            with suppress(FileExistsError, FileNotFoundError):
                os.close(os.open(self._file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))

    @property
    def shown(self) -> str:
        """The database as people write it, without its password."""
        url = make_url(self.url)
        if not self.is_postgres:
            return str(url.database)
        return url.set(drivername="postgresql").render_as_string(hide_password=True)

    def close(self) -> None:
        """Close every connection, and release the file if it was held."""
        self.engine.dispose()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def is_open(self, connection: Connection) -> bool:
        """Return whether a transaction that we began is still open, so that a commit would commit
        it.
        """
        if connection.invalidated:
            return False
        driver: Any = connection.connection.dbapi_connection
        if self.is_postgres:
            # The driver begins with the first statement: it is idle if there was none.
            return driver.info.transaction_status.name in ("IDLE", "INTRANS")
        return bool(driver.in_transaction)

    def ticket(self, connection: Connection) -> int | None:
        """Return a number by which `outcome` identifies the transaction; None if the database has
        none.

        SQLite needs none: a commit that fails is not there. In PostgreSQL a transaction that
        has written nothing has none.
        """
        if not self.is_postgres:
            return None
        ticket = connection.exec_driver_sql("SELECT txid_current_if_assigned()").scalar_one()
        return None if ticket is None else int(ticket)

    def outcome(self, ticket: int | None) -> str | None:
        """Return how a transaction ended: committed, aborted, in progress, or None if it is
        forgotten.
        """
        with self.engine.connect() as connection:
            asked = connection.exec_driver_sql("SELECT txid_status(%s)", (ticket,))
            return asked.scalar_one_or_none()

    @property
    def dsn(self) -> str:
        """The address as PostgreSQL's own library wants it."""
        return self.url.replace("postgresql+psycopg://", "postgresql://", 1)


def _said(error: Exception) -> str:
    """Return a database's message in one line."""
    cause = getattr(error, "orig", None) or error
    if "locate revision" in str(cause):
        return "a newer version of bocage made it; update this server"
    return str(cause).split("\n")[0].strip()


def upgrade(connection: Connection, to: str = "head") -> None:
    """Run the migrations on an open connection, up to one of them."""
    config = Config()
    config.set_main_option("script_location", str(resources.files("bocage.server") / "migrations"))
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL lock_timeout = 0")  # another worker may take long
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(1943)")
    command.upgrade(config, to)


def _prepare_postgres(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _: object) -> None:  # pyright: ignore[reportUnusedFunction]
        connection.execute(f"SET lock_timeout = {_BUSY_MS}")
        connection.commit()


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _: object) -> None:  # pyright: ignore[reportUnusedFunction]
        connection.isolation_level = None  # we begin and commit ourselves
        cursor = connection.cursor()
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            f"busy_timeout={_BUSY_MS}",
            "foreign_keys=ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _began(connection: Connection) -> None:  # pyright: ignore[reportUnusedFunction]
        reading = connection.get_execution_options().get("bocage_reading")
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
