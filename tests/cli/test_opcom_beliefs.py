"""`bocage opcom debrief --beliefs`: truth against belief, messages, and pictures, from a save."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from .conftest import Run

SHEETS = Path(str(files("bocage.games.opcom"))) / "data" / "joes_bridge" / "sheets"


@pytest.fixture
def save(run: Run, tmp_path: Path) -> Path:
    """Joe's Bridge with its first turn released."""
    path = tmp_path / "jb.bocage"
    assert run("opcom", "new", path, "--seed", "5").code == 0
    for team, name in (("Guards", "1-guards.toml"), ("Walther", "1-walther.toml")):
        assert run("opcom", "orders", path, SHEETS / name, "--team", team).code == 0
    assert run("opcom", "adjudicate", path).code == 0
    assert run("opcom", "release", path).code == 0
    return path


def test_beliefs_are_shown_beside_the_truth(run: Run, save: Path, tmp_path: Path) -> None:
    """Control reads turn by turn what a team believed; a folder gets a picture of it."""
    folder = tmp_path / "pictures"
    command = ("opcom", "debrief", save, "--now", "--beliefs", "--team", "Walther")
    said = run(*command, "--pictures", folder, "--dpi", "20")
    assert said.code == 0, said.err
    assert "Turn 1, 17 September 1944, morning" in said.out
    assert re.search(r"Own units: all \d+ where and as they were reported\.", said.out)
    assert "Not known: " in said.out
    assert "No messages were sent." in said.out
    assert "Guards Armd Div\n" not in said.out
    assert [each.name for each in folder.iterdir()] == ["Walther-01.png"]


@pytest.mark.parametrize(
    ("more", "answer"),
    [
        (("--turn", "7"), "turn 7 was not released; there are 1 to 1"),
        (("--team", "Poles"), "there is no team 'Poles'"),
        (("--pictures", "{save}"), "cannot write into"),
    ],
)
def test_a_bad_question_gets_a_sentence(
    run: Run, save: Path, more: tuple[str, str], answer: str
) -> None:
    """No such turn, no such team, no such folder: one line, and the save is as it was."""
    before = save.read_bytes()
    said = run("opcom", "debrief", save, "--now", "--beliefs", more[0], more[1].format(save=save))
    assert said.code == 2
    assert answer in said.err
    assert len(said.err.strip().splitlines()) == 1
    assert save.read_bytes() == before


def test_before_anything_was_released_there_is_nothing(run: Run, tmp_path: Path) -> None:
    """A game in its first turn has nobody who could have been wrong."""
    path = tmp_path / "new.bocage"
    run("opcom", "new", path)
    said = run("opcom", "debrief", path, "--now", "--beliefs")
    assert said.code == 2
    assert "no turn has been released yet" in said.err
