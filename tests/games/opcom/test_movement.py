"""Movement on the map: rates, delays, water, the enemy, traffic, night, fuel, headquarters."""

from __future__ import annotations

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import BLOWN, DUE, HALTED, PREPARE, QUEUED, TACT, Position
from bocage.games.opcom.board.ways import Point, Stretch, km_between
from bocage.games.opcom.board.world import FUEL
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.s06_movement.contact import Near
from bocage.games.opcom.s06_movement.march import March, advance
from bocage.games.opcom.s06_movement.marchers import marcher
from bocage.games.opcom.s07_traffic import Traffic
from bocage.games.opcom.words.verbs import OVERRIDE
from tests.games.opcom.playing import (
    CONTROL,
    GUARDS,
    WALTHER,
    alone,
    go,
    ordered,
    send,
    sheet,
    work_out,
)


def spot(table: Table[Position], name: str) -> Point:
    """Where a place is."""
    world = table.state.world
    place = next(p for p in world.places if p.name == name)
    return world.ways.xy(place.lat, place.lon)


def km_gone(st: Position, unit: str) -> float:
    """Return how far a unit came in this turn."""
    return st.metres[st.world.by_id[unit]] / 1000


def test_a_march_never_exceeds_the_rate() -> None:
    """6.1: marching all day, a unit covers no more than its rate; foot 15, tanks 18 to 30."""
    for unit, posture, least, most in (
        ("GE-FJ6-1", "tact", 14, 15),
        ("GE-FJ6-1", "non-tact", 24, 25),
        ("GB-2IG", "tact", 18, 30),
        ("GB-2IG", "non-tact", 28, 32),
    ):
        table = alone(unit, "GB-32G-HQ", at={unit: "51.2490 5.3870"})
        table.state.bridges[:] = bytes(len(table.state.bridges))
        team = GUARDS if unit.startswith("GB") else WALTHER
        st = ordered(table, team, go(unit, "Eindhoven", posture))
        arrived = km_between(st.at(st.world.by_id[unit]), spot(table, "Eindhoven")) < 1
        assert km_gone(st, unit) <= most + 0.01
        assert arrived or km_gone(st, unit) >= least - 0.5, unit


def test_bad_weather_halves() -> None:
    """6.2: each named delay halves the distance."""
    gone: dict[str, float] = {}
    for weather in ("fair", "bad"):
        table = alone("GE-FJ6-1", at={"GE-FJ6-1": "Hechtel"})
        table.adjust(CONTROL, f"weather {weather} because of the test")
        st = ordered(table, WALTHER, go("GE-FJ6-1", "Eindhoven"))
        gone[weather] = km_gone(st, "GE-FJ6-1")
    assert gone["bad"] == pytest.approx(gone["fair"] / 2, rel=0.1)


def test_tanks_need_a_bridge_and_infantry_wade() -> None:
    """6.3: with the Dommel bridges down tanks stop short, and infantry wade."""
    for unit, team in (("GB-2IG", GUARDS), ("GE-FJ6-1", WALTHER)):
        table = alone(unit, "GB-32G-HQ", at={unit: "51.3200 5.4300", "GB-32G-HQ": "Schaft fork"})
        for i in range(len(table.state.bridges)):
            table.state.bridges[i] |= BLOWN
        st = ordered(table, team, go(unit, "Valkenswaard"))
        there = km_between(st.at(st.world.by_id[unit]), spot(table, "Valkenswaard")) < 1
        assert there == (unit == "GE-FJ6-1")


def test_a_light_bridge_bears_no_tanks() -> None:
    """6.3.light: with every heavy bridge down tanks do not get across, headquarters do."""
    table = alone("GB-2IG", "GB-32G-HQ", at={"GB-2IG": "Dommelen", "GB-32G-HQ": "Dommelen"})
    for i, bridge in enumerate(table.state.world.crossings):
        if bridge.weight == "heavy":
            table.state.bridges[i] |= BLOWN
    st = ordered(table, GUARDS, go("GB-2IG", "Valkenswaard"))
    light = st.world.bridge_names.index("B-DOMW")
    assert km_between(st.at(st.world.by_id["GB-2IG"]), spot(table, "Valkenswaard")) > 1
    table = alone("GB-32G-HQ", at={"GB-32G-HQ": "Dommelen"})
    st = ordered(table, GUARDS, go("GB-32G-HQ", "Valkenswaard"))
    assert st.crossed[light] == 2


def test_an_enemy_within_passing_distance_stops_a_march() -> None:
    """6.5: a mover is stopped 2 km from an enemy in the open; one with status 0 stops nobody."""
    for steps, stopped in ((2, True), (6, False)):
        table = alone("GB-2IG", "GE-FJ6-1", "GB-32G-HQ", at={"GE-FJ6-1": "Lommel fork"})
        table.adjust(CONTROL, f"steps GE-FJ6-1 {steps} because of the test")
        st = ordered(table, GUARDS, go("GB-2IG", "Hechtel"))
        unit, enemy = st.world.by_id["GB-2IG"], st.world.by_id["GE-FJ6-1"]
        assert st.has(unit, HALTED) == stopped
        if stopped:
            assert 1.0 < st.km(unit, enemy) <= 2.01


