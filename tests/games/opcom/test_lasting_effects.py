"""Effects that last over turns: shattered, rebuilt and wasting units, jams, bridges, stacks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import BAILEY, BLOWN, SAFE, TESTED, Position
from bocage.games.opcom.board.world import FUEL
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.pieces.orders import Construction, Demolition
from bocage.games.opcom.s04_turn import begin_turn
from bocage.games.opcom.s05_orders.chores import build_bridges, carry_out_chores
from bocage.games.opcom.s06_movement.marchers import bears
from bocage.games.opcom.s09_combat.groups import attempt
from bocage.games.opcom.s09_combat.muster import build
from bocage.games.opcom.s09_combat.retreats import retire
from bocage.games.opcom.s10_reports.release import reported
from bocage.games.opcom.s11_supplies.stacks import capture_stacks, stacks_of
from bocage.games.opcom.s11_supplies.use import Stock, captured
from tests.games.opcom.playing import (
    CONTROL,
    GAME,
    GUARDS,
    WALTHER,
    alone,
    begun,
    release,
    send,
    sheet,
    work_out,
)


def with_options(**options: str) -> Table[Position]:
    """Joe's Bridge with some readings ruled otherwise."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return Table.new(GAME, seed=b"s" * 32, options=chosen)


def turn(table: Table[Position], *orders: dict[str, Any], team: int = WALTHER, **more: Any) -> None:
    """One turn, released."""
    number = table.state.turn
    send(table, team, sheet(*orders, turn=number, **more))
    send(table, 1 - team, sheet(turn=number))
    work_out(table)
    release(table)


def test_a_shattered_unit_is_rebuilt_as_a_company_at_its_dump() -> None:
    """Readings 4.40 and 7.5: five kilometres a turn, then four turns clear of the enemy."""
    table = alone("GE-HOF-3", at={"GE-HOF-3": "51.3400 5.4440"})
    table.adjust(CONTROL, "steps GE-HOF-3 6 because of the test")
    unit = table.state.world.by_id["GE-HOF-3"]
    assert table.state.level(unit) == 0
    turn(table)
    assert table.state.rebuilt[unit] == 0
    dump = (table.state.depot_x[1], table.state.depot_y[1])
    table.state.clear[unit] = 3
    table.state.xs[unit], table.state.ys[unit] = dump
    turn(table)
    assert (table.state.rebuilt[unit], table.state.level(unit)) == (1, 2)
    assert table.state.status(unit).levels == (2, 1, 0)


def test_the_enemy_near_by_stops_a_rebuilding() -> None:
    """Reading 7.5: clear of the enemy, or the turns do not count."""
    table = alone("GE-HOF-3", "GB-2IG", at={"GE-HOF-3": "51.3550 5.4700"})
    table.adjust(CONTROL, "steps GE-HOF-3 6 because of the test")
    table.adjust(CONTROL, "move GB-2IG 51.3300 5.4400 because of the test")
    unit = table.state.world.by_id["GE-HOF-3"]
    table.state.clear[unit] = 3
    turn(table)
    assert (table.state.rebuilt[unit], table.state.clear[unit]) == (0, 0)


@pytest.mark.parametrize(("setting", "broken"), [("yes", True), ("no", False)])
def test_a_broken_brigade_orders_no_attacks_for_two_turns(setting: str, broken: bool) -> None:
    """Reading 7.7, a switch: two thirds of the battalions at 0."""
    table = with_options(broken_brigades=setting)
    st = table.state
    ids = st.world.by_id
    hq = st.world.units[ids["GB-2IG"]].hq
    battalions = [u.number for u in st.world.units if u.hq == hq and u.arm in ("infantry", "tank")]
    for unit in battalions[:3]:
        st.steps[unit] = st.status(unit).last_step
    turn(table)
    st = table.state
    left = battalions[3]
    ruling = attempt(st, left, None, overrun=False, counter=False)
    assert ("reading 7.7" in ruling.rules) is broken
    st.turn += 2
    assert "reading 7.7" not in attempt(st, left, None, overrun=False, counter=False).rules


@pytest.mark.parametrize(("setting", "tests"), [("yes", True), ("no", False)])
def test_weak_units_waste_away_after_four_turns_without_supplies(setting: str, tests: bool) -> None:
    """Reading 6.10, a switch: after four turns a die, and a step on 1 to 3."""
    table = with_options(isolation=setting)
    st = table.state
    unit = st.world.by_id["GE-LW6"]
    st.steps[unit] = next(s for s in range(9) if st.status(unit).level(s) <= 2)
    st.stock[:] = type(st.stock)("i", [0] * len(st.stock))
    st.unsupplied[unit] = 3
    number = st.turn
    send(table, GUARDS, sheet(turn=number))
    send(table, WALTHER, sheet(turn=number))
    work_out(table)
    asked = [e.question for e in table.entries if "isolated.GE-LW6" in e.question]
    assert bool(asked) is tests


