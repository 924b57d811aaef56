"""Odd options and odd numbers: one sentence each, and nothing is written or lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run, after, said


@pytest.fixture
def operation(run: Run, tmp_path: Path) -> Path:
    """Return a new game of Joe's Bridge."""
    path = tmp_path / "o.bocage"
    assert run("opcom", "new", path).code == 0
    return path


def test_a_seat_is_named_with_or_without_capitals(run: Run, operation: Path) -> None:
    """OP COM's seats have capitals, but any spelling of them is accepted."""
    for name in ("Guards", "guards", "GUA"):
        assert run("legal", operation, "--as", name).out.startswith("Guards: ")
    assert "there is no seat 'Polish'" in run("legal", operation, "--as", "Polish").err


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("debrief", "add", "A", "+-5"), "'+-5' is not a number of points"),
        (("debrief", "add", "A", "9" * 5000), "is not a number of points"),
        (("steps", "GB-2IG", "²"), "expected steps UNIT NUMBER"),
        (("stock", "GB-5GA-HQ", "ammo", "²"), "expected stock UNIT-OR-DUMP ammo|fuel NUMBER"),
        (("bridge", "B-DOM", "²"), "expected bridge BRIDGE"),
    ],
)
def test_control_writes_no_odd_number(
    run: Run, operation: Path, words: tuple[str, ...], answer: str
) -> None:
    """It is refused at once, and the game is as it was."""
    before = operation.read_bytes()
    refused = run("opcom", "act", operation, "--because", "t", *words)
    assert refused.code == 2
    assert answer in refused.err
    assert operation.read_bytes() == before


def test_an_odd_number_on_a_sheet_is_questioned(run: Run, operation: Path, tmp_path: Path) -> None:
    """As one that is not a number at all: with what will be done if nobody answers."""
    sheet = tmp_path / "mine.toml"
    for odd in ("--4", "²", "5²"):
        sheet.write_text(
            f'turn = 1\n\n[[order]]\nunit = "2IG"\nverb = "hold"\nair = "{odd}"\n', "utf-8"
        )
        answer = run("opcom", "orders", operation, sheet, "--team", "Guards")
        assert "Traceback" not in answer.out + answer.err
        assert f"'{odd}'" in answer.out


def test_what_is_refused_leaves_no_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the command can be written again, rightly."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOCAGE_HOME", str(tmp_path))
    assert "no plan 'zz'" in run("play", "roundup", "--plan", "zz", "--seed", "12").err
    assert "choose your headquarters" in run("play", "opcom", "z.bocage", "--team", "zz").err
    assert not list(tmp_path.iterdir())
    right = run("play", "roundup", "--plan", "boulogne", "--seed", "12", input_lines=["quit"])
    assert right.code == 0


def test_options_that_mean_nothing_are_refused(run: Run, operation: Path) -> None:
    """Against an operation that has started, or for a game that does not know them."""
    asked = ("play", "opcom", operation, "--team", "Guards")
    assert "is a game of joes-bridge, not of malta" in run(*asked, "--scenario", "malta").err
    assert "has started" in run(*asked, "--seed", "77").err
    assert "has no --against" in run(*asked, "--against", "staff").err
    assert "--against" in run("play", "roundup", "--side", "german").err


def test_numbers_of_lines_are_numbers(run: Run, tmp_path: Path) -> None:
    """What is none takes nothing back and tells nothing."""
    path = tmp_path / "g.bocage"
    lines = ("r", "end", "takeback everything please", "takeback -1", "undo 99", "log 0", "log ²")
    answer = run(
        *("play", "falaise", path, "--seed", "4", "--against", "random", "--side", "german"),
        input_lines=(*lines, "quit"),
    )
    assert "expected takeback or takeback NUMBER" in said(answer, "takeback everything please")
    assert "expected takeback or takeback NUMBER" in said(answer, "takeback -1")
    assert "lines to undo" in said(answer, "undo 99")
    assert "expected log or log NUMBER" in said(answer, "log 0")
    assert "expected log or log NUMBER" in said(answer, "log ²")
    assert "Taken back" not in answer.out
    assert "--against random --side german" in " ".join(answer.out.split())


def test_a_concession_is_a_victory_of_the_others(run: Run, tmp_path: Path) -> None:
    """Whatever the count; and where the rules play the others, nobody is asked to agree."""
    path = tmp_path / "s.bocage"
    answer = run(
        *("play", "falaise", path, "--solitaire"),
        input_lines=("concede", "yes", "takeback", "quit"),
    )
    assert "the Germans concede, and the Allies win" in answer.out
    assert "the Germans win" not in answer.out
    assert "As it was: 0 - 10 = -10" in answer.out
    assert after(answer, "takeback")[0].startswith("Undone; ")
