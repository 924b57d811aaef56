"""`bocage case` and `bocage rules`: what they print, and how they end."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bocage.cli.app import app
from tests.rules.files import HEAD, MOVE, written

RUNNER = CliRunner()
WRONG = MOVE.replace("3.2.1.e", "10.3")


def bocage(*words: str | Path) -> Result:
    """Return the command with these words, in a wide window."""
    return RUNNER.invoke(app, [str(word) for word in words], env={"COLUMNS": "160"})


def test_cases_that_pass_end_with_0(tmp_path: Path) -> None:
    """A case that passes is counted; with -v its name is shown."""
    path = written(tmp_path, HEAD + MOVE)
    done = bocage("case", path)
    assert (done.exit_code, done.stdout) == (0, "1 passed, 0 failed\n")
    assert "ok      case: Out of one zone" in bocage("case", path, "-v").stdout


def test_story_shows_everything_that_was_done(tmp_path: Path) -> None:
    """With --story the command shows everything that was done."""
    assert (
        "move GE20 3011-2911:" in bocage("case", written(tmp_path, HEAD + MOVE), "--story").stdout
    )


def test_a_case_that_fails_ends_with_1(tmp_path: Path) -> None:
    """A failure names the file and the step; the other cases are run."""
    written(tmp_path, HEAD + MOVE, "a.toml")
    written(tmp_path, HEAD + WRONG, "b.toml")
    done = bocage("case", tmp_path)
    assert done.exit_code == 1
    assert "b.toml" in done.stdout
    assert "step 1 (move GE20 3011-2911): expected to be refused by 10.3" in done.stdout
    assert done.stdout.endswith("1 passed, 1 failed\n")


def test_a_case_that_cannot_be_read_ends_with_2(tmp_path: Path) -> None:
    """A case that cannot be read is named with the reason; the others are run."""
    written(tmp_path, HEAD + MOVE, "a.toml")
    written(tmp_path, HEAD.replace("GE20", "GE99") + MOVE, "b.toml")
    written(tmp_path, HEAD + WRONG, "c.toml")
    done = bocage("case", tmp_path)
    assert done.exit_code == 2
    assert "there is no unit 'GE99'" in done.stdout
    assert done.stdout.endswith("1 passed, 1 failed, 1 cannot be read\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD.replace("roundup", "chess") + MOVE, "there is no game 'chess'"),
        (HEAD.replace("roundup", "roundupp") + MOVE, "did you mean roundup?"),
    ],
)
def test_a_game_that_is_not_there(tmp_path: Path, text: str, said: str) -> None:
    """A case of a game that does not exist is refused in a sentence."""
    done = bocage("case", written(tmp_path, text))
    assert done.exit_code == 2
    assert said in done.stdout


def test_a_rule_is_shown_with_all_that_belongs_to_it() -> None:
    """A case of the book: its sentences, its readings, the code, the cases."""
    done = bocage("rules", "roundup", "3.2.1")
    assert done.exit_code == 0
    for part in (
        "Roundup 3.2.1: Zones and movement",
        "3.2.1.e",
        "reading 41, From zone to zone:",
        "s10_movement.py:",
        "cites 3.2.1.e",
        "3.2.1-worked.toml",
    ):
        assert part in done.stdout


def test_a_reading_is_shown() -> None:
    """A reading has its text, its cases of the book, the code and its cases."""
    done = bocage("rules", "roundup", "reading", "46")
    assert "reading 46: The end of a beachhead" in done.stdout
    assert "belongs to 4.4" in done.stdout
    assert "reading-46-passing-kills.toml" in done.stdout


def test_all_rules_are_listed() -> None:
    """Without a number the cases of the book are listed."""
    lines = bocage("rules", "roundup").stdout.splitlines()
    assert len(lines) > 100
    assert lines[0] == "1.0      Introduction"


def test_a_rule_that_is_not_there() -> None:
    """A number that the book does not have is refused, with the nearest."""
    done = bocage("rules", "roundup", "3.2.9")
    assert done.exit_code == 2
    assert "has no rule '3.2.9', did you mean" in done.stderr


def test_coverage_fails_when_something_is_missing(tmp_path: Path) -> None:
    """One case alone does not cover a rulebook: the table says so and the code is 1."""
    written(tmp_path, HEAD + MOVE)
    done = bocage("rules", "roundup", "--coverage", "--cases", tmp_path)
    assert done.exit_code == 1
    assert "1 covered" in done.stdout


def test_mutation_fails_when_somebody_survives(tmp_path: Path) -> None:
    """One case alone misses one rule: the others survive, and the code is 1."""
    written(tmp_path, HEAD + MOVE)
    done = bocage("rules", "roundup", "--mutate", "--cases", tmp_path)
    assert done.exit_code == 1
    assert "survives: 3.1.3.a (no case); cited in s03_stacking.py" in done.stdout