def test_a_unit_in_contact_may_leave_but_not_pass_closer() -> None:
    """6.5.c: next to the enemy one may march off, and is stopped as soon as one comes nearer."""
    at = {"GB-2IG": "51.2700 5.3700", "GE-FJ6-1": "51.2800 5.3700"}
    for goal, stays in (("51.2550 5.3700", False), ("51.2950 5.3700", True)):
        table = alone("GB-2IG", "GE-FJ6-1", "GB-32G-HQ", at=at)
        table.adjust(CONTROL, "stock GB-32G-HQ fuel 5 because of the test")
        st = ordered(table, GUARDS, go("GB-2IG", goal))
        unit, enemy = st.world.by_id["GB-2IG"], st.world.by_id["GE-FJ6-1"]
        assert (st.km(unit, enemy) < 1.2) == stays


def test_traffic_queues_at_a_bridge_and_control_may_open_it() -> None:
    """7.1: what is more than the capacity waits; a card says so, and Control can change it."""
    units = ("GB-2GREN", "GB-1GREN", "GB-1WG", "GB-2WG", "GB-5GA-HQ")
    table = alone(*units)
    table.adjust(CONTROL, "bridge B-JOE 4 because of damage")
    move = go("5th Guards Brigade Group", "51.2500 5.3870")
    send(table, GUARDS, sheet(move))
    send(table, WALTHER, sheet())
    work_out(table)
    st = table.state
    bridge = st.world.bridge_names.index("B-JOE")
    waiting = [u for u in units if st.has(st.world.by_id[u], QUEUED)]
    assert st.crossed[bridge] <= 4
    assert waiting
    found = next(card for card in st.cards if card.category == "traffic")
    assert "takes 4 points" in found.what
    procedure.override(table, found.name, "20", "the sappers have mended it")
    st = table.state
    assert [u for u in units if st.has(st.world.by_id[u], QUEUED)] == []
    assert st.crossed[bridge] > 4


def test_day_and_night_together_never_exceed_the_maximum() -> None:
    """6.1, 6.6: a night order does not carry a unit beyond the printed maximum."""
    for night in (False, True):
        table = alone("GE-FJ6-1", at={"GE-FJ6-1": "Hechtel"})
        st = ordered(table, WALTHER, go("GE-FJ6-1", "Eindhoven", night=night))
        assert km_gone(st, "GE-FJ6-1") == pytest.approx(15, abs=0.1)


def test_a_tank_without_fuel_stays() -> None:
    """9.5.e: a mechanised unit uses one fuel to move, and stays where it is when there is none."""
    for fuel in (0, 3):
        table = alone("GB-2IG", "GB-32G-HQ", at={"GB-32G-HQ": "51.2500 5.3800"})
        for i in range(len(table.state.world.dumps)):
            table.state.take(len(table.state.world.units) + i, FUEL, 999)
        table.adjust(CONTROL, f"stock GB-32G-HQ fuel {fuel} because of the test")
        st = ordered(table, GUARDS, go("GB-2IG", "Schaft fork"))
        assert (km_gone(st, "GB-2IG") > 0) == bool(fuel)
        assert st.holds(st.world.by_id["GB-32G-HQ"], FUEL) == max(0, fuel - 1)


def test_a_headquarters_follows_its_units() -> None:
    """11.0.d: without orders a headquarters closes up behind its units, to supply them."""
    table = alone("GB-1COLD", "GB-2IG", "GB-3IG", "GB-5COLD", "GB-32G-HQ")
    st = ordered(table, GUARDS, go("32nd Guards Brigade Group", "Valkenswaard"))
    hq = st.world.by_id["GB-32G-HQ"]
    assert 1 < st.km(hq, st.world.by_id["GB-2IG"]) <= 5


def test_a_unit_that_spent_half_its_turn_attacks_next_turn() -> None:
    """6.1.c: more than half of the turn spent before contact, and the attack waits."""
    at = {"GE-HOF-3": "Eindhoven", "GB-2IG": "Schaft fork", "GB-32G-HQ": "Schaft fork"}
    table = alone("GB-2IG", "GB-32G-HQ", "GE-HOF-3", at=at)
    order = {"unit": "GB-2IG", "action": "attack", "posture": "tact", "objective": "Eindhoven"}
    send(table, GUARDS, sheet(order, go("GB-32G-HQ", "Aalst", "non-tact")))
    send(table, WALTHER, sheet())
    work_out(table)
    found = [card for card in table.state.cards if ".late." in card.name]
    assert [card.value for card in found] == ["waits"]
    assert not any(card.category == "fight" for card in table.state.cards)
    procedure.override(table, found[0].name, "attacks", "they rode all the way")
    while "waits for you" in procedure.waits_for(table):
        procedure.rule(table, "", "")
    assert any(card.category == "fight" for card in table.state.cards)


