"""A probe for a figure of OP COM: true while the rule counts with our figure, and false beside it.

A probe puts troops a little nearer and a little farther than the figure says, or asks for the
last die that counts and the first that does not, so that 20 % more or less makes it false. The
figures in this file are those of the readings.
"""

# Private parts of the game are asked where nothing else is as small.
# pyright: reportPrivateUsage=false, reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnnecessaryComparison=false

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from math import cos, radians, sin, sqrt
from types import SimpleNamespace
from typing import Any, Final

from bocage.games.opcom import s04_turn
from bocage.games.opcom.board.position import (
    BLOWN,
    GONE,
    HERE,
    MOVE,
    PREPARE,
    SAFE,
    TACT,
    TESTED,
    Position,
)
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.board.ways import Point, Stretch, km_between
from bocage.games.opcom.board.world import FUEL, load_world
from bocage.games.opcom.debrief import chronicle, ground, measures, mistakes
from bocage.games.opcom.debrief.rows import Terms
from bocage.games.opcom.pieces.desk import Message
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.pieces.flights import Sortie
from bocage.games.opcom.pieces.orders import (
    Bombardment,
    Construction,
    Demolition,
    Line,
    Supply,
)
from bocage.games.opcom.pieces.profiles import Status
from bocage.games.opcom.pieces.told import Sighting, Told
from bocage.games.opcom.s02_umpiring import cards
from bocage.games.opcom.s05_orders import chore_rows, chores, meaning, names, rest, submission
from bocage.games.opcom.s05_orders.bearing import bearing_at
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.names import Finder, Found
from bocage.games.opcom.s05_orders.sheet import Sheet
from bocage.games.opcom.s06_movement import contact, march, marchers, rail
from bocage.games.opcom.s07_traffic import Traffic
from bocage.games.opcom.s08_bridges import (
    blow,
    bridges_near,
    building,
    check_bridges,
    is_hit_from_the_air,
    known_down,
)
from bocage.games.opcom.s09_combat import (
    encounters,
    fire_missions,
    groups,
    ineffective,
    resolution,
    results,
    retreats,
    support,
)
from bocage.games.opcom.s09_combat.fight import Fight, Fighter, Side
from bocage.games.opcom.s09_combat.fire_missions import Strike
from bocage.games.opcom.s09_combat.resolution import is_on
from bocage.games.opcom.s09_combat.scores import has_tanks, is_balanced
from bocage.games.opcom.s09_combat.support import Flight
from bocage.games.opcom.s10_reports import (
    air,
    beliefs,
    enemy,
    identity,
    ladder,
    messages,
    rumours,
    selection,
    states,
    summary,
    touch,
)
from bocage.games.opcom.s10_reports.answers import _is_done
from bocage.games.opcom.s10_reports.discoveries import survey, surveyed_by
from bocage.games.opcom.s10_reports.selection import contacts
from bocage.games.opcom.s11_supplies import roads, sources, stacks
from bocage.games.opcom.s11_supplies.use import may_deliver
from bocage.games.opcom.s12_air import close_support, landing, launch, reconnaissance, supplies, war
from bocage.games.opcom.s13_air_combat import serials_lost
from bocage.games.opcom.s14_sea import arithmetic, shore
from bocage.games.opcom.s14_sea import landing as sea_landing
from bocage.games.opcom.s14_sea.passage import pass_over
from bocage.games.opcom.s14_sea.state import beach_point
from bocage.games.opcom.words.places import Spot, ahead, located
from bocage.rules.judge import replaced
from tests.games.opcom.fights import DEFAULT

OPEN: Final = (-13394, -38939)
"""Open ground without water for kilometres, on the map of Joe's Bridge."""
EINDHOVEN: Final = (-6069, -4728)
JOE: Final = 0
"""Joe's Bridge, by number."""


def east(km: float, of: Point = OPEN) -> Point:
    """Return a point so far east of another."""
    return of[0] + round(km * 1000), of[1]


def field(scenario: str = "joes-bridge", /, **at: Point) -> Position:
    """Return a position with these units and no others; `GB_2IG` is GB-2IG."""
    world = load_world(scenario)
    st = Position.new(world, ())
    st.turn = 1
    st.where[:] = bytes([GONE]) * len(st.where)
    for name, point in at.items():
        st.place(number(st, name), point)
    return st


def number(st: Position, name: str) -> int:
    """Return a unit by its id, with underscores for dashes."""
    return st.world.by_id[name.replace("_", "-")]


def bridge_at(st: Position, crossing: int = JOE) -> Point:
    """Where a bridge is."""
    bridge = st.world.crossings[crossing]
    return st.world.ways.xy(bridge.lat, bridge.lon)


def to(km: float, holds: Callable[[float], object]) -> bool:
    """Return whether something holds a little nearer than a distance, and not a little farther."""
    return bool(holds(km * 0.95)) and not holds(km * 1.05)


def line(st: Position, name: str, **more: Any) -> Line:
    """Return a line of a sheet for one unit."""
    unit = number(st, name)
    said: dict[str, Any] = {"action": MOVE, "posture": TACT, "words": "", **more}
    return Line(st.world.units[unit].team, 1, (unit,), **said)


# Movement ------------------------------------------------------------------------------------


def _prepares(km: float) -> bool:
    st = field(GE_HOF_1=OPEN)
    return march.is_marching(st, line(st, "GE_HOF_1", action=PREPARE, goal=east(km)))


def _careful(turns: float) -> bool:
    """Return whether who breaks contact, at 0.4 turns for each kilometre, is through with it by
    then.
    """
    st = field(GE_HOF_1=OPEN)
    steps = range(1, 101)
    path = [Stretch(*east(i / 10), 0.1, False, False, -1, -1, False) for i in steps]
    order = line(st, "GE_HOF_1", goal=east(10))
    m = march.March(
        number(st, "GE_HOF_1"), order, path, lambda *_: 1e-6, 1.0, False, lambda *_: 0.4
    )
    march.advance(st, m, turns, contact.Near.of(st), Traffic(st), night=False)
    return st.metres[m.unit] >= 9999


def _staff_goes(at: Point) -> int:
    """What of the turn a headquarters spends to close up behind a battalion there."""
    st = field(GE_HOF_1=at, GE_HOF_HQ=OPEN)
    march.follow_units(st)
    return st.spent[number(st, "GE_HOF_HQ")]


def _after_fights() -> bool:
    st = field(GE_HOF_1=OPEN)
    st.orders = (line(st, "GE_HOF_1", goal=east(12), after=1),)
    march.move_half(st, march.AFTER)
    return 480 < st.spent[number(st, "GE_HOF_1")] < 520


def _no_way(km: float) -> bool:
    """Return whether the team reads that there is no way to a goal so far away."""
    st = field(GE_HOF_1=OPEN)
    st.orders = (line(st, "GE_HOF_1", goal=east(km)),)
    with replaced(march, way_along=lambda *_: []):
        march.move_half(st, 1)
    return any(each.code == "no way" for each in st.notes)


def _lifted(km: float) -> bool:
    st = field(GE_HOF_1=OPEN, GB_GADRASC1=east(km))
    st.from_x, st.from_y = st.xs[:], st.ys[:]
    lorries = number(st, "GB_GADRASC1")
    return marchers.is_lifted(st, number(st, "GE_HOF_1"), line(st, "GE_HOF_1", lift=lorries))


def _riders(lorries: str) -> int:
    """Return how many of three battalions ride."""
    foot = ("GE_HOF_1", "GE_HOF_2", "GE_HOF_3")
    st = field(**dict.fromkeys((*foot, lorries), OPEN))
    st.from_x, st.from_y = st.xs[:], st.ys[:]
    st.stock[:] = array("i", [0]) * len(st.stock)
    units = tuple(number(st, each) for each in foot)
    order = replace(line(st, "GE_HOF_1", lift=number(st, lorries)), units=units)
    return sum(marchers.is_lifted(st, unit, order) for unit in units)


