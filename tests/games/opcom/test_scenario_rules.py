"""Market Garden's special rules for trains, squadrons and lifts (readings 3.23 to 9.16)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.engine import play
from bocage.games.opcom.board.position import DUE, GONE, HERE, Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.pieces.flights import Sortie
from bocage.games.opcom.s04_turn import begin_turn
from bocage.games.opcom.s05_orders.files import shaped
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import understand
from bocage.games.opcom.s06_movement.rail import Late, due_by_rail
from bocage.games.opcom.s12_air.flak import Evade, Stray, batteries, shots, strays
from bocage.games.opcom.s12_air.landing import (
    WHITHER,
    Joins,
    Scatter,
    may_scatter,
    off_by,
    rejoining,
)
from bocage.games.opcom.s12_air.launch import launch
from bocage.games.opcom.s12_air.sorties import FLOWN
from bocage.games.opcom.s13_air_combat import Stream, streams
from tests.games.opcom.debriefing import begun, team


def at_turn(turn: int, flying: str = "yes") -> Position:
    """Return a turn of Market Garden, nobody at work on it."""
    st = begun().copy()
    st.turn, st.flying, st.stack = turn, flying, ()
    return st


def ordered(st: Position, seat: str, *lines: dict[str, Any]) -> None:
    """A team's air lines are taken, and everybody sets out."""
    number = team(st, seat)
    sheet = shaped({"turn": str(st.turn), "air": list(lines)})
    found = understand(st.world, number, sheet, known_to_team(st, number))
    assert found.problems == ()
    st.chores = (*st.chores, *found.chores)
    launch(st)


def flying(st: Position, name: str) -> list[Sortie]:
    """What a squadron, or a lift, flies in this turn."""
    sky = st.world.sky
    lift = sky.lift_number.get(name, -2)
    return [s for s in st.sorties if s.lift == lift or sky.number.get(name) in s.squadrons]


# Squadrons -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "weather", "flies"), [(1, "yes", False), (2, "yes", True), (2, "no", False)]
)
def test_some_squadrons_fly_only_with_transports(turn: int, weather: str, flies: bool) -> None:
    """Air Defence of Great Britain flies when a lift sets out, and stays down when none does."""
    st = at_turn(turn, weather)
    ordered(st, "Allied-Air", {"mission": "air cover", "squadrons": ["ADGB-1"], "zone": "Arnhem"})
    assert bool(flying(st, "ADGB-1")) == flies
    told = [each.parts[0] for each in st.notes if each.code == "did not fly"]
    assert ("no transports fly" in told) == (not flies)


def test_patrols_meet_jets_on_1_and_2() -> None:
    """A patrol that could meet them does on 1 and 2; other aircraft are not asked at all."""
    st = at_turn(10)
    ordered(
        st, "Allied-Air", {"mission": "air cover", "squadrons": ["RAF-401"], "zone": "Nijmegen"}
    )
    raid = {"mission": "bombing", "squadrons": ["LW-262"], "at": "Nijmegen road bridge (Waalbrug)"}
    other = {**raid, "squadrons": ["LW-GA1"]}
    ordered(st, "Luftwaffe", raid, other)
    jets, slow = flying(st, "LW-262")[0].number, flying(st, "LW-GA1")[0].number
    found = streams(st)
    assert [each for each in found if isinstance(each, Evade)] == [Evade(jets)]
    assert Stream(slow) in found
    for die, slips in ((3, 1), (2, 0)):
        there = st.copy()
        there.push(Stream(jets))
        there.push(Evade(jets, die))
        play.settle(there)
        assert there.sorties[jets].slips == slips
        assert bool(there.sorties[jets].state) == (not slips)  # who is met without escort is shaken


def test_lifts_that_stray_are_fired_at() -> None:
    """Flak off the corridor fires at a southern lift that rolls a 1, unless it is suppressed."""
    st = at_turn(2)
    launch(st)
    number = flying(st, "L-501")[0].number
    shb = next(i for i, flak in enumerate(st.world.sky.flak) if flak.id == "FLAK-SHB")
    first = len(st.world.units)
    assert first + shb not in {each.number for each in batteries(st, 0)}
    assert Stray(number, shb) in strays(st)
    assert not any(flying(st, "L-1PARA")[0].number == each.number for each in _strays(st))
    before = len(shots(st, st.sorties[number]))
    for die, more in ((2, 0), (1, 1)):
        there = st.copy()
        there.push(Stray(number, shb, die))
        play.settle(there)
        assert len(shots(there, there.sorties[number])) == before + more
        there.hushed[first + shb] = 1
        assert len(shots(there, there.sorties[number])) == before


