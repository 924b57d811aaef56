"""`bocage sim`."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from bocage.hexes import kernels

from .conftest import Run
from .roundup_saves import refused


def test_games_are_counted_with_intervals(run: Run, tmp_path: Path) -> None:
    """Shares and means are shown with their intervals, and every game has its row."""
    out = tmp_path / "games.csv"
    told = run(
        *("sim", "falaise", "--games", 4, "--players", "random,solitaire", "--seed", 2, "-o", out)
    )
    assert told.code == 0
    assert told.lines[0] == (
        "The Pocket at Falaise: 4 games, allied solitaire, german random; seed 2."
    )
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert [each["game"] for each in rows] == ["1", "2", "3", "4"]
    german = sum(each["winner"] == "german" for each in rows)
    share = next(line for line in told.lines if line.startswith("german "))
    assert share.split()[1:3] == [str(german), f"{german / 4:.1%}"]
    net = next(line for line in told.lines if line.startswith("net_vp"))
    mean = sum(int(each["net_vp"]) for each in rows) / 4
    assert net.split()[1] == f"{mean:.2f}"


def test_the_same_seed_gives_the_same_rows(run: Run, tmp_path: Path) -> None:
    """Two runs write the same table, and another seed another one."""

    def table(seed: int) -> str:
        out = tmp_path / "games.csv"
        run("sim", "roundup", "--games", 2, "--seed", seed, "-o", out)
        return out.read_text(encoding="utf-8")

    assert table(5) == table(5)
    assert table(5) != table(6)


def test_one_game_has_no_interval(run: Run) -> None:
    """A single game has a result and no interval for its mean."""
    told = run("sim", "falaise", "--games", 1)
    assert told.code == 0
    assert told.lines[0].startswith("The Pocket at Falaise: 1 game, ")


def test_options_of_the_table(run: Run) -> None:
    """An option changes the games that are played."""
    plain = run("sim", "falaise", "--games", 2, "--seed", 9).lines
    other = run("sim", "falaise", "--games", 2, "--seed", 9, "--option", "sunny-skies=on").lines
    assert plain[0] == other[0]
    assert plain != other


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "there is no game 'chess'"),
        (("falaise", "--players", "rommel"), "The Pocket at Falaise has no player 'rommel'"),
        (("falaise", "--players", "solitaire"), "needs one player for german"),
        (("roundup", "--players", "random,solitaire"), "Operation Roundup has no player"),
        (("falaise", "--option", "rain=on"), "The Pocket at Falaise has no option 'rain'"),
        (("falaise", "--option", "rain"), "'rain' is not an option: write NAME=CHOICE"),
        (("falaise", "--option", "solitaire=maybe"), "option solitaire cannot be 'maybe'"),
        (("falaise", "-o", "nowhere/x.csv"), "cannot write nowhere/x.csv: there is no folder"),
        (("falaise", "--games", "0"), "invalid value for '--games'"),
    ],
)
def test_mistakes_are_one_sentence(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    """What cannot be simulated is refused with a sentence before any game is played."""
    assert sentence in refused(run("sim", *arguments))


def test_wins_are_grouped_by_a_measure(run: Run, tmp_path: Path) -> None:
    """With --by each value of something counted has its games; an unknown name is refused."""
    out = tmp_path / "games.csv"
    told = run("sim", "roundup", "--games", 6, "--by", "strategy", "-o", out)
    assert told.code == 0
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    head = next(i for i, line in enumerate(told.lines) if line.startswith("strategy  "))
    found = [line.split()[:2] for line in told.lines[head + 1 :] if line.split()[:1] != ["german"]]
    strategies = [each["strategy"] for each in rows]
    for value in sorted(set(strategies)):
        assert [value, str(strategies.count(value))] in found
    refusal = refused(run("sim", "roundup", "--games", 1, "--by", "luck"))
    assert "nothing called 'luck' is counted" in refusal


@pytest.mark.parametrize(
    ("variant", "wish", "warned"),
    [("plain", None, True), ("plain", "plain", False), ("c", None, False)],
)
def test_a_kernel_that_is_not_compiled_gives_a_warning(
    run: Run, monkeypatch: pytest.MonkeyPatch, variant: str, wish: str | None, *, warned: bool
) -> None:
    """Long work says that it will be slow, unless the plain kernel was asked for."""
    monkeypatch.setattr(kernels, "VARIANT", variant)
    if wish is None:
        monkeypatch.delenv("BOCAGE_KERNEL", raising=False)
    else:
        monkeypatch.setenv("BOCAGE_KERNEL", wish)
    told = run("sim", "falaise", "--games", 1, "--seed", 2)
    assert told.code == 0
    assert ("`make kernel` compiles it" in told.err) == warned
