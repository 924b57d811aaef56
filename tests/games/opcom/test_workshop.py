"""Scenarios as tables of texts: what is read is what is written, for everything that we ship."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.ai.commander.scenario_builder import Builder
from bocage.games.opcom.board.scenario import FOLDERS, folder_of, load_scenario, read_scenario
from bocage.games.opcom.workshop.draft import Draft, Grid, draft_from, files_of, typed, untyped
from bocage.games.opcom.workshop.trial import shading_faults, write
from bocage.maps import load, load_folder

BUILDER = Builder()


@pytest.mark.parametrize("name", FOLDERS)
def test_a_scenario_loads_the_same_from_its_tables(name: str, tmp_path: Path) -> None:
    """Tables, files, and what is loaded from them are as before."""
    draft = draft_from(folder_of(name))
    write(files_of(draft), tmp_path)
    assert read_scenario(tmp_path, name) == load_scenario(name)
    assert draft_from(tmp_path) == draft


@pytest.mark.parametrize("name", ["joes-bridge", "malta", "market-garden"])
def test_a_map_loads_the_same_from_its_tables(name: str, tmp_path: Path) -> None:
    """All that rules ask a map is as before, and its shading; the margin of its sheet is
    simpler."""
    write(files_of(BUILDER.copied_map(name)), tmp_path)
    made, ours = load_folder(tmp_path / "map"), load(name)
    assert made.grid.numbers == ours.grid.numbers
    for field in (
        *("id", "title", "projection", "terrain_words", "settlement_words", "flag_words"),
        *("hexes", "sides", "crossings", "places", "links", "areas", "lines", "facts", "sources"),
    ):
        assert getattr(made, field) == getattr(ours, field), field
    assert made.sheet["origin"] == ours.sheet["origin"]
    for shading in ("tints", "heights_credit"):
        assert made.sheet.get(shading, ()) == ours.sheet.get(shading, ()), shading
    assert made.folder is not None
    assert ours.folder is not None
    heights = [(each.folder or tmp_path) / each.sheet["heights"] for each in (made, ours)]
    assert heights[0].read_text() == heights[1].read_text()
    assert not shading_faults(made.folder)


@pytest.mark.parametrize(
    ("row", "cell", "at", "said"),
    [
        (0, "36.1,14.16,0,0.0045", 0, "four numbers"),
        (1, "45,45", 0, "as many heights"),
        (3, "45,low,43", 3, "whole metres"),
    ],
)
def test_heights_that_cannot_be_drawn_are_faults(row: int, cell: str, at: int, said: str) -> None:
    """Each fault of the heights stands at its line; tints are heights too."""
    draft = {**BUILDER.copied("malta"), **BUILDER.copied_map("malta")}
    rows = [*draft["heights.csv"].rows]
    rows[row] = (cell,)
    draft["heights.csv"] = Grid(("metres",), tuple(rows))
    found = BUILDER.check(draft).faults
    told = [each.row for each in found if each.table == "heights.csv" and said in each.text]
    assert told == [at]
    (head,) = draft["sheet.toml"].records()
    head["tints"] = "low; high"
    draft["sheet.toml"] = Grid(tuple(head), (tuple(head.values()),))
    assert "tints" in {each.column for each in BUILDER.check(draft).faults}


def test_joes_bridge_on_its_own_map_plays_as_the_one_we_ship() -> None:
    """Two turns by commanders, with the same dice: the same rulings, reports and position."""
    shipped: Draft = BUILDER.copied("joes-bridge")
    own = {**shipped, **BUILDER.copied_map("joes-bridge")}
    first, second = BUILDER.run(shipped), BUILDER.run(own)
    assert first.key
    assert first.turns == second.turns
    assert first.key == second.key


@pytest.mark.parametrize(
    "value", ["", "yes", "5", "2.5", "a; b", '"', "B-DOM", True, False, 7, 2.5, [], ["a"], ["a;b"]]
)
def test_a_cell_keeps_the_type_of_its_value(value: object) -> None:
    """Texts that look like something else stand in quotes."""
    assert typed(untyped(value)) == value


def test_a_line_without_a_needed_field_is_a_fault() -> None:
    """A kind of line that needs a crossing says so where the kind stands."""
    draft = dict(BUILDER.copied("joes-bridge"))
    lines = draft["debrief.toml line"]
    rows = [dict(row) for row in lines.records()]
    rows[1]["crossing"] = "B-MOON"
    rows[5]["of"] = "Z"
    draft["debrief.toml line"] = Grid(lines.columns, tuple(tuple(r.values()) for r in rows))
    found = {(each.row, each.column): each.text for each in BUILDER.check(draft).faults}
    assert "B-MOON" in found[1, "kind"]
    assert "one of the sections A, B, C, D" in found[5, "of"]


@pytest.mark.parametrize(("line", "needs"), [("A1", "place"), ("A2", "crossing")])
def test_a_line_that_names_nothing_to_hold_is_a_fault(line: str, needs: str) -> None:
    """Without it the line would score for nothing, or never."""
    draft = dict(BUILDER.copied("joes-bridge"))
    lines = draft["debrief.toml line"]
    rows = [dict(row) for row in lines.records()]
    next(row for row in rows if row["id"] == line)[needs] = ""
    draft["debrief.toml line"] = Grid(lines.columns, tuple(tuple(r.values()) for r in rows))
    (fault,) = BUILDER.check(draft).faults
    assert f"needs '{needs}'" in fault.text


def test_half_days_come_one_after_the_other() -> None:
    """A second morning of the same day is a fault at its half."""
    draft = dict(BUILDER.copied("joes-bridge"))
    turns = draft["turns.csv"]
    rows = [dict(row) for row in turns.records()]
    rows[1]["half"] = rows[0]["half"]
    draft["turns.csv"] = Grid(turns.columns, tuple(tuple(row.values()) for row in rows))
    (fault,) = BUILDER.check(draft).faults
    assert (fault.table, fault.row, fault.column) == ("turns.csv", 1, "half")
    assert "does not come after" in fault.text


def test_the_hexes_of_a_map_can_be_drawn_while_other_tables_have_faults() -> None:
    """A river without a name yet: the page still shows the map on which its points are clicked."""
    draft = {**BUILDER.copied("joes-bridge"), **BUILDER.empty_map("Alder", 51.3, 5.4, 6, 6)}
    river = {"id": "R", "kind": "river", "name": "", "points": ""}
    draft["lines.csv"] = Grid(tuple(river), (tuple(river.values()),))
    found = BUILDER.check(draft)
    assert [(each.table, each.column) for each in found.faults] == [("lines.csv", "name")]
    assert found.frame is not None
    assert found.frame.digits == (3, 3)


def test_units_in_the_water_or_off_the_map_are_faults() -> None:
    """The fault of a unit that cannot stand somewhere is at its latitude."""
    draft = dict(BUILDER.copied("joes-bridge"))
    oob = draft["oob.csv"]
    rows = [dict(row) for row in oob.records()]
    rows[3]["lat"] = "48.0"
    draft["oob.csv"] = Grid(oob.columns, tuple(tuple(row.values()) for row in rows))
    (fault,) = BUILDER.check(draft).faults
    assert (fault.table, fault.row, fault.column) == ("oob.csv", 3, "lat")
    assert fault.text == "lies off the map"
