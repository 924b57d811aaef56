"""A wrong setting is refused in one sentence, and nothing starts."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

import pytest
import typer
from sqlalchemy import text
from typer.testing import CliRunner

from bocage.cli import serve
from bocage.cli.output import RefusalError
from bocage.engine.errors import BocageError
from bocage.server.app import make_app
from bocage.server.database import Database, DatabaseError
from bocage.server.settings import Settings

from .conftest import running

RUNNER = CliRunner()


def refused(monkeypatch: pytest.MonkeyPatch, given: Sequence[str]) -> str:
    """What the command says to these options; it must not start anything."""

    def started(*_: object, **__: object) -> None:
        raise AssertionError("the server was started")

    monkeypatch.setattr(serve, "_run", started)
    monkeypatch.setenv("BOCAGE_SETTINGS", "")  # put back afterwards
    app = typer.Typer()
    serve.add_to(app)
    found = RUNNER.invoke(app, list(given))
    assert isinstance(found.exception, RefusalError | BocageError), found.exception
    said = str(found.exception)
    assert "\n" not in said
    return said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--database", "mysql://x"], "'mysql' databases are not supported"),
        (["--database", "no/such/folder/games.db"], "no such file or directory"),
        (["--database", "postgresql://bocage:secret@127.0.0.1:1/x"], "onnection refused"),
        (["--workers", "2"], "several workers need PostgreSQL"),
        (["--smtp", "mail:smtp"], "'mail:smtp' is not a mail server"),
        (["--address", "games.club.example"], "is not an address for --address"),
        (["--address", "https://"], "is not an address for --address"),
        (["--origin", "null"], "is not an address for --origin"),
    ],
)
def test_a_wrong_setting(
    given: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is refused by what is wrong with it, and no password is repeated."""
    monkeypatch.chdir(tmp_path)
    found = refused(monkeypatch, given)
    assert said in found
    assert "secret" not in found


def test_a_port_that_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named, before anything starts."""
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert refused(monkeypatch, ["--port", port]) == (
            f"cannot listen on 127.0.0.1, port {port}: address already in use"
        )


def test_what_is_not_our_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is something else, or of a newer program, is left as it is."""
    monkeypatch.chdir(tmp_path)
    letter, newer = tmp_path / "letter.txt", tmp_path / "newer.db"
    letter.write_text("Dear Ann, " * 100)
    assert "file is not a database" in refused(monkeypatch, ["--database", "letter.txt"])
    assert letter.read_text() == "Dear Ann, " * 100
    made = Database(str(newer))
    made.migrate()
    with made.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    made.close()
    assert "newer version" in refused(monkeypatch, ["--database", "newer.db"])


def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    """It holds seeds and hashes: nobody else on the machine reads it, or what lies beside it."""
    made = Database(str(tmp_path / "games.db"))
    made.migrate()
    with made.engine.begin() as connection:
        connection.execute(text("SELECT 1"))
        found = {each.name: each.stat().st_mode & 0o077 for each in tmp_path.iterdir()}
    made.close()
    assert "games.db-wal" in found
    assert set(found.values()) == {0}


def test_a_file_that_another_server_uses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second server does not start; invitations can still be made beside the first."""
    monkeypatch.chdir(tmp_path)
    first = Database("games.db")
    first.occupy()
    first.migrate()
    (tmp_path / "link.db").symlink_to("games.db")
    for name in ("games.db", "link.db"):
        said = refused(monkeypatch, ["--database", name])
        assert f"another server (process {os.getpid()}) uses" in said
        assert "stop it, or start this one with another file (--database)" in said
    app = typer.Typer()
    serve.add_to(app)
    assert RUNNER.invoke(app, ["--database", "games.db", "--invite"]).exit_code == 0
    first.close()
    second = Database("games.db")
    second.occupy()
    second.close()


def test_two_servers_on_one_file(tmp_path: Path) -> None:
    """The second server on a file fails, in either way to start it, and the first continues."""
    settings = Settings(database=str(tmp_path / "games.db"), dumps=tmp_path)

    async def start() -> None:
        app = make_app(settings)
        async with app.router.lifespan_context(app):
            raise AssertionError("the server was started")

    with running(settings) as first:
        with pytest.raises(DatabaseError, match="another server"):
            asyncio.run(start())
        assert first.guest("Ann").get("/healthz")["ok"]
    with running(settings) as again:
        assert again.guest("Ann").get("/healthz")["ok"]


def test_a_server_for_everybody_knows_its_address(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Links name the machine's address in its network, another that is given, or this machine."""
    monkeypatch.setenv("BOCAGE_SETTINGS", "")

    def started(*_: object, **__: object) -> None:
        pass

    monkeypatch.setattr(serve, "_run", started)
    app = typer.Typer()
    serve.add_to(app)

    def address(found: str, *given: str) -> str:
        monkeypatch.setattr(serve, "own_address", lambda: found)
        base = ["--port", "8950", "--database", str(tmp_path / "games.db")]
        made = RUNNER.invoke(app, [*base, *given])
        assert made.exit_code == 0, made.output
        return str(json.loads(os.environ["BOCAGE_SETTINGS"])["address"])

    everywhere = ("--host", "0.0.0.0")
    assert address("192.0.2.7", *everywhere) == "http://192.0.2.7:8950"
    assert address("", *everywhere) == "http://127.0.0.1:8950"
    assert address("192.0.2.7") == "http://127.0.0.1:8950"
    named = (*everywhere, "--address", "https://games.example")
    assert address("192.0.2.7", *named) == "https://games.example"


def test_a_machines_own_address_is_a_number_or_nothing() -> None:
    """It is asked of the system, which may have no network."""
    found = serve.own_address()
    assert found == "" or str(ip_address(found)) == found
