"""A whole game of The Pocket at Falaise, typed key by key at a terminal, to the victory check."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

import pytest

from bocage.cli.game_file import Sitting

from .conftest import Run, without_sentences
from .falaise_generals import written
from .falaise_plan import SEED
from .window import Window, keys

GAME = Path(__file__).parent / "golden" / "falaise_game.keys"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Window]:
    """Return the game, played through a pseudo-terminal of 80 by 24."""
    folder = tmp_path_factory.mktemp("game")
    if os.environ.get("BOCAGE_GOLDEN") == "write":
        with contextlib.chdir(tmp_path_factory.mktemp("generals")):
            GAME.write_text(written(Path()), encoding="utf-8", newline="\n")
    with Window(
        *("play", "falaise", "game.bocage", "--setting", "as-printed", "--seed", SEED), cwd=folder
    ) as window:
        window.type_all([*keys(GAME), "quit"])
    return folder / "game.bocage", window


def kept_end() -> str:
    """How the game ends, as the key strokes say."""
    found = re.search(r"^# End: (.+)$", GAME.read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def test_the_game_comes_to_its_end(played: tuple[Path, Window]) -> None:
    """Every key stroke is taken and the game ends with the points of both sides and why."""
    _, window = played
    assert window.code == 0
    assert window.typed == len(keys(GAME)) + 1  # to leave
    end = without_sentences(window.text[window.text.rindex("The game is over ──") :])
    assert f"{kept_end()} (Falaise 3.3)" in end
    points = re.fullmatch(r"Allied VP (-?\d+), German VP (\d+): the (\w+) win", kept_end())
    assert points is not None
    net = int(points[1]) - int(points[2])
    assert f"In the end: {points[1]} - {points[2]} = {net}, the {points[3]} win" in end
    assert sum(int(value) for value in re.findall(r"^  \+(\d+) ", end, re.M)) == int(points[2])


def test_only_the_mistake_on_purpose_is_refused(played: tuple[Path, Window]) -> None:
    """The refusal is the one that the players meant to show, with its rule."""
    _, window = played
    refused = [line for line in window.lines if re.match(r"No: |\? cannot", line)]
    assert [line[:40] for line in refused] == ["No: G-12SS-K 12 SS KG Krause can't be se"]


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


def test_orders_answer_for_both_sides(played: tuple[Path, Window]) -> None:
    """Once both sides leave orders no decision about Op-Fire comes up, and both sides still
    fire."""
    save, window = played
    left = window.text.index("allied: fire from now on.")
    asked = [
        found.start() for found in re.finditer(r"── Turn \d+ \(\w+\), Op-Fire ──", window.text)
    ]
    assert asked
    assert max(asked) < left
    table = Sitting.open(save).table
    orders = max(i for i, entry in enumerate(table.entries) if entry.kind == "orders")
    fired = [e for e in table.entries[orders:] if e.kind == "do" and e.text.startswith("fire ")]
    assert {entry.seat for entry in fired} == {0, 1}
    assert len(fired) > 100


def test_the_save_verifies_and_tells_the_story(run: Run, played: tuple[Path, Window]) -> None:
    """The game that was played is a save that verifies, with the story under its headings."""
    save, _ = played
    answer = run("verify", save)
    assert answer.code == 0
    assert "The hash chain is unbroken." in answer.out
    assert "The game is over." in answer.out
    story = run("replay", save).lines
    headings = [line for line in story if line.startswith("── Turn")]
    assert {f"── Turn {turn}" for turn in range(1, 11)} <= {
        " ".join(line.split()[:3]) for line in headings
    }
    for happened in (
        *("are withheld as German Unknown", "The 58th Panzer Corps acts instead"),
        *("brings in the 86th Corps", "The Germans counterattack with 2SS", "leaves the map from"),
        *("The commander of the Canadian 4th Armored Division", "Friendly fire at"),
    ):
        assert any(happened in line for line in story), happened
    assert story[-1].startswith(kept_end())
