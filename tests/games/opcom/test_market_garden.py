"""Market Garden as a scenario: who is there, where, under whom, with what, and when."""

from __future__ import annotations

from collections import Counter

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import BLOWN, HERE, PREPARED, Position
from bocage.games.opcom.board.world import FUEL, World, load_world
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.s04_turn import begin_turn
from bocage.games.opcom.s05_orders.files import shaped
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import understand
from bocage.games.opcom.s05_orders.names import Finder
from bocage.games.opcom.s11_supplies.roads import Roads

NAME = "market-garden"
BY_AIR = ("parachute", "glider", "airland")


@pytest.fixture(scope="module")
def world() -> World:
    """Return the facts of the scenario."""
    return load_world(NAME)


@pytest.fixture(scope="module")
def game() -> OpCom:
    """Return the game at this scenario."""
    return OpCom(scenario=NAME)


def begun(game: OpCom) -> Position:
    """Return the first morning, before anybody has given orders."""
    table: Table[Position] = Table.new(game, scenario=NAME, seed=b"m" * 32)
    return table.state


def team(world: World, seat: str) -> int:
    """Return the number of a team."""
    return next(i for i, each in enumerate(world.teams) if each.seat == seat)


def test_the_order_of_battle_is_complete(world: World) -> None:
    """Every unit of the order of battle is there, by side and by half day of its arrival."""
    assert len(world.units) == 421
    assert Counter(u.side for u in world.units) == {0: 274, 1: 147}
    arrivals = Counter(u.unit.arrival_turn for u in world.units)
    assert (arrivals[1], arrivals[2], arrivals[3], arrivals[4], arrivals[5]) == (
        161,
        83,
        93,
        26,
        19,
    )
    assert sum(arrivals.values()) == 421


def test_every_unit_begins_on_land(world: World) -> None:
    """Every unit begins or arrives on a cell of the map that is not open water."""
    for unit in world.units:
        cell = world.ways.cell(unit.start)
        assert cell is not None, unit.id
        assert world.pack.hexes[cell].terrain != "water", unit.id


def test_every_unit_has_a_headquarters(world: World) -> None:
    """Every unit but those at the top has a headquarters that exists, without a circle."""
    tops = {"GB-XXX-HQ", "GB-VIII-HQ", "GB-XII-HQ", "GB-IABC-HQ", "GE-AGB"}
    for unit in world.units:
        seen, at = {unit.number}, unit
        while at.hq >= 0:
            at = world.units[at.hq]
            assert at.arm == "hq", at.id
            assert at.side == unit.side
            assert at.number not in seen, unit.id
            seen.add(at.number)
        assert at.id in tops, unit.id


def test_teams_have_their_headquarters_and_superiors(world: World) -> None:
    """Every team of the ground sits in a headquarters of its own, under one of its side."""
    by_seat = {each.seat: each for each in world.teams}
    for each in world.teams:
        own = [u for u in world.units if world.teams[u.team].seat == each.seat]
        assert bool(own) == bool(each.hq), each.seat
        if own:
            assert world.units[world.by_id[each.hq]] in own
        if each.under:
            assert by_seat[each.under].side == each.side
    assert len(world.teams) == 21


def test_objectives_can_be_found(world: World) -> None:
    """What a team is after is one place or bridge of the map, by the name that it is given."""
    for number, each in enumerate(world.teams):
        finder = Finder(world, number, {})
        for name in each.objectives:
            assert len(finder.place(name).spots) == 1, name


def test_lifts_carry_every_airborne_unit_once(world: World) -> None:
    """Every unit that comes by air is in one lift, to a zone of the map, in the planned turn."""
    areas = {area.id: area for area in world.pack.areas}
    carried = [(unit, lift) for lift in world.data.sky.lifts for unit in lift.units]
    by_air = {u.id for u in world.units if u.unit.arrival_mode in BY_AIR}
    assert Counter(unit for unit, _ in carried) == Counter(by_air)
    for unit, lift in carried:
        troops = world.units[world.by_id[unit]].unit
        assert lift.turn == troops.arrival_turn
        flown = lift.turn_hist or str(lift.turn)
        assert troops.arrival_turn_hist in (flown, "14", "not in game"), unit
        assert areas[lift.zone].kind in ("drop zone", "airfield")
    serials = Counter[str]()
    for lift in world.data.sky.lifts:
        serials[lift.by] += lift.serials
    strength = {each.id: each.strength for each in world.data.sky.units}
    assert all(strength[by] == count for by, count in serials.items())


def test_the_air_order_of_battle_is_complete(world: World) -> None:
    """Squadrons and serials are those of the order of battle of the air."""
    roles = Counter(each.role for each in world.data.sky.units)
    assert roles == {
        "fighter": 51,
        "ground attack": 32,
        "transport": 27,
        "heavy bomber": 16,
        "medium bomber": 11,
        "recce": 3,
    }
    strips = {each.area for each in world.data.sky.strips}
    assert strips == {area.id for area in world.pack.areas_of("airfield")}


