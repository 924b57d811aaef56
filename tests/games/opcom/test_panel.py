"""The counterfactual panel: what was counted turn by turn, beside history, in words and drawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bocage.cli.opcom_debrief import debrief_lines
from bocage.cli.opcom_honours import draw_charts, honour_lines, panel_lines
from bocage.cli.output import RefusalError
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.debrief.counterfactual import Panel, panel
from bocage.games.opcom.debrief.panel_records import Front, Strength, checked_panel
from bocage.games.opcom.debrief.tallies import count_landed, tally
from bocage.games.opcom.pieces.told import NOTHING
from bocage.games.opcom.s10_reports.brief import mission
from tests.games.opcom.debriefing import begun, clear, game, put, team


def two_turns() -> Position:
    """Return the first day: the Grenadiers at Eindhoven, alone, then with the enemy; points over
    Son.
    """
    st = begun()
    clear(st, 1)
    son = st.world.ways.crossing_numbers["B-SON"]
    put(st, "GB-2GREN", "EIN")
    st.crossed[son] = 7
    tally(st)
    st.turn = 2
    st.crossed[son] = 0
    put(st, "GE-WAL-HF", "EIN")
    st.lose(st.world.by_id["GB-2GREN"], 2)
    tally(st)
    return st


def found(st: Position) -> Panel:
    """Return the panel, which there is."""
    made = panel(st)
    assert made is not None
    return made


def test_the_front_is_noted_in_the_evening() -> None:
    """Both sides are at Eindhoven on the first evening, where in history the Germans were."""
    made = found(two_turns())
    assert made.dates == ("1944-09-17",)
    row = next(each for each in made.front if each.name == "Eindhoven")
    assert (row.found, row.history) == ("C", "X")
    empty = next(each for each in made.front if each.name == "Veghel")
    assert (empty.found, empty.history) == ("-", "A")


def test_points_and_steps_are_counted_every_turn() -> None:
    """Seven points over Son in the first turn, none in the second; two steps of the Guards gone."""
    made = found(two_turns())
    assert made.turns == ("17 am", "17 pm")
    assert next(each.points for each in made.flows if each.name == "Son bridge") == (7, 0)
    guards = next(each for each in made.courses if each.division == "Guards Armoured Division")
    assert guards.left == (guards.whole, guards.whole - 2)


def test_beaches_stand_beside_the_landing_table() -> None:
    """What came over Famagosta in its first turn, beside the six points that were planned."""
    st = begun("malta")
    for turn in range(1, 4):
        st.turn = turn
        count_landed(st, "BE-FAM", 5 if turn == 3 else 0)
        tally(st)
    row = next(each for each in found(st).flows if each.name == "Famagosta")
    assert (row.points, row.planned) == ((0, 0, 5), (0, 0, 6))
    count_landed(st, "BE-MEL", 5)  # nobody asks about it
    assert [fact for _, fact, _ in st.chronicle if fact == "over BE-MEL"] == []


def test_charts_are_words_and_a_picture(tmp_path: Path) -> None:
    """The terminal has every place and division; the drawing names them and shows history."""
    st = two_turns()
    said = panel_lines(st)
    assert any(line.split() == ["Eindhoven", "C(X)"] for line in said)
    assert any(line.split()[-2:] == ["7", "."] for line in said if "Son bridge" in line)
    written = draw_charts(st, tmp_path / "panel.svg", dpi=50)
    text = written[0].read_text("utf-8")
    for words in ("Market Garden: what might have been", "Eindhoven", "Son bridge", "KG Walther"):
        assert words in text


def test_without_a_turn_there_is_nothing_to_draw(tmp_path: Path) -> None:
    """Without a turn the command refuses in a sentence and writes nothing."""
    st = begun()
    assert panel(st) is None
    assert panel_lines(st) == []
    with pytest.raises(RefusalError, match="nothing to draw"):
        draw_charts(st, tmp_path / "panel.svg", dpi=50)
    assert list(tmp_path.iterdir()) == []


def test_the_debrief_lists_every_teams_honours() -> None:
    """Cards with met or not met and why, citations, and the rest of the record."""
    said = honour_lines(two_turns())
    at = said.index("Guards Armd Div: 2 of 6 on its mission card")
    assert said[at + 1] == "   not met Bring tanks over the Waal by the evening of 20 September"
    assert said[at + 5] == "   met     Have three quarters of your division left at the end"
    assert any(line.startswith("   Cited for supplies") for line in said[at : at + 12])
    assert any(line.startswith("   Not cited: ") for line in said[at : at + 12])


def test_a_brief_begins_with_the_mission_card() -> None:
    """It is what the team was told, numbered."""
    st = begun("malta")
    lines = mission(st.told[team(st, "Folgore")])
    assert lines[0] == "Mission card:"
    assert lines[1] == "  1. Hold Fort Benghisa by the second evening."
    assert mission(NOTHING) == []


def test_malta_is_set_beside_crete() -> None:
    """Where there is no history the line says what to compare it with."""
    assert any("on Crete about a third" in line for line in debrief_lines(begun("malta")))


def test_a_panel_that_cannot_be_counted_is_a_fault() -> None:
    """Unknown places, a history of the wrong length, and divisions without units are faults."""
    world = game("malta").world
    wrong = replace(
        world.data.debrief.panel,
        fronts=(Front("MOON", "AAAA"),),
        gauges=(),
        strengths=(Strength("1st Moon Division", "neither"),),
    )
    faults = checked_panel(wrong, 10, world.pack.points_by_id, {"Malta garrison"})
    fields = ["front 1.id", "front 1.history", "strength 1.division", "strength 1.side"]
    assert [fault.field for fault in faults] == fields
