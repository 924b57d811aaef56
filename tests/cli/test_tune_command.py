"""`bocage tune`."""

from __future__ import annotations

from pathlib import Path

from .conftest import Run
from .roundup_saves import refused

DAY = "charts.toml:activation_modifiers.german_day=-3,-2"


def test_values_are_tried(run: Run, tmp_path: Path) -> None:
    """Every value has its line, the present one is marked, and the same command plays nothing."""
    out = tmp_path / "march"
    asked = ("tune", "falaise", "--change", DAY, "--aim", "net_vp=0", "--players", "random")
    told = run(*asked, "--games", 2, "--out", out)
    assert told.code == 0
    assert told.lines[0] == "The Pocket at Falaise: net_vp should have 0."
    assert told.lines[2].startswith("german_day=-3")
    assert "as it is now" in told.lines[3]
    games = {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")}
    assert run(*asked, "--games", 2, "--out", out).lines == told.lines
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")} == games
    plain = run("compare", "falaise", out / "german_day=-2" / "games", "--games", 2)
    assert plain.lines[1] == "2 pairs of games; 0 of them ended differently."


def test_what_cannot_be_tuned(run: Run, tmp_path: Path) -> None:
    """No such number, no aim, no player: each in one sentence."""

    def sentence(*more: str, change: str = DAY) -> str:
        return refused(run("tune", "falaise", "--change", change, "-o", tmp_path / "x", *more))

    assert "has no number 'x'" in sentence(change="charts.toml:activation_modifiers.x=1")
    assert "is not a change" in sentence(change="german_day=-3")
    assert "is not an aim" in sentence("--aim", "half")
    assert "shares of wins are of allied or german" in sentence("--aim", "net_vp=50%")
    assert "write allied=50% for a share" in sentence("--aim", "allied=50")
    assert "has no player 'nobody'" in sentence("--players", "nobody")


def test_a_search_is_played_and_taken_up_again(run: Run, tmp_path: Path) -> None:
    """`--search` plays so many trials; more trials go on from there, and keep the games."""
    out = tmp_path / "march"
    wide = "charts.toml:activation_modifiers.german_day=-9..0"
    asked = ("tune", "falaise", "--change", wide, "--aim", "net_vp=0", "--players", "random")
    short = (*asked, "--scenario", "hill-262", "--games", 2, "--out", out)
    told = run(*short, "--search", 2)
    assert told.code == 0
    games = {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")}
    assert run(*short, "--search", 2).lines == told.lines
    more = run(*short, "--search", 3)
    assert more.code == 0
    kept = {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")}
    assert games.items() <= kept.items()