def _by_way_of(km: float) -> bool:
    """Return whether a march still goes by a place so far to the side."""
    st = field(GE_HOF_1=OPEN)
    order = line(st, "GE_HOF_1", goal=east(10))
    unit, place = number(st, "GE_HOF_1"), (OPEN[0] + 50, OPEN[1] + round(km * 1000))
    named = march.way_along(st, unit, replace(order, route=(place,)), east(10))
    return named != march.way_along(st, unit, order, east(10))


def _halts_at_bridge() -> bool:
    """Who marches to a bridge halts 200 m from its middle."""
    st = field(GE_HOF_1=OPEN)
    at = bridge_at(st)
    who = marchers.marcher(st, number(st, "GE_HOF_1"), line(st, "GE_HOF_1", goal=at))
    before = [Stretch(*east(1, at), 1.0, True, False, -1, -1, False)]
    last = st.world.ways.net.finished(before, east(2, at), at, who)[-1]
    return 0.19 <= km_between((last.x, last.y), at) <= 0.21


def _goes(straight: float, km: float) -> bool:
    """Return whether somebody sets off unasked on a way so long to a goal so far off."""
    st = field(GB_55FD=OPEN)
    path = [Stretch(*OPEN, km, True, False, -1, -1, False)]
    return not march.is_detour(st, (0, 0), (round(straight * 1000), 0), path)


def _waits_at_the_bank() -> bool:
    """Who wades the canal halts 60 m before its line: the stretch over it is twice as long."""
    st = field(GE_HOF_1=OPEN)
    x, y = bridge_at(st)
    who = marchers.marcher(st, number(st, "GE_HOF_1"), line(st, "GE_HOF_1", goal=OPEN))
    found = st.world.ways.net.straight((x + 1000, y - 1500), (x + 1000, y + 1500), who)
    assert found is not None
    wet = [each.km for each in found[1] if each.water]  # the canal runs a little aslant
    return len(wet) == 1 and 0.12 <= wet[0] <= 0.13


def _deploys(km: float) -> bool:
    st = field(GB_55FD=OPEN)
    guns = marchers.marcher(st, number(st, "GB_55FD"), line(st, "GB_55FD", goal=east(km)))
    on_road = [Stretch(*OPEN, 1.0, True, False, -1, -1, False)]
    return len(st.world.ways.net.finished(on_road, OPEN, east(km), guns)) == 2


def _gate(name: str, km: float) -> bool:
    """Return whether a march that begins so far from a road begins on it."""
    st = field()
    net = st.world.ways.net
    who = marchers.marcher(st, number(st, name), line(st, name, goal=OPEN))
    lat_range = range(-36000, -12000, 170)
    for y in lat_range:
        for x in range(-18000, -4000, 230):
            sample = net.nearest_sample((x, y), round(km * 1020))
            if sample is None or net.nearest_sample((x, y), round(km * 980)) is not None:
                continue
            return sample in net.gates((x, y), who)
    raise AssertionError(km)


def _off_road(start: Point, end: Point) -> float:
    """Kilometres off the road of the way that tanks take."""
    st = field(GB_2IG=start)
    who = marchers.marcher(st, number(st, "GB_2IG"), line(st, "GB_2IG", goal=end))
    return sum(each.km for each in st.world.ways.way(start, end, who) or () if not each.road)


def _keeps_to_roads() -> bool:
    """Return two ways: with less of a shift one leaves the road, with more the other returns to
    it.
    """
    one = _off_road((-16900, -33000), (-14000, -36400))
    other = _off_road((-12000, -34200), (-15700, -30000))
    return one < 4 and other > 4.5


def _enters(km: float) -> bool:
    """Return whether a unit whose entry is blocked comes in by a place so far away."""
    st = field(GB_2IG=OPEN)
    unit = number(st, "GE_HOF_1")
    start = st.world.units[unit].start
    st.place(number(st, "GB_2IG"), start)
    lat, lon = st.world.ways.earth(east(km, start))
    place = SimpleNamespace(id="HEC", lat=lat, lon=lon, hex="0101")
    with replaced(st.world, places=(place,)):
        return s04_turn._entry(st, unit) is not None


def _train(km: float) -> bool:
    st = field(GE_HOF_1=OPEN)
    return bool(
        rail.may_embark(
            number(st, "GE_HOF_1"), at_town=True, points=1, lift=9, enemy_km=km, charts=tables()
        )
    )


# Contact, combat, retreats -------------------------------------------------------------------


def _gets_over(km: float) -> bool:
    """Return whether tanks get at an enemy beyond the canal, so far from Joe's Bridge."""
    st = field(GB_2IG=OPEN)
    x, y = bridge_at(st)
    there = east(km, (x, y + 100))
    assert st.world.ways.waters_between((x, y - 1500), there)
    return contact.can_get_at(st, number(st, "GB_2IG"), (x, y - 1500), there)


def _one_combat(km: float, other: str = "GE_HOF_2") -> bool:
    st = field(**{"GE_HOF_1": OPEN, other: east(km)})
    return number(st, other) in groups.cluster(st, number(st, "GE_HOF_1"))


def _combat(attackers: tuple[int, ...], defenders: tuple[int, ...]) -> Combat:
    return Combat("1.1.fight.x", attackers, defenders, (), 0, 0, 0, 1)


def _goes_back(km: float) -> bool:
    st = field(GE_HOF_1=OPEN, GE_HOF_HQ=east(km))
    return bool(groups.staffs_beside(st, _combat((), (number(st, "GE_HOF_1"),))))


def _may_merge(km: float) -> bool:
    st = field(GE_HOF_1=OPEN, GE_HOF_2=east(km), GB_2IG=OPEN, GB_3IG=east(km))
    one = _combat((number(st, "GB_2IG"),), (number(st, "GE_HOF_1"),))
    two = _combat((number(st, "GB_3IG"),), (number(st, "GE_HOF_2"),))
    return groups._are_near(st, one, two)


def _on_position(km: float) -> bool:
    st = field(GB_2IG=OPEN)
    return is_on(st, number(st, "GB_2IG"), east(km))


def _fighter(level: int, *, tank: bool = False) -> Fighter:
    status = Status((level, 0), "full")
    return Fighter(0, status, 0, "tank" if tank else "infantry", False, "")


def _faces_tanks(tanks: int, others: int) -> bool:
    units = (_fighter(tanks, tank=True), _fighter(others))
    return has_tanks(Side(units), DEFAULT, attacking=True)


def _balanced(tanks: int, infantry: int) -> bool:
    return is_balanced((_fighter(tanks, tank=True), _fighter(infantry)), DEFAULT)


def _overrun_guns() -> bool:
    share = tables().figures.combat.overrun_guns
    found = [replace(_fighter(level), overrun=share).level for level in (4, 5, 10)]
    return found == [2, 2, 5]


def _mostly(tanks: int, others: int) -> bool:
    units = (_fighter(tanks, tank=True), _fighter(others))
    fight = Fight("x", Side(units), Side((_fighter(1),)), "open", breakthrough=True)
    return results.overruns(fight, DEFAULT)


def _ranks() -> bool:
    found = [support.level_of(Flight(cab_rank=squadrons), DEFAULT) for squadrons in (4, 7)]
    return found == ["superior", "superior"]


def _flees(km: float) -> bool:
    """Return whether a unit at status 0 that has retired in this turn flees from an enemy so
    near.
    """
    st = field(GE_HOF_1=OPEN, GB_2IG=east(km))
    unit = number(st, "GE_HOF_1")
    st.steps[unit] = st.status(unit).last_step
    st.mark(unit, 8)
    ineffective.flee(st, unit, contact.Near.of(st))
    return st.at(unit) != OPEN


def _fled() -> bool:
    """Return how far it goes in a turn."""
    st = field(GE_HOF_1=OPEN, GE_HOF_HQ=east(-30))
    unit = number(st, "GE_HOF_1")
    way = retreats.retire(st, unit, Fraction(ineffective.must_retire_km(tables())), (), 0)
    return 4.5 < way.km < 5.5