def test_control_may_slow_a_march_before_it_begins() -> None:
    """6.2: a march ruled to a quarter goes a quarter as far."""
    gone: dict[str, float] = {}
    for value in ("full", "quarter"):
        table = alone("GE-FJ6-1", at={"GE-FJ6-1": "Hechtel"})
        send(table, GUARDS, sheet())
        send(table, WALTHER, sheet(go("GE-FJ6-1", "Eindhoven")))
        text = f"1.march.Walther.1 {value} because of refugees"
        assert table.act(CONTROL, OVERRIDE.carrying(text))
        work_out(table)
        gone[value] = km_gone(table.state, "GE-FJ6-1")
    assert gone["quarter"] == pytest.approx(gone["full"] / 4, rel=0.1)


def test_a_reinforcement_avoids_a_blocked_entry() -> None:
    """Reading 3.22: a reinforcement whose entry the enemy holds comes on by another road."""
    table = alone("GB-2GREN", "GE-FJ6-1", at={"GE-FJ6-1": "51.2120 5.3730"})
    number = table.state.world.by_id["GB-2GREN"]
    table.state.where[number] = DUE
    ordered(table, GUARDS)
    procedure.release(table)
    assert table.state.is_here(number)
    assert table.state.km(number, table.state.world.by_id["GE-FJ6-1"]) > 2


def test_tanks_do_not_attack_over_a_canal_without_a_bridge() -> None:
    """Reading 4.46: an enemy beyond the canal is out of reach of tanks, and within that of foot."""
    for unit, fights in (("GB-2GREN", False), ("GB-1WG", False), ("GE-FJ6-1", True)):
        foe = "GE-FJ6-2" if unit.startswith("GB") else "GB-3IG"
        at = {unit: "51.2420 5.3300", foe: "51.2510 5.3300"}
        team = GUARDS if unit.startswith("GB") else WALTHER
        hq = ("GB-5GA-HQ", "GE-FJ6-HQ")[team]
        table = alone(unit, foe, hq, at={**at, hq: "51.2300 5.3300"})
        table.adjust(CONTROL, "bridge B-JOE blown because of the test")
        order = {"unit": unit, "action": "attack", "objective": "51.2510 5.3300"}
        st = ordered(table, team, order)
        assert any(card.category == "fight" for card in st.cards) == fights, unit
        if fights:  # beaten and thrown back: the start line is nearer than 1 km
            assert st.ys[st.world.by_id[unit]] < st.world.ways.xy(51.2420, 5.3300)[1]


def test_a_unit_that_queued_goes_first() -> None:
    """Reading 3.15: a unit that waited keeps its place before others in the next turn."""
    units = ("GB-1GREN", "GB-2GREN", "GB-5GA-HQ")
    table = alone(*units)
    table.adjust(CONTROL, "bridge B-JOE 2 because of damage")
    first = go("GB-2GREN", "51.2500 5.3870", priority=1)
    ordered(table, GUARDS, first, go("GB-1GREN", "51.2500 5.3870"))
    st = table.state
    waiting = st.world.by_id["GB-1GREN"]
    assert st.has(waiting, QUEUED)
    procedure.release(table)
    assert table.state.waited[waiting] == 1
    table.adjust(CONTROL, "move GB-2GREN 51.2240 5.3790 because it went back")
    again = [go(u, "51.2500 5.3870") for u in ("GB-1GREN", "GB-2GREN")]
    st = ordered(table, GUARDS, *again)
    assert not st.has(waiting, QUEUED)


def test_delays_together_leave_an_eighth_on_the_map() -> None:
    """Reading 3.2: weather, lanes, preparing and fire leave men on foot an eighth of 15 km."""
    table = alone("GE-FJ6-1", at={"GE-FJ6-1": "Hechtel"})
    st = table.state.copy()
    unit, (x, y) = st.world.by_id["GE-FJ6-1"], st.at(st.world.by_id["GE-FJ6-1"])
    line = Line(WALTHER, 1, (unit,), PREPARE, TACT, "", (x, y + 2000))
    st.bad_roads, st.orders = 1, (line,)
    st.fires = tuple((GUARDS, x, y + far) for far in (0, 1000, 2000))
    way = [Stretch(x, y + 2000, 2.0, True, True, -1, -1, False)]
    m = March(unit, line, way, marcher(st, unit, line).cost, 1.0, attacks=False)
    advance(st, m, 1.0, Near.of(st), Traffic(st), night=False)
    assert st.metres[unit] == 15000 // 8
