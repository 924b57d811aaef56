"""Supplies, dumps, bridges, fire missions, rest and trains, as sheets order them."""

from __future__ import annotations

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import BLOWN, SAFE, STUCK, TESTED, Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.board.world import FUEL, load_world
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.pieces.orders import Train
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.s04_turn import begin_turn, end_turn
from bocage.games.opcom.s06_movement.rail import board, run_trains, stations
from tests.games.opcom.playing import (
    CONTROL,
    GUARDS,
    WALTHER,
    alone,
    begun,
    go,
    level,
    ordered,
    send,
    sheet,
    work_out,
)


def held(st: Position, unit: str) -> tuple[int, int]:
    """Ammunition and fuel of a unit's stack."""
    number = st.world.by_id[unit]
    return sum(st.holds(number, kind) for kind in range(FUEL)), st.holds(number, FUEL)


def test_a_dump_delivers_what_is_ordered_within_its_points() -> None:
    """11.0.dump: ten points a turn go to a headquarters within ten kilometres, if it has room."""
    table = begun(["3"] * 20)
    table.adjust(CONTROL, "stock GB-5GA-HQ ammo 0 because of the test")
    table.adjust(CONTROL, "stock GB-5GA-HQ fuel 0 because of the test")
    supply = [{"from": "Guards Armoured dump", "to": "GB-5GA-HQ", "ammo": 8, "fuel": 9}]
    st = ordered(table, GUARDS, supply=supply)
    assert held(st, "GB-5GA-HQ") == (8, 2)
    assert st.delivered[0] == 10


def test_a_headquarters_carries_no_more_than_its_lift() -> None:
    """11.0.b: what does not fit stays in the dump."""
    table = begun(["3"] * 20)
    before = held(table.state, "GB-32G-HQ")
    supply = [{"from": "Guards Armoured dump", "to": "GB-32G-HQ", "ammo": 5}]
    st = ordered(table, GUARDS, supply=supply)
    assert held(st, "GB-32G-HQ") == before == (7, 5)


def test_a_transport_column_loads_drives_and_unloads() -> None:
    """11.0.transport, reading 6.6: points go by road from the dump to a headquarters far away."""
    table = alone("GB-GADRASC1", "GB-5GA-HQ", at={"GB-5GA-HQ": "Schaft fork"})
    table.adjust(CONTROL, "stock GB-5GA-HQ ammo 0 because of the test")
    by = {"from": "dump", "to": "GB-5GA-HQ", "ammo": 4, "by": "Guards Armd RASC company 1"}
    st = ordered(table, GUARDS, supply=[by])
    assert held(st, "GB-5GA-HQ")[0] == 4
    assert held(st, "GB-GADRASC1") == (0, 0)
    column, hq = st.world.by_id["GB-GADRASC1"], st.world.by_id["GB-5GA-HQ"]
    assert st.km(column, hq) < 2


def test_a_dump_moves_and_leaves_its_supplies() -> None:
    """11.1: the dump is at its new place, and its points stay behind."""
    table = begun(["3"] * 20)
    st = ordered(table, GUARDS, dump=[{"dump": "dump", "to": "Hechtel"}])
    units, dumps = len(st.world.units), len(st.world.dumps)
    assert st.held(units) == 0
    assert st.held(units + dumps) == 80
    hechtel = next(p for p in st.world.places if p.name == "Hechtel")
    assert (st.depot_x[0], st.depot_y[0]) == st.world.ways.xy(hechtel.lat, hechtel.lon)
    assert (st.depot_x[dumps], st.depot_y[dumps]) != (st.depot_x[0], st.depot_y[0])


def test_a_unit_that_ends_on_an_enemy_dump_takes_it() -> None:
    """Reading 6.8: fuel is captured, ammunition of the other side destroyed."""
    table = alone("GE-FJ6-1", at={"GE-FJ6-1": "51.1900 5.3670"})
    st = ordered(table, WALTHER)
    units = len(st.world.units)
    assert (st.holds(units, 0), st.holds(units, FUEL)) == (0, 40)
    assert st.depot_side[0] == 2


def test_an_attached_battalion_counts_a_turn_later() -> None:
    """9.6.b: to another division it takes a turn, in which it does not attack."""
    table = begun(["3"] * 20)
    attach = [{"unit": "GB-AGRA5-2", "to": "Guards Armoured Division"}]
    st = ordered(table, GUARDS, attach=attach)
    unit = st.world.by_id["GB-AGRA5-2"]
    assert st.formation(unit) == "Corps troops"
    procedure.release(table)
    assert table.state.formation(unit) == "Guards Armoured Division"


@pytest.mark.parametrize(("die", "blown"), [("1", True), ("2", False), ("6", False)])
def test_an_ordered_demolition_is_one_test(die: str, blown: bool) -> None:
    """8.0.b, reading 5.2: a 1 blows the bridge; else it is tested, and safe once Allies pass."""
    table = begun([die, *["3"] * 20])
    st = ordered(table, WALTHER, blow=[{"bridge": "Dommel bridge S of Valkenswaard"}])
    bridge = st.world.bridge_names.index("B-DOM")
    assert bool(st.bridges[bridge] & BLOWN) == blown
    assert st.bridges[bridge] & TESTED
    if not blown:
        table = alone(
            "GB-2IG", "GB-32G-HQ", at={"GB-2IG": "Schaft fork", "GB-32G-HQ": "Schaft fork"}
        )
        table.state.bridges[bridge] |= TESTED
        st = ordered(table, GUARDS, go("GB-2IG", "Valkenswaard"))
        assert st.bridges[bridge] & SAFE