def _meets(km: float) -> bool:
    st = field(GE_HOF_1=OPEN, GB_2IG=(OPEN[0] + 3000, OPEN[1] + round(km * 1000)))
    path = [Stretch(*east(5), 5.0, False, False, -1, -1, False)]
    return retreats._trail(st, number(st, "GE_HOF_1"), path, 5.0).met


def _trail(path: list[Stretch], most: float, **at: Point) -> Any:
    st = field(GE_HOF_1=OPEN, **at)
    return retreats._trail(st, number(st, "GE_HOF_1"), path, most)


def _ignored(km: float) -> bool:
    """Return whether an enemy so near does not stop a unit that retires past it."""
    path = [Stretch(*east(5), 5.0, False, False, -1, -1, False)]
    return not _trail(path, 5.0, GB_2IG=east(km)).met


def _passes(sine: float) -> bool:
    """Return whether a way passes an enemy 1 km away that leads away from it at an angle with
    this sine."""
    end = (OPEN[0] + round(3000 * sine), OPEN[1] + round(3000 * sqrt(1 - sine * sine)))
    path = [Stretch(*end, 3.0, False, False, -1, -1, False)]
    return not _trail(path, 5.0, GB_2IG=(OPEN[0], OPEN[1] + 1000)).met


def _winds() -> int:
    """Return how many quarters of a kilometre a winding way back of 1 km has at most."""
    path = [Stretch(*east(i % 2), 1.0, False, False, -1, -1, False) for i in range(1, 9)]
    return len(_trail(path, 1.0).points)


def _lies_behind(degrees_off: float) -> bool:
    """Return whether a headquarters lies behind that is so far off the straight way back."""
    angle = radians(degrees_off)
    there = (OPEN[0] - round(5000 * cos(angle)), OPEN[1] + round(5000 * sin(angle)))
    st = field(GE_HOF_1=OPEN, GE_HOF_HQ=there, GB_2IG=east(1))
    _dump(st, OPEN)
    return bool(retreats._rears(st, number(st, "GE_HOF_1"), (number(st, "GB_2IG"),)))


def _has_left(km: float) -> bool:
    """Return whether attackers take a position from which the enemy is so far away."""
    st = field(GE_HOF_1=east(-km), GB_2IG=east(0.8))
    foe = number(st, "GE_HOF_1"), number(st, "GB_2IG")
    resolution._occupy(st, _combat((foe[1],), (foe[0],)), OPEN)
    return st.at(foe[1]) == OPEN


def _rear(km: float) -> bool:
    """Return whether a headquarters so near is not a way back."""
    st = field(GE_HOF_1=OPEN, GE_HOF_HQ=east(km))
    _dump(st, OPEN)
    return not retreats._rears(st, number(st, "GE_HOF_1"), ())


def _broken(lost: int, staff: str, *names: str) -> tuple[tuple[int, int], ...]:
    """Brigades that are broken when so many of these units, as battalions, are at 0."""
    st = field(**dict.fromkeys((staff, *names), OPEN))
    st.settings = (("broken-brigades", "yes"),)
    units = {number(st, name) for name in names}
    for name in names[:lost]:
        unit = number(st, name)
        st.steps[unit] = st.status(unit).last_step
    with replaced(ineffective, _is_battalion=lambda _, unit: unit.number in units):
        ineffective.break_brigades(st)
    return st.broken


def _prisoners() -> bool:
    found = [
        ineffective.prisoners(Status(levels, "full"), steps, tables())
        for levels, steps in (
            *(((6, 3, 0), 2), ((6, 3, 0), 0), ((12, 1, 0), 1), ((13, 1, 0), 1)),
            *(((2, 1, 0), 1), ((3, 1, 0), 0)),
        )
    ]
    return found == [100, 400, 150, 100, 50, 400]


# Bridges -------------------------------------------------------------------------------------


def _tested(km: float) -> bool:
    st = field()
    at = bridge_at(st)
    st.place(number(st, "GE_HOF_1"), east(km, at))
    return JOE in bridges_near(st, _combat((), (number(st, "GE_HOF_1"),)))


def _checked(km: float) -> bool:
    st = field()
    st.place(number(st, "GB_2IG"), east(km, bridge_at(st)))
    st.bridges[JOE] = TESTED
    check_bridges(st)
    return bool(st.bridges[JOE] & SAFE)


def _blown(km: float) -> Position:
    st = field()
    st.place(number(st, "GE_HOF_1"), east(km, bridge_at(st)))
    blow(st, JOE)
    return st


def _caught(km: float) -> bool:
    st = _blown(km)
    unit = st.world.units[number(st, "GE_HOF_1")]
    return st.steps[unit.number] > unit.unit.start_step


def _seen_down(km: float) -> bool:
    """Return whether a team knows that a bridge is down, which it has not seen go up."""
    st = field()
    st.place(number(st, "GE_HOF_1"), east(km, bridge_at(st)))
    st.told = tuple(Told(report=("the day before",)) for _ in st.told)
    st.bridges[JOE] = BLOWN
    return JOE in known_down(st, st.world.units[number(st, "GE_HOF_1")].team)


def _may_blow(km: float) -> bool:
    st = field()
    st.bridges[JOE] = 0
    st.place(number(st, "GE_HOF_1"), east(km, bridge_at(st)))
    st.chores = (Demolition(1, JOE),)
    chores.carry_out_chores(st)
    return bool(st.stack)


def _builds(engineers: float, enemy_km: float) -> bool:
    """Return whether the bridge is built on with engineers and an enemy so far away."""
    st = field()
    at = bridge_at(st)
    st.bridges[JOE] = BLOWN | TESTED
    for name in ("GB_GADRE", "GB_XXX_BR1"):
        st.place(number(st, name), east(engineers, at))
    st.place(number(st, "GE_HOF_1"), east(enemy_km, at))
    columns = (number(st, "GB_XXX_BR1"),)
    asked: dict[str, Any] = {}
    with replaced(chores, may_build=lambda *_, **named: asked.update(named)):
        chores._build(st, Construction(0, JOE, number(st, "GB_GADRE"), columns))
    return bool(asked["engineers"]) and asked["columns"] == 1 and not asked["under_fire"]


def _plans() -> bool:
    plans = [
        building(40, charts=tables()),
        building(41, charts=tables()),
        building(80, charts=tables()),
        building(30, major=True, charts=tables()),
        building(30, damaged=True, charts=tables()),
    ]
    found = [(plan.turns, plan.columns) for plan in plans if plan]
    return building(81, charts=tables()) is None and found == [
        (1, 1),
        (2, 2),
        (2, 2),
        (3, 2),
        (1, 0),
    ]


def _from_the_air() -> bool:
    dice = ((4, 0, 6, 0), (3, 0, 6, 0), (0, 7, 6, 4), (0, 6, 6, 4), (0, 7, 6, 3), (4, 0, 5, 0))
    return [is_hit_from_the_air(*each, charts=tables()) for each in dice] == [
        True,
        False,
        True,
        *[False] * 3,
    ]


def _gap() -> bool:
    """Return a bridge whose gap the map does not tell needs one column."""
    st = field()
    st.bridges[JOE] = BLOWN | TESTED
    plans: list[Any] = []
    with replaced(chores, may_build=lambda plan, **_: plans.append(plan)):
        chores._build(st, Construction(0, JOE, number(st, "GB_GADRE"), ()))
    return [plan.columns for plan in plans] == [1]


# Supplies, rest, air -------------------------------------------------------------------------


def _cut_off(km: float) -> bool:
    """Return whether an enemy so far from the line to its headquarters cuts a unit off."""
    st = field(
        GE_HOF_1=OPEN, GE_HOF_HQ=east(4), GB_2IG=(OPEN[0] + 2000, OPEN[1] + round(km * 1000))
    )
    return sources.cut_off(st, number(st, "GE_HOF_1"), number(st, "GE_HOF_HQ"))


