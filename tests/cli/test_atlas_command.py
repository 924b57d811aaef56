"""`bocage atlas`."""

from __future__ import annotations

import webbrowser
from collections.abc import Sequence
from pathlib import Path

import pytest

from bocage.cli import atlas
from bocage.maps import THEATRES
from bocage.maps.pack import Pack

from .conftest import Run


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the addresses that a browser was asked to open."""
    found: list[str] = []

    def note(address: str) -> bool:
        found.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", note)
    return found


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the page that the command writes: the drawing of maps is tested once."""

    def blank(_: Sequence[Pack]) -> str:
        return "<!doctype html>"

    monkeypatch.setattr(atlas, "atlas", blank)
    return "<!doctype html>"


def test_it_is_one_page_and_says_what_is_there(run: Run, here: Path) -> None:
    """The page is written, and every theatre is named with where to open it."""
    answer = run("atlas")
    file = here / "bocage-atlas.html"
    assert (answer.code, answer.err) == (0, "")
    assert list(here.iterdir()) == [file]
    assert all(theatre.id in answer.out for theatre in THEATRES)
    assert f"Open it in a browser: {file.as_uri()}" in answer.out


def test_open_asks_the_browser(run: Run, here: Path, opened: list[str], page: str) -> None:
    """With --open and a window to show it in, the browser is asked."""
    answer = run("atlas", "--open", "-o", "maps.html", BROWSER="some-browser")
    assert opened == [(here / "maps.html").as_uri()]
    assert f"Opened {opened[0]}" in answer.out
    assert (here / "maps.html").read_text("utf-8") == page


def test_open_without_a_window_prints_the_address(
    run: Run, here: Path, opened: list[str], page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a window no browser is started; the address is printed all the same."""
    monkeypatch.setattr("sys.platform", "linux")
    answer = run("atlas", "--open")
    assert (answer.code, opened) == (0, [])
    assert (here / "bocage-atlas.html").as_uri() in answer.out


def test_a_browser_that_fails_is_not_an_error(
    run: Run, here: Path, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine without a browser gets the page and the address."""

    def none(address: str) -> bool:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "open", none)
    answer = run("atlas", "--open", BROWSER="nothing")
    assert answer.code == 0
    assert "Open it in a browser: " in answer.out


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (
            "maps.pdf",
            "cannot write maps.pdf: the atlas is a web page; use a name that ends in .html",
        ),
        ("nowhere/maps.html", "cannot write nowhere/maps.html: there is no folder nowhere"),
    ],
)
def test_bad_input_leaves_no_file(run: Run, here: Path, file: str, sentence: str) -> None:
    """A page that cannot be written is refused in one sentence, and no file is made."""
    answer = run("atlas", "-o", file)
    assert (answer.code, answer.out, answer.err) == (2, "", f"bocage: {sentence}\n")
    assert list(here.rglob("*")) == []