def test_supplied_units_do_not_waste_away() -> None:
    """Reading 6.10: a unit that can draw ammunition begins its count again."""
    table = with_options(isolation="yes")
    unit = table.state.world.by_id["GB-2IG"]
    table.state.unsupplied[unit] = 9
    turn(table)
    assert table.state.unsupplied[unit] == 0


def test_a_retreat_by_road_blocks_it_for_a_turn() -> None:
    """Reading 3.20: the points lie on the road in the next turn, and are gone after it."""
    table = begun(["3"] * 20)
    st = table.state
    st.jams[0] = 7
    begin_turn(st)
    assert (st.lanes[0], st.jams[0]) == (7, 0)
    begin_turn(st)
    assert st.lanes[0] == 0


def test_a_major_river_is_bridged_in_three_turns() -> None:
    """Reading 5.4: work is kept from turn to turn, and the bridge bears tanks at the end."""
    table = Table.new(GAME, scenario="arnhem-bridge", seed=b"s" * 32)
    st = table.state
    world = st.world
    crossing = next(
        i
        for i, c in enumerate(world.crossings)
        if any(side.kind == "major river" for side in world.pack.water_between(c.a, c.b))
    )
    bridge = world.crossings[crossing]
    at = world.ways.xy(bridge.lat, bridge.lon)
    for unit in world.units:
        st.where[unit.number] = 2
    for number in range(3):
        st.place(number, at)
    st.bridges[crossing] = BLOWN | TESTED
    team = world.units[0].team
    for done in (1, 2):
        st.chores = (Construction(team, crossing, 0, (1, 2)),)
        build_bridges(st)
        assert st.bridges[crossing] & BLOWN
        assert dict(st.works)[crossing] == done
    build_bridges(st)
    assert not st.bridges[crossing] & BLOWN
    assert st.bridges[crossing] & BAILEY
    assert st.works == ()


@pytest.mark.parametrize(("setting", "passes"), [("yes", True), ("no", False)])
def test_armoured_cars_over_a_light_bridge_are_a_switch(setting: str, passes: bool) -> None:
    """Reading 3.10: extended, or as the book has it."""
    table = with_options(light_bridges=setting)
    st = table.state
    light = next(i for i, c in enumerate(st.world.crossings) if c.weight == "light")
    assert bears(st, st.world.by_id["GB-HCR"], light) is passes
    assert bears(st, st.world.by_id["GB-3IG"], light)


@pytest.mark.parametrize(("setting", "score"), [("3", -3), ("2", -2)])
def test_the_option_for_unprepared_attacks_applies_on_the_map(setting: str, score: int) -> None:
    """Reading 4.4: the switch reaches the fights of the map with its sign."""
    from bocage.games.opcom.s09_combat.muster import settings_of
    from bocage.games.opcom.s09_combat.scores import ledger

    table = with_options(unprepared=setting)
    st = table.state
    ids = st.world.by_id
    combat = Combat("x", (ids["GB-2IG"],), (ids["GE-HOF-1"],), (), 0, 0, 0, 1)
    rows = ledger(build(st, combat, 0), settings_of(st)).rows
    assert [int(row.value) for row in rows if "9.9.unprepared" in row.rule] == [score]


def test_combined_arms_in_defence_need_a_turn_of_holding() -> None:
    """Reading 4.9, a switch: who has held a whole turn counts as prepared, nobody else."""
    table = with_options(combined_defence="yes")
    st = table.state
    ids = st.world.by_id
    combat = Combat("x", (ids["GB-2IG"],), (ids["GE-HOF-1"],), (), 0, 0, 0, 1)
    assert not build(st, combat, 0).defender.fighters[0].prepared
    turn(table, {"unit": "all", "action": "hold"})
    st = table.state
    assert build(st, combat, 0).defender.fighters[0].prepared
    st.standing = tuple(replace(each, action=1) for each in st.standing)
    assert not build(st, combat, 0).defender.fighters[0].prepared


def test_troops_stand_fast_at_a_vital_place() -> None:
    """9.14.2, reading 4.36: at Arnhem bridge they stand fast though nobody has ordered it."""
    table = Table.new(GAME, scenario="arnhem-bridge", seed=b"s" * 32)
    st = table.state
    ids = st.world.by_id
    combat = Combat("x", (ids["GE-9-20"],), (ids["GB-2PARA"],), (), 0, 0, 0, 1)
    fight = build(st, combat, 0)
    assert fight.defender.fighters[0].stands_fast
    assert not fight.attacker.fighters[0].stands_fast
    st.place(ids["GB-2PARA"], st.world.ways.xy(51.99, 5.87))
    assert not build(st, combat, 0).defender.fighters[0].stands_fast


