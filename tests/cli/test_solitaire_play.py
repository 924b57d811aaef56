"""`bocage play --solitaire`: a game against the opponent that is printed in the rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run
from .roundup_saves import refused


def test_solitaire_play(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `--solitaire` the rules play the Allies, explain their dice, and go on another day."""
    monkeypatch.setenv("BOCAGE_HOME", str(tmp_path))
    first = run(
        *("play", "falaise", "--solitaire", "--seed", "1944"),
        input_lines=["r", "end", "end", "quit"],
    )
    assert first.code == 0
    assert "The rules play the allied side and explain why." in first.lines
    told = " ".join(first.out.split())
    assert "The Allies take their recommended set-up" in told
    assert "in range, and a 5 is needed" in told
    assert (tmp_path / "falaise-solitaire.bocage").exists()
    second = run("play", "falaise", "--solitaire", input_lines=["quit"])
    assert "The rules play the allied side and explain why." in second.lines
    assert "german> " in second.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("roundup", "--solitaire"), "Operation Roundup has no rules for solitaire play"),
        (("falaise", "--solitaire", "--against", "random"), "--solitaire has its own opponent"),
        (("falaise", "--solitaire", "--side", "allied"), "--solitaire has its own opponent"),
    ],
)
def test_solitaire_play_refused(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    """A game without such rules, and a second opponent, are refused in a sentence."""
    assert refused(run("play", *arguments)).startswith(sentence)


def test_another_game_is_not_made_solitaire(run: Run, tmp_path: Path) -> None:
    """A game that started with two players cannot be continued as solitaire play."""
    save = tmp_path / "two.bocage"
    run("play", "falaise", save, input_lines=["quit"])
    said = refused(run("play", "falaise", save, "--solitaire"))
    assert said.endswith("has started, and it is not a solitaire game")
