"""A sheet read back: what the staff understood, where the march goes, and what the team knows."""

from __future__ import annotations

import json
from typing import Any

from bocage.engine.operation import SheetReading
from bocage.engine.table import Table
from bocage.games import game
from bocage.games.opcom.board.position import BLOWN, Position
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.s05_orders.knowledge import known_to_team

GUARDS = 0


def begun() -> Table[Position]:
    """Joe's Bridge before the first sheet."""
    return Table.new(game("opcom"), scenario="joes-bridge", seed=bytes(32))


def read(table: Table[Position], *orders: dict[str, Any]) -> SheetReading:
    """The reading of a sheet of the Guards."""
    found = table.game.read_back(table.state, GUARDS, json.dumps({"order": orders}))
    assert found is not None
    return found


def test_a_line_is_read_back_in_one_sentence_with_its_march() -> None:
    """The sentence names who, what, where, how and with whom; the path leads to the goal."""
    order = {
        "unit": "32nd Guards Brigade Group",
        "action": "breakthrough",
        "objective": "Valkenswaard",
        "support": ["55th Field Regt"],
        "air": 4,
    }
    (line,) = read(begun(), order).lines
    for part in ("Irish Guards", "break through to Valkenswaard", "tactical", "55th Field Regt"):
        assert part in line.words
    assert "4 squadrons" in line.words
    assert line.goal is not None
    assert line.path[-1] == line.goal
    assert 10 < line.km < 20
    assert 0 < line.turns < 1


def test_problems_and_questions_name_their_line() -> None:
    """A line that falls away is told with its number, and the others stand."""
    found = read(
        begun(),
        {"unit": "nobody", "action": "attack"},
        {"unit": "1st Bn Welsh Guards", "action": "move"},
    )
    assert [each.number for each in found.problems] == [1]
    assert [each.number for each in found.questions] == [2]
    assert found.questions[0].default


def test_what_is_no_sheet_is_a_problem_and_no_error() -> None:
    """Whatever a page sends is answered in words."""
    table = begun()
    for text in ("", "{", "[]", '{"order": 3}', '{"tanks": []}'):
        found = table.game.read_back(table.state, GUARDS, text)
        assert found is not None
        assert found.problems
        assert not found.lines


def test_the_way_leads_over_bridges_that_the_team_believes_to_stand() -> None:
    """A bridge blown without the team's knowledge changes nothing of what it hears."""
    table = begun()
    order = {"unit": "5th Guards Brigade Group", "action": "move", "objective": "Valkenswaard"}
    before = read(table, order)
    for crossing in range(len(table.state.bridges)):
        table.state.bridges[crossing] |= BLOWN
    assert known_to_team(table.state, GUARDS).down == frozenset()
    assert read(table, order) == before


def test_the_form_has_the_team_s_own_units_and_no_others() -> None:
    """Groupings and symbols are the team's; Control's form has the symbols of all."""
    table = begun()
    rules = table.game
    assert isinstance(rules, OpCom)
    form = rules.form(table.state, GUARDS)
    assert form is not None
    assert all(unit.startswith("GB-") for unit in form.symbols)
    assert {unit for each in form.groupings for unit in each.units} <= set(form.symbols)
    desk = rules.form(table.state, rules.world.control)
    assert desk is not None
    assert len(desk.symbols) == len(rules.world.units)
    assert not desk.groupings


def test_the_country_has_every_place_a_sheet_may_name() -> None:
    """The map of a page lists the landmarks and the headquarters of each side."""
    country = game("opcom").country()
    assert country is not None
    assert "Valkenswaard" in {each.name for each in country.landmarks}
    assert [each.seat for each in country.teams] == ["Guards", "Walther"]
