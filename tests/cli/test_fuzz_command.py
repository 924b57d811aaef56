"""`bocage fuzz`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bocage.games.roundup.s10_movement import Moving

from .conftest import Run
from .roundup_saves import refused


def test_games_are_played_and_counted(run: Run) -> None:
    """A few games come to their ends, and the figures say what happened."""
    answer = run("fuzz", "roundup", "--games", 3, "--players", "random", "--seed", 5)
    assert answer.code == 0
    assert answer.lines[0] == "Operation Roundup: 3 games by random."
    won = next(line for line in answer.lines if line.startswith("  won: "))
    assert sum(int(word) for word in won.replace(",", " ").split() if word.isdecimal()) == 3
    assert "  failures: 0 crashes, 0 dead ends, 0 without end, 0 broken invariants" in answer.lines


def test_the_same_seed_gives_the_same_games(run: Run) -> None:
    """Only the speed differs from one run to the next, and a table of what decides is added.

    The table tells of every sentence how often it decided something, or why it never did.
    """
    asked = ("fuzz", "roundup", "--games", 1, "--players", "random", "--seed", 7)

    def told() -> list[str]:
        lines = run(*asked).lines
        return [line for line in lines if not line.startswith("  speed")]

    plain = told()
    assert told() == plain
    answer = run(*asked, "--count")
    assert answer.code == 0
    assert answer.lines[1] == plain[1]  # the games are the same
    rows = {line[:18].strip(): line[18:].split() for line in answer.lines}
    assert int(rows["10.0.a"][0].replace(",", "")) > 100
    assert rows["1.0"][:2] == ["never", "Introduction:"]
    assert "1 games: " in answer.lines[-1]
    assert "readings decided something" in answer.lines[-1]


def test_options_are_drawn_at_random(run: Run) -> None:
    """With --vary every third game is played with other switches, and comes to its end."""
    answer = run("fuzz", "roundup", "--games", 3, "--players", "random", "--seed", 3, "--vary")
    assert answer.code == 0
    assert "0 crashes" in answer.out


def test_a_failure_leaves_a_dump_and_exit_code_1(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash is counted and told with its seed and the file that opens as a game."""

    def fail(self: Moving, st: Any, action: int) -> None:
        raise ZeroDivisionError("no such luck")

    monkeypatch.setattr(Moving, "apply", fail)
    answer = run("fuzz", "roundup", "--games", 1, "--players", "random", "--dumps", tmp_path)
    assert answer.code == 1
    assert "1 crashes" in answer.out
    (dump,) = tmp_path.iterdir()
    assert str(dump) in answer.out
    monkeypatch.undo()
    assert run("verify", dump).code == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "there is no game 'chess'"),
        (("roundup", "--players", "random,rommel"), "Operation Roundup has no player 'rommel'"),
        (("roundup", "--dumps", "nowhere"), "cannot write into nowhere: there is no such folder"),
        (("roundup", "--games", "0"), "invalid value for '--games'"),
    ],
)
def test_fuzz_refuses_what_it_cannot_play(
    run: Run, arguments: tuple[str, ...], sentence: str
) -> None:
    """What cannot be fuzzed is said in one sentence."""
    assert refused(run("fuzz", *arguments)).startswith(sentence)


def test_players_that_take_their_time_play_if_they_are_named(run: Run) -> None:
    """Without names neither staffs nor searching players are among those who play."""
    answer = run("fuzz", "falaise", "--games", 1, "--seed", 5)
    assert answer.lines[0] == "The Pocket at Falaise: 1 games by random and aggressive."
