"""`bocage play`: what is kept in files, and that nothing is lost when the rules fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bocage.games.roundup.s10_movement import Moving

from .conftest import Run, after, said
from .window import Window

# Saving -----------------------------------------------------------------------------------


def test_save_as_continues_in_the_new_file(typed: Any, save: Path) -> None:
    """`save FILE` keeps the game there from now on; the old file stays as it was."""
    before = save.read_bytes()
    other = save.with_name("other.bocage")
    typed(f"save {other}", "move US01 2722", "quit")
    assert save.read_bytes() == before
    assert "allied go 2722" in other.read_text("utf-8")


def test_save_overwrites_no_other_game(typed: Any, save: Path) -> None:
    """A file that is there is not overwritten."""
    other = save.with_name("other.bocage")
    other.write_text("mine")
    answer = typed(f"save {other}", "quit")
    assert "other.bocage exists already; nothing was written" in answer.out
    assert other.read_text() == "mine"


def test_two_programs_at_one_save(run: Run, save: Path) -> None:
    """If another program writes the save meanwhile, neither loses anything and both learn of it."""
    with Window("play", "roundup", save, cwd=save.parent) as window:
        window.read()
        assert run("do", save, "move", "US01", "2722").code == 0
        theirs = save.read_bytes()
        window.type_all(["move US11 2722", "save mine.bocage", "quit"])
    assert "was written by another program since it was read; nothing was written" in " ".join(
        window.text.split()
    )
    assert save.read_bytes() == theirs
    assert "allied select US11" in save.with_name("mine.bocage").read_text("utf-8")


def test_picture_in_the_middle_of_a_game(typed: Any, save: Path) -> None:
    """`picture FILE.svg` draws the position; another ending is explained."""
    answer = typed("picture x.png", f"picture {save.parent / 'x.svg'}")
    assert "expected picture FILE.svg" in after(answer, "picture x.png")[0]
    assert (save.parent / "x.svg").read_text("utf-8").startswith("<svg")


# When the rules fail ----------------------------------------------------------------------


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that fail when a unit goes."""

    def fail(self: Moving, st: Any, action: int) -> None:
        raise ZeroDivisionError("no such luck")

    monkeypatch.setattr(Moving, "apply", fail)


@pytest.mark.usefixtures("broken")
def test_a_crash_loses_nothing_in_play(typed: Any, save: Path) -> None:
    """A fault of the rules is reported with the report's file, and the game continues."""
    before = save.read_bytes()
    answer = typed("move US01 2722", "score", "quit")
    assert "the rules of roundup failed on" in said(answer, "move US01 2722")
    assert (save.parent / "game-crash-1.bocage").is_file()
    assert "Select a unit to move" in said(answer, "move US01 2722")
    assert "Allied Failure" in answer.out
    assert save.read_bytes() == before


def test_a_crash_of_a_command(
    run: Run, save: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that meets a fault of the rules says where the report lies; it opens as a game."""
    before = save.read_bytes()
    request.getfixturevalue("broken")
    answer = run("do", save, "move", "US01", "2722")
    assert answer.code == 1
    assert "the game is unchanged" in answer.err
    assert "Traceback" not in answer.err
    assert save.read_bytes() == before
    monkeypatch.undo()
    dump = save.with_name("game-crash-1.bocage")
    assert run("verify", dump).code == 0
    assert "ZeroDivisionError: no such luck" in dump.read_text("utf-8")
