"""The start and the end of a turn: arrivals, daily supplies, counts to reset (4, 11)."""

from __future__ import annotations

from bocage.games.opcom.board.position import (
    ATTACKED,
    DEFENDED,
    DUE,
    HOLD,
    MOVED,
    NON_TACT,
    PREPARE,
    QUEUED,
    RETREATED,
    TACT,
    Position,
)
from bocage.games.opcom.board.setup import open_dump
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import FUEL, dump_ammo, dump_side
from bocage.games.opcom.debrief.chronicle import watch
from bocage.games.opcom.debrief.tallies import tally
from bocage.games.opcom.s05_orders.rest import count_rest, is_shattered, rebuild
from bocage.games.opcom.s06_movement.contact import Near
from bocage.games.opcom.s06_movement.rail import is_held_for_a_train, run_trains
from bocage.games.opcom.s06_movement.rates import passing_km
from bocage.games.opcom.s08_bridges import check_bridges
from bocage.games.opcom.s09_combat.fire_missions import begins_anew
from bocage.games.opcom.s09_combat.ineffective import break_brigades, flee
from bocage.games.opcom.s10_reports.discoveries import face, survey
from bocage.games.opcom.s11_supplies.roads import Roads
from bocage.games.opcom.s11_supplies.stacks import capture_stacks
from bocage.games.opcom.s12_air.war import begin_air, end_air
from bocage.games.opcom.s14_sea.shore import work_on_beaches
from bocage.games.opcom.s14_sea.state import comes_by_sea


def begin_turn(st: Position) -> None:
    """Begin a new half day, with all counts of a turn at zero."""
    count = len(st.world.units)
    st.turn += 1
    st.half = 0
    row = st.world.turn(st.turn)
    st.bad_roads = int(row.road_delay)
    for unit in range(count):
        st.waited[unit] = int(st.has(unit, QUEUED))
    st.marks[:] = bytes(count)
    st.fired[:] = bytes(count)
    for unit in range(count):
        st.spent[unit] = st.before[unit] = st.metres[unit] = 0
        st.target[unit] = -1
        st.from_x[unit], st.from_y[unit] = st.xs[unit], st.ys[unit]
        st.midway_x[unit], st.midway_y[unit] = st.xs[unit], st.ys[unit]
        if row.half == "am":
            st.attacks[unit] = 0
        st.barred[unit] = max(0, st.barred[unit] - 1)
    for crossing in range(len(st.crossed)):
        st.crossed[crossing] = 0
    for place in range(len(st.streets)):
        st.streets[place] = 0
    for road in range(len(st.lanes)):
        st.lanes[road], st.jams[road] = st.jams[road], 0
    st.delivered[:] = bytes(len(st.delivered))
    st.cards, st.decided, st.overruns, st.sheets = (), (), (), ()
    st.fires, st.barriers = (), ()
    begin_air(st)
    _arrive(st)
    _open_dumps(st)
    if row.half == "am" and st.turn > 1:
        _daily(st)


def _arrive(st: Position) -> None:
    """Bring on the units that are due.

    They go around a blocked entry, or wait (4.0.d, reading 3.22).
    """
    for unit in st.world.units:
        if st.where[unit.number] != DUE or unit.unit.arrival_turn > st.turn:
            continue
        if unit.number in st.world.sky.carried:
            continue  # arrives with its lift (12.1)
        if st.sea and comes_by_sea(unit):
            continue  # lands over its beach (reading 12.4)
        if is_held_for_a_train(st, unit.number) and unit.unit.arrival_turn == st.turn:
            continue  # a die decides about its train (reading 3.23)
        st.aboard[unit.number] = 0
        arrive(st, unit.number)


def arrive(st: Position, number: int) -> None:
    """Bring a reinforcement on at its entry, or nearby, or let it wait."""
    unit = st.world.units[number]
    at = unit.start if st.turn == 1 else _entry(st, number)
    if at is None:
        st.note(unit.team, "held up", number)
        return
    st.place(number, at)
    st.from_x[number], st.from_y[number] = at
    if st.turn > 1:
        st.note(unit.team, "arrived", number, at)


