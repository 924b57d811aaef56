"""Marches on the map: queues, crowds, wrecks, ways round, columns, trains and who follows whom."""

from __future__ import annotations

import json

import pytest

from bocage.engine.table import Table
from bocage.games.opcom import s07_traffic
from bocage.games.opcom.board.position import NON_TACT, QUEUED, TACT, Position
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.board.ways import Stretch, km_between
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.s05_orders.readback import read_back
from bocage.games.opcom.s06_movement.rail import run_trains
from bocage.games.opcom.s07_traffic import Traffic
from bocage.games.opcom.s10_reports.release import first_told
from bocage.maps.records import Link
from tests.games.opcom.playing import (
    CONTROL,
    GUARDS,
    WALTHER,
    alone,
    begun,
    go,
    meant,
    ordered,
    send,
    sheet,
    work_out,
)


def test_a_small_unit_does_not_pass_one_that_waits() -> None:
    """7.1, reading 3.15: who comes to a full bridge later waits behind the first, however small."""
    names = ("GB-1WG", "GB-2WG", "GB-1GREN")
    table = alone(*names, "GB-5GA-HQ", at=dict.fromkeys(names, "Lommel fork"))
    table.adjust(CONTROL, "bridge B-JOE 2 because of the test")
    goal = "51.2500 5.3870"
    st = ordered(table, GUARDS, *({**go(u, goal), "priority": n} for n, u in enumerate(names, 1)))
    sizes = [st.world.units[st.world.by_id[u]].unit.size_points for u in names]
    assert sizes == [1, 2, 1]
    assert [st.has(st.world.by_id[u], QUEUED) for u in names] == [False, True, True]


def test_a_wreck_has_its_capacity_and_control_may_change_it() -> None:
    """7.1, 8: the card at a blown bridge has its true capacity, and an override is heeded."""
    units = ("GE-FJ6-1", "GE-FJ6-2", "GE-FJ6-3")
    table = alone(*units, at=dict.fromkeys(units, "51.2440 5.3805"))
    bridge = table.state.world.bridge_names.index("B-JOE")
    table.adjust(CONTROL, "bridge B-JOE blown because of the test")
    send(table, GUARDS, sheet())
    send(table, WALTHER, sheet(*(go(unit, "Schaft fork") for unit in units)))
    work_out(table)
    card = next(card for card in table.state.cards if card.category == "traffic")
    assert "takes 2 points" in card.what
    assert table.state.crossed[bridge] <= 2
    procedure.override(table, card.name, "20", "ropes and planks")
    assert table.state.crossed[bridge] > 2


@pytest.mark.parametrize(("points", "over"), [(0, 0), (1, 1)])
def test_control_may_close_a_bridge_for_the_turn(points: int, over: int) -> None:
    """7.3.b: nobody crosses a bridge that Control gives 0 points, at any time of the turn."""
    names = ("GB-1WG", "GB-1GREN", "GB-5GA-HQ")
    table = alone(*names, at=dict.fromkeys(names, "Lommel fork"))
    bridge = table.state.world.bridge_names.index("B-JOE")
    table.adjust(CONTROL, "bridge B-JOE 1 because of the test")
    goal = "51.2500 5.3870"
    st = ordered(table, GUARDS, *(go(u, goal) for u in names))
    card = next(card for card in st.cards if card.category == "traffic")
    procedure.override(table, card.name, str(points), "mines have been seen")
    st = table.state
    ids = [st.world.by_id[u] for u in names]
    there = st.world.ways.waters_between
    start = st.world.ways.xy(51.2400, 5.3810)
    across = [unit for unit in ids if there(st.at(unit), start)]
    assert st.crossed[bridge] == sum(st.world.units[u].unit.size_points for u in across)
    assert len(across) == over
    assert sum(st.has(unit, QUEUED) for unit in ids) == len(ids) - over


