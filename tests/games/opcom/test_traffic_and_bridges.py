"""6.3, 6.4, 7, 8, 9.16, 9.17: water, trains, queues, bridges, interdiction, rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bocage.games.opcom.board.capacity import along, crossing_kind, usual
from bocage.games.opcom.board.position import BLOWN, QUEUED, SAFE, TESTED
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.board.ways import Stretch
from bocage.games.opcom.board.world import load_world
from bocage.games.opcom.pieces.profiles import Arm
from bocage.games.opcom.s05_orders.rest import (
    Resting,
    is_rebuilt,
    may_recover,
    recovers,
    wastes_away,
)
from bocage.games.opcom.s06_movement.rail import HALF_TURNS, journey, may_embark, may_leave_train
from bocage.games.opcom.s06_movement.water import may_use_bridge, may_wade
from bocage.games.opcom.s07_traffic import (
    Traffic,
    Waiting,
    cross,
    has_crowds,
    is_jam,
)
from bocage.games.opcom.s08_bridges import (
    after_test,
    after_visit,
    blows,
    building,
    is_hit_from_the_air,
    may_build,
    may_test,
    must_test,
    wreck_points,
)
from bocage.games.opcom.s09_combat.fire_missions import (
    begins_anew,
    effect,
    force_of,
    force_of_guns,
    is_fixed,
    may_bomb,
)
from tests.games.opcom.fights import Maker

# Water and bridges -------------------------------------------------------------------------
from tests.games.opcom.playing import begun


@pytest.mark.parametrize(
    ("mobility", "water", "rule"),
    [
        ("tank", "stream", ""),
        ("foot", "minor", ""),
        ("recce", "minor", ""),
        ("motor", "minor", "6.3.b"),
        ("tank", "minor", "6.3.b"),
        ("towed", "minor", "6.3.b"),
        ("foot", "major", "6.3.d"),
        ("recce", "major", "6.3.d"),
    ],
)
def test_infantry_and_reconnaissance_cross_minor_waters(
    mobility: str, water: Any, rule: str
) -> None:
    """6.3: foot and recce over canals and minor rivers; nobody over a major one."""
    rules = may_wade(0, mobility, water, charts=tables()).rules
    assert (rules[0] if rules else "") == rule


def test_boats_cross_a_major_river() -> None:
    """Reading 3.9: assault boats are a bridge for those in them."""
    assert may_wade(0, "foot", "major", boats=True, charts=tables())


@pytest.mark.parametrize(
    ("arm", "mobility", "light", "strict"),
    [
        ("infantry", "foot", True, True),
        ("infantry", "motor", True, True),
        ("transport", "motor", True, True),
        ("hq", "motor", True, True),
        ("engineer", "motor", True, True),
        ("recce", "recce", True, False),
        ("field", "towed", True, False),
        ("anti-tank", "towed", True, False),
        ("medium", "towed", False, False),
        ("heavy", "towed", False, False),
        ("tank", "tank", False, False),
        ("field", "tank", False, False),
    ],
)
def test_what_a_light_bridge_bears(
    arm: Arm,
    mobility: str,
    light: bool,
    strict: bool,
) -> None:
    """6.3, reading 3.10: with our extension and without; a heavy bridge bears all."""
    assert bool(may_use_bridge(0, arm, mobility, "light")) == light
    assert bool(may_use_bridge(0, arm, mobility, "light", extended=False)) == strict
    assert may_use_bridge(0, arm, mobility, "heavy")


# Trains ------------------------------------------------------------------------------------


def test_rail_journeys_take_their_time() -> None:
    """6.4: two and a half turns for infantry, four for vehicles."""
    assert journey(vehicles=False, charts=tables()).total(HALF_TURNS) == 5
    assert journey(vehicles=True, charts=tables()).total(HALF_TURNS) == 8


def test_trains_stop_in_towns_and_infantry_anywhere() -> None:
    """6.4: embark in a town, within the lift; infantry leave anywhere, vehicles in a town."""
    assert may_embark(0, at_town=True, points=5, lift=5, charts=tables())
    assert list(may_embark(0, at_town=False, points=1, lift=5, charts=tables()).rules) == ["6.4.c"]
    assert list(may_embark(0, at_town=True, points=6, lift=5, charts=tables()).rules) == ["6.4.e"]
    near = may_embark(0, at_town=True, points=1, lift=5, enemy_km=2, charts=tables())
    assert list(near.rules) == ["reading 3.19"]
    assert may_leave_train(0, vehicles=False, at_town=False, charts=tables())
    assert list(may_leave_train(0, vehicles=True, at_town=False, charts=tables()).rules) == [
        "6.4.d"
    ]
    assert not may_leave_train(0, vehicles=False, at_town=True, enemy_km=1, charts=tables())


# Traffic -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "weight", "carries", "grade", "due"),
    [
        ("ferry", "light", "road", "minor", 4),
        ("ferry", "", "road", "minor", 4),
        ("ferry", "heavy", "road", "minor", 5),
        ("bridge", "light", "road", "main single lane", 10),
        ("bridge", "heavy", "road", "minor", 20),
        ("bridge", "", "road", "", 20),
        ("bridge", "heavy", "road", "embanked main road", 100),
        ("bridge", "heavy", "road rail", "main double lane", 100),
        ("bridge", "heavy", "rail", "", 20),
        ("rail bridge", "light", "rail", "", 20),
        ("ford", "", "none: a ford", "main single lane", 20),
    ],
)
def test_capacities(kind: str, weight: str, carries: str, grade: str, due: int) -> None:
    """7.2: a crossing without a figure on the map takes what is usual for its kind."""
    assert usual(crossing_kind(kind, weight, carries, ["", grade]), tables()) == due


def test_capacities_of_roads() -> None:
    """7.3: main roads have a limit, as marked or as usual; other roads only a marked one."""
    road = load_world("joes-bridge").pack.links[0]
    grades = ("main single lane", "main double lane", "minor", "track")
    unmarked = [along(replace(road, grade=each, capacity=0), tables()) for each in grades]
    assert unmarked == [50, 100, 0, 0]
    assert along(replace(road, grade="minor", capacity=12), tables()) == 12


def queue(*points: int) -> tuple[Waiting, ...]:
    """Units of these sizes, in order."""
    return tuple(Waiting(n, size) for n, size in enumerate(points))


def test_units_cross_whole_and_in_order() -> None:
    """Reading 3.15: a unit that does not fit waits, and no unit passes it."""
    over, left = cross(5, queue(2, 2, 2, 1))
    assert [each.unit for each in over] == [0, 1]
    assert [each.unit for each in left] == [2, 3]


def test_at_least_one_unit_crosses_in_a_turn() -> None:
    """Reading 3.15: a unit too large for the bridge crosses alone, if it bears anything."""
    assert [each.unit for each in cross(1, queue(4, 4)).over] == [0]
    assert cross(4, queue(4), crossed=1).over == ()
    assert cross(0, queue(1)).over == ()


def test_jams_and_crowds() -> None:
    """Readings 3.16, 3.17: opposing flows above 60 per cent; two turns of cheering."""
    assert not is_jam(20, 8, 4, tables())
    assert is_jam(20, 8, 5, tables())
    assert not is_jam(20, 20, 0, tables())
    assert [has_crowds(turn, allied=True, charts=tables()) for turn in (0, 1, 2)] == [
        True,
        True,
        False,
    ]
    assert not has_crowds(0, allied=False, charts=tables())


# Demolition --------------------------------------------------------------------------------


def test_a_demolition_succeeds_on_a_1() -> None:
    """8: a 1."""
    assert [blows(die, charts=tables()) for die in range(1, 7)] == [True, *[False] * 5]


def test_when_a_bridge_is_tested() -> None:
    """8: fought over or ordered; never when it is down or safe."""
    yes: dict[str, bool] = {"blown": False, "safe": False, "fought_over": True, "ordered": False}
    assert must_test(**yes)
    assert must_test(**(yes | {"fought_over": False, "ordered": True}))
    assert not must_test(**(yes | {"fought_over": False}))
    assert not must_test(**(yes | {"blown": True}))
    assert not must_test(**(yes | {"safe": True}))
    assert list(may_test(blown=False, safe=True).rules) == ["8.0.c"]
    twice = may_test(blown=False, safe=False, ordered_this_turn=True)
    assert list(twice.rules) == ["reading 5.2"]
    lost = may_test(blown=False, safe=False, holds_an_end=False)
    assert list(lost.rules) == ["reading 5.2"]


def test_a_tested_bridge_becomes_safe() -> None:
    """8: tested and standing, it is safe once an Allied unit has been there, and not before."""
    assert after_test(0, 1, tables()) == TESTED | BLOWN
    assert after_test(0, 2, tables()) == TESTED
    assert after_test(TESTED, 1, tables()) == TESTED | BLOWN
    assert after_visit(0) == 0
    assert after_visit(TESTED) == TESTED | SAFE
    assert after_visit(TESTED | BLOWN) == TESTED | BLOWN


def test_bridges_from_the_air() -> None:
    """Reading 5.3: four heavy squadrons and a 6; seven tactical, a 6 and then 4 or more."""
    assert is_hit_from_the_air(4, 0, 6, charts=tables())
    assert not is_hit_from_the_air(4, 0, 5, charts=tables())
    assert not is_hit_from_the_air(3, 0, 6, charts=tables())
    assert is_hit_from_the_air(0, 7, 6, 4, charts=tables())
    assert not is_hit_from_the_air(0, 7, 6, 3, charts=tables())
    assert not is_hit_from_the_air(0, 6, 6, 6, charts=tables())


def test_building_a_bridge() -> None:
    """Reading 5.4: 40 m in a turn, 80 m in two with two columns, a major river in three."""
    short, long, major = (
        building(40, charts=tables()),
        building(80, charts=tables()),
        building(200, major=True, charts=tables()),
    )
    assert (short and short.turns, long and long.turns, major and major.turns) == (1, 2, 3)
    assert building(81, charts=tables()) is None
    mended = building(30, damaged=True, charts=tables())
    assert mended is not None
    assert not mended.heavy
    assert may_build(short, engineers=True, columns=1, under_fire=True)
    assert not may_build(short, engineers=False, columns=1, under_fire=False)
    assert not may_build(long, engineers=True, columns=1, under_fire=False)
    assert not may_build(None, engineers=True, columns=9, under_fire=False)
    assert not may_build(major, engineers=True, columns=2, under_fire=True, major=True)


def test_wrecks() -> None:
    """Reading 5.5: two points of foot over a wreck, and none over a major river."""
    assert wreck_points(foot=True, major=False, charts=tables()) == 2
    assert wreck_points(foot=False, major=False, charts=tables()) == 0
    assert wreck_points(foot=True, major=True, charts=tables()) == 0


# Interdiction ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("force", "heavy", "dice"),
    [
        (0, False, "nnnnnn"),
        (1, False, "nnnnis"),
        (4, False, "nnniis"),
        (6, False, "nniiss"),
        (8, False, "niiiss"),
        (9, False, "niisss"),
        (12, False, "niisss"),
        (13, False, "nissss"),
        (1, True, "nnniis"),
        (3, True, "nniiss"),
        (5, True, "niiiss"),
        (7, True, "niisss"),
        (8, True, "nissss"),
    ],
)
def test_interdiction_results_die_by_die(force: int, heavy: bool, dice: str) -> None:
    """9.16: no effect, immobilised, or a step and immobilised, die by die."""
    found = [effect(force, die, heavy=heavy, charts=tables()) for die in range(1, 7)]
    assert "".join({"none": "n", "stop": "i", "step": "s"}[each] for each in found) == dice


def test_interdicting_forces_are_counted() -> None:
    """Readings 8.1, 8.4: a heavy squadron is two tactical; guns count one, far ones a half."""
    assert force_of(3, 0, tables()) == (3, False)
    assert force_of(0, 3, tables()) == (3, True)
    assert force_of(1, 3, tables()) == (7, False)
    make = Maker()
    near, far = make.gun("a", "GB_FIELD", km=8), make.gun("b", "GB_FIELD", km=12)
    out, gone = make.gun("c", "GB_FIELD", km=13), make.gun("d", "GB_FIELD", 3)
    assert force_of_guns((near,), tables()) == 1
    assert force_of_guns((far,), tables()) == 0
    assert force_of_guns((near, far, far, out, gone), tables()) == 2


def test_counter_battery_dice() -> None:
    """9.17: a 6, and one less for every turn after the first from the same place."""
    assert [die for die in range(1, 7) if is_fixed(die, 1, tables())] == [6]
    assert [die for die in range(1, 7) if is_fixed(die, 3, tables())] == [4, 5, 6]
    assert [die for die in range(1, 7) if is_fixed(die, 0, tables())] == [6]
    assert begins_anew(1, tables())
    assert not begins_anew(0.9, tables())
    assert may_bomb(2, tables())
    assert not may_bomb(1.9, tables())


# Rest --------------------------------------------------------------------------------------


def resting(**more: Any) -> Resting:
    """Return a battalion after four quiet turns, but for what is said."""
    fields: dict[str, Any] = {"unit": 0, "arm": "infantry", "turns": 4}
    fields["steps"], fields["start_steps"] = 3, 1
    return Resting(**(fields | more))


def test_four_quiet_turns_are_a_rest() -> None:
    """Reading 7.1: four quiet, supplied turns, and then a die by arm."""
    assert may_recover(resting(), tables())
    refused = (
        resting(turns=3),
        resting(supplied=False),
        resting(enemy_km=5),
        resting(shelled=True),
        resting(steps=1),
    )
    assert all("reading 7.1" in may_recover(each, tables()).rules for each in refused)
    faces = range(1, 7)
    assert [die for die in faces if recovers(resting(), die, tables())] == [5, 6]
    assert [die for die in faces if recovers(resting(near_dump=True), die, tables())] == [4, 5, 6]
    tanks = resting(arm="tank", workshops=False)
    assert [die for die in faces if recovers(tanks, die, tables())] == [6]


def test_units_are_rebuilt_and_waste_away_after_four_turns() -> None:
    """Readings 7.5, 6.10: four clear turns at a dump; weak units waste away after four without."""
    assert is_rebuilt(4, at_dump=True, charts=tables())
    assert not is_rebuilt(3, at_dump=True, charts=tables())
    assert not is_rebuilt(9, at_dump=False, charts=tables())
    assert wastes_away(2, 4, 3, tables())
    assert not wastes_away(2, 4, 4, tables())
    assert not wastes_away(3, 4, 1, tables())
    assert not wastes_away(1, 3, 1, tables())


def test_a_bridges_card_names_only_units_that_wait_there() -> None:
    """7.1: a unit that waits on a road elsewhere is not on the bridge's card."""
    st = begun().state
    here, elsewhere = (st.world.by_id[each] for each in ("GB-2GREN", "GB-1WG"))
    bridge = st.world.ways.crossing_numbers["B-JOE"]
    st.crossed[bridge] = st.capacity[bridge]
    st.mark(elsewhere, QUEUED)
    st.note(0, "queues", elsewhere, st.at(elsewhere), figure=1, name="the road")
    x, y = st.at(here)
    stretch = Stretch(x, y, 0.1, road=True, lane=False, crossing=bridge, town=-1, water=False)
    assert not Traffic(st).passes(here, stretch)
    card = next(each for each in st.cards if each.name == "1.traffic.B-JOE")
    assert st.world.units[here].name in card.what
    assert st.world.units[elsewhere].name not in card.what
