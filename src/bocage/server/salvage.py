"""Games taken out of a server's database while the server is down; nothing is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Select, select
from sqlalchemy.exc import SQLAlchemyError

from bocage.server.database import READING, Database, DatabaseError
from bocage.server.schema import GAMES, LINES, Record
from bocage.server.store import header_of


class Kept(NamedTuple):
    """A game in a database."""

    id: str
    name: str
    game: str
    scenario: str
    status: str
    lines: int


def kept(setting: str) -> list[Kept]:
    """Return the games of a database, the one that was played last first.

    Raises:
        DatabaseError: it cannot be read.
    """
    rows = _read(setting, select(GAMES).order_by(GAMES.c.changed.desc()))
    return [
        Kept(row.id, row.name, row.game, header_of(row.header).scenario, row.status, row.lines)
        for row in rows
    ]


def save_of(setting: str, game: str) -> str:
    """Return a game of a database as the text of a save.

    Raises:
        DatabaseError: it can't be read, or there is no such game.
    """
    found = _read(setting, select(GAMES.c.header).where(GAMES.c.id == game))
    if not found:
        raise DatabaseError(f"there is no game {game} in {setting}")
    lines = _read(
        setting, select(LINES.c.text).where(LINES.c.game == game).order_by(LINES.c.number)
    )
    texts = [row.text for row in lines]
    return "\n".join([found[0].header, "", *texts, f"end {len(texts)}"]) + "\n"


def _read(setting: str, wanted: Select[Any]) -> list[Record]:
    if "://" not in setting and not Path(setting).is_file():
        raise DatabaseError(f"there is no database {setting}")
    database = Database(setting)
    try:
        with database.engine.connect().execution_options(**READING) as connection:
            return list(connection.execute(wanted))
    except SQLAlchemyError:
        raise DatabaseError(f"{setting} cannot be read as a database of bocage") from None
    finally:
        database.close()