def _taken(km: float) -> bool:
    """Return whether a stack is captured from so far away."""
    st = field(GB_2IG=east(km))
    slot = stacks.park(st, 1, OPEN)
    assert slot is not None
    st.give(slot, FUEL, 3)
    stacks.capture_stacks(st)
    return st.depot_side[slot - len(st.world.units)] == 1


def _fetches(km: float) -> bool:
    st = field(GE_HOF_HQ=east(km), GE_FJ6_HQ=OPEN)
    one, other = number(st, "GE_HOF_HQ"), number(st, "GE_FJ6_HQ")
    st.stock[:] = array("i", [0]) * len(st.stock)
    st.give(other, FUEL, 2)
    st.chores = (Supply(1, other, one, 0, 2, -1),)
    chores.carry_out_chores(st)
    return st.holds(one, FUEL) == 2


def _serves(km: float) -> bool:
    st = field()
    unit = number(st, "GB_2IG")
    st.place(unit, east(km, bridge_at(st)))
    return sources._serves(st, JOE, st.world.crossings[JOE].over, 0, unit)


def _cuts(km: float) -> bool:
    """Return whether an enemy so far beside a road cuts it."""
    st = field(GE_HOF_1=(5000, round(km * 1000)))
    return roads.Roads(st, 0)._is_beside(((0, 0), (10000, 0)))


def _served(km: float) -> bool:
    """Return whether a place so far from the end of any road is served by one."""
    st = field()
    nodes = list(roads._nodes(st.world).values())
    south = min(nodes, key=lambda each: each[1])
    point = (south[0], south[1] - round(km * 1000))
    return bool(roads.Roads(st, 0)._node(point))


def _carried(at: Point, *, marches: bool) -> Position:
    """A column brings petrol to a headquarters at Eindhoven."""
    st = field(GB_5GA_HQ=EINDHOVEN, GB_GAD_HQ=at, GB_GADRASC1=at)
    st.stock[:] = array("i", [0]) * len(st.stock)
    names = ("GB_GAD_HQ", "GB_5GA_HQ", "GB_GADRASC1")
    source, target, carrier = (number(st, name) for name in names)
    st.give(source, FUEL, 2)
    order = Supply(0, source, target, 0, 2, carrier)
    with nullcontext() if marches else replaced(chores, march_along=lambda *_, **__: None):
        chores._supply(st, order)
    return st


def _unloads(km: float) -> bool:
    st = _carried(east(km, EINDHOVEN), marches=False)
    return st.holds(number(st, "GB_5GA_HQ"), FUEL) == 2


def _drives() -> bool:
    st = _carried(OPEN, marches=True)
    return 480 < st.spent[number(st, "GB_GADRASC1")] < 520


def _stops() -> bool:
    """A column halts a kilometre before its goal."""
    steps = [east(5 - i / 20, EINDHOVEN) for i in range(1, 101)]
    path = [Stretch(*each, 0.05, True, False, -1, -1, False) for each in steps]
    with replaced(march, way_along=lambda *_: path):
        st = _carried(east(5, EINDHOVEN), marches=True)
    return 0.9 <= km_between(st.at(number(st, "GB_GADRASC1")), EINDHOVEN) <= 1.1


def _delivers(km: float, *, airborne: bool) -> bool:
    return bool(may_deliver(km, 1, 9, airborne=airborne, charts=tables()))


def _dump(st: Position, at: Point) -> None:
    """All dumps stand there, of the side that has them."""
    for i in range(len(st.world.dumps)):
        st.depot_x[i], st.depot_y[i] = at


def _near_dump(km: float) -> bool:
    st = field(GE_HOF_1=OPEN)
    _dump(st, east(km))
    return rest.resting(st, number(st, "GE_HOF_1")).near_dump


def _at_dump(km: float) -> bool:
    st = field(GE_HOF_1=OPEN)
    _dump(st, east(km))
    return rest.is_at_dump(st, number(st, "GE_HOF_1"))


def _goes_on(km: float) -> bool:
    st = field(GE_HOF_1=OPEN)
    order = line(st, "GE_HOF_1", goal=east(km))
    return not submission._has_way(st, number(st, "GE_HOF_1"), order)


def _names_stack(km: float) -> bool:
    world = load_world("joes-bridge")
    known = SimpleNamespace(stacks={3: east(km)})
    there = SimpleNamespace(point=OPEN)
    reader: Any = SimpleNamespace(
        world=world, known=known, spot=lambda *_: there, problem=lambda *_: None
    )
    return chore_rows._stack(reader, 1, "there") is not None


def _names_bridge(km: float) -> bool:
    finder = Finder(load_world("joes-bridge"), 0, {})
    town = Found((names.Spot("Town", OPEN),))
    spots = [names.Spot("Bridge", east(km), 3)]
    with replaced(finder, _spots=spots, place=lambda _: town):
        return bool(finder.bridge("Town").spots)


def _vague() -> bool:
    found = bearing_at(("north", "of", "best"), 0)
    return found is not None and found.metres(tables().figures.orders.vague) == (0, 1000)


def _asks_back(km: float) -> bool:
    """Return whether the reader asks if troops shall leave the place that they are to hold."""
    asked: list[object] = []
    spot = SimpleNamespace(point=OPEN, unit=-1)
    finder = SimpleNamespace(place=lambda _: SimpleNamespace(spots=(spot,)))
    reader: Any = SimpleNamespace(
        world=load_world("joes-bridge"),
        finder=finder,
        km=lambda *_: km,
        ask=lambda *said: asked.append(said),
    )
    intent: Any = SimpleNamespace(held=(SimpleNamespace(name="Best", bridge=False),))
    meaning._warn_elsewhere(reader, 1, intent, ())
    return bool(asked)


def _sortie(**more: Any) -> Sortie:
    return Sortie(0, 0, 1, "support", (), 1, 1, 0, (), *OPEN, "there", **more)


def _supports(km: float) -> bool:
    st = field(GB_2IG=east(km))
    return close_support._is_for(st, _sortie(), (number(st, "GB_2IG"),), ())


def _on_zone(km: float) -> bool:
    st = field(GE_HOF_1=east(km))
    return bool(landing.enemies_on(st, 0, OPEN))


def _liaison(km: float) -> bool:
    st = field("malta")
    guide = st.world.sky.liaison[0]
    team = st.world.units[guide].team
    other = next(
        u.number for u in st.world.units if u.team == team and u.number not in st.world.sky.liaison
    )
    st.place(guide, (0, 0))
    st.place(other, (round(km * 1000), 0))
    return close_support.has_liaison(st, (other,))


def _strip(km: float) -> int:
    """Points that a strip for 10 takes with enemy guns so far away."""
    st = field("malta")
    st.turn, st.strips[0] = 5, 1
    sky = st.world.sky
    gun = next(u.number for u in st.world.units if u.side == 1 and u.is_gun)
    st.place(gun, east(km, sky.sites[sky.strips[0].area].at))
    with replaced(sky, strips=(replace(sky.strips[0], capacity=10),)):
        return landing.strip_points(st, 0, 0)


def _strip_taken(km: float) -> bool:
    st = field("malta")
    st.strips[0] = 1
    at = st.world.sky.sites[st.world.sky.strips[0].area].at
    st.place(number(st, "AX_FJ1_1"), east(km, at))
    war.end_air(st)
    return st.strips[0] == 2


def _fetched(km: float) -> bool:
    """Return whether a headquarters so far away gets what was dropped."""
    st = field("second-lift")
    sky = st.world.sky
    lift = next(i for i, each in enumerate(sky.lifts) if each.mode == "supply")
    unit = st.world.by_id[sky.lifts[lift].to]
    st.stock[:] = array("i", [0]) * len(st.stock)
    st.place(unit, east(km))
    supplies.put_down(st, replace(_sortie(lift=lift), team=sky.lift_team[lift]), 4)
    return st.held(unit) > 0


