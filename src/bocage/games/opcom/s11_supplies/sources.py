"""Drawing supplies on the map: from a unit's limbers, from headquarters, from the dump (11.0).

The arithmetic is in `use`; this module has the distances, the stacks and who can reach them.
"""

from __future__ import annotations

from bocage.games.opcom.board.position import BLOWN, RETREATED, Position
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import FUEL, KINDS, Troops
from bocage.games.opcom.s11_supplies.roads import beside_km
from bocage.games.opcom.s11_supplies.use import colour_of, may_deliver, may_draw, may_fire, taken_on


def cut_off(st: Position, unit: int, hq: int) -> bool:
    """Return whether the enemy, or water without one of our bridges near, is between them (reading
    6.2).
    """
    ways = st.world.ways
    a, b = st.at(unit), st.at(hq)
    side = st.world.units[unit].side
    for _, name in ways.waters_between(a, b):
        if not any(_serves(st, c, name, side, unit) for c in range(len(st.world.crossings))):
            return True
    if st.pace[unit] < 100 and st.pace[hq] < 100:
        return False  # landed with its headquarters, it has what that brought (reading 9.3)
    near = st.figures.supply.between
    # Asked thousands of times in a turn, so the slow checks of the enemy come last.
    return any(
        is_between(a, b, at, near) and st.is_effective(e.number) and not st.has(e.number, RETREATED)
        for e, at in _enemies_around(st, side, a, b)
    )


def _enemies_around(st: Position, side: int, a: Point, b: Point) -> list[tuple[Troops, Point]]:
    """Return the other side's units in the circle over two points, effective or not, with their
    places.
    """
    (ax, ay), (bx, by) = a, b
    return [
        (e, (x, y))
        for e in st.world.units_of[1 - side]
        if (ax - (x := st.xs[e.number])) * (bx - x) + (ay - (y := st.ys[e.number])) * (by - y) < 0
    ]


def is_between(unit: Point, hq: Point, enemy: Point, near: float) -> bool:
    """Return whether an enemy is between a unit and its headquarters (reading 6.2).

    The two are on opposite sides of the enemy, which is within the least passing distance (6.5) of
    the way between them. An enemy in front, or beside troops whose headquarters is with them, does
    not cut them off.
    """
    ux, uy = unit[0] - enemy[0], unit[1] - enemy[1]
    hx, hy = hq[0] - enemy[0], hq[1] - enemy[1]
    return ux * hx + uy * hy < 0 and beside_km(enemy, unit, hq) < near


def _serves(st: Position, crossing: int, water: str, side: int, unit: int) -> bool:
    """Return whether a bridge over that water stands nearby, without an enemy at it."""
    bridge = st.world.crossings[crossing]
    if bridge.over != water or st.bridges[crossing] & BLOWN:
        return False
    at = st.world.ways.xy(bridge.lat, bridge.lon)
    figures = st.figures.supply
    if km_between(at, st.at(unit)) > figures.bridge:
        return False
    return all(km_between(at, st.at(e.number)) > figures.between for e in st.enemies(side))


def sources(st: Position, unit: int) -> list[int]:
    """Return the stacks that a unit draws on, the first before the others."""
    troops = st.world.units[unit]
    found = [unit] if troops.unit.logistics_lift else []
    hq = troops.hq
    seen = {unit}
    while hq >= 0 and hq not in seen:
        seen.add(hq)
        km = st.km(unit, hq)
        reaches = st.is_here(hq) and may_draw(unit, km, cut_off=False, charts=st.world.tables)
        if reaches and may_draw(
            unit, km, cut_off=cut_off(st, unit, hq), charts=st.world.tables
        ):  # slow test last
            found.append(hq)
        hq = st.world.units[hq].hq
    return found


def kinds_for(st: Position, unit: int, *, fuel: bool) -> list[int]:
    """Return the kinds of points that serve: fuel, or ammunition that it can fire, its own
    first.
    """
    if fuel:
        return [FUEL]
    troops = st.world.units[unit]
    own = colour_of(troops.unit.nation)
    fit = [k for k in range(FUEL) if may_fire(troops.arm, troops.unit.nation, KINDS[k])]
    return sorted(fit, key=lambda k: (KINDS[k] != own, k))


