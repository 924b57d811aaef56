"""Orders other than to troops: demolitions, bridges, attachments, supplies (8, 9.6, 11)."""

from __future__ import annotations

from bocage.games.opcom.board.capacity import usual
from bocage.games.opcom.board.position import BAILEY, BLOWN, MOVE, NON_TACT, SAFE, Position
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import FUEL, KINDS
from bocage.games.opcom.pieces.orders import (
    PARK,
    Attachment,
    Construction,
    Demolition,
    DumpMove,
    Line,
    Supply,
    Train,
)
from bocage.games.opcom.s06_movement.march import march_along
from bocage.games.opcom.s06_movement.rail import board
from bocage.games.opcom.s08_bridges import TestBridge, building, may_build
from bocage.games.opcom.s11_supplies.sources import fill, stop_dump
from bocage.games.opcom.s11_supplies.stacks import park
from bocage.games.opcom.s11_supplies.use import taken_on


def carry_out_chores(st: Position) -> None:
    """Carry out every such order of this turn, by team and line."""
    for chore in st.chores:
        match chore:
            case Supply() if chore.carrier < 0:
                _supply(st, chore)
            case Demolition():
                _blow(st, chore)
            case Attachment():
                _attach(st, chore)
            case DumpMove():
                _dump(st, chore)
            case Train():
                board(st, chore)
            case _:
                pass  # other modules carry these out at their own time


def drive_supplies(st: Position) -> None:
    """Drive columns that loaded for half a turn, after all other units (reading 6.6)."""
    for chore in st.chores:
        if isinstance(chore, Supply) and chore.carrier >= 0:
            _supply(st, chore)


def build_bridges(st: Position) -> None:
    """Build bridges at the end of the turn, as building takes all of it (reading 5.4)."""
    for chore in st.chores:
        if isinstance(chore, Construction):
            _build(st, chore)


def _blow(st: Position, order: Demolition) -> None:
    """Test a bridge on order, while the side holds an end and it is not safe (reading 5.2)."""
    team, crossing = order.team, order.crossing
    bridge = st.world.crossings[crossing]
    at = st.world.ways.xy(bridge.lat, bridge.lon)
    side = st.world.side_of_team(team)
    near = {True: 99.0, False: 99.0}
    for unit in st.here():
        if st.level(unit.number) > 0:
            ours = unit.side == side
            near[ours] = min(near[ours], km_between(st.at(unit.number), at))
    held = near[True] <= st.figures.bridges.held and near[True] < near[False]
    if any(isinstance(each, TestBridge) and each.crossing == crossing for each in st.stack):
        return  # once a turn, also if another team ordered it
    if held and not st.bridges[crossing] & (BLOWN | SAFE):
        st.push(TestBridge(crossing, ordered=1))
    else:
        st.note(team, "not blown", crossing=crossing)


def _build(st: Position, order: Construction) -> None:
    """Build a bridge of class 40 with engineers and bridging columns, turn by turn (reading 5.4).

    Beside a standing bridge they build one second bridge (reading 5.6).
    """
    team, crossing, engineers = order.team, order.crossing, order.engineers
    bridge = st.world.crossings[crossing]
    at = st.world.ways.xy(bridge.lat, bridge.lon)
    figures = st.figures.bridges
    there = [
        u
        for u in (engineers, *order.columns)
        if st.is_here(u) and km_between(st.at(u), at) <= figures.site
    ]
    side = st.world.side_of_team(team)
    fire = any(km_between(st.at(e.number), at) <= figures.fire for e in st.enemies(side))
    wet = st.world.pack.water_between(bridge.a, bridge.b)
    major = any(side_.kind == "major river" for side_ in wet)
    plan = building(figures.gap, major=major, charts=st.world.tables)
    ready = may_build(
        plan,
        engineers=engineers in there,
        columns=len([u for u in there if u != engineers]),
        under_fire=fire,
        major=major,
    )
    stands = not st.bridges[crossing] & BLOWN
    doubled = stands and (major or bool(st.bridges[crossing] & BAILEY))
    if plan is None or not ready or doubled:
        st.note(team, "not built", crossing=crossing)
        return
    done = 1 + dict(st.works).get(crossing, 0)
    st.works = tuple(each for each in st.works if each[0] != crossing)
    if done < plan.turns:
        st.works = (*st.works, (crossing, done))
        st.note(team, "building", crossing=crossing)
        return
    st.bridges[crossing] = st.bridges[crossing] & ~BLOWN | BAILEY
    points = usual("Bailey bridge", st.world.tables)
    if stands:
        st.capacity[crossing] += points
        st.note(team, "second bridge", crossing=crossing)
        return
    st.capacity[crossing] = points
    st.note(team, "bridged", crossing=crossing)


