"""Where games are kept: in the user's data folder, unless a file of old lies in this one."""

from __future__ import annotations

import urllib.request
import webbrowser
from pathlib import Path
from typing import Any

import pytest

from bocage.cli import home, serve
from bocage.server.database import Database

from .conftest import Run
from .roundup_saves import LANDED, begin


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder that somebody stands in, with a data folder elsewhere."""
    monkeypatch.setenv("BOCAGE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("BOCAGE_DATABASE", raising=False)
    monkeypatch.delenv("BOCAGE_SETTINGS", raising=False)
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The servers that would have run: each with its settings."""
    found: list[Any] = []

    def run(*_: Any, **__: Any) -> None:
        import json
        import os

        found.append(serve.settings_from(json.loads(os.environ["BOCAGE_SETTINGS"])))

    def nothing(*_: Any) -> None:
        pass

    monkeypatch.setattr("bocage.cli.serve._run", run)
    monkeypatch.setattr("bocage.cli.serve._draw_boards", nothing)
    monkeypatch.setattr("bocage.cli.serve._open_soon", nothing)
    return found


def test_the_bare_command_opens_the_table(
    run: Run, here: Path, tmp_path: Path, served: list[Any]
) -> None:
    """`bocage` serves with a database in the data folder, and leaves the current one empty."""
    answer = run()
    assert (answer.code, answer.err) == (0, "")
    assert [Path(each.database) for each in served] == [tmp_path / "home" / "bocage.db"]
    assert served[0].dumps == tmp_path / "home"
    assert (tmp_path / "home" / "bocage.db").exists()
    assert list(here.iterdir()) == []


def test_a_database_in_the_current_folder_is_used(run: Run, here: Path, served: list[Any]) -> None:
    """A bocage.db in the current folder keeps its games: it is used, with a sentence."""
    old = Database(str(here / "bocage.db"))
    old.migrate()
    old.close()
    answer = run("serve", "--open")
    assert [Path(each.database) for each in served] == [Path("bocage.db")]
    told = " ".join(answer.out.split())
    assert "Using bocage.db from this folder." in told
    assert "to use it from anywhere" in told


def test_a_table_that_is_open_is_shown_again(
    run: Run, here: Path, served: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bare command, typed a second time, opens the browser on the server that runs."""
    opened: list[str] = []

    class Healthy:
        def __enter__(self) -> Healthy:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def read(self) -> bytes:
            return b'{"ok": true, "now": 1}'

    def answering(*_: Any, **__: Any) -> Healthy:
        return Healthy()

    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(urllib.request, "urlopen", answering)
    first = Database(str(home.made() / "bocage.db"))
    first.occupy()
    try:
        answer = run()
    finally:
        first.close()
    assert (answer.code, served, opened) == (0, [], ["http://127.0.0.1:8943/"])
    assert "The table is open already" in answer.out


def test_a_name_means_the_file_here_first(here: Path) -> None:
    """A save is looked for in the current folder, then in the data folder; a path means itself."""
    at_home = home.made() / "game.bocage"
    begin(at_home, LANDED[:1])
    name = Path("game.bocage")
    assert home.found(name) == at_home
    assert home.short(at_home) == "game.bocage"
    begin(here / "game.bocage", LANDED[:1])
    assert home.found(name) == name
    assert home.short(at_home) == str(at_home)
    assert home.found(Path("sub/game.bocage")) == Path("sub/game.bocage")


def test_the_data_folder_is_the_systems_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without a word from the user the data folder is where the operating system has them."""
    monkeypatch.delenv("BOCAGE_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert home.folder() == tmp_path / "bocage"


def test_a_data_folder_that_cannot_be_made_is_refused(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal names the folder and what to do."""
    (here / "file").write_text("")
    monkeypatch.setenv("BOCAGE_HOME", str(here / "file" / "home"))
    answer = run("play", "roundup")
    assert answer.code == 2
    assert "cannot make" in answer.err
    assert "set BOCAGE_HOME to another folder" in answer.err