def _drop_seen(km: float, night: int) -> bool:
    st = field(GE_HOF_1=east(km))
    site = SimpleNamespace(at=OPEN)
    with replaced(landing, site_of_sortie=lambda *_: site):
        landing._is_seen(st, _sortie(night=night))
    return bool(st.notes)


def _part() -> bool:
    st = field()
    st.flying = "part"
    going: Any = [SimpleNamespace(serials=10, mode="para")]
    return launch._room(st, going) == 5


def _in_one_square(km: float) -> bool:
    st = field(GE_HOF_1=(10, 0), GE_HOF_2=(round(km * 1000), 0))
    one, other = number(st, "GE_HOF_1"), number(st, "GE_HOF_2")
    return reconnaissance.square(st, one) == reconnaissance.square(st, other)


def _in_bad_weather() -> bool:
    sight = reconnaissance.Sight(True, True, False, False, 1)
    return (
        reconnaissance.score(sight, 5, weather=True, charts=tables()).total(reconnaissance.SCORE)
        == 3
    )


def _caught_bombers() -> bool:
    return [
        serials_lost(squadrons, 99, bombers=True, charts=tables()) for squadrons in (9, 10)
    ] == [2, 3]


def _station(km: float) -> bool:
    with replaced(rail, stations=lambda _: {"X": OPEN}):
        return bool(rail.station_at(load_world("joes-bridge"), east(km)))


def _loads() -> bool:
    return [supplies.loads(points, tables()) for points in (10, 11, 20)] == [
        [10],
        [10, 1],
        [10, 10],
    ]


# The sea -------------------------------------------------------------------------------------


def _silenced(km: float) -> bool:
    st = field("malta")
    battery = number(st, "MT_CA_MAD")
    st.place(battery, (0, 0))
    st.sea = replace(st.sea, magazines=tuple(5 for _ in st.sea.magazines))
    assert not shore.is_silent(st, 0)
    st.place(number(st, "AX_FJ1_1"), (round(km * 1000), 0))
    return shore.is_silent(st, 0)


def _beach(name: str, km: float) -> tuple[bool, bool, bool]:
    """Return whether a unit so far from a beach defends it, has it under fire, works on it."""
    st = field("malta")
    beach = st.world.data.sea.beaches[0]
    at = beach_point(st.world, beach)
    st.place(number(st, name), east(km, at))
    quiet = replace(beach, silent=())
    return (
        bool(shore.defenders(st, at)),
        shore.is_under_fire(st, quiet),
        shore.engineers_at_work(st, at),
    )


def _passages() -> bool:
    scores = (10, 9, 7, 6, 5, 4, 3, 2)
    words = ["intact", "late", "late", *["late with losses"] * 2, *["mauled"] * 2, "turned back"]
    return [arithmetic.passage_of(score, tables()) for score in scores] == words


def _tolls() -> bool:
    found = [arithmetic.steps_lost("late with losses", n, tables()) for n in (5, 6, 24)]
    found += [arithmetic.steps_lost("mauled", n, tables()) for n in (2, 3, 15)]
    return found == [0, 1, 4, 0, 1, 5]


def _helped() -> bool:
    plain = arithmetic.Crossing((3, 4))
    crossings = (
        replace(plain, battleships=True),
        replace(plain, cover=True),
        replace(plain, hunted=True),
        replace(plain, rough=True),
    )
    found = [
        arithmetic.passage_ledger(each, tables()).total(arithmetic.PASSAGE) for each in crossings
    ]
    return found == [9, 8, 5, 6]


def _seas() -> bool:
    north = [arithmetic.swell_of(die, south=False, charts=tables()) for die in (4, 5, 6)]
    south = [arithmetic.swell_of(die, south=True, charts=tables()) for die in (5, 6)]
    return (north, south) == (["calm", "swell", "blow"], ["calm", "swell"])


def _batteries() -> bool:
    hits = [arithmetic.gun_hits("6in", die, tables()) for die in (4, 5)]
    small = [arithmetic.gun_hits("6-pdr", die, tables()) for die in (5, 6)]
    reach = [arithmetic.reach_km(each, tables()) for each in ("9.2in", "6in", "6-pdr")]
    return (hits, small, reach) == ([False, True], [False, True], [25, 10, 2])


def _shores() -> bool:
    fair = arithmetic.Shore("fair", 11, 2, False, "calm", 1)
    poor = arithmetic.Shore("poor", 11, 3, True, "calm", 0)
    takes = [
        arithmetic.takes_vehicles(each, tables())
        for each in (
            fair,
            replace(fair, turns=1),
            replace(fair, worked=0),
            poor,
            replace(poor, turns=2),
        )
    ]
    points = [
        arithmetic.capacity_ledger(replace(poor, capacity=each), tables()).total(
            arithmetic.CAPACITY
        )
        for each in (10, 11)
    ]
    return takes == [True, False, False, True, False] and points == [5, 5]


def _assault() -> bool:
    found = [
        arithmetic.assault_factors(2, battleships=each, charts=tables()).total("attacker")
        for each in (True, False)
    ]
    return found == [4, 2]


def _fires_on(km: float) -> list[int]:
    """With what force battleships fire on a unit so far from their point."""
    st = field("malta", MT_2DEV=(round(km * 1000), 0))
    st.sea = replace(st.sea, fleets=tuple(1 for _ in st.sea.fleets))
    st.chores = (Bombardment(11, 0, 0, 0, "there"),)
    return [each.force for each in sea_landing._broadsides(st) if isinstance(each, Strike)]


def _turned_back() -> bool:
    st = field("malta")
    pass_over(st, 0, "turned back")
    return st.sea.due[0] == st.turn + 3


def _sinks() -> bool:
    st = field("malta")
    st.sea = replace(st.sea, ammo=9)
    sea_landing._be_hit(st, 0)
    return st.sea.ammo == 7


def _petrol(room: int) -> int:
    st = field("malta")
    st.sea = replace(st.sea, ammo=99, fuel=99)
    st.stock[:] = array("i", [0]) * len(st.stock)
    sea_landing._supplies_ashore(st, 0, room)
    return sum(st.holds(holder, FUEL) for holder in range(st.world.holders))


# Reports -------------------------------------------------------------------------------------


def _rungs() -> bool:
    found = [
        ladder.rung(*each, charts=tables())
        for each in (
            *((20, 20, 0), (19, 20, 0), (18, 20, 0), (18, 20, 1)),
            *((15, 20, 1), (14, 20, 1), (5, 9, 1), (5, 10, 1), (6, 6, 1), (3, 3, 0)),
            *((2, 5, 1), (2, 6, 1), (2, 10, 1), (2, 11, 1)),
        )
    ]
    return found == [
        *("considerable-complete", "considerable-complete"),
        *("considerable-light", "considerable-light", "considerable-light"),
        *("considerable-thinned", "fair-thinned", "fair-tired", "considerable-casualties"),
        *("fair-complete", "low-tired", "low-platoons", "low-platoons", "low-disintegrating"),
    ]


def _counts() -> bool:
    """What units count as, together: just over and just under half a battalion and a whole."""
    worn = enemy.weight("line", "fair-thinned", 6, tables())
    weak = enemy.weight("line", "low-tired", 6, tables())
    levels = [enemy.weight("line", "fair-complete", full, tables()) for full in (5, 4, 3, 2)]
    return (
        levels == [1.0, worn, worn, weak]
        and 1.25 < 2 * worn < 1.5
        and round(3 * weak) == 1
        and 0.9 < 3 * weak <= 1.0
    )


def _errors() -> bool:
    blind = [enemy.error(die, blind=True, repeated=False, charts=tables()) for die in range(1, 7)]
    plain = [enemy.error(die, blind=False, repeated=False, charts=tables()) for die in range(1, 7)]
    return (blind, plain) == ([-1, 0, 0, 0, 1, 1], [0, 0, 0, 0, 0, 1])