@pytest.mark.parametrize(("room", "arrived"), [(5, 3), (4, 2), (1, 1)])
def test_a_unit_counts_once_on_a_road_in_a_turn(
    monkeypatch: pytest.MonkeyPatch, room: int, arrived: int
) -> None:
    """7.1, reading 3.14: a column of 5 points marches all turn along roads of 5 points; on
    narrower roads the rest queues, but one unit always goes.
    """

    def narrow(_: Link, __: Tables) -> int:
        return room

    monkeypatch.setattr(s07_traffic, "along", narrow)
    names = ("GB-2WG", "GB-1WG", "GB-5GA-HQ")
    table = alone(*names, at=dict.fromkeys(names, "Hechtel"))
    table.adjust(CONTROL, "stock GB-5GA-HQ fuel 5 because of the test")
    orders = (go(unit, "Schaft fork", "non-tact") for unit in names)
    st = ordered(table, GUARDS, *({**each, "priority": n} for n, each in enumerate(orders, 1)))
    ids = [st.world.by_id[unit] for unit in names]
    goal = st.world.ways.xy(51.2950, 5.4230)
    assert sum(km_between(st.at(unit), goal) < 0.5 for unit in ids) == arrived
    assert sum(st.has(unit, QUEUED) for unit in ids) == len(ids) - arrived


@pytest.mark.parametrize("bridge", ["B-NIJ", "B-ARN", "B-GRA"])
def test_columns_from_both_banks_jam_a_bridge(bridge: str) -> None:
    """Reading 3.16: flows from different banks are opposed, however the roads bend; the capacity
    is what Control has ruled.
    """
    st = begun(scenario="market-garden").state
    number = st.world.ways.crossing_numbers[bridge]
    net, units = st.world.ways.net, [u.number for u in st.world.units if u.unit.size_points == 2]
    node = next(n for n in range(net.cells, len(net.points)) if net.crossing[n] == number)
    x, y = net.points[node]
    onto = Stretch(x, y, 0.1, road=True, lane=False, crossing=number, town=-1, water=False)
    south, north = (net.points[other] for other, *_ in net.roads[node])
    st.capacity[number] = 6
    traffic = Traffic(st)
    for unit, was in ((0, south), (1, south), (2, north)):
        assert not traffic.jams(onto)
        traffic.passed(units[unit], onto, was)
    assert traffic.jams(onto)
    name = f"{st.turn}.traffic.{bridge}"
    st.decided = (*st.decided, (name, "10", "two lanes"))
    assert not traffic.jams(onto)


def test_crowds_leave_a_liberated_town_after_two_turns() -> None:
    """Reading 3.17: a liberated town takes 40 points for two turns, and then what its road does."""
    table = alone("GB-2IG")
    st = table.state
    town = next(i for i, p in enumerate(st.world.places) if p.name == "Valkenswaard")
    unit = st.world.by_id["GB-2IG"]
    rooms: list[int] = []
    for turn, freed in ((1, 0), (2, 1), (3, 1), (4, 1)):
        st.turn, st.freed[town] = turn, freed
        rooms.append(Traffic(st)._streets(unit, town))  # pyright: ignore[reportPrivateUsage]
    assert rooms == [40, 40, 50, 50]


def test_a_long_way_round_is_reported() -> None:
    """Reading 3.26: told in the report, read back on the sheet, and gone if a place is named."""
    at = {"GB-2IG": "51.2440 5.2700", "GB-32G-HQ": "51.2440 5.2700"}
    for route, goes in (("", False), ("51.2500 5.3870", True)):
        table = alone("GB-2IG", "GB-32G-HQ", at=at)
        release_positions(table)
        order = {**go("GB-2IG", "51.2510 5.2700"), "route": route}
        said = read_back(table.state, GUARDS, json.dumps({"order": [order]}))
        assert any("way round" in words for words in said.lines[0].warnings) != goes
        st = ordered(table, GUARDS, order)
        assert bool(st.metres[st.world.by_id["GB-2IG"]]) == goes
        assert any(note.code == "detour" for note in st.notes) != goes