def test_a_unit_out_of_touch_is_reported_where_it_was(  # reading 10.4
) -> None:
    """Reading 10.4, a switch: farther than 10 km from every headquarters it is not confirmed."""
    table = with_options(positions="radio")
    st = table.state
    unit = st.world.units[st.world.by_id["GE-HOF-3"]]
    before = reported(st, unit)
    st.place(unit.number, st.world.ways.xy(51.14, 5.36))
    after = reported(st, unit)
    assert (after.x, after.y) == (before.x, before.y)
    assert after.at.endswith("(not confirmed)")


def test_a_captured_dump_serves_its_captors_alone() -> None:
    """Reading 6.8: captured fuel is kept, captured ammunition destroyed, and the owner learns of
    it."""
    table = begun(["3"] * 20)
    st = table.state
    taker = st.world.by_id["GB-2IG"]
    st.place(taker, (st.depot_x[1], st.depot_y[1]))
    holder = len(st.world.units) + 1
    fuel = st.holds(holder, FUEL)
    capture_stacks(st)
    assert st.depot_side[1] == 1
    assert (st.held(holder), st.holds(holder, FUEL)) == (fuel, fuel)
    assert stacks_of(st, GUARDS) == [1]
    assert "dump taken" in [each.code for each in st.notes if each.team == WALTHER]
    assert captured(Stock({"German": 3}, 2), ("British",)) == Stock({}, 2)


def test_supplies_are_parked_and_fetched_again() -> None:
    """11.0.e, reading 1.4: a headquarters parks what it will not carry, another fetches it."""
    table = begun(["3"] * 20)
    hq = table.state.world.by_id["GB-5GA-HQ"]
    other = table.state.world.by_id["GB-GAD-HQ"]
    park = [{"from": "GB-5GA-HQ", "to": "park", "ammo": 4, "fuel": 2}]
    turn(table, team=GUARDS, supply=park)
    st = table.state
    (stack,) = stacks_of(st, GUARDS)
    lat, lon = st.world.ways.earth((st.depot_x[stack], st.depot_y[stack]))
    assert (st.holds(hq, 0), st.holds(hq, FUEL)) == (2, 4)
    st.place(other, (st.depot_x[stack], st.depot_y[stack]))
    fetch = [{"from": f"stack at {lat:.4f} {lon:.4f}", "to": "GB-GAD-HQ", "ammo": 2}]
    turn(table, team=GUARDS, supply=fetch)
    assert table.state.holds(other, 0) == 2


def test_fetching_a_missing_stack_is_a_problem_and_other_lines_stand() -> None:
    """11.0: what the team has not parked it cannot fetch."""
    from tests.games.opcom.playing import meant

    text = sheet(
        {"unit": "GB-2IG", "action": "hold"},
        supply=[
            {"from": "stack at Achel", "to": "GB-5GA-HQ", "ammo": 1},
            {"from": "GB-5GA-HQ", "to": "park at Achel", "ammo": 1},
        ],
    )
    found = meant(text)
    assert len(found.lines) == 1
    assert [str(each).partition(": ")[2] for each in found.problems] == [
        "We have no supplies parked at Achel.",
        "Name the transport column that takes the supplies there.",
    ]


def test_two_orders_for_one_bridge_are_one_test() -> None:
    """Reading 5.2: two orders to blow the same bridge are one test in a turn."""
    table = begun(["3"] * 20)
    st = table.state
    crossing = st.world.bridge_names.index("B-DOM")
    st.chores = (Demolition(WALTHER, crossing), Demolition(WALTHER, crossing))
    before = len(st.stack)
    carry_out_chores(st)
    assert len(st.stack) == before + 1


def test_an_allied_unit_at_a_tested_bridge_makes_it_safe() -> None:
    """8.0.c, reading 5.1: checked by a unit that ends its turn there, not by an enemy."""
    for who, safe in (("GB-2IG", True), ("GE-HOF-3", False)):
        table = alone(who)
        crossing = table.state.world.bridge_names.index("B-DOM")
        table.state.bridges[crossing] = TESTED
        bridge = table.state.world.crossings[crossing]
        table.adjust(CONTROL, f"move {who} {bridge.lat:.4f} {bridge.lon:.4f} because of the test")
        turn(table)
        assert bool(table.state.bridges[crossing] & SAFE) is safe


def test_a_retreat_ends_in_a_wood_a_little_farther_on() -> None:
    """9.14.1, reading 4.33: within 30 per cent more or less of the distance a refuge is taken."""
    from fractions import Fraction

    table = begun(["3"] * 20)
    st = table.state
    ids = st.world.by_id
    ends: set[str] = set()
    for tenths in range(10, 60, 5):
        way = retire(st, ids["GE-HOF-1"], Fraction(tenths, 10), (ids["GB-2IG"],), 5)
        assert way.km <= tenths / 10 * 1.3 + 0.01
        ends.add(st.world.ways.ground(way.end))
        if way.blocked == "free" and st.world.ways.ground(way.end) == "close":
            assert way.km >= tenths / 10 * 0.7 - 0.01
    assert "close" in ends