def _attach(st: Position, order: Attachment) -> None:
    """Attach units: within a division at once, to another one a turn later (9.6.b, reading 2.5)."""
    formation = order.formation
    for unit in order.units:
        own = st.world.units[unit].unit.division == formation
        since = st.turn if own else st.turn + 1
        kept = tuple(each for each in st.formations if each[0] != unit)
        st.formations = (*kept, (unit, formation, since))


def _dump(st: Position, order: DumpMove) -> None:
    """Move a dump to a new place within a turn, without its supplies (11.1)."""
    team, dump = order.team, order.dump
    world = st.world
    at: Point = (st.depot_x[dump], st.depot_y[dump])
    most = world.tables.rates["motorised, open"].column
    slot = next((i for i in range(len(world.dumps), world.depots) if not st.depot_side[i]), None)
    if km_between(at, (order.x, order.y)) > most or slot is None or not st.depot_side[dump]:
        st.note(team, "dump stays", name=order.name)
        return
    units = len(world.units)
    slot = park(st, team, at)
    if slot is None:
        return
    for kind in range(len(KINDS)):
        st.give(slot, kind, st.take(units + dump, kind, 9999))
    st.depot_x[dump], st.depot_y[dump] = order.x, order.y
    stop_dump(st, dump)


def _supply(st: Position, order: Supply) -> None:
    """Deliver from a dump, or load, drive and unload a transport unit (11.0, reading 6.6).

    Within 5 km a headquarters fetches or gives with its own lift (reading 1.4). Without a target
    the points are parked where they are, or at the transport unit's goal.
    """
    team, source, target, carrier = order.team, order.source, order.target, order.carrier
    ammo, fuel = order.ammo, order.fuel
    if target == PARK:
        at = (order.where[0], order.where[1]) if order.where else st.holder_at(source)
        slot = park(st, team, at)
        if slot is None:
            return
        target = slot
    units = len(st.world.units)
    kind = st.world.units[target].ammo if target < units else _kind_at(st, source)
    figures = st.figures.supply
    if carrier < 0:
        if units <= source < units + len(st.world.dumps) and target < units:
            fill(st, target, kind, ammo)
            fill(st, target, FUEL, fuel)
        elif km_between(st.holder_at(source), st.holder_at(target)) <= figures.draw:
            _shift(st, source, target, kind, ammo)
            _shift(st, source, target, FUEL, fuel)
        return
    if km_between(st.at(carrier), st.holder_at(source)) <= figures.draw:
        _shift(st, source, carrier, kind, ammo)
        _shift(st, source, carrier, FUEL, fuel)
    goal = st.holder_at(target)
    line = Line(team, 0, (carrier,), MOVE, NON_TACT, "", goal, column=1)
    march_along(st, carrier, line, until=(goal, figures.unload), budget=float(figures.drive))
    if km_between(st.at(carrier), goal) <= figures.unloaded:
        _shift(st, carrier, target, kind, ammo)
        _shift(st, carrier, target, FUEL, fuel)
    else:
        st.note(team, "undelivered", carrier, st.at(carrier))


def _kind_at(st: Position, holder: int) -> int:
    return max(range(FUEL), key=lambda kind: st.holds(holder, kind))


def _shift(st: Position, source: int, target: int, kind: int, points: int) -> None:
    """Move points from one stack to another, within stock and room."""
    if target < len(st.world.units):
        points = taken_on(points, st.held(target), st.world.units[target].unit.logistics_lift)
    st.give(target, kind, st.take(source, kind, points))
