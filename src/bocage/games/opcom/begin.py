"""The beginning and the end of a turn: arrivals, daily supplies, what is counted anew (4, 11)."""

from __future__ import annotations

from fractions import Fraction

from bocage.games.opcom.combat.ineffective import is_captured, must_retire_km, prisoners
from bocage.games.opcom.fighting.retiring import retire
from bocage.games.opcom.learning import face, survey
from bocage.games.opcom.movement_rates import passing_km
from bocage.games.opcom.moving.half import lines
from bocage.games.opcom.moving.meeting import Near
from bocage.games.opcom.placing import describe
from bocage.games.opcom.position import (
    ATTACKED,
    DEFENDED,
    DUE,
    GONE,
    HOLD,
    MOVED,
    PREPARE,
    QUEUED,
    REST,
    RETREATED,
    TACT,
    Position,
    open_dump,
)
from bocage.games.opcom.supply_lines import Roads
from bocage.games.opcom.trains import run_trains
from bocage.games.opcom.ways import Point, km_between
from bocage.games.opcom.world import FUEL, dump_ammo, dump_side

_ENTRY_KM = 15.0


def begin_turn(st: Position) -> None:
    """A new half day: everything that is counted by the turn begins at nothing."""
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
        st.spent[unit] = st.metres[unit] = 0
        st.target[unit] = -1
        st.from_x[unit], st.from_y[unit] = st.xs[unit], st.ys[unit]
        if row.half == "am":
            st.attacks[unit] = 0
        st.barred[unit] = max(0, st.barred[unit] - 1)
    for crossing in range(len(st.crossed)):
        st.crossed[crossing] = 0
    for place in range(len(st.streets)):
        st.streets[place] = 0
    for road in range(len(st.lanes)):
        st.lanes[road] = 0
    st.delivered[:] = bytes(len(st.delivered))
    st.cards, st.decided, st.overruns = (), (), ()
    st.fires, st.barriers = (), ()
    _arrive(st)
    _open_dumps(st)
    if row.half == "am" and st.turn > 1:
        _daily(st)


def _arrive(st: Position) -> None:
    """4.0.d, reading 3.22: who is due comes on; a blocked entry is gone around, or waited at."""
    for unit in st.world.units:
        if st.where[unit.number] != DUE or unit.unit.arrival_turn > st.turn:
            continue
        at = unit.start if st.turn == 1 else _entry(st, unit.number)
        if at is None:
            st.note(unit.team, "arrival", f"{unit.name} is held up on its way to us.")
            continue
        st.place(unit.number, at)
        st.from_x[unit.number], st.from_y[unit.number] = at
        if st.turn > 1:
            st.note(unit.team, "arrival", f"{unit.name} has arrived {describe(st.world, at)}.")


def _entry(st: Position, unit: int) -> Point | None:
    """Where a unit comes on: at its own entry, else on the nearest free road within 15 km."""
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
        if km_between(point, troops.start) <= _ENTRY_KM and _is_free(st, troops.side, point):
            return point
    return None


def _is_free(st: Position, side: int, point: Point) -> bool:
    reach = passing_km(close=st.world.ways.ground(point) == "close", night=False)
    return all(km_between(point, st.at(e.number)) > reach for e in st.enemies(side))


def _open_dumps(st: Position) -> None:
    """Reading 6.15: dumps that come into being now; one that is loading delivers less at first."""
    for i, dump in enumerate(st.world.dumps):
        if st.turn > 1 and dump.from_turn == st.turn:
            open_dump(st, i)
        if st.turn == 1 and dump.first_delivers is not None:
            st.delivered[i] = dump.delivers - dump.first_delivers


def _daily(st: Position) -> None:
    """What comes up from the rear each morning (reading 6.15)."""
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
    """Everybody takes up the action and posture of the sheets; without a line it is Hold, Tact."""
    for unit in range(len(st.world.units)):
        st.action[unit], st.posture[unit] = HOLD, TACT
    for line in lines(st):
        for unit in line.units:
            st.action[unit], st.posture[unit] = line.action, line.posture


def end_turn(st: Position) -> None:
    """What a turn leaves behind: who prepared, who stayed, who rested, who is lost."""
    near = Near.of(st)
    for unit in st.here():
        number = unit.number
        marks = st.marks[number]
        still = not marks & (MOVED | RETREATED)
        fought = marks & (ATTACKED | DEFENDED)
        prepared = st.action[number] == PREPARE and not fought and not marks & RETREATED
        st.prepared[number] = int(prepared)
        st.stayed[number] = min(200, st.stayed[number] + 1) if still else 0
        resting = st.posture[number] == REST and still and not fought
        st.rested[number] = min(200, st.rested[number] + 1) if resting else 0
        firing = bool(st.fired[number]) and still
        st.batteries[number] = min(200, st.batteries[number] + 1) if firing else 0
        if st.level(number) == 0 and unit.status.levels[0] > 0:
            _flee(st, number, near)
    run_trains(st)
    survey(st)
    face(st)
    _capture_stacks(st)
    st.standing = st.orders


def _flee(st: Position, unit: int, near: Near) -> None:
    """9.5.f, reading 4.40: a unit that is no longer effective goes back, or is taken."""
    troops = st.world.units[unit]
    foes = tuple(
        e.number
        for e in near.enemies(troops.side, st.at(unit))
        if st.is_effective(e.number) and st.km(unit, e.number) <= 2
    )
    if not foes:
        return
    way = retire(st, unit, Fraction(must_retire_km()), foes, 0)
    nearest = min(st.km(unit, e) for e in foes)
    if is_captured(nearest, has_route=way.blocked == "free"):
        st.where[unit] = GONE
        st.note(troops.team, "fight", f"{troops.name} has been lost; nobody has come back.")
        count = prisoners(troops.status, max(0, troops.status.last_step - 1))
        for team in sorted({st.world.units[e].team for e in foes}):
            st.note(team, "fight", f"About {count} prisoners were taken.")
    else:
        st.place(unit, way.end)
        st.mark(unit, RETREATED)


def _capture_stacks(st: Position) -> None:
    """Reading 6.8: who ends on a stack of the enemy takes its fuel and destroys the rest."""
    units = len(st.world.units)
    for depot in range(st.world.depots):
        side = st.depot_side[depot]
        if not side or not st.held(units + depot):
            continue
        at = (st.depot_x[depot], st.depot_y[depot])
        takers = [
            u
            for u in st.enemies(side - 1)
            if u.arm not in ("hq", "transport") and km_between(st.at(u.number), at) <= _ON_IT_KM
        ]
        if takers:
            for kind in range(FUEL):
                st.take(units + depot, kind, 999)
            st.depot_side[depot] = takers[0].side + 1
            where = describe(st.world, at)
            st.note(takers[0].team, "contact", f"Enemy supplies were taken {where}.")


_ON_IT_KM = 0.5