def _entry(st: Position, unit: int) -> Point | None:
    """Return the place where a unit comes on: its own entry, or the nearest free road within 15
    km.
    """
    troops = st.world.units[unit]
    if _is_free(st, troops.side, troops.start):
        return troops.start
    places = [
        st.world.ways.xy(p.lat, p.lon)
        for p in st.world.places
        if p.hex is not None and st.world.pack.links_of(p.id)
    ]
    near = sorted(places, key=lambda p: (km_between(p, troops.start), p))
    for point in near:
        if km_between(point, troops.start) <= st.figures.movement.entry and _is_free(
            st, troops.side, point
        ):
            return point
    return None


def _is_free(st: Position, side: int, point: Point) -> bool:
    reach = passing_km(
        close=st.world.ways.ground(point) == "close", night=False, charts=st.world.tables
    )
    return all(km_between(point, st.at(e.number)) > reach for e in st.enemies(side))


def _open_dumps(st: Position) -> None:
    """Open the dumps that begin now.

    One that is still loading delivers less at first (reading 6.15).
    """
    for i, dump in enumerate(st.world.dumps):
        if st.turn > 1 and dump.from_turn == st.turn:
            open_dump(st, i)
        if st.turn == 1 and dump.first_delivers is not None:
            st.delivered[i] = dump.delivers - dump.first_delivers


def _daily(st: Position) -> None:
    """Bring up the supplies that come from the rear each morning (reading 6.15)."""
    roads: dict[int, Roads] = {}
    for i, dump in enumerate(st.world.dumps):
        if not (dump.daily_ammo or dump.daily_fuel) or st.turn < dump.daily_from:
            continue
        side = dump_side(st.world, dump)
        if st.depot_side[i] != side + 1:
            continue
        holder = len(st.world.units) + i
        if dump.road_from:
            rear = next(n for n, d in enumerate(st.world.dumps) if d.id == dump.road_from)
            ways = roads.setdefault(side, Roads(st, side))
            if not ways.join((st.depot_x[rear], st.depot_y[rear]), (st.depot_x[i], st.depot_y[i])):
                continue
        st.give(holder, dump_ammo(st.world, dump), int(dump.daily_ammo))
        st.give(holder, FUEL, int(dump.daily_fuel))


def set_out(st: Position) -> None:
    """Give all units the action and posture of the sheets.

    Without a line a unit holds, tactical.
    """
    for unit in range(len(st.world.units)):
        st.action[unit], st.posture[unit] = HOLD, TACT
    for line in st.orders:
        for unit in line.units:
            st.action[unit], st.posture[unit] = line.action, line.posture
            if line.column and line.posture == TACT:
                st.posture[unit] = (
                    NON_TACT  # a unit in column is not ready for combat (6.1, reading 3.25)
                )


def end_turn(st: Position) -> None:
    """Close a turn: count preparation, staying and rest, and remove units that are lost."""
    near = Near.of(st)
    for unit in st.here():
        _count_turn(st, unit.number)
        if is_shattered(st, unit.number):
            flee(st, unit.number, near)
    run_trains(st)
    end_air(st)
    work_on_beaches(st)
    watch(st)
    tally(st)
    check_bridges(st)
    survey(st)
    face(st)
    capture_stacks(st)
    rebuild(st)
    break_brigades(st)
    st.standing = st.orders


def _count_turn(st: Position, number: int) -> None:
    """Count whether a unit prepared, and how long it has stayed, rested and fired from one
    place.
    """
    marks = st.marks[number]
    still = not marks & (MOVED | RETREATED)
    fought = marks & (ATTACKED | DEFENDED)
    prepared = st.action[number] == PREPARE and not fought and not marks & RETREATED
    st.prepared[number] = int(prepared)
    st.stayed[number] = min(200, st.stayed[number] + 1) if still else 0
    count_rest(st, number)
    near_by = not begins_anew(st.metres[number] / 1000, st.world.tables) and not marks & RETREATED
    firing = bool(st.fired[number]) and near_by
    st.batteries[number] = min(200, st.batteries[number] + 1) if firing else 0


def end_turn_on_paper(st: Position) -> None:
    """Close a turn that was fought on paper: no unit moves or is lost by it.

    A unit has moved if it is not where it was at the beginning or halfway. Teams survey bridges and
    meet enemies at the present places of units, and the debrief records the turn.
    """
    for unit in st.here():
        number = unit.number
        if st.at(number) != (st.midway_x[number], st.midway_y[number]):
            st.mark(number, MOVED)
        _count_turn(st, number)
    watch(st)
    tally(st)
    survey(st)
    face(st)
    st.standing = st.orders