def test_bridges_have_class_capacity_and_charges(world: World, game: OpCom) -> None:
    """Every crossing has a class and a capacity; those prepared are mined, those down are down."""
    st = begun(game)
    for i, crossing in enumerate(world.crossings):
        assert crossing.weight in ("light", "heavy")
        assert st.capacity[i] > 0
        assert bool(st.bridges[i] & PREPARED) == crossing.prepared
    down = {c.id for i, c in enumerate(world.crossings) if st.bridges[i] & BLOWN}
    assert down == {"B-ARNP", "B-LIL", "B-LOM"}
    mined = {c.id for c in world.crossings if c.prepared}
    assert {"B-SON", "B-GRA", "B-NIJ", "B-NIJR", "B-HEU"} <= mined
    assert "B-ARN" not in mined


def test_stocks_begin_as_given(world: World, game: OpCom) -> None:
    """Headquarters, guns and dumps hold what the tables give, and no unit more than it can
    carry."""
    st = begun(game)
    assert [st.holds(len(world.units), kind) for kind in (0, FUEL)] == [200, 160]
    for unit in world.units:
        assert st.held(unit.number) <= unit.unit.logistics_lift, unit.id
    us = world.by_id["US-504-HQ"]
    assert (st.holds(us, 1), st.holds(us, 0)) == (6, 0)  # green ammunition, no red


def test_a_dump_comes_with_the_first_lift(world: World, game: OpCom) -> None:
    """The dump of 1st Airborne is not there in the morning; in the afternoon it is at its zone."""
    st = begun(game)
    dump = next(i for i, d in enumerate(world.dumps) if d.id == "D-1AB")
    assert st.depot_side[dump] == 0
    begin_turn(st)
    assert st.depot_side[dump] == 1
    assert st.holds(len(world.units) + dump, 0) == 4


def test_supplies_by_road_wait_for_the_road(world: World, game: OpCom) -> None:
    """The dump of 101st gets its daily points only once the road from Bourg Leopold is open."""
    dump = next(i for i, d in enumerate(world.dumps) if d.id == "D-101")
    holder = len(world.units) + dump
    got: list[int] = []
    for open_road in (False, True):
        st = begun(game)
        for unit in world.units:
            if unit.side == 1 and open_road:
                st.where[unit.number] = 2
        for _ in range(4):
            begin_turn(st)
        if open_road:
            assert Roads(st, 0).join(
                world.ways.xy(51.1167, 5.25), (st.depot_x[dump], st.depot_y[dump])
            )
        got.append(st.holds(holder, 1))
    assert got == [6, 10]


def test_a_loading_dump_delivers_half_at_first(world: World, game: OpCom) -> None:
    """The dump of 9th SS delivers five points in the first turn and ten afterwards."""
    st = begun(game)
    dump = next(i for i, d in enumerate(world.dumps) if d.id == "D-9SS")
    assert world.dumps[dump].delivers - st.delivered[dump] == 5
    begin_turn(st)
    assert st.delivered[dump] == 0


def test_reinforcements_of_this_turn_take_orders(world: World, game: OpCom) -> None:
    """A team knows who is due, and may give orders to those who come on in this very turn."""
    st = begun(game)
    number = team(world, "XXX-Corps")
    bridging = world.by_id["GB-XXX-BR1"]
    due = {each.id: each.turn for each in st.told[number].due}
    assert due["GB-XXX-BR1"] == 2
    assert bridging not in known_to_team(st, number).where
    begin_turn(st)
    assert bridging in known_to_team(st, number).where
    assert st.where[bridging] == HERE


def test_guns_of_the_corps_support_a_division(world: World, game: OpCom) -> None:
    """A division may name guns of the corps above it, and not those of a neighbour."""
    st = begun(game)
    number = team(world, "Guards")
    line = {"unit": "Irish Group", "action": "attack", "objective": "Valkenswaard"}
    sheet = shaped({"turn": "1", "order": [line | {"support": ["64th Medium Regt", "GB-43-FD1"]}]})
    found = understand(world, number, sheet, known_to_team(st, number))
    assert [gun for gun, _ in found.lines[0].support] == [world.by_id["GB-AGRA5-2"]]
    assert len(found.problems) == 1


def test_a_turn_without_sheets_can_be_played(game: OpCom) -> None:
    """A turn in which nobody gives orders is worked out and released, and the next begins."""
    table: Table[Position] = Table.new(game, scenario=NAME, seed=b"m" * 32)
    procedure.adjudicate(table, time_is_up=True)
    procedure.release(table)
    assert table.state.turn == 2
    assert game.faults(table.state) == []
