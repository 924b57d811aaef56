"""`bocage compare`."""

from __future__ import annotations

import shutil
from pathlib import Path

from .conftest import Run
from .roundup_saves import refused

SHORT = ("falaise", "--scenario", "hill-262")
"""A game of a few turns."""


def test_two_runs_of_the_same_seeds(run: Run, tmp_path: Path) -> None:
    """Runs that differ in an option are compared pair by pair, and as two specifications too."""
    plain, sunny = tmp_path / "plain", tmp_path / "sunny"
    switch = ("--option", "sunny-skies=on")
    run("sim", *SHORT, "--games", 3, "--seed", 4, "--out", plain)
    run("sim", *SHORT, "--games", 3, "--seed", 4, *switch, "--out", sunny)
    told = run("compare", plain, sunny, "--precision", "2%")
    assert told.code == 0
    assert told.lines[0] == "sunny-skies: A has as usual, B has on."
    assert told.lines[1].startswith("3 pairs of games; ")
    assert " 0 of them" not in told.lines[1]
    assert "more for ±2 %" in told.lines[2]
    named = [" ".join(SHORT), " ".join((*SHORT, *switch))]
    again = run("compare", *named, "--games", 3, "--seed", 4, "--precision", "2%")
    assert again.lines == told.lines


def test_a_run_with_itself(run: Run, tmp_path: Path) -> None:
    """Nothing differs, and every difference is 0."""
    folder = tmp_path / "plain"
    run("sim", *SHORT, "--games", 2, "--out", folder)
    told = run("compare", folder, folder)
    assert told.lines[0].startswith("A and B are played the same way")
    assert told.lines[1] == "2 pairs of games; 0 of them ended differently."


def test_what_cannot_be_compared(run: Run, tmp_path: Path) -> None:
    """Other games, other seeds, nothing to compare, no precision: each in one sentence."""
    one, other = tmp_path / "one", tmp_path / "other"
    run("sim", *SHORT, "--games", 2, "--seed", 1, "--out", one)
    run("sim", *SHORT, "--games", 2, "--seed", 2, "--out", other)
    assert "compare one game" in refused(run("compare", one, "roundup"))
    assert "pairs need the same seed" in refused(run("compare", one, other))
    assert "neither a folder with a run" in refused(run("compare", one, tmp_path / "none"))
    assert "holds no run" in refused(run("compare", one, tmp_path))
    assert "is not a precision" in refused(run("compare", one, one, "--precision", "much"))
    assert "give --games and --seed once" in refused(run("compare", one, "falaise --games 7"))
    assert "--out is for bocage sim" in refused(run("compare", one, "falaise --out x"))
    assert "has no player 'nobody'" in refused(run("compare", one, "falaise --players nobody"))


def test_one_number_of_the_charts(run: Run, tmp_path: Path) -> None:
    """docs/lab-question.md: a copy of the charts with one number changed is compared with ours."""
    import bocage.games.falaise as falaise

    slow = tmp_path / "slow"
    shutil.copytree(Path(falaise.__path__[0]) / "data", slow)
    charts = slow / "charts.toml"
    text = charts.read_text(encoding="utf-8")
    asked = 'id = "german_day", value = -2'
    assert text.count(asked) == 1
    charts.write_text(text.replace(asked, 'id = "german_day", value = -3'), encoding="utf-8")
    short = " ".join(SHORT)
    told = run("compare", short, f"{short} --data {slow}", "--games", 2)
    assert told.code == 0
    assert told.lines[0].startswith("counters and charts: A has ours, B has ")
    assert told.lines[1].startswith("2 pairs of games; ")
    assert " 0 of them" not in told.lines[1]
