"""Reports: what a run says, counted rightly and set whole."""

# Polars says its types with numpy, which need not be installed.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

import json
import re
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from PIL import Image

from bocage.ai import load_game
from bocage.lab import page, paper
from bocage.lab.batches import Batch
from bocage.lab.findings import difference, found_in
from bocage.lab.reports import Report, told_of
from bocage.lab.runs import Plan, Run, RunError
from bocage.lab.workers import here
from bocage.maps.pack import Pack


def plain_ground(pack: Pack, per_unit: float) -> bytes:
    """Return a picture in place of the ground, which takes long to draw."""
    picture = BytesIO()
    Image.new("RGB", (40, 30), "#efe3b9").save(picture, "WEBP")
    return picture.getvalue()


@pytest.fixture(scope="module", params=["falaise", "roundup"])
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a run of a few games by random players."""
    name: str = request.param
    begun = Run.begin(tmp_path_factory.mktemp(name) / "run", Plan(name, ("random", "random")))
    begun.play(Batch(partial(load_game, name), ("random",), notes=True), 4, here())
    return begun


def report_of(run: Run) -> Report:
    """What it says."""
    game = load_game(run.plan.game)
    return told_of(run.plan, game, found_in(run, game))


def test_heat_maps_count_what_the_tables_hold(run: Run) -> None:
    """Over all hexes, losses, battles and moves come to those in the events, per game."""
    found = found_in(run, load_game(run.plan.game))
    events = run.table("events")

    def total(what: str) -> float:
        return sum(sum(each.values.values()) for each in found.heats if each.what == what)

    losses = events.filter(pl.col("kind").is_in(["StepLost", "Eliminated"]) & (pl.col("hex") != ""))
    assert total("losses") == pytest.approx(len(losses) / 4)
    moves = events.filter(pl.col("kind") == "Moved")
    assert total("movement") == pytest.approx((moves["path"].list.len() - 1).sum() / 4)
    assert total("combat") > 0
    stood = run.table("units").filter(pl.col("hex") != "")
    assert total("presence") == pytest.approx(len(stood) / 4)
    held = next(each for each in found.heats if each.what == "ground")
    assert all(-1 <= value <= 1 for value in held.values.values())
    assert min(held.values.values()) < 0 < max(held.values.values())


def test_units_survive_as_the_last_turn_says(run: Run) -> None:
    """A unit survives a game if it is not lost at its last turn; every unit has its side."""
    game = load_game(run.plan.game)
    found = found_in(run, game)
    units = run.table("units")
    last = units.filter(pl.col("turn") == pl.col("turn").max().over("game"))
    for each in found.units:
        own = last.filter((pl.col("unit") == each.unit) & pl.col("lost"))
        assert each.games - each.survived == len(own)
        assert each.side in game.seats


def test_luck_is_that_of_the_attacker(run: Run) -> None:
    """Every battle with a die has its attacker's luck; the first seat's is summed by game."""
    game = load_game(run.plan.game)
    fought = run.table("events").filter(pl.col("kind") == "Fought")
    assert len(fought) > 0
    assert fought["luck"].null_count() == 0
    assert set(fought["side"]) <= set(game.seats)
    for each in found_in(run, game).lucks:
        own = fought.filter(pl.col("game") == each.game)
        signed = [
            row["luck"] if row["side"] == game.seats[0] else -row["luck"] for row in own.to_dicts()
        ]
        assert each.luck == pytest.approx(sum(signed))


def test_a_page_needs_nothing_but_itself(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has every section, one picture of the ground, and no address of anything outside."""
    monkeypatch.setattr(page, "ground", plain_ground)
    said = page.html(report_of(run))
    for title in ("Who wins", "Over time", "On the map", "Units", "Length", "Luck"):
        assert f">{title}</h2>" in said
    assert said.count("data:image/webp") == 1
    addresses = set(re.findall(r"https?://[^\s\"'<)]+", said))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<link|<script src|<img|@import", said)
    board: dict[str, Any] = json.loads(said.partition('id="board">')[2].partition("</script>")[0])
    assert len(board["names"]) == len(board["at"])


def test_a_report_on_paper(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The PDF says the same headings; a second one has the same bytes."""
    from pypdf import PdfReader

    monkeypatch.setattr(paper, "ground", plain_ground)
    told = report_of(run)
    made = paper.pdf(told)
    said = "\n".join(each.extract_text() for each in PdfReader(BytesIO(made)).pages)
    for section in told.sections:
        assert section.title in said
    assert paper.pdf(told) == made


def test_games_are_distinguished_by_what_was_counted(run: Run) -> None:
    """Groups hold every game once; what is not counted, or has too many values, is refused."""
    game = load_game(run.plan.game)
    name = {"roundup": "strategy", "falaise": "vp_argentan"}[run.plan.game]
    found = found_in(run, game, name)
    assert sum(each.games for each in found.groups.values()) == 4
    with pytest.raises(RunError, match="nothing called 'weather' is counted"):
        found_in(run, game, "weather")


def test_a_run_without_games_is_refused(tmp_path: Path) -> None:
    """There is nothing to tell yet, and the sentence says what to do."""
    empty = Run.begin(tmp_path / "run", Plan("falaise", ("random", "random")))
    with pytest.raises(RunError, match="no game is finished"):
        found_in(empty, load_game("falaise"))


def test_events_of_unfinished_games_do_not_count(run: Run) -> None:
    """A part that was stopped before its games were written is left out, then removed."""
    stray = run.folder / "events" / "part-9999999.parquet"
    stray.write_bytes(next((run.folder / "events").glob("part-*")).read_bytes())
    before = len(run.table("events"))
    Run.begin(run.folder, run.plan)
    assert not stray.exists()
    assert len(run.table("events")) == before


def test_the_difference_of_two_means() -> None:
    """Welch's interval, as a textbook has it; too few values say nothing."""
    one = [27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4]
    other = [
        27.1,
        22.0,
        20.8,
        23.4,
        23.4,
        23.5,
        25.8,
        22.0,
        24.8,
        20.2,
        21.9,
        22.1,
        22.9,
        30.5,
        24.0,
    ]
    found = difference(one, other)
    assert found is not None
    apart, interval = found
    assert apart == pytest.approx(sum(one) / 15 - sum(other) / 15)
    assert interval.low < apart < interval.high < 0
    assert difference(one, other[:4]) is None
