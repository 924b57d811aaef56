"""Impossible orders: the sheet says so, and no order is dropped in silence."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bocage.engine.operation import SheetReading
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.s05_orders.files import shaped
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import Understood, understand


@cache
def begun(scenario: str) -> Position:
    """Return the first turn of an operation, with sheets to be written."""
    table: Table[Position] = Table.new(OpCom(scenario=scenario), scenario=scenario, seed=bytes(32))
    return table.state


def team_of(st: Position, seat: str) -> int:
    """Return a team by its seat."""
    return next(i for i, each in enumerate(st.world.teams) if each.seat == seat)


def meant(seat: str, at: Any = None, scenario: Any = "market-garden", **rows: Any) -> Understood:
    """What a sheet means, with some units believed to be somewhere else."""
    st = begun(scenario)
    team = team_of(st, seat)
    known = known_to_team(st, team)
    places = {place.name: st.world.ways.xy(place.lat, place.lon) for place in st.world.places}
    moved = {st.world.by_id[unit]: places[name] for unit, name in dict(at or {}).items()}
    known = replace(known, where={**known.where, **moved})
    return understand(st.world, team, shaped(rows), known)


def problem(found: Understood) -> str:
    """Return the one problem of a sheet that orders nothing else."""
    assert (found.lines, found.chores) == ((), ())
    (only,) = found.problems
    return only.words


def test_a_group_that_has_not_arrived_is_refused_with_its_day() -> None:
    """Neither a whole formation nor part of one is left out without a word."""
    order = {"unit": "129th Brigade", "action": "move", "objective": "Hechtel"}
    said = problem(meant("43rd-Div", order=[order]))
    assert (
        said == "129th Brigade has not arrived yet: it is due on 1944-09-18 am; order again then."
    )
    some = {"unit": ["GE-CHI-1", "GE-59-1034"], "action": "hold"}
    found = meant("LXXXVIII-Corps", order=[some])
    assert [len(line.units) for line in found.lines] == [1]
    assert "Gren Rgt 1034 (bn-equivalent) has not arrived yet" in found.problems[0].words
    everybody = meant("LXXXVIII-Corps", order=[{"unit": "all", "action": "hold"}])
    assert everybody.problems == ()


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        ("attach", {"unit": "GB-43-B1-1", "to": "43rd (Wessex) Division"}),
        ("fire", {"guns": ["GB-43-FD1"], "at": "Hechtel"}),
        ("supply", {"from": "dump", "to": "GB-43-B1HQ", "ammo": 1}),
        ("rail", {"unit": "GB-43-B1-1", "to": "Best"}),
        ("order", {"unit": "GB-43-B1-1", "action": "hold"}),
    ],
)
def test_every_kind_of_line_refuses_absent_units(kind: str, row: dict[str, Any]) -> None:
    """Whatever kind of line names them, it is said that they are not here."""
    found = meant("43rd-Div", **{kind: [row]})
    assert (found.lines, found.chores) == ((), ())
    assert "has not arrived yet" in found.problems[0].words


@pytest.mark.parametrize(
    ("to", "said"),
    [
        ("Nijmegen", "nothing can be dropped at Nijmegen: there is a built-up area"),
        ("Arnhem", "nothing can be dropped at Arnhem: there is a built-up area"),
    ],
)
def test_a_lift_does_not_drop_on_a_town(to: str, said: str) -> None:
    """12.3: a lift that is sent to a town waits, and its team reads why."""
    row = {"mission": "transport", "lift": "L-504", "to": to}
    found = meant("Allied-Air", air=[row])
    (asked,) = found.questions
    assert said in asked.words
    assert (asked.default, len(found.chores)) == ("it waits", 1)
    open_ground = meant("Allied-Air", air=[{**row, "to": "DZ-N"}])
    assert (open_ground.problems, open_ground.questions) == ((), ())


@pytest.mark.parametrize(
    ("unit", "at", "to", "said"),
    [
        ("GE-559", "Tilburg", "Schijndel", "Schijndel has no station, and vehicles need one."),
        ("GE-CHI-1", "Tilburg", "Oirschot", "Oirschot is not on the railway."),
        ("GE-CHI-1", "Schijndel", "Boxtel", "is at no station"),
    ],
)
def test_trains_are_boarded_and_left_at_stations(unit: str, at: str, to: str, said: str) -> None:
    """6.4: what boards or leaves a train where none stops is said, as far as the team knows."""
    found = meant("LXXXVIII-Corps", {unit: at}, rail=[{"unit": unit, "to": to}])
    assert said in problem(found)


def test_infantry_leave_a_train_beside_the_track() -> None:
    """6.4.d: open track is enough for them; tanks need a station."""
    foot = meant(
        "LXXXVIII-Corps", {"GE-CHI-1": "Tilburg"}, rail=[{"unit": "GE-CHI-1", "to": "Schijndel"}]
    )
    assert (len(foot.chores), foot.problems) == (1, ())


def test_a_team_cannot_use_the_trains_of_the_other_side() -> None:
    """A team cannot use the trains of the other side."""
    found = meant("Guards", rail=[{"unit": "GB-3IG", "to": "Best"}])
    assert problem(found) == "We have no trains here."


def test_a_dump_delivers_within_its_range() -> None:
    """11.0: beyond it a column must be named; the line is not dropped without a word."""
    row = {"from": "dump", "to": "GB-5GA-HQ", "ammo": 2}
    near = meant("Guards", {"GB-5GA-HQ": "Hechtel"}, supply=[row])
    assert len(near.chores) == 1
    far = meant("Guards", {"GB-5GA-HQ": "Eindhoven"}, supply=[row])
    said = problem(far)
    assert "from Guards Armd Div dump, which gives supplies within 10 km" in said
    assert "name the transport column that takes them" in said


def test_a_dump_moves_no_farther_than_lorries_drive() -> None:
    """11.1: a place beyond that is refused."""
    found = meant("Guards", dump=[{"dump": "dump", "to": "Deventer"}])
    assert "a dump moves 64 km in half a day" in problem(found)


def test_blowing_a_distant_bridge_must_be_confirmed() -> None:
    """Reading 5.2: a team without troops near the bridge is asked whether it means it."""
    found = meant("Guards", blow=[{"bridge": "Son bridge"}])
    assert "our nearest troops are" in found.questions[0].words
    assert len(found.chores) == 1


def read(seat: str, scenario: str = "market-garden", **rows: Any) -> SheetReading:
    """Return a sheet read back."""
    st = begun(scenario)
    found = OpCom(scenario=scenario).read_back(st, team_of(st, seat), json.dumps(rows))
    assert found is not None
    return found


def test_an_empty_dump_is_reported_beside_the_line() -> None:
    """The lines before are counted: what is loaded can be given, what was given is gone."""
    more = {"from": "dump", "to": "Guards Armd RASC company 1", "ammo": 30}
    found = read("Guards", supply=[more, {**more, "ammo": 30}])
    warned = [line.warnings for line in found.lines]
    assert warned[0] == ()
    assert len(warned[1]) == 1
    assert "Guards Armd Div dump has 10 ammunition" in warned[1][0]


def test_a_route_is_read_back_by_its_names() -> None:
    """By Achel and Leende to Hechtel, tactical, then hold."""
    order = {"unit": "2nd (Armd) Bn Grenadier Guards", "action": "move"}
    found = read("Guards", order=[{**order, "orders": "By Achel and Leende to Hechtel"}])
    words = found.lines[0].words
    assert "move to Hechtel by Achel and Leende, tactical, then hold" in words
