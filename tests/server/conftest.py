"""Real servers on real databases: SQLite in a file, PostgreSQL started for the tests."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Awaitable, Callable, Generator
from functools import cache, partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import uvicorn
from argon2 import PasswordHasher

from bocage.server import notices, people
from bocage.server.admission import Door, Line
from bocage.server.app import make_app
from bocage.server.database import Database
from bocage.server.settings import Settings
from tests.patience import PATIENCE, until

from .clients import Guest, Serving
from .postgres import postgres_running


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Generator[None]:
    """Hash passwords with little work: each takes a quarter of a second otherwise."""
    quick = PasswordHasher(time_cost=1, memory_cost=64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(people, "_HASHER", quick)
        patch.setattr(people, "_nobodys", partial(quick.hash, "nobody has this password"))
        yield


@pytest.fixture(scope="session")
def postgres() -> Generator[str]:
    """The address of a PostgreSQL that runs for the tests."""
    with postgres_running() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path, migrated: Path) -> str:
    """Return a new database of each kind, with its tables, which are copied: migrations take
    longer than most tests."""
    if request.param == "sqlite":
        return str(shutil.copy(migrated, tmp_path))
    return fresh_postgres(request.getfixturevalue("postgres"))


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return a database of each kind with nothing in it."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    return empty_postgres(request.getfixturevalue("postgres"))


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with the tables of SQLite, to be copied."""
    made = tmp_path_factory.mktemp("migrated") / "games.db"
    _migrate(str(made))
    return made


def fresh_postgres(address: str) -> str:
    """Return a new database in a PostgreSQL server, with its tables."""
    return empty_postgres(address, _model(address))


def empty_postgres(address: str, model: str = "template1") -> str:
    """Return a new database in a PostgreSQL server: empty, or a copy of a model."""
    import psycopg
    from psycopg import sql

    name = f"t{uuid4().hex[:12]}"
    made = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(made.format(sql.Identifier(name), sql.Identifier(model)))
    head, _, query = address.partition("?")
    return f"{head.rpartition('/')[0]}/{name}" + (f"?{query}" if query else "")


@cache
def _model(address: str) -> str:
    """Return the name of a database with the tables, to be copied."""
    made = empty_postgres(address)
    _migrate(made)
    return made.partition("?")[0].rpartition("/")[2]


def _migrate(setting: str) -> None:
    made = Database(setting)
    made.migrate()
    made.close()


@pytest.fixture
def settings(database: str, tmp_path: Path) -> Settings:
    """How the server of a test is set up."""
    return Settings(database=database, dumps=tmp_path, signs_a_minute=10_000)


@pytest.fixture
def serving(settings: Settings) -> Generator[Serving]:
    """A server that runs."""
    with running(settings) as made:
        yield made


class running:  # noqa: N801 - it is used like a function
    """Run a server in a thread, on a port of its own."""

    def __init__(self, settings: Settings) -> None:
        self._app: Any = make_app(settings)
        config = uvicorn.Config(
            self._app, port=0, log_config=None, ws_max_size=256 * 1024, http=Door, ws=Line
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def __enter__(self) -> Serving:
        self._thread.start()
        until(lambda: self._server.started or not self._thread.is_alive())
        assert self._server.started, "the server did not start"
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self._serving = Serving(f"127.0.0.1:{port}", self._app.state.hub)
        return self._serving

    def __exit__(self, *_: object) -> None:
        self._serving.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@pytest.fixture
def two(serving: Serving) -> tuple[Guest, Guest, str]:
    """Return two people at a game of Roundup: Allied, German, and its id."""
    ann, bob = serving.guest("Ann"), serving.guest("Bob")
    made = ann.post("/api/games", game="roundup", seats={"allied": "me"})
    bob.post(f"/api/games/{made['id']}/join", secret=made["links"]["german"])
    return ann, bob, str(made["id"])


@pytest.fixture
def notices_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that start from now on look every moment for notices to send."""
    monkeypatch.setattr(notices, "_EVERY", 0.05)


def looked_for_notices(*servings: Serving) -> Callable[[], bool]:
    """Tells whether every one of these servers has looked for notices, and sent them, twice."""
    rounds = [list[int]() for _ in servings]
    for serving, mine in zip(servings, rounds, strict=True):
        telling = serving.hub.notices
        telling._send_due = partial(_counted, telling, telling._send_due, mine)
    return lambda: all(len(mine) > 1 for mine in rounds)


async def _counted(
    telling: Any, send: Callable[..., Awaitable[None]], rounds: list[int], *given: Any
) -> None:
    await send(*given)
    if not telling._busy:  # nothing is on its way any more
        rounds.append(1)