def _known(km: float) -> bool:
    st = field(GE_HOF_1=OPEN, GB_2IG=east(km))
    unit = st.world.units[number(st, "GE_HOF_1")]
    return bool(contacts(st, [unit], contact.Near.of(st)))


def _surveys(name: str, km: float, *, stays: bool) -> bool:
    st = field()
    st.surveyed[:] = bytes(len(st.surveyed))
    st.place(number(st, name), east(km, bridge_at(st)))
    st.stayed[number(st, name)] = int(stays)
    survey(st)
    return JOE in surveyed_by(st, st.world.units[number(st, name)].team)


def _hears(km: float) -> bool:
    st = field(GE_HOF_1=OPEN, GE_HOF_HQ=east(km))
    return touch.is_in_touch(st, number(st, "GE_HOF_1"))


def _arrives(km: float) -> bool:
    st = field(GE_HOF_1=OPEN)
    return _is_done(st, line(st, "GE_HOF_1", goal=east(km)), number(st, "GE_HOF_1"))


def _is_behind(km: float) -> bool:
    st = field(GE_HOF_1=OPEN, GE_HOF_2=east(km))
    order = line(st, "GE_HOF_1", follow=number(st, "GE_HOF_2"))
    return _is_done(st, order, number(st, "GE_HOF_1"))


def _is_there(km: float) -> bool:
    """Return whether a unit so far west of Hechtel is at Hechtel."""
    st = field()
    place = st.world.pack.points_by_id["HEC"]
    located.cache_clear()
    found = located(st.world, east(-km, st.world.ways.xy(place.lat, place.lon)))
    located.cache_clear()
    return found == Spot("Hechtel")


def _overheard(km: float, foe: float) -> bool:
    """Return whether somebody in Hechtel could speak, with our troops and the enemy so far away."""
    st = field()
    place = st.world.pack.points_by_id["HEC"]
    at = st.world.ways.xy(place.lat, place.lon)
    st.place(number(st, "GB_2IG"), east(km, at))
    st.place(number(st, "GE_HOF_1"), east(-foe, at))
    rumours.overhear(st)
    found = [each for each in st.notes if each.code == "rumour" and each.team == 0]
    return any(any(each.parts) for each in found)


def _fate(by: str, km: float, die: int) -> str:
    st = field("malta", MT_HQ=(0, 0), MT_1_HQ=(round(km * 1000), 0))
    return messages.fate(st, Message(0, 1, 1, 1, by, "text"), die)


class Recorder:
    """Stands for a choice: what was asked, once in how many times; the answer is always yes."""

    def __init__(self) -> None:
        self.asked: dict[str, int] = {}

    def happens(self, slot: str, one_in: int) -> bool:
        """Note it."""
        self.asked[slot] = one_in
        return True

    def among(self, _: str, words: tuple[str, ...]) -> str:
        """Return the first."""
        return words[0]


def _odds() -> dict[str, int]:
    """Return how often uniforms deceive, tanks are Tigers, a town speaks and lies, a word is
    lost.
    """
    st = field(GE_HOF_1=OPEN)
    choice: Any = Recorder()
    unit = st.world.units[number(st, "GE_HOF_1")]
    with replaced(identity, _branch=lambda _: "paratroops"):
        identity.identity_of(st, [unit], (), choice)
    tank: Any = SimpleNamespace(name="Panther", unit=SimpleNamespace(profile=""), number=1)
    identity.tank_class([tank], (), choice, light=True, charts=tables())
    heavy: Any = Recorder()
    tiger: Any = SimpleNamespace(name="Tiger", unit=SimpleNamespace(profile=""), number=1)
    identity.tank_class([tiger], (), heavy, light=True, charts=tables())
    messages.garbled("word", choice, tables())
    place = st.world.pack.points_by_id["HEC"]
    st.place(unit.number, st.world.ways.xy(place.lat, place.lon))
    st.note(unit.team, "rumour", name="HEC", parts=("tanks", "north"))
    rumours.rumours(st, unit.team, [unit], choice)
    return {**choice.asked, "there": heavy.asked["tigers"]}


def _budgets() -> list[int]:
    """Words that a team may say, and one with others under it."""
    st = field()
    found: list[int] = []

    def within(_: object, most: int) -> list[str]:
        found.append(most)
        return []

    with replaced(summary, within=within):
        for under in ({}, {1: ()}):
            summary.spoken_report(st, 0, (), under)
    return found


def _gunners() -> bool:
    st = field()
    each = selection._weight(st, st.world.units[number(st, "GE_HEI_ART")], 0)
    return [round(5 * each), round(6 * each)] == [0, 1]


def _vital(km: float) -> bool:
    st = field()
    return cards._is_vital(st, (bridge_at(st)[0], bridge_at(st)[1] - round(km * 1000)))


def _told_as(names: int) -> str:
    st = field()
    choice: Any = Recorder()
    with replaced(identity, faced_as=lambda _, number: str(number)):
        return identity.identity_of(st, (), range(names), choice)[0]


def _small(name: str) -> bool:
    st = field()
    st.steps[:] = bytes(len(st.steps))
    return states.is_small(st, number(st, name))


def _kept(km: float) -> bool:
    st = field(GE_HOF_1=east(km))
    fight: Any = SimpleNamespace(stood=0, band="success", attacking=0, team=1, at=OPEN)
    return selection._ground(st, fight) == "kept"


def _fit() -> bool:
    st = field()
    found = [air._effectiveness(st, left, 100).split()[0] for left in (90, 89, 70, 69)]
    return found == ["Nearly", "Most", "Most", "The"]


def _moves_towards(km: float) -> bool:
    """Return whether who comes from the south so far from Hechtel moves towards it."""
    st = field()
    place = st.world.pack.points_by_id["HEC"]
    x, y = st.world.ways.xy(place.lat, place.lon)
    now = (x, y - round(km * 1000))
    return ahead(st.world, (now[0], now[1] - 1000), now) == "Hechtel"


def _sent() -> bool:
    st = field()
    written: Sheet = {"message": [{"to": "nobody", "text": "text"}] * 20}
    found = meaning.understand(st.world, 0, written, known_to_team(st, 0))
    return sum("and no more" in each.words for each in found.problems) == 8


def _believes(turn: int, facts: list[Any], own: dict[str, list[Point]]) -> list[Any]:
    """What is left of a sighting of turn 1."""
    old = Sighting("A", 1, *OPEN, "there", "a patrol", 0, (), "", 0, "fresh")
    return [each for each in beliefs.believed([old], facts, own, turn, tables()) if each.turn == 1]


def _cleared(km: float) -> bool:
    quiet = SimpleNamespace(enemy=None, id="A")
    return not _believes(2, [quiet], {"A": [east(km)]})


def _replaced(km: float) -> bool:
    x, y = east(km)
    seen = {"tanks": "", "guns": (), "air": "", "identity": "unknown", "name": ""}
    foe = SimpleNamespace(**seen, x=x, y=y, place="there", count="a patrol")
    return not _believes(2, [SimpleNamespace(enemy=foe, id="A", name="A")], {})


def _doubts() -> bool:
    found = [beliefs.doubt(age, tables()) for age in (0, 1, 2, 3, 4, 5)]
    return found == ["fresh", *["recent"] * 2, *["old"] * 2, "doubtful"]


# Debrief -------------------------------------------------------------------------------------


def _held(km: float) -> bool:
    st = field()
    place = st.world.pack.points_by_id["HEC"]
    at = st.world.ways.xy(place.lat, place.lon)
    st.place(number(st, "GB_2IG"), east(km, at))
    return bool(ground.near(st, 0, at))


def _met(km: float) -> bool:
    st = field(GB_2IG=OPEN, GB_HCR=east(km))
    more = {"side": "allied", "one": ["x"], "other": ["y"]}
    units = {"x": "GB_2IG", "y": "GB_HCR"}
    met = lambda st, _, names: [st.world.units[number(st, units[names[0]])]]  # noqa: E731
    with replaced(chronicle, of_formations=met):
        return bool(chronicle._joined(st, Terms(more)))


