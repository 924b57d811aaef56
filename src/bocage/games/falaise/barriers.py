"""7.2, 11.4, 11.9 Why units may not go somewhere: water, the enemy, friends, orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.games.falaise.ground import BOUNDARY, DIVES, EAST, ESCAPED, NORTH, POINT, ZONE_86
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.stacking import all_fit, stacking
from bocage.games.falaise.switches import SOUTH_EXIT_WEST_ONLY
from bocage.games.falaise.units import FRANCE, GERMAN
from bocage.hexes.kernels import BLOCKED, NO_LIMIT, PROHIBITED, UNREACHED, ZONE

if TYPE_CHECKING:
    from bocage.games.falaise.moving import Moving
    from bocage.games.falaise.position import Position

_ORDERS: dict[int, tuple[Rule, str]] = {
    ESCAPED: (R("11.4.a"), "the Allies never cross the Withdrawal Line"),
    ZONE_86: (R("11.4.c"), "the 86th Corps Zone is closed to the Germans until it is opened"),
    DIVES: (R("11.9.d"), "it may not move next to the Dives"),
    NORTH: (R("11.9.a"), "it may not go north of Argentan's row before the Allies have taken it"),
    EAST: (R("reading 15"), "it may not go east of Argentan before the Allies have taken it"),
    BOUNDARY: (R("13.3.a").read(R("reading 95")), "its Boundary is closed to the Allies yet"),
}


def barred(st: Position, u: int, h: int) -> Ruling:
    """11.4, 11.9: whether orders keep a unit out of a hex."""
    found = st.world.ground.is_barred(st.bars(u), h)
    for bar, (rule, words) in _ORDERS.items():
        if found & bar:
            start = "{unit:unit} may not enter {hex:hex}: "
            if bar == DIVES and st.world.nation[u] == FRANCE:
                rule = R("11.9.c")
            return refuse(rule, start + words, unit=u, hex=h)
    return OK


def is_barred(st: Position, u: int, h: int) -> bool:
    """The same, for those who do not ask why."""
    return bool(st.world.ground.is_barred(st.bars(u), h))


def water(st: Position, u: int, here: int, h: int) -> Ruling:
    """7.2, reading 62: whether water stops a unit for good; a plain river does not."""
    ground = st.world.ground
    d = 1 << ground.grid.direction(here, h)
    start = "{unit:unit} may not cross into {hex:hex}: "
    if ground.major[here] & d:
        words = "the Dives and the Orne are crossed at bridges and fords alone"
        return refuse(R("7.2.major"), start + words, unit=u, hex=h)
    if ground.trun[here] & d and st.world.armor[u]:
        return refuse(R("7.2.1.c"), start + "no armour crosses the Trun bridge", unit=u, hex=h)
    return OK


def one_hex(st: Position, units: tuple[int, ...], here: int, h: int) -> bool:
    """7.2.1, readings 49 and 50: a river without a crossing takes the whole allowance."""
    ground = st.world.ground
    if not ground.river[here] >> ground.grid.direction(here, h) & 1:
        return False
    return not any(is_barred(st, u, h) for u in units)


def is_held(st: Position, units: tuple[int, ...]) -> bool:
    """12.5: whether Paris holds one of these units back: it may only leave German zones."""
    return bool(st.french) and any(st.world.nation[u] == FRANCE for u in units)


def closed(st: Position, moving: Moving, h: int) -> Ruling:
    """Whether the hex itself is closed: the enemy, friends without room, orders."""
    units = moving.units
    start = "{units:unit} may not enter {hex:hex}: "
    if st.zone(moving.seat)[h] & BLOCKED:
        enemy = st.at(h, 1 - moving.seat)
        words = start + "{enemy:unit} there"
        return refuse(R("reading 91"), words, units=units, hex=h, enemy=enemy)
    if not all_fit(st, units, h):
        for u in units:
            found = stacking(st, u, h)
            if not found:
                return found
        there = st.at(h, moving.seat)
        words = start + "it would be over-stacked with {there:unit}"
        return refuse(R("5.3.a"), words, units=units, hex=h, there=there)
    for u in units:
        found = barred(st, u, h)
        if not found:
            return found
    if is_held(st, units) and st.zone(moving.seat)[h] & ZONE:
        words = start + "the French only leave German zones of control this turn"
        return refuse(R("12.5.e"), words, units=units, hex=h)
    return OK


def why_no_step(st: Position, moving: Moving, h: int) -> Ruling:
    """Whether units under way may enter a neighbouring hex, and if not, why."""
    here, units = st.loc[moving.units[0]], moving.units
    if not st.world.grid.are_neighbours(here, h):
        words = "{units:unit} may not step into {hex:hex}: {here:hex} is not next to it"
        return refuse(R("7.2.a"), words, units=units, hex=h, here=here)
    found = closed(st, moving, h)
    if not found:
        return found
    for u in units:
        found = water(st, u, here, h)
        if not found:
            return found
    fresh = not moving.spent and not moving.road > 0
    if fresh:
        return OK
    ground = st.world.ground
    if ground.river[here] >> ground.grid.direction(here, h) & 1:
        words = "{units:unit} may not cross a river into {hex:hex}: that takes a whole move"
        return refuse(R("7.2.river"), words, units=units, hex=h)
    cost = moving.step_cost(st, here, h)
    if cost <= moving.points - moving.spent:
        return OK
    if moving.road >= 0 and moving.road_cost(st, here, h) <= moving.points - moving.road:
        return OK
    return _too_dear(moving, h, moving.spent + cost)


def why_no_go(st: Position, moving: Moving, h: int) -> Ruling:
    """Whether units under way may go to a hex, and if not, why."""
    here, units = st.loc[moving.units[0]], moving.units
    if h == here:
        words = "{units:unit} is in {hex:hex} already: let it stay"
        return refuse(R("7.2.a"), words, units=units, hex=h)
    found = closed(st, moving, h)
    if not found:
        return found
    if moving.way(st, h)[0]:
        return OK
    from bocage.games.falaise.moving import plain_field

    work = st.world.scratch.work
    field = plain_field(st, units, moving.seat)
    work.path(moving.mobility(st), here, h, field, NO_LIMIT)
    cost = work.costs[h]
    if cost >= UNREACHED:
        words = (
            "{units:unit} may not reach {hex:hex}: every way is barred by water, units or orders"
        )
        return refuse(R("7.2.a"), words, units=units, hex=h)
    return _too_dear(moving, h, moving.spent + cost)


def why_no_exit(st: Position, moving: Moving) -> Ruling:
    """3.3, reading 26: whether German units may leave by the south edge."""
    here, units = st.loc[moving.units[0]], moving.units
    start = "{units:unit} may not leave the map from {here:hex}: "
    if moving.seat != GERMAN:
        return refuse(R("3.3.m"), start + "only German units withdraw", units=units, here=here)
    if not st.world.ground.last_row[here]:
        return refuse(R("3.3.m"), start + "it is not on the south edge", units=units, here=here)
    if st.switches & SOUTH_EXIT_WEST_ONLY and st.world.ground.escaped[here]:
        words = start + "it is east of the Withdrawal Line"
        return refuse(R("reading 26"), words, units=units, here=here)
    cost = moving.exit_cost(st)
    if moving.spent and cost > moving.points - moving.spent:
        words = start + "that takes {cost} MP more"
        return refuse(R("reading 26"), words, units=units, here=here, cost=_said(cost))
    return OK


def _too_dear(moving: Moving, h: int, cost: int) -> Ruling:
    words = "{units:unit} may not reach {hex:hex}: that takes {cost} MP and it has {most}"
    if cost >= PROHIBITED:
        words = "{units:unit} may not enter {hex:hex}: the terrain between forbids it"
    about = {"units": moving.units, "hex": h}
    rule = R("7.2.f") if len(moving.units) > 1 else R("7.0.e")
    return refuse(rule, words, cost=_said(cost), most=_said(moving.points), **about)


def _said(halves: int) -> str:
    """Half points as people say them: 3, 3.5."""
    return f"{halves / POINT:g}"
