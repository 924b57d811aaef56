"""A sheet read back: what the staff understood, where the march goes, and what the team knows."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from bocage.engine.operation import SheetReading
from bocage.engine.table import Table
from bocage.games import game
from bocage.games.opcom.board.position import BLOWN, Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.pieces.told import CrossingRow
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.sheet import KINDS

GUARDS = 0


def begun() -> Table[Position]:
    """Joe's Bridge before the first sheet."""
    return Table.new(game("opcom"), scenario="joes-bridge", seed=bytes(32))


def read(table: Table[Position], *orders: dict[str, Any]) -> SheetReading:
    """Return the reading of a sheet of the Guards."""
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
    """An order that is left out is named by its number, and the others stand."""
    found = read(
        begun(),
        {"unit": "nobody", "action": "attack"},
        {"unit": "1st Bn Welsh Guards", "action": "move"},
    )
    assert [each.number for each in found.problems] == [1]
    assert [each.number for each in found.questions] == [2]
    assert found.questions[0].default


def test_a_malformed_sheet_is_a_problem_and_no_error() -> None:
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


def test_a_march_says_where_it_is_half_way_and_at_the_end() -> None:
    """Non-tactical troops are farther on at each hour; nobody passes the goal."""
    table = begun()
    order = {"unit": "5th Guards Brigade Group", "action": "move", "objective": "Valkenswaard"}
    (slow,) = read(table, order).lines
    (fast,) = read(table, order | {"posture": "non-tact"}).lines
    assert [each.time for each in slow.stops] == ["0900", "noon"]
    goal = slow.goal
    assert goal is not None
    for tactical, quick in zip(slow.stops, fast.stops, strict=True):
        assert km_between(quick.at, goal) <= km_between(tactical.at, goal)
        assert tactical.where
    assert km_between(fast.stops[0].at, goal) < km_between(slow.stops[0].at, goal)
    (night,) = read(table, order | {"night": True}).lines
    assert km_between(night.stops[0].at, goal) < km_between(slow.stops[0].at, goal)


def test_warnings_tell_of_range_fuel_ammunition_and_room() -> None:
    """A gun too far off, more attackers than ammunition, and a bridge with too many units on it."""
    table = begun()
    attack = {"unit": "all", "action": "attack", "objective": "Valkenswaard"}
    far = attack | {"support": ["55th Field Regt"], "ammo": 1, "air": 2}
    said = " ".join(read(table, far).lines[0].warnings)
    assert "55th Field Regt RA fires" in said
    assert "You allot 1 ammunition" in said
    assert "No squadrons fly for us in close support this half day" in said
    bridge = next(c.name for c in table.state.world.crossings if "Joe's" in c.name)
    first, *others = table.state.told
    stocks = tuple(replace(each, ammo=1, fuel=1) for each in first.stocks)
    poor = replace(first, stocks=stocks, crossings=(CrossingRow(bridge, "heavy", 3),))
    table.state.told = (poor, *others)
    said = " ".join(read(table, attack).lines[0].warnings)
    for part in ("No fuel left", "An attack by all of them uses", f"{bridge} takes 3 unit"):
        assert part in said


def test_the_other_lines_are_read_back_with_their_numbers() -> None:
    """Supplies, bridges and guns follow the orders on the sheet, each in one sentence."""
    table = begun()
    sheet = {
        "order": [{"unit": "all", "action": "hold"}],
        "supply": [{"from": "nobody", "to": "nobody"}],
        "blow": [{"bridge": "Joe's Bridge"}],
        "fire": [{"guns": ["55th Field Regt"], "at": "Valkenswaard"}],
    }
    found = table.game.read_back(table.state, GUARDS, json.dumps(sheet))
    assert found is not None
    assert [each.number for each in found.lines] == [1, 3, 4]
    assert {each.number for each in found.problems} == {2}
    assert "Blow Joe's Bridge" in found.lines[1].words
    assert "fire on Valkenswaard" in found.lines[2].words
    assert found.lines[2].warnings


def test_the_form_offers_only_lines_that_the_team_can_use() -> None:
    """Every kind and field is one that a sheet has; nobody flies or sails at Joe's Bridge."""
    rules = game("opcom")
    assert isinstance(rules, OpCom)
    for scenario in rules.scenarios:
        at = rules.at(scenario)
        table = Table.new(at, scenario=scenario, seed=bytes(32))
        for team in range(len(at.world.teams)):
            form = at.form(table.state, team)
            assert form is not None
            for kind, columns in form.columns.items():
                assert {each.name for each in columns} <= set(KINDS[kind])
            if scenario == "joes-bridge":
                assert {"order", "supply", "blow"} <= set(form.columns)
                assert not {"air", "sail", "rail", "message"} & set(form.columns)
