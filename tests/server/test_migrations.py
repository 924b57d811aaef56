"""The shape of the tables: forward from every released schema, with what is in them."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from bocage.server.database import Database, upgrade
from bocage.server.schema import METADATA

RELEASED = [f"{number:04}" for number in range(1, 15)]

FILLED = (
    "INSERT INTO people (id, name, account, admin, created) VALUES ('p', 'Ann', 'ann', :no, 1)",
    "INSERT INTO games (id, name, game, header, version, lines, status, asked, asked_since, clock,"
    " request, result, created, changed) VALUES"
    " ('g', 'Game', 'toy', 'h', 1, 0, 'live', '[]', 5, '[]', 'null', '', 1, 1)",
    "INSERT INTO notices (id, person, game, kind, text, made, tries)"
    " VALUES (7, 'p', 'g', 'asked', 'your turn', 3, 0)",
)


@pytest.mark.parametrize("released", RELEASED)
def test_the_tables_are_what_the_migrations_make(empty: str, released: str) -> None:
    """From nothing and from every schema before, the migrations lead to the schema we know.

    What was in the tables is there afterwards.
    """
    opened = Database(empty)
    with opened.engine.begin() as connection:
        upgrade(connection, released)
        for line in FILLED:
            connection.execute(text(line), {"no": False})
    opened.migrate()
    opened.migrate()
    with opened.engine.connect() as connection:
        found = _compared(connection)
        kept = connection.execute(text("SELECT text, made FROM notices")).one()
        names = connection.execute(text("SELECT people.name, games.name FROM people, games")).one()
    opened.close()
    assert found == []
    assert tuple(kept) == ("your turn", 3)
    assert tuple(names) == ("Ann", "Game")


def test_every_migration_is_tried() -> None:
    """A new migration is named in the test above, so that one forgets it at one's peril."""
    folder = Path(str(resources.files("bocage.server") / "migrations" / "versions"))
    assert sorted(each.name[:4] for each in folder.glob("0*.py")) == RELEASED


def _compared(connection: Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection), METADATA))
