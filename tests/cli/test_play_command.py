"""`bocage play`: how to begin, leave and continue a game, and against which player."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.engine.save_format import parsed

from .conftest import Run
from .roundup_saves import refused

# Beginning and leaving --------------------------------------------------------------------


def test_it_begins_a_game_and_keeps_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a file the game is kept in the user's data folder, and every command finds it."""
    monkeypatch.setenv("BOCAGE_HOME", str(tmp_path / "home"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    first = run("play", "roundup", input_lines=["r"])
    assert first.code == 0
    told = "".join(first.out.split())
    kept = tmp_path / "home" / "roundup.bocage"
    assert f"The game is in {kept}".replace(" ", "") in told
    assert first.lines[-1] == "Saved. Continue with: bocage play roundup roundup.bocage"
    second = run("play", "roundup", input_lines=["quit"])
    assert "Place the US1 Beachhead" not in second.out
    assert run("play", "roundup", input_lines=["concede", "yes"]).code == 0
    third = run("play", "roundup", input_lines=["quit"])
    assert third.lines[-1] == "Saved. Continue with: bocage play roundup roundup-2.bocage"
    shown = run("show", "roundup-2.bocage")
    assert (shown.code, list(Path().iterdir())) == (0, [])


def test_the_recommended_plan_with_one_key(run: Run, tmp_path: Path) -> None:
    """`r` sets the beachheads of the plan and, asked again, lands the first wave."""
    save = tmp_path / "g.bocage"
    run(
        *("play", "roundup", save, "--plan", "boulogne", "--seed", "1943"),
        input_lines=["r", "end", "r", "quit"],
    )
    lines = save.read_text("utf-8")
    for expected in ("us1 2723", "us2 2824", "uk1 2023", "uk2 2223"):
        assert f"allied beachhead {expected} ~" in lines
    assert "allied land US11 2723" in lines
    assert sum("allied land" in line for line in lines.splitlines()) == 8


def test_plans_are_listed_and_chosen(run: Run, tmp_path: Path) -> None:
    """`plan` lists them, `plan NAME` takes one; the beginning of its name is enough."""
    save = tmp_path / "g.bocage"
    answer = run("play", "roundup", save, input_lines=["plan", "plan gris", "quit"])
    assert any("hardelot" in line and "(recommended)" in line for line in answer.lines)
    assert "allied beachhead us1 1821" in save.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--plan", "normandy"), "there is no plan 'normandy'; there are hardelot"),
        (("--against", "rommel"), "Operation Roundup has no player 'rommel'; there are random"),
        (
            ("--side", "swiss", "--against", "random"),
            "there is no seat 'swiss': there are allied and",
        ),
        (("--option", "nonsense=on"), "Operation Roundup has no option 'nonsense'"),
    ],
)
def test_it_refuses_to_begin(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    """What does not exist is named in one sentence."""
    assert refused(run("play", "roundup", tmp_path / "g.bocage", *arguments)).startswith(sentence)


def test_a_started_game_keeps_its_dice(run: Run, save: Path) -> None:
    """The seed of a game that has started cannot be changed."""
    assert refused(run("play", "roundup", save, "--seed", "11")).endswith(
        "has started: you can't change its dice and options"
    )


# Against a simple player ------------------------------------------------------------------


def test_against_a_random_player(run: Run, tmp_path: Path) -> None:
    """The other side plays by itself, its moves are shown, and the same seed gives the same
    game."""
    files = [tmp_path / "a.bocage", tmp_path / "b.bocage"]
    lines = ["r", "end", "r", "end", "move US01 2722", "end", "end", "end", "quit"]
    outs = [
        run("play", "roundup", f, "--seed", "1943", "--against", "random", input_lines=lines).out
        for f in files
    ]
    assert "The german side is played by the computer." in outs[0]
    assert ": the german side plays" in outs[0]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert any(row.who == "german" for row in parsed(files[0].read_text("utf-8")).rows)


def test_as_the_germans_against_a_random_player(run: Run, tmp_path: Path) -> None:
    """With `--side german` the Allies play by themselves from the first beachhead on."""
    answer = run(
        *("play", "roundup", tmp_path / "g.bocage", "--seed", "1943"),
        *("--against", "random", "--side", "german"),
        input_lines=["quit"],
    )
    assert "german> quit" in answer.out
    assert "allied>" not in answer.out