def _beyond(km: float) -> bool:
    st = field()
    place = st.world.pack.points_by_id["HEC"]
    at = st.world.ways.xy(place.lat, place.lon)
    st.place(number(st, "GB_2IG"), east(km, at))
    return bool(chronicle._over(st, Terms({"side": "allied", "bank": "HEC", "water": "Rhine"})))


def _cut_off_units(off: int, count: int) -> bool:
    """Return whether a formation counts as cut off, of which so many units have no road."""
    st = field()
    units = [SimpleNamespace(number=i) for i in range(count)]
    st.where[:] = bytes([HERE]) * len(st.where)
    st.xs[:] = array("i", range(len(st.xs)))
    st.depot_side[:] = bytes([1]) * len(st.depot_side)
    joined = SimpleNamespace(join=lambda _, at: at[0] >= off)
    order: Any = SimpleNamespace(more=Terms({"side": "allied", "depots": ["D-GAD"]}), points=1)
    changed = replaced(measures, of_formations=lambda *_: units, _side=lambda _: 0)
    with changed, replaced(roads, Roads=lambda *_: joined):
        return bool(measures._isolated(st, order).points)


def _reached(km: float) -> bool:
    """Return whether troops so far from the second place on a road have reached it."""
    st = field(GB_2IG=east(km))
    points = {"A": east(-50), "B": OPEN, "C": east(50)}
    pack = SimpleNamespace(facts={"road": "A B C"})
    more = {"route": "road", "side": "allied", "teams": ["Guards"], "reached": "far"}
    with replaced(st.world, pack=pack), replaced(chronicle, point_of=lambda _, name: points[name]):
        chronicle._cut(st, Terms(more))
    return any(value == 2 for _, _, value in st.chronicle)


def _fights_at(km: float) -> bool:
    st = field()
    place = st.world.pack.points_by_id["HEC"]
    at = st.world.ways.xy(place.lat, place.lon)
    st.place(number(st, "GB_2IG"), east(km, at))
    st.mark(number(st, "GB_2IG"), 4)
    return bool(chronicle._fought(st, Terms({"place": ["HEC"]})))


def _overlooked(km: float, sighting: float = 99) -> bool:
    """Return whether an enemy so near, and so far from a sighting, was missed."""
    st = field(GB_2IG=OPEN, GE_HOF_1=east(km))
    ours, foe = (st.world.units[number(st, name)] for name in ("GB_2IG", "GE_HOF_1"))
    seen: Any = SimpleNamespace(at=east(km + sighting))
    return bool(mistakes._missed(st, [ours], [foe], [seen]))


def _driven_off(km: float) -> bool:
    st = field(GB_2IG=east(km))
    row = Sighting("A", 1, *OPEN, "there", "a patrol", 0, (), "", 0, "fresh")
    own = [st.world.units[number(st, "GB_2IG")]]
    return mistakes._sighted(st, row, [], own).faults == ("gone from there",)


Probe = Callable[[], bool]
FJ6: Final = ("GE_FJ6_HQ", "GE_FJ6_1", "GE_FJ6_2", "GE_FJ6_3")
FOUR: Final = ("GB_5GA_HQ", "GB_2GREN", "GB_1GREN", "GB_1WG", "GB_2WG")
FIVE: Final = ("GB_GAD_HQ", "GB_HCR", "GB_55FD", "GB_153FD", "GB_21AT", "GB_94LAA")