def release_positions(table: Table[Position]) -> None:
    """Let the teams know where their units are now."""
    table.state.told = first_told(table.state)


def test_a_column_is_not_tactical() -> None:
    """6.1, reading 3.25: the distance of a column has its price, whatever the sheet says."""
    for column, posture in ((False, TACT), (True, NON_TACT)):
        table = alone("GB-2IG", "GB-32G-HQ")
        st = ordered(table, GUARDS, go("GB-2IG", "Hechtel", column=column))
        assert st.posture[st.world.by_id["GB-2IG"]] == posture


def test_a_sheet_that_orders_a_tactical_column_is_queried() -> None:
    """6.1: the sheet that says both is not understood in silence."""
    for posture, asked in (("tact", 1), ("non-tact", 0)):
        found = meant(sheet(go("GB-2IG", "Hechtel", posture, column=True)))
        assert len(found.questions) == asked


def test_infantry_leave_a_train_in_half_a_turn() -> None:
    """6.4.b: two turns and a half after boarding they stand beside the line."""
    table = alone("GE-FJ6-1", "GE-FJ6-2")
    st = table.state
    foot, later = (st.world.by_id[u] for u in ("GE-FJ6-1", "GE-FJ6-2"))
    goal = st.world.ways.xy(51.40, 5.47)
    for unit, half_turns in ((foot, 1), (later, 3)):
        st.aboard[unit] = half_turns
        st.rail_x[unit], st.rail_y[unit] = goal
    run_trains(st, 1)
    assert (st.aboard[foot], st.at(foot)) == (0, goal)
    assert st.aboard[later] == 3
    run_trains(st)
    run_trains(st, 1)
    assert (st.aboard[later], st.at(later)) == (0, goal)


def test_a_headquarters_that_follows_stops_short_of_the_enemy() -> None:
    """Reading 3.21: if its road leads to the enemy, a headquarters stops out of reach."""
    at = {
        "GB-2IG": "51.3400 5.3300", "GB-32G-HQ": "51.2700 5.3300", "GE-HOF-1": "51.3050 5.3300"
    }  # fmt: skip
    table = alone("GB-2IG", "GB-32G-HQ", "GE-HOF-1", at=at)
    st = ordered(table, GUARDS)
    staff, foe = st.world.by_id["GB-32G-HQ"], st.world.by_id["GE-HOF-1"]
    assert st.metres[staff] > 0
    assert st.km(staff, foe) > 1.9


def test_a_headquarters_ahead_of_its_troops_goes_back() -> None:
    """Reading 3.21: with the enemy in front and nobody between, it goes where its units are."""
    at = {
        "GB-2IG": "51.2650 5.3300", "GB-32G-HQ": "51.2850 5.3300", "GE-HOF-1": "51.3000 5.3300"
    }  # fmt: skip
    table = alone("GB-2IG", "GB-32G-HQ", "GE-HOF-1", at=at)
    st = ordered(table, GUARDS)
    staff, unit, foe = (st.world.by_id[u] for u in ("GB-32G-HQ", "GB-2IG", "GE-HOF-1"))
    assert st.km(staff, foe) >= st.km(unit, foe) - 0.4


def test_a_headquarters_never_exceeds_the_maximum() -> None:
    """6.1: closing up in both halves of a turn, it goes no farther than the table allows."""
    at = {"GB-2IG": "Eindhoven", "GB-32G-HQ": "Hechtel"}
    table = alone("GB-2IG", "GB-32G-HQ", at=at)
    st = ordered(table, GUARDS)
    staff = st.world.by_id["GB-32G-HQ"]
    start = (st.from_x[staff], st.from_y[staff])
    assert 20 < st.metres[staff] / 1000 <= 32.1
    assert km_between(start, st.at(staff)) <= 32.1
