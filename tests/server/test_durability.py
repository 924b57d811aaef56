"""Durability: what the writer acknowledges is on disk, whatever the database does meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, select
from sqlalchemy.exc import DBAPIError

from bocage.server import commits
from bocage.server.commits import Committer
from bocage.server.database import Database
from bocage.server.database_faults import Trouble
from bocage.server.errors import UnavailableError
from bocage.server.schema import PEOPLE

from .clients import Serving

Piece = Callable[[Connection], Any]
LOCKED = Trouble.LOCKED.told


@pytest.fixture
def opened(database: str) -> Generator[Database]:
    """A database with its tables."""
    made = Database(database)
    made.migrate()
    yield made
    made.close()


def person(name: str, more: str = "") -> Piece:
    """Return a piece that writes somebody down."""

    def work(connection: Connection) -> str:
        connection.execute(insert(PEOPLE).values(id=name, name=name, created=1, webhook=more))
        return name

    return work


def known(opened: Database) -> set[str]:
    """Who is in the database."""
    with opened.engine.connect() as connection:
        return set(connection.execute(select(PEOPLE.c.id)).scalars())


def written(opened: Database, *batches: list[Piece]) -> tuple[list[Any], Committer]:
    """Return the results of batches written one after the other, and the committer."""

    async def write() -> tuple[list[Any], Committer]:
        committer = Committer(opened)
        committer.start()
        found: list[Any] = []
        for works in batches:
            waiting = asyncio.gather(*map(committer.commit, works), return_exceptions=True)
            found += await asyncio.wait_for(waiting, 60)
        await committer.stop()
        return found, committer

    return asyncio.run(write())


def _pages(connection: Connection, more: int | None) -> None:
    """Let a SQLite file grow by so many pages and no more; None: as it likes."""
    count = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    most = 2**30 if more is None else count + more
    connection.exec_driver_sql(f"PRAGMA max_page_count = {most}")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_disk_that_fills_up_within_a_batch(
    opened: Database, caplog: pytest.LogCaptureFixture
) -> None:
    """SQLite rolls back the whole batch, so every piece of it fails."""

    def too_much(connection: Connection) -> None:
        _pages(connection, 0)
        try:
            person("big", "x" * 100_000)(connection)
        finally:
            _pages(connection, None)

    batch = [person("first"), too_much, person("last")]
    found, committer = written(opened, batch, [person("later")])
    assert [type(each) for each in found[:3]] == [UnavailableError] * 3
    assert {each.sentence for each in found[:3]} == {Trouble.FULL.told}
    assert found[3] == "later"
    assert known(opened) == {"later"}
    assert committer.condition.trouble is None
    assert "disk of the database is full" in caplog.text
    assert "accepts writes again: 3 changes failed" in caplog.text


@pytest.mark.parametrize("together", [False, True])
def test_a_piece_that_hides_its_error(opened: Database, *, together: bool) -> None:
    """A transaction that a database has given up is not acknowledged, though nobody complains."""

    def hides(connection: Connection) -> str:
        person("hidden")(connection)
        if opened.is_postgres:
            with pytest.raises(DBAPIError):
                connection.exec_driver_sql("SELECT 1/0")
        else:
            _pages(connection, 0)
            with pytest.raises(DBAPIError):
                person("big", "x" * 100_000)(connection)
            _pages(connection, None)
        return "hidden"

    batch: list[Piece] = [person("first"), hides] if together else [hides]
    found, _ = written(opened, batch)
    acknowledged = {each for each in found if isinstance(each, str)}
    assert "hidden" not in acknowledged
    assert known(opened) == acknowledged


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
@pytest.mark.parametrize("before", [True, False])
def test_a_connection_that_breaks_during_a_commit(
    opened: Database,
    postgres: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    *,
    before: bool,
) -> None:
    """The server asks the database how the commit ended, and tells that."""
    import psycopg

    commit = opened.engine.dialect.do_commit

    def breaks(connection: Any) -> None:
        monkeypatch.undo()
        if not before:
            commit(connection)
        with psycopg.connect(postgres, autocommit=True) as other:
            pid = connection.driver_connection.info.backend_pid
            other.execute("SELECT pg_terminate_backend(%s, 60000)", (pid,))
        connection.driver_connection.execute("SELECT 1")

    monkeypatch.setattr(opened.engine.dialect, "do_commit", breaks)
    found, _ = written(opened, [person("ann"), person("bob")], [person("carl")])
    if before:
        assert [type(each) for each in found[:2]] == [UnavailableError] * 2
        assert known(opened) == {"carl"}
        assert "it was not committed" in caplog.text
    else:
        assert found == ["ann", "bob", "carl"]
        assert known(opened) == {"ann", "bob", "carl"}
        assert "it was committed" in caplog.text


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_the_result_of_a_commit_can_be_unknown(
    opened: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the connection breaks in a commit, the error says that the result is unknown."""
    commit = opened.engine.dialect.do_commit

    def breaks(connection: Any) -> None:
        commit(connection)
        connection.driver_connection.close()
        connection.driver_connection.execute("SELECT 1")

    monkeypatch.setattr(opened.engine.dialect, "do_commit", breaks)
    monkeypatch.setattr(commits, "_DOUBT", 0.0)
    found, _ = written(opened, [person("ann")])
    assert (type(found[0]), found[0].sentence) == (UnavailableError, Trouble.IN_DOUBT.told)


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_a_lock_that_another_program_holds(
    opened: Database, postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A writer waits for the lock a while and then fails; once it is free the server continues."""

    def hastily(connection: Any, _: Any) -> None:
        connection.execute("SET lock_timeout = 50")
        connection.commit()

    event.listen(opened.engine, "connect", hastily)
    opened.engine.dispose()
    with opened.engine.connect() as holder:
        assert holder.exec_driver_sql("SHOW lock_timeout").scalar_one() == "50ms"
        holder.exec_driver_sql("LOCK TABLE people IN ACCESS EXCLUSIVE MODE")
        for batch in ([person("ann")], [person("ann"), person("bob")]):
            found, committer = written(opened, batch)
            assert {(type(e), e.sentence) for e in found} == {(UnavailableError, LOCKED)}
            assert committer.condition.trouble is Trouble.LOCKED
    assert caplog.text.count("another program has locked the database") == 2
    assert written(opened, [person("ann")])[0] == ["ann"]


def test_a_database_waits_ten_seconds_for_locks(opened: Database) -> None:
    """Both kinds give up after ten seconds, unless the tables are being made."""
    with opened.engine.connect() as connection:
        asked = "SHOW lock_timeout" if opened.is_postgres else "PRAGMA busy_timeout"
        assert connection.exec_driver_sql(asked).scalar_one() in ("10s", 10_000)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_server_on_a_full_disk(serving: Serving, caplog: pytest.LogCaptureFixture) -> None:
    """It refuses to write in a sentence, /healthz says why; both continue when there is room."""
    ann = serving.guest("Ann")
    made = ann.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})
    engine = serving.hub.database.engine

    def full(connection: Connection) -> None:
        _pages(connection, 0)

    def roomy(connection: Connection) -> None:
        _pages(connection, None)

    event.listen(engine, "begin", full)
    body = {"game": "roundup", "name": "x" * 80}
    answer = ann.http.post("/api/games", json=body)
    while answer.status_code == 201:  # there was room in its last pages
        answer = ann.http.post("/api/games", json=body)
    assert (answer.status_code, answer.json()["text"]) == (503, Trouble.FULL.told)
    health = ann.http.get("/healthz")
    assert (health.status_code, health.json()["text"]) == (503, Trouble.FULL.told)
    assert ann.get(f"/api/games/{made['id']}/state")
    event.remove(engine, "begin", full)
    event.listen(engine, "begin", roomy)
    ann.post("/api/games", game="roundup")
    assert ann.get("/healthz")["ok"]
    assert caplog.text.count("disk of the database is full") == 1
    assert "accepts writes again" in caplog.text