PROBES: Final[Mapping[str, Probe]] = {
    "movement.prepare_shift": lambda: to(2, _prepares),
    "movement.break_contact": lambda: not _careful(0.76) and _careful(0.84),
    "movement.staff": lambda: to(3, lambda km: not _staff_goes(east(km))),
    "movement.staff_share": lambda: 480 < _staff_goes(EINDHOVEN) < 520,
    "movement.after_fights": _after_fights,
    "movement.behind": lambda: to(1, lambda km: not _no_way(km)),
    "movement.lorries": lambda: to(2, _lifted),
    "movement.lift": lambda: (_riders("GB_GADRASC1"), _riders("GB_5GA_HQ")) == (2, 2),
    "movement.passed": lambda: to(0.3, lambda km: not _by_way_of(km)),
    "movement.shuns": _keeps_to_roads,
    "movement.entry": lambda: to(15, _enters),
    "movement.on_road": lambda: to(0.7, lambda km: _gate("GE_HOF_1", km)),
    "movement.to_road": lambda: to(1.5, lambda km: _gate("GB_55FD", km)),
    "movement.bridge_end": _halts_at_bridge,
    "movement.bank": _waits_at_the_bank,
    "movement.deploy": lambda: to(1, _deploys),
    "movement.detour": lambda: to(30, lambda km: _goes(10, km)),
    "movement.detour_more": lambda: to(11, lambda km: _goes(1, km)),
    "rail.station": lambda: to(1, _station),
    "rail.enemy": lambda: not _train(2) and _train(2.01) and not _train(1.5) and _train(2.5),
    "combat.against_tanks": lambda: _faces_tanks(2, 6) and not _faces_tanks(2, 7),
    "combat.balance": lambda: _balanced(3, 9) and not _balanced(3, 10),
    "combat.cluster": lambda: to(2, _one_combat),
    "combat.guns": lambda: to(1, lambda km: _one_combat(km, "GE_HEI_ART")),
    "combat.beside": lambda: to(1, _goes_back),
    "combat.merge": lambda: to(5, _may_merge),
    "combat.mostly": lambda: not _mostly(5, 5) and _mostly(6, 5),
    "combat.cab_rank": _ranks,
    "combat.position": lambda: to(1, _on_position),
    "combat.first": lambda: [encounters.by_die(die, tables()) for die in (3, 4)] == [0, 1],
    "combat.overrun_guns": _overrun_guns,
    "contact.bridge": lambda: to(1.5, _gets_over),
    "retreat.snap": lambda: (
        [retreats.may_end_at(Fraction(10), km, tables()) for km in (6.9, 7.1, 12.9, 13.1)]
        == [False, True, True, False]
    ),
    "retreat.least_back": lambda: (
        [retreats.thrown_back_km(km, tables()) for km in (0.0, 0.5, 2.0)] == [1, 1, 2]
    ),
    "retreat.ineffective": _fled,
    "retreat.enemy": lambda: to(1, _meets),
    "retreat.flees": lambda: to(2, _flees),
    "retreat.among": lambda: to(0.3, _ignored),
    "retreat.nearer": lambda: not _passes(0.76) and _passes(0.84),
    "retreat.winding": lambda: _winds() == 12,
    "retreat.behind": lambda: _lies_behind(76) and not _lies_behind(84),
    "retreat.left": lambda: to(0.5, lambda km: not _has_left(km)),
    "retreat.rear": lambda: to(1, _rear),
    "retreat.broken": lambda: (
        bool(_broken(2, *FJ6) and _broken(3, *FOUR)) and not _broken(3, *FIVE)
    ),
    "retreat.broken_turns": lambda: [turn for _, turn in _broken(3, *FJ6)] == [3],
    "prisoners.battalion": _prisoners,
    "prisoners.small_status": _prisoners,
    "prisoners.small": _prisoners,
    "bridges.near": lambda: to(1, _tested),
    "bridges.checked": lambda: to(0.5, _checked),
    "bridges.caught": lambda: to(0.15, _caught),
    "bridges.seen": lambda: to(5, lambda km: _blown(km).notes),
    "bridges.looked": lambda: to(2, _seen_down),
    "bridges.held": lambda: to(3, _may_blow),
    "bridges.site": lambda: to(1, lambda km: _builds(km, 9)),
    "bridges.fire": lambda: to(2, lambda km: not _builds(0.1, km)),
    "bridges.short": _plans,
    "bridges.long": _plans,
    "bridges.major": _plans,
    "bridges.mended": _plans,
    "bridges.bailey_gap": _plans,
    **dict.fromkeys(
        (
            *("bridges.heavy_squadrons", "bridges.tactical_squadrons"),
            *("bridges.air_hit", "bridges.tactical_hit"),
        ),
        _from_the_air,
    ),
    "bridges.gap": _gap,
    "interdiction.heavy_as": lambda: fire_missions.force_of(3, 2, tables())[0] == 7,
    "interdiction.reset": lambda: (
        [fire_missions.begins_anew(km, tables()) for km in (0.9, 1.0)] == [False, True]
    ),
    "supply.between": lambda: to(1, _cut_off),
    "supply.airborne_dump": lambda: to(8, lambda km: _delivers(km, airborne=True)),
    "supply.dump": lambda: to(10, lambda km: _delivers(km, airborne=False)),
    "supply.bridge": lambda: to(10, _serves),
    "supply.road": lambda: to(1, _cuts),
    "supply.road_end": lambda: to(5, _served),
    "supply.unload": _stops,
    "supply.unloaded": lambda: to(1.5, _unloads),
    "supply.drive": _drives,
    "supply.stack": lambda: to(0.5, _taken),
    "supply.draw": lambda: to(5, _fetches),
    "rest.dump": lambda: to(10, _near_dump),
    "rest.at_dump": lambda: to(2, _at_dump),
    "orders.vague": _vague,
    "orders.there": lambda: to(5, lambda km: not _asks_back(km)),
    "orders.town_bridge": lambda: to(3, _names_bridge),
    "orders.parked": lambda: to(2, _names_stack),
    "orders.arrived": lambda: to(1, _goes_on),
    "air.target": lambda: to(3, _supports),
    "air.on_zone": lambda: to(1, _on_zone),
    "air.liaison": lambda: to(10, _liaison),
    "air.strip_halved": lambda: [_strip(km) for km in (3.9, 4.1)] == [5, 10],
    "air.strip_shut": lambda: [_strip(km) for km in (1.9, 2.1)] == [0, 5],
    "air.strip_share": lambda: _strip(3) == 5,
    "air.strip_held": lambda: to(1, _strip_taken),
    "air.fetch": lambda: to(5, _fetched),
    "air.seen": lambda: to(6, lambda km: _drop_seen(km, 0)),
    "air.seen_by_night": lambda: to(2, lambda km: _drop_seen(km, 1)),
    "air.part": _part,
    "air.square": lambda: to(2, _in_one_square),
    "air.weather": _in_bad_weather,
    "air.bombers": _caught_bombers,
    "air.load": _loads,
    "air.astray": lambda: (
        [landing.scatters(die, night=False, charts=tables()) for die in (1, 2)] == [True, False]
    ),
    "air.astray_by_night": lambda: (
        [landing.scatters(die, night=True, charts=tables()) for die in (3, 4)] == [True, False]
    ),
    "sea.silenced": lambda: to(0.6, _silenced),
    "sea.beach": lambda: (
        to(1, lambda km: _beach("MT_2DEV", km)[0]) and to(1, lambda km: _beach("AX_FJPI", km)[2])
    ),
    "sea.fire": lambda: to(2, lambda km: _beach("MT_2DEV", km)[1]),
    **dict.fromkeys(("sea.intact", "sea.late", "sea.losses", "sea.mauled"), _passages),
    **dict.fromkeys(("sea.losses_share", "sea.mauled_share"), _tolls),
    **dict.fromkeys(("sea.fleet", "sea.cover", "sea.hunted", "sea.rough"), _helped),
    **dict.fromkeys(("sea.swell", "sea.gale", "sea.south"), _seas),
    **dict.fromkeys(
        ("sea.hits", "sea.pounder_hits", "sea.nine_inch", "sea.six_inch", "sea.pounder"), _batteries
    ),
    "sea.through": lambda: (
        [arithmetic.gets_through(die, tables()) for die in (3, 4)] == [False, True]
    ),
    **dict.fromkeys(("sea.halved", "sea.fair_turns", "sea.fair_worked", "sea.poor_turns"), _shores),
    **dict.fromkeys(("sea.disorder", "sea.escort", "sea.battleships"), _assault),
    **dict.fromkeys(
        (
            *("reports.considerable", "reports.fair", "reports.whole", "reports.light"),
            *("reports.thinned", "reports.tired", "reports.platoons"),
        ),
        _rungs,
    ),
    **dict.fromkeys(("reports.battalion", "reports.worn", "reports.weak"), _counts),
    **dict.fromkeys(("reports.too_many", "reports.blind", "reports.too_few"), _errors),
    "sea.broadside": lambda: _fires_on(0.1) == [4],
    "umpiring.spot": lambda: to(2, _vital),
    "reports.team": lambda: _budgets()[0] == 200,
    "reports.higher": lambda: _budgets()[1] == 300,
    "reports.gunners": _gunners,
    "debrief.cut_off": lambda: not _cut_off_units(5, 10) and _cut_off_units(6, 11),
    "debrief.reached": lambda: to(2, _reached),
    "debrief.beyond": lambda: to(5, _beyond),
    "sea.back": _turned_back,
    "sea.sunk": _sinks,
    "sea.fuel": lambda: (_petrol(9), _petrol(10)) == (1, 2),
    "reports.branch": lambda: _odds()["branch"] == 10,
    "reports.tigers": lambda: _odds()["tigers"] == 8,
    "reports.tigers_there": lambda: _odds()["there"] == 2,
    "reports.rumour": lambda: _odds()["rumour.HEC"] == 4,
    "reports.untrue": lambda: _odds()["untrue.HEC"] == 2,
    "messages.garbled": lambda: _odds()["word.0"] == 3,
    "messages.most": _sent,
    "reports.mixed": lambda: [_told_as(n) for n in (2, 3)] == ["known", "mixed"],
    "reports.company": lambda: _small("GE_HOF_HQ") and not _small("GE_WAL_HF"),
    "reports.position": lambda: to(1, _kept),
    "reports.squadrons": _fit,
    "reports.squadrons_worn": _fit,
    "reports.ahead": lambda: to(12, _moves_towards),
    "reports.seen": lambda: to(2, _known),
    "reports.surveyed": lambda: to(2, lambda km: _surveys("GE_HOF_1", km, stays=True)),
    "reports.visited": lambda: to(1, lambda km: _surveys("GB_GADRE", km, stays=False)),
    "reports.radio": lambda: to(10, _hears),
    "reports.reached": lambda: to(1, _arrives),
    "reports.follows": lambda: to(3, _is_behind),
    "reports.at": lambda: to(0.6, _is_there),
    "reports.town": lambda: to(1.5, lambda km: _overheard(km, 4)),
    "reports.round": lambda: to(6, lambda km: _overheard(0.5, km)),
    "messages.near": lambda: to(10, lambda km: _fate("runner", km, 4) == "delivered"),
    "messages.lost": lambda: (
        [_fate("telephone", 1, die) for die in (1, 2)] == ["lost", "delivered"]
    ),
    "beliefs.same": lambda: to(3, _replaced),
    "beliefs.clear": lambda: to(1.5, _cleared),
    "beliefs.forgotten": lambda: bool(_believes(9, [], {})) and not _believes(10, [], {}),
    "debrief.missed": lambda: to(8, _overlooked),
    "debrief.sighted": lambda: to(2.5, lambda km: not _overlooked(1, km)),
    "debrief.driven_off": lambda: to(1, _driven_off),
    "beliefs.recent": _doubts,
    "beliefs.old": _doubts,
    "debrief.held": lambda: to(1, _held),
    "debrief.met": lambda: to(2, _met),
    "debrief.fought": lambda: to(1, _fights_at),
}
"""By figure."""
SAME: Final[Mapping[str, tuple[object, ...]]] = {
    "artillery.aa": ((8, 1),),  # a long range below the effective one is none
    "bridges.gap": (32,),  # one column builds over anything up to 40 m
    "prisoners.small": (Fraction(1, 5),),  # prisoners are rounded to 50 (reading 7.6)
}
"""Values with which the rules come to the same."""
