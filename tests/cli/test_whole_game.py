"""A whole game of two players, typed key by key at a terminal, to its victory level."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Run
from .window import Window, keys

GAME = Path(__file__).parent / "golden" / "roundup_game.keys"
PRINTED = ("--setting", "as-printed", "--seed", "1943")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Window]:
    """Return the game, played through a pseudo-terminal of 80 by 24."""
    folder = tmp_path_factory.mktemp("game")
    with Window("play", "roundup", "game.bocage", *PRINTED, cwd=folder) as window:
        window.type_all([*keys(GAME), "quit"])
    return folder / "game.bocage", window


def test_the_game_comes_to_its_end(played: tuple[Path, Window]) -> None:
    """Every key stroke is taken and the game ends with the levels of both sides and why."""
    _, window = played
    assert window.code == 0
    assert window.typed == len(keys(GAME)) + 1  # to leave
    end = window.text[window.text.rindex("The game is over ──") :]
    assert "Allied Operational, German Failure: Allied victory (Roundup 14.0)" in end
    assert "Calais is linked overland to all four beachheads (Roundup 14.1, reading 48)" in end
    assert "on the edge at" in end


def test_only_the_mistakes_on_purpose_are_refused(played: tuple[Path, Window]) -> None:
    """The two refusals are those that the players meant to show, each with its rule."""
    _, window = played
    refused = [line for line in window.lines if re.match(r"No: |\? ", line)]
    assert len(refused) == 2
    assert refused[0].startswith("No: US01 1st Infantry can't enter 2523 Boulogne")
    assert refused[1].startswith("No: GE13 25th Pz can't stack with GE11 346th in 4213")


def test_everything_fits_the_window(played: tuple[Path, Window]) -> None:
    """No line of the whole game is wider than the eighty columns it was played in."""
    _, window = played
    assert [line for line in window.lines if len(line) > 80] == []


def test_each_side_says_what_it_tried() -> None:
    """The key strokes carry a line for every turn of either side."""
    told = re.findall(r"^# Turn (\d+), (Allied|German)", GAME.read_text("utf-8"), re.MULTILINE)
    assert sorted(set(told)) == sorted(
        (str(turn), side) for turn in range(1, 11) for side in ("Allied", "German")
    )


def test_the_save_verifies_and_tells_the_story(run: Run, played: tuple[Path, Window]) -> None:
    """The game that was played is a save that verifies, with the story under its headings."""
    save, _ = played
    answer = run("verify", save)
    assert answer.code == 0
    assert "The hash chain is unbroken." in answer.out
    assert "The game is over." in answer.out
    story = run("replay", save).lines
    headings = [line for line in story if line.startswith("── Turn")]
    assert {f"── Turn {turn}," for turn in range(1, 11)} <= {
        " ".join(line.split()[:3]) for line in headings
    }
    assert any("Hitler's strategy: OKW and Italy (13.3" in line for line in story)
    assert story[-1] == "Allied Operational, German Failure: Allied victory (Roundup 14.0)"


def test_a_pipe_plays_the_same_game(tmp_path: Path, played: tuple[Path, Window]) -> None:
    """The same lines through a pipe give the same save, to the byte."""
    save, _ = played
    done = subprocess.run(
        [sys.executable, "-m", "bocage", "play", "roundup", "g.bocage", *PRINTED],
        input="\n".join(keys(GAME)) + "\n",
        cwd=tmp_path,
        text=True,
        encoding="utf-8",
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "g.bocage").read_bytes() == save.read_bytes()
    assert "\x1b" not in done.stdout