def _strays(st: Position) -> list[Stray]:
    return [each for each in strays(st) if isinstance(each, Stray)]


# Lifts ---------------------------------------------------------------------------------------


def test_the_rest_of_a_battalion_comes_with_the_second_lift() -> None:
    """2nd South Staffordshire has its step back when the lift is down, and not before."""
    st = at_turn(4)
    staffords = st.world.by_id["GB-SSTAF"]
    st.place(staffords, st.world.units[staffords].start)
    launch(st)
    number = flying(st, "L-1DIV2")[0].number
    assert rejoining(st, number) == []
    st.lifts[st.sorties[number].lift] = FLOWN
    assert rejoining(st, number) == [Joins(0)]
    for where, left in ((HERE, 0), (GONE, 1)):
        there = st.copy()
        there.where[staffords] = where
        there.push(Joins(0))
        play.settle(there)
        assert there.steps[staffords] == left
    assert any(card.name == "4.rejoin.GB-SSTAF" for card in there.cards)


def test_drops_scatter_if_the_option_is_on() -> None:
    """On a 1 by day a lift comes down so many kilometres off; troops alone, and only by choice."""
    st = at_turn(2)
    launch(st)
    number = flying(st, "L-1PARA")[0].number
    assert not may_scatter(st, number)
    st.settings = (("scatter", "yes"),)
    assert may_scatter(st, number)
    zone = (st.sorties[number].x, st.sorties[number].y)
    for dice, km in (((2,), 0), ((1, 4, 1), 4)):
        there = st.copy()
        there.push(Scatter(number, dice))
        play.settle(there)
        found = there.sorties[number]
        assert round(km_between((found.x, found.y), zone)) == km
        assert bool(found.site) == (not km)
    told = [each for each in there.notes if each.code == "lift off"]
    assert [(each.figure, each.parts) for each in told] == [(4, ("north",))]


def test_nobody_is_dropped_into_a_river() -> None:
    """What would come down in water comes down short of it, on land, in each of six directions."""
    st = at_turn(2)
    at = st.world.sky.sites["DZ-K"].at
    for whither in range(len(WHITHER)):
        cell = st.world.ways.cell(off_by(st, at, 6, whither))
        assert cell is not None
        assert st.world.ways.is_land(cell)


# Trains --------------------------------------------------------------------------------------


def test_reinforcements_by_rail_may_be_a_turn_late() -> None:
    """107th Panzer Brigade rolls one die for its train: in time, or a turn later without a die."""
    st = at_turn(3)
    units = [u.number for u in st.world.units if u.unit.division == "107th Panzer Brigade"]
    begin_turn(st)
    assert st.turn == 4
    (train,) = [
        each for each in due_by_rail(st) if isinstance(each, Late) and units[0] in each.units
    ]
    assert set(train.units) == set(units)
    assert {st.where[unit] for unit in units} == {DUE}
    for die, where in ((3, HERE), (2, DUE)):
        there = st.copy()
        there.push(Late(train.units, die))
        play.settle(there)
        assert {there.where[unit] for unit in units} == {where}
    begin_turn(there)
    assert {there.where[unit] for unit in units} == {HERE}
    assert not any(units[0] in each.units for each in due_by_rail(there) if isinstance(each, Late))
    assert {there.aboard[unit] for unit in units} == {0}


def test_a_train_that_is_boarded_may_be_late() -> None:
    """On 1 and 2 the journey takes a turn longer, and the team learns of it."""
    st = at_turn(5)
    unit = next(u.number for u in st.here() if u.unit.division == "9th SS Panzer Division")
    st.aboard[unit] = 3
    for die, half_turns in ((3, 3), (1, 5)):
        there = st.copy()
        there.push(Late((unit,), die))
        play.settle(there)
        assert there.aboard[unit] == half_turns
        told = [each.code for each in there.notes]
        assert ("train late" in told) == (half_turns > 3)