def can_draw(st: Position, unit: int, *, fuel: bool = False) -> int:
    """Return the points that a unit could draw now."""
    kinds = kinds_for(st, unit, fuel=fuel)
    near = sources(st, unit)
    there = sum(st.holds(holder, kind) for holder in near for kind in kinds)
    hq = [holder for holder in near if holder != unit]
    return there + (sum(_dump_has(st, h, kinds) for h in hq[:1]) if hq else 0)


def is_out_of_reach(st: Position, unit: int) -> bool:
    """Return whether a unit cannot draw ammunition though its headquarters has some: it is too
    far.
    """
    hq = st.world.units[unit].hq
    if hq < 0 or not st.is_here(hq) or can_draw(st, unit):
        return False
    return any(st.holds(hq, kind) for kind in kinds_for(st, unit, fuel=False))


def draw(st: Position, unit: int, points: int, *, fuel: bool = False) -> int:
    """Draw points; returns how many there were. The dump makes good what a headquarters lacks."""
    got = 0
    kinds = kinds_for(st, unit, fuel=fuel)
    near = sources(st, unit)
    for holder in near:
        for kind in kinds:
            got += st.take(holder, kind, points - got)
    for holder in near:
        if holder != unit and got < points:
            for kind in kinds:
                got += _deliver(st, holder, kind, points - got, keep=False)
    return got


def _dumps(st: Position, holder: int) -> list[int]:
    """Return the team's dumps that still deliver and reach this stack, the nearest first
    (11.0.dump).
    """
    world = st.world
    seat = world.teams[world.units[holder].team].seat
    found: list[tuple[float, int]] = []
    for i, dump in enumerate(world.dumps):
        at = (st.depot_x[i], st.depot_y[i])
        km = km_between(at, st.at(holder))
        moving = st.delivered[i] == _MOVING
        ours = dump.team == seat and st.depot_side[i] == world.units[holder].side + 1
        reach = dump.range_km or None
        if ours and may_deliver(
            km,
            st.delivered[i] + 1,
            dump.delivers,
            moving=moving,
            marked_km=reach,
            charts=st.world.tables,
        ):
            found.append((km, i))
    return [i for _, i in sorted(found)]


_MOVING = 255
"""Marks a dump that moves this turn and does not deliver (reading 6.7)."""


def _dump_has(st: Position, hq: int, kinds: list[int]) -> int:
    units = len(st.world.units)
    return sum(
        min(
            st.world.dumps[i].delivers - st.delivered[i],
            sum(st.holds(units + i, kind) for kind in kinds),
        )
        for i in _dumps(st, hq)
    )


def _deliver(st: Position, holder: int, kind: int, points: int, *, keep: bool) -> int:
    """Bring points from a dump to a stack, or through it to the drawing unit.

    Return their number.

    (Reading 6.14.)
    """
    got = 0
    for i in _dumps(st, holder):
        room = st.world.dumps[i].delivers - st.delivered[i]
        taken = st.take(len(st.world.units) + i, kind, min(points - got, room))
        st.delivered[i] += taken
        got += taken
        if keep:
            st.give(holder, kind, taken)
    return got


def fill(st: Position, holder: int, kind: int, points: int) -> int:
    """Return an ordered delivery from the dump into a stack, as far as it can carry (11.0.b)."""
    some = taken_on(points, st.held(holder), st.world.units[holder].unit.logistics_lift)
    return _deliver(st, holder, kind, some, keep=True)


def stop_dump(st: Position, dump: int) -> None:
    """Stop a dump's deliveries for this turn, as it moves (reading 6.7)."""
    st.delivered[dump] = _MOVING


def burn(st: Position, unit: int, burnt: int) -> bool:
    """Use one fuel in a turn in which a unit moves or fights; return False without fuel (9.5.e)."""
    if st.has(unit, burnt):
        return True
    if not draw(st, unit, 1, fuel=True):
        return False
    st.mark(unit, burnt)
    st.note(st.world.units[unit].team, "fuel", unit)
    return True
