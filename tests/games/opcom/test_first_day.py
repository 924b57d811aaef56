"""The first day of Market Garden with historical orders ends where the page says it ends."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import BLOWN, GONE, HERE, Position
from bocage.games.opcom.debrief.score import debrief
from bocage.games.opcom.s10_reports.answers import chore_answers
from bocage.games.opcom.words.places import describe
from tests.games.opcom.first_day import played

PAGE = Path(__file__).resolve().parents[3] / "docs" / "market-garden.md"


def rows() -> dict[str, str]:
    """By unit or bridge: where the page says that the game leaves it."""
    found = re.findall(r"^\| `([\w-]+)` \| [^|]+ \| ([^|]+) \|", PAGE.read_text("utf-8"), re.M)
    return {name: said.strip() for name, said in found}


@pytest.fixture(scope="module")
def evening() -> tuple[Table[Position], list[str]]:
    """Return the game on the evening of the first day."""
    return played()


def test_historical_sheets_are_understood(evening: tuple[Table[Position], list[str]]) -> None:
    """Control has no question about any of them, and nothing on them falls away."""
    assert evening[1] == []


def test_every_line_of_a_sheet_is_answered(evening: tuple[Table[Position], list[str]]) -> None:
    """Troops, supplies, bridges, guns, messages and aircraft: each line has a sentence."""
    st = evening[0].state
    for team, seat in enumerate(st.world.teams):
        lines = [each for each in st.chores if each.team == team]
        said = chore_answers(st, team)
        assert len(said) == len(lines), seat.name
        assert all(": " in each and each.endswith(".") for each in said), said


def test_the_day_ends_where_the_page_says(evening: tuple[Table[Position], list[str]]) -> None:
    """Every unit and bridge of the page is where, and as, the page has it."""
    st = evening[0].state
    bridges = st.world.ways.crossing_numbers
    wrong: list[str] = []
    for name, said in rows().items():
        if name in bridges:
            true = "blown" if st.bridges[bridges[name]] & BLOWN else "stands"
        else:
            unit = st.world.by_id[name]
            true = "lost" if st.where[unit] == GONE else describe(st.world, st.at(unit))
        if true != said:
            wrong.append(f"{name}: {true}, and the page says {said}")
    assert len(rows()) > 30
    assert wrong == []


def test_the_first_lift_has_landed(evening: tuple[Table[Position], list[str]]) -> None:
    """Everybody planned for the afternoon has landed, and nobody of the second lift."""
    st = evening[0].state
    for lift in st.world.sky.lifts:
        down = [st.where[st.world.by_id[unit]] == HERE for unit in lift.units]
        assert all(down) if lift.turn == 2 else not any(down), lift.id


def test_the_evening_position_is_possible(evening: tuple[Table[Position], list[str]]) -> None:
    """The evening is a possible position, and can be scored."""
    table = evening[0]
    assert table.game.faults(table.state) == []
    assert 20 < debrief(table.state).totals["allied"] < 60
