"""Malta as a scenario, and its sea: who comes over which beach, when, and what it costs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bocage.engine import play
from bocage.engine.dice import GivenDice
from bocage.engine.table import Table
from bocage.games.opcom.board.position import DUE, GONE, HERE, RETREATED, STUCK, Position
from bocage.games.opcom.board.world import FUEL, World, load_world
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.pieces.orders import Bombardment, Chore, Diversion, Sail, ShipStrike
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.s05_orders.files import shaped
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import understand
from bocage.games.opcom.s09_combat.muster import build
from bocage.games.opcom.s12_air.landing import strip_points
from bocage.games.opcom.s14_sea.landing import CoastGun, Landing, Reembark
from bocage.games.opcom.s14_sea.passage import Passing, pass_over, put_to_sea
from bocage.games.opcom.s14_sea.shore import is_silent, is_under_fire, shore_of, work_on_beaches
from bocage.games.opcom.s14_sea.state import aboard, beach_point, put, waiting

NAME = "malta"
FAMAGOSTA, LARNACA, RAMLA = 0, 1, 11
MARSAXLOKK = 13
FRIULI, LIVORNO, SUPERGA, ARMOUR = range(4)
BENGHISA = 2
AT_SEA = ("sea", "fleet", "passage", "coast", "beach")
"""Reading 12.1: the questions about the sea, in this order."""


@pytest.fixture(scope="module")
def game() -> OpCom:
    """Return the game at this scenario."""
    return OpCom(scenario=NAME)


@pytest.fixture(scope="module")
def world() -> World:
    """Return the facts of the scenario."""
    return load_world(NAME)


def begun(game: OpCom, turn: int = 1) -> Position:
    """Return the island before a turn, nobody ashore yet."""
    table: Table[Position] = Table.new(game, scenario=NAME, seed=b"m" * 32)
    st = table.state.copy()
    st.turn = turn
    st.stack = ()
    return st


def without_garrison(st: Position) -> Position:
    """Nobody on the island but coast batteries."""
    batteries = {battery.unit for battery in st.world.data.sea.batteries}
    for unit in st.world.units:
        if unit.side == 0 and unit.id not in batteries:
            st.where[unit.number] = GONE
    return st


def arrived(st: Position, *convoys: int) -> Position:
    """Convoys that have made their passage as planned."""
    sea = st.sea
    for convoy in convoys:
        sea = replace(sea, sailed=put(sea.sailed, convoy, 1))
    st.sea = replace(sea, die=3)
    return st


def team(world: World, seat: str) -> int:
    """Return the number of a team."""
    return next(i for i, each in enumerate(world.teams) if each.seat == seat)


def ashore(st: Position, at: int) -> list[str]:
    """Who of the landing side stands at a beach."""
    point = beach_point(st.world, st.world.data.sea.beaches[at])
    return [u.id for u in st.here() if u.side == 1 and st.at(u.number) == point]


# The scenario --------------------------------------------------------------------------------


def test_the_order_of_battle_is_complete(world: World) -> None:
    """All 180 units are there, each on land, under a headquarters that exists."""
    assert len(world.units) == 180
    assert Counter(u.side for u in world.units) == {0: 53, 1: 127}
    for unit in world.units:
        cell = world.ways.cell(unit.start)
        assert cell is not None, unit.id
        assert world.ways.is_land(cell), unit.id
    tops = {u.id for u in world.units if u.hq < 0}
    assert tops == {"MT-HQ", "AX-XI-HQ", "AX-FRI-HQ", "AX-ASS-HQ"}


def test_everybody_from_overseas_has_a_ship_or_a_lift(world: World) -> None:
    """Every seaborne unit is in one convoy, every airborne one in one lift."""
    ships = Counter(n for i in range(len(world.data.sea.convoys)) for n in aboard(world, i))
    lifts = Counter(world.by_id[u] for lift in world.data.sky.lifts for u in lift.units)
    for unit in world.units:
        mode = unit.unit.arrival_mode
        assert ships[unit.number] == int(mode.startswith("sea")), unit.id
        assert lifts[unit.number] == int(mode in ("parachute", "glider", "airland")), unit.id


def test_the_landing_table_fits_the_beaches(world: World) -> None:
    """Unhindered, each beach takes what the table lands there in each turn."""
    found: dict[str, dict[int, int]] = {}
    for i, convoy in enumerate(world.data.sea.convoys):
        for number in aboard(world, i):
            unit = world.units[number].unit
            turns = found.setdefault(convoy.beach, {})
            turns[unit.arrival_turn] = turns.get(unit.arrival_turn, 0) + unit.size_points
    assert found["BE-FAM"] == {3: 6, 4: 12, 5: 10, 6: 8}
    assert found["BE-LAR"] == {4: 15, 5: 14, 6: 17, 7: 13}
    assert found["BE-RAM"] == {3: 10, 4: 6}


def test_turns_without_sheets_are_worked_out(game: OpCom) -> None:
    """Four turns in which nobody gives orders: drops, passages and landings, nothing impossible."""
    table: Table[Position] = Table.new(game, scenario=NAME, seed=b"q" * 32)
    seen: set[str] = set()
    for _ in range(4):
        procedure.adjudicate(table, time_is_up=True)
        while "adjudicated; check" not in procedure.waits_for(table):
            assert table.close()
        names = [each.name.split(".", 1)[1] for each in table.state.cards]
        kinds = [name.split(".")[0] for name in names]
        met = [kinds.index(each) for each in AT_SEA if each in kinds]
        assert met == sorted(met)  # reading 12.1
        seen |= set(names)
        procedure.release(table)
        assert game.faults(table.state) == []
    assert {"sea", "passage.C-FRI", "passage.C-SUP", "passage.C-LIV"} <= seen
    assert table.state.turn == 5


# Passage -------------------------------------------------------------------------------------


def test_a_late_convoy_comes_a_turn_later(game: OpCom) -> None:
    """Nobody lies off the beach in the turn planned, and everybody due then in the next."""
    st = begun(game, 3)
    st.sea = replace(st.sea, die=1)
    pass_over(st, FRIULI, "late")
    assert waiting(st, FAMAGOSTA) == []
    st.turn = 4
    assert {u.unit.arrival_turn for u in waiting(st, FAMAGOSTA)} == {3}


def test_a_mauled_convoy_loses_steps_and_guns(game: OpCom) -> None:
    """One battalion in three has lost a step, and an artillery unit is gone."""
    st = begun(game, 3)
    before = bytes(st.steps)
    pass_over(st, FRIULI, "mauled")
    units = aboard(st.world, FRIULI)
    assert sum(st.steps[n] - before[n] for n in units) == 3
    gone = [st.world.units[n] for n in units if st.where[n] == GONE]
    assert [u.is_gun for u in gone] == [True]


def test_a_convoy_turned_back_tries_again(game: OpCom) -> None:
    """It is due three turns later, its passage is not over, and it is counted."""
    st = begun(game, 3)
    pass_over(st, SUPERGA, "turned back")
    sea = st.sea
    assert (sea.due[SUPERGA], sea.sailed[SUPERGA], sea.turned_back) == (6, 0, 1)


def test_fleets_and_strikes_change_a_passage_in_their_zone(game: OpCom) -> None:
    """Battleships help, submarines and torpedo aircraft hinder, each only in its own zone."""

    def score(*chores: Chore) -> str:
        table: Table[Position] = Table.new(
            game, scenario=NAME, seed=b"m" * 32, oracle=GivenDice(["3", "3"])
        )
        st = table.state
        st.turn, st.chores = 3, chores
        st.sea = replace(st.sea, die=1)
        put_to_sea(st)
        st.stack = ()
        st.push(Passing(FRIULI, (3, 3)))
        play.settle(st)
        return next(c.what for c in st.cards if c.name == "3.passage.C-FRI")

    faa = load_world(NAME).sky.number["FAA"]
    assert score().endswith(": 6")
    assert score(Sail(11, 0, "SZ-3")).endswith(": 8")
    assert score(Sail(11, 0, "SZ-2")).endswith(": 6")
    assert score(Sail(9, 1, "SZ-3")).endswith(": 4")
    assert score(ShipStrike(8, (faa,), "SZ-3")).endswith(": 5")


def test_a_diverted_convoy_lands_elsewhere_a_turn_later(game: OpCom) -> None:
    """Its beach is the new one and it is due a turn after it was."""
    st = begun(game, 2)
    st.chores = (Diversion(11, FRIULI, LARNACA),)
    put_to_sea(st)
    sea = st.sea
    assert (sea.beaches[FRIULI], sea.due[FRIULI]) == (LARNACA, 4)


# Coast guns and beaches ----------------------------------------------------------------------


def test_a_battery_without_rounds_crew_or_freedom_is_silent(game: OpCom) -> None:
    """Suppressed, stormed or without a round a battery is silent."""
    st = begun(game, 3)
    unit = st.world.by_id["MT-CA-BEN"]
    assert not is_silent(st, BENGHISA)
    st.mark(unit, STUCK)
    assert is_silent(st, BENGHISA)
    st.marks[unit] = 0
    st.place(st.world.by_id["AX-FOL-VIII"], st.at(unit))
    assert is_silent(st, BENGHISA)
    st.where[st.world.by_id["AX-FOL-VIII"]] = DUE
    sea = st.sea
    st.sea = replace(sea, magazines=put(sea.magazines, BENGHISA, 0))
    assert is_silent(st, BENGHISA)


def test_a_hit_costs_a_step_and_every_shot_a_round(game: OpCom) -> None:
    """On a 5 the strongest battalion off the beach loses a step; the magazine has a round less."""
    st = arrived(begun(game, 3), FRIULI)
    before = sum(st.steps[u.number] for u in waiting(st, FAMAGOSTA))
    st.push(CoastGun(BENGHISA, FAMAGOSTA, 5))
    play.settle(st)
    assert sum(st.steps[u.number] for u in waiting(st, FAMAGOSTA)) == before + 1
    assert st.sea.magazines[BENGHISA] == 1
    st.push(CoastGun(BENGHISA, FAMAGOSTA, 4))
    play.settle(st)
    assert sum(st.steps[u.number] for u in waiting(st, FAMAGOSTA)) == before + 1
    assert st.sea.magazines[BENGHISA] == 0


def test_a_beach_is_under_fire_from_its_battery_and_from_near(game: OpCom) -> None:
    """Larnaca is free once the garrison is gone and Benghisa silent, and not before."""
    st = without_garrison(begun(game, 4))
    larnaca = st.world.data.sea.beaches[LARNACA]
    assert is_under_fire(st, larnaca)
    st.mark(st.world.by_id["MT-CA-BEN"], STUCK)
    assert not is_under_fire(st, larnaca)
    near = next(u for u in st.world.units if u.side == 0 and u.unit.profile == "GB_RIFLE")
    st.place(near.number, beach_point(st.world, larnaca))
    assert is_under_fire(st, larnaca)


def test_as_many_units_land_in_order_as_fit(game: OpCom) -> None:
    """The first landing on a poor beach takes half its points; the others lie off and come next."""
    st = without_garrison(arrived(begun(game, 3), FRIULI))
    first = [u.id for u in waiting(st, FAMAGOSTA)]
    st.push(Landing(FAMAGOSTA))
    play.settle(st)
    assert ashore(st, FAMAGOSTA) == sorted(first, key=lambda u: st.world.by_id[u])
    assert waiting(st, FAMAGOSTA) == []
    st.sea = replace(st.sea, die=6)  # on the south coast a swell: 12 points become 6
    st.turn = 4
    due = [u.id for u in waiting(st, FAMAGOSTA)]
    st.push(Landing(FAMAGOSTA))
    play.settle(st)
    landed = [u for u in due if st.where[st.world.by_id[u]] == HERE]
    assert sum(st.world.units[st.world.by_id[u]].unit.size_points for u in landed) == 6
    st.turn = 5
    assert [u.id for u in waiting(st, FAMAGOSTA)][: len(due) - 6] == [
        u for u in due if u not in landed
    ]


def test_guns_wait_for_a_better_beach(game: OpCom) -> None:
    """On a poor beach guns stay aboard in the first two turns of landing."""
    st = without_garrison(arrived(begun(game, 9), FRIULI, LIVORNO))
    guns = {u.id for u in waiting(st, FAMAGOSTA) if u.is_gun}
    assert guns
    for expected in (False, False, True):
        st.push(Landing(FAMAGOSTA))
        play.settle(st)
        assert any(st.where[st.world.by_id[g]] == HERE for g in guns) == expected


def test_spare_room_on_a_beach_takes_supplies(game: OpCom) -> None:
    """Once a beach is in use, what its troops leave of it fills its dump from Sicily."""
    st = without_garrison(arrived(begun(game, 9), SUPERGA))
    for number in aboard(st.world, SUPERGA):
        st.where[number] = HERE
    sea = st.sea
    st.sea = replace(sea, landings=put(sea.landings, RAMLA, 2))
    dump = next(i for i, d in enumerate(st.world.dumps) if d.id == "D-AXG")
    holder = len(st.world.units) + dump
    st.push(Landing(RAMLA))
    play.settle(st)
    assert st.held(holder) == 4
    assert (st.sea.ammo, st.sea.fuel) == (296, 120)
    assert st.holds(holder, FUEL) == 0


def test_a_port_works_after_a_turn_of_engineers(game: OpCom) -> None:
    """Marsaxlokk takes nothing at first, and its points after a turn of engineers in peace."""
    st = without_garrison(begun(game, 8))
    for unit in ("MT-CA-BEN", "MT-CA-DEL"):
        st.where[st.world.by_id[unit]] = GONE
    assert not shore_of(st, MARSAXLOKK).worked
    engineers = st.world.by_id["AX-FRI-E"]
    st.place(engineers, beach_point(st.world, st.world.data.sea.beaches[MARSAXLOKK]))
    work_on_beaches(st)
    assert shore_of(st, MARSAXLOKK).worked == 1


def test_runways_are_blown_up_and_repaired(game: OpCom, world: World) -> None:
    """Engineers who spend a turn at a field shut it to aircraft; those of the captor open it."""
    st = begun(game, 2)
    luqa = next(i for i, strip in enumerate(world.sky.strips) if strip.area == "A-AF-LUQ")
    at = world.sky.sites["A-AF-LUQ"].at
    number = team(world, "Malta-Command")
    line = {"airfield": "Luqa airfield", "by": "MT-RE"}
    sheet = shaped({"turn": "2", "crater": [line]})
    found = understand(world, number, sheet, known_to_team(st, number))
    assert found.problems == ()
    st.chores = found.chores
    work_on_beaches(st)
    assert not st.sea.craters  # they are at Valletta
    st.place(world.by_id["MT-RE"], at)
    work_on_beaches(st)
    without_garrison(st)
    st.strips[luqa] = 2
    assert (st.sea.craters, strip_points(st, luqa, 1)) == (("A-AF-LUQ",), 0)
    st.chores = ()
    st.place(world.by_id["AX-FJPI"], at)
    work_on_beaches(st)
    assert st.sea.craters == ()
    assert strip_points(st, luqa, 1) > 0


# Assault -------------------------------------------------------------------------------------


def test_a_landing_beside_the_enemy_attacks(game: OpCom) -> None:
    """A unit that lands beside the enemy attacks prepared, in bad terrain, with the guns of
    ships."""
    st = without_garrison(arrived(begun(game, 3), FRIULI))
    near = next(u for u in st.world.units if u.side == 0 and u.unit.profile == "GB_RIFLE")
    at = beach_point(st.world, st.world.data.sea.beaches[FAMAGOSTA])
    st.place(near.number, at)
    able = tuple(u.number for u in waiting(st, FAMAGOSTA) if u.fights)
    for number in able:
        st.place(number, at)
        st.prepared[number] = 1
    combat = Combat("3.1.landing.BE-FAM", able, (near.number,), (), 0, 0, 0, 1)
    fight = build(st, combat, 0)
    assert fight.bad
    assert all(each.prepared for each in fight.attacker.fighters)
    assert [value for value, _, _ in fight.attacker.extra] == [-len(able), 4]
    sea = st.sea
    st.sea = replace(sea, zones=("SZ-3", *sea.zones[1:]))
    assert [v for v, _, _ in build(st, combat, 0).attacker.extra] == [-len(able), 6]


def test_a_unit_thrown_back_from_a_beach_goes_aboard_again(game: OpCom) -> None:
    """It loses a second step, lies off the beach again, and lands with the queue."""
    st = arrived(begun(game, 3), FRIULI)
    unit = st.world.by_id["AX-FRI-87-1"]
    st.place(unit, beach_point(st.world, st.world.data.sea.beaches[FAMAGOSTA]))
    st.mark(unit, RETREATED)
    steps = st.steps[unit]
    st.push(Reembark(FAMAGOSTA, (unit,)))
    play.settle(st)
    assert (st.where[unit], st.steps[unit]) == (DUE, steps + 1)
    assert unit in {u.number for u in waiting(st, FAMAGOSTA)}


# Sheets --------------------------------------------------------------------------------------


def test_lines_for_the_sea_are_understood(game: OpCom, world: World) -> None:
    """A navy orders its own ships by name; an order it may not give is refused in a sentence."""
    st = begun(game)
    marina = team(world, "Regia-Marina")
    sheet = shaped(
        {
            "turn": "1",
            "sail": [{"fleet": "the Italian battle fleet", "zone": "South coast"}],
            "bombard": [{"fleet": "RM-BB", "at": "Fort Benghisa"}],
            "divert": [{"convoy": "Livorno", "beach": "Larnaca"}],
            "scuttle": [{"port": "Famagosta"}],
        }
    )
    found = understand(world, marina, sheet, known_to_team(st, marina))
    sail, bombard, divert = found.chores
    assert isinstance(bombard, Bombardment)
    assert (sail, divert) == (Sail(marina, 0, "SZ-3"), Diversion(marina, LIVORNO, LARNACA))
    assert [p.words for p in found.problems] == ["Block-ships are sunk in a port."]
    navy = team(world, "Royal-Navy")
    theirs = shaped({"turn": "1", "sail": [{"fleet": "RM-BB", "zone": "South coast"}]})
    assert understand(world, navy, theirs, known_to_team(st, navy)).chores == ()
    wrong = shaped({"turn": "1", "sail": [{"fleet": "Force K", "zone": "South coast"}]})
    problems = understand(world, marina, wrong, known_to_team(st, marina)).problems
    said = "You have no fleet called 'Force K'; there is only the Italian battle fleet."
    assert [problem.words for problem in problems] == [said]