def test_a_bridge_that_is_not_held_is_not_blown() -> None:
    """Reading 5.2: only the side that holds an end can blow it; Joe's Bridge is ours."""
    table = begun(["1"] * 20)
    st = ordered(table, WALTHER, blow=[{"bridge": "Joe's Bridge"}])
    assert not st.bridges[st.world.bridge_names.index("B-JOE")] & BLOWN


def test_engineers_bridge_a_gap_in_a_turn() -> None:
    """Reading 5.4: with sappers and a bridging column the bridge is back at the end of the turn."""
    at = {"GB-GADRE": "B-DOM", "GB-XXX-BR1": "B-DOM"}
    table = alone("GB-GADRE", "GB-XXX-BR1", at=at)
    table.adjust(CONTROL, "bridge B-DOM blown because of the test")
    build = [{"bridge": "B-DOM", "engineers": "GB-GADRE", "column": "GB-XXX-BR1"}]
    st = ordered(table, GUARDS, build=build)
    bridge = st.world.bridge_names.index("B-DOM")
    assert not st.bridges[bridge] & BLOWN
    assert st.capacity[bridge] == 20


def test_guns_interdict_a_place() -> None:
    """9.16: every unit in the square rolls; a 6 costs a step and stops it; guns pay ammunition."""
    units = ("GB-55FD", "GB-153FD", "GE-HOF-1", "GE-HOF-HQ")
    table = alone(*units)
    fire = [{"guns": ["55 Fd Regt", "153 Fd Regt"], "at": "51.2660 5.4100"}]
    before = held(table.state, "GB-55FD")[0]
    table.oracle = begun(["6"] * 20).oracle
    st = ordered(table, GUARDS, fire=fire)
    assert level(table, "GE-HOF-1") == 4
    assert st.has(st.world.by_id["GE-HOF-1"], STUCK)
    assert held(st, "GB-55FD")[0] == before - 1
    assert any(card.category == "interdiction" for card in st.cards)


def test_counter_battery_answers_guns_that_fire() -> None:
    """9.17: guns on duty fix firing guns on a 6, and then roll on the table."""
    units = ("GB-AGRA5-2", "GB-55FD", "GE-HOF-1", "GE-HEI-ART", "GE-WAL-HQ")
    table = alone(*units, at={"GB-AGRA5-2": "51.2450 5.3900"})
    table.oracle = begun(["6"] * 20).oracle
    table.adjust(CONTROL, "stock GE-WAL-HQ ammo 3 because of the test")
    send(table, GUARDS, sheet(fire=[{"guns": ["GB-AGRA5-2"], "mission": "counter-battery"}]))
    send(table, WALTHER, sheet(fire=[{"guns": ["GE-HEI-ART"], "at": "51.2500 5.3870"}]))
    work_out(table)
    assert level(table, "GE-HEI-ART") == 1
    assert any("counter-battery" in card.name for card in table.state.cards)


def test_four_turns_of_rest_may_restore_a_step() -> None:
    """Reading 7.1: resting, supplied and far from the enemy, a 5 or 6 on the fourth turn."""
    for die, after in (("6", 0), ("2", 1)):
        table = alone("GB-1GREN", "GB-5GA-HQ", at={"GB-1GREN": "Hechtel", "GB-5GA-HQ": "Hechtel"})
        table.oracle = begun([die] * 20).oracle
        table.adjust(CONTROL, "steps GB-1GREN 1 because of the test")
        unit = table.state.world.by_id["GB-1GREN"]
        table.state.rested[unit] = 4
        rest = {"unit": "GB-1GREN", "action": "hold", "posture": "rest"}
        st = ordered(table, GUARDS, rest)
        assert st.steps[unit] == after


def by_rail() -> Table[Position]:
    """Arnhem Bridge, with a battalion at Zutphen."""
    table = Table.new(OpCom(), scenario="arnhem-bridge", seed=b"r" * 32)
    table.adjust(2, "move GE-9-SPIN Zutphen because of the test")
    return table


def test_a_train_journey_takes_its_time_on_unbroken_track() -> None:
    """6.4: infantry embark for a turn, travel for one and need half a one to get off."""
    st = by_rail().state
    unit, goal = st.world.by_id["GE-9-SPIN"], stations(st.world)[_id(st, "Apeldoorn")]
    board(st, Train(1, unit, *goal, "Apeldoorn"))
    assert st.aboard[unit] == 5
    for _ in range(2):
        run_trains(st)
        assert st.at(unit) != goal
    run_trains(st)
    assert st.at(unit) == goal


def _id(st: Position, name: str) -> str:
    return next(p.id for p in st.world.places if p.name == name)


def test_no_train_without_station_room_or_track() -> None:
    """6.4.c, 6.4.e: away from a station, too large, or with a bridge down nobody rides."""
    st = by_rail().state
    unit = st.world.by_id["GE-9-SPIN"]
    board(st, Train(1, unit, 0, 0, "nowhere"))
    assert not st.aboard[unit]
    elsewhere = st.world.by_id["GE-9-20"]
    board(st, Train(1, elsewhere, *stations(st.world)[_id(st, "Apeldoorn")], "Apeldoorn"))
    assert not st.aboard[elsewhere]
    for i in range(len(st.bridges)):
        st.bridges[i] |= BLOWN
    board(st, Train(1, unit, *stations(st.world)[_id(st, "Nijmegen")], "Nijmegen"))
    assert not st.aboard[unit]
    assert "no train" in [each.code for each in st.notes]


def test_supplies_come_up_each_morning() -> None:
    """11: the dump has what the scenario brings on the second morning."""
    world = load_world("joes-bridge")
    st = Position.new(world, ())
    for _ in range(2):
        begin_turn(st)
        end_turn(st)
    before = st.held(len(world.units))
    begin_turn(st)
    assert st.held(len(world.units)) == before + 20
    assert km_between(st.at(0), world.units[0].start) == 0
