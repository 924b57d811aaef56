"""7.2, 11.4, 11.9 Why units may not go somewhere: water, the enemy, friends, orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.games.falaise.board.ground import (
    BOUNDARY,
    DIVES,
    EAST,
    ESCAPED,
    NORTH,
    POINT,
    REAR,
    ZONE_86,
)
from bocage.games.falaise.options import SOUTH_EXIT_WEST_ONLY
from bocage.games.falaise.pieces.units import FRANCE, GERMAN
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s05_stacking import all_fit, stacking
from bocage.hexes.kernels import BLOCKED, NO_LIMIT, PROHIBITED, UNREACHED, ZONE

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.s07_movement import Moving
    from bocage.hexes.kernels import Mobility

_ORDERS: dict[int, tuple[Rule, str]] = {
    ESCAPED: (R("11.4.a"), "the Allies never cross the Withdrawal Line"),
    ZONE_86: (R("11.4.c"), "the 86th Corps Zone is closed to the Germans until it is opened"),
    DIVES: (R("11.9.d"), "it may not move next to the Dives"),
    NORTH: (R("11.9.a"), "it may not go north of Argentan's row before the Allies have taken it"),
    EAST: (R("reading 15"), "it may not go east of Argentan before the Allies have taken it"),
    BOUNDARY: (
        R("13.3.a").read(R("reading 95")),
        "the Allies may not cross the 86th Corps Boundary yet",
    ),
    REAR: (R("reading 118"), "this table closes the Allied rear to the Germans"),
}


def barred(st: Position, u: int, h: int) -> Ruling:
    """Return whether orders keep a unit out of a hex (11.4, 11.9)."""
    found = st.world.ground.is_barred(st.bars(u), h)
    for bar, (rule, words) in _ORDERS.items():
        if found & bar:
            start = "{unit:unit} can't enter {hex:hex}: "
            if bar == DIVES and st.world.nation[u] == FRANCE:
                rule = R("11.9.c")
            return refuse(rule, start + words, unit=u, hex=h)
    return OK


def is_barred(st: Position, u: int, h: int) -> bool:
    """Return whether orders keep a unit out of a hex, without the reason."""
    return bool(st.world.ground.is_barred(st.bars(u), h))


def water(st: Position, u: int, here: int, h: int) -> Ruling:
    """Return whether water stops a unit for good; a plain river does not (7.2, reading 62)."""
    ground = st.world.ground
    d = 1 << ground.grid.direction(here, h)
    start = "{unit:unit} can't cross into {hex:hex}: "
    if ground.major[here] & d:
        words = "a major river without a bridge or ford is between the hexes"
        return refuse(R("7.2.major"), start + words, unit=u, hex=h)
    if ground.trun[here] & d and st.world.armor[u]:
        return refuse(R("7.2.1.c"), start + "no armour crosses the Trun bridge", unit=u, hex=h)
    return OK


def one_hex(st: Position, units: tuple[int, ...], here: int, h: int) -> bool:
    """Return whether a river without a crossing takes the whole allowance of this step (7.2.1,
    readings 49 and 50).
    """
    ground = st.world.ground
    if not ground.river[here] >> ground.grid.direction(here, h) & 1:
        return False
    return not any(is_barred(st, u, h) for u in units)


def is_held(st: Position, units: tuple[int, ...]) -> bool:
    """Return whether Paris holds one of these units back: it may only leave German zones (12.5)."""
    return bool(st.french) and any(st.world.nation[u] == FRANCE for u in units)


def closed(st: Position, moving: Moving, h: int) -> Ruling:
    """Return whether the hex itself is closed: the enemy, friends without room, orders."""
    units = moving.units
    start = "{units:unit} can't enter {hex:hex}: "
    if st.zone(moving.seat)[h] & BLOCKED:
        enemy = st.at(h, 1 - moving.seat)
        words = start + "it holds {enemy:unit}"
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
        words = start + "the French may only leave German zones of control this turn, and it is in "
        owners = st.zone_owners(h, moving.seat)
        return refuse(R("12.5.e"), words + "that of {enemy:unit}", units=units, hex=h, enemy=owners)
    return OK


def why_no_step(st: Position, moving: Moving, h: int) -> Ruling:
    """Return whether units under way may enter a neighbouring hex, and if not, why."""
    here, units = st.loc[moving.units[0]], moving.units
    if not st.world.grid.are_neighbours(here, h):
        words = "{units:unit} can't step into {hex:hex}: it is not next to {here:hex}"
        return refuse(R("7.2.a"), words, units=units, hex=h, here=here)
    found = closed(st, moving, h)
    if not found:
        return found
    for u in units:
        found = water(st, u, here, h)
        if not found:
            return found
    if _is_fresh(moving):
        return OK
    if _crosses_river(st, here, h):
        words = "{units:unit} can't cross the river into {hex:hex}: that takes a whole move, and "
        words += "it has moved to {here:hex}"
        return refuse(R("7.2.river"), words, units=units, hex=h, here=here)
    cost = moving.step_cost(st, here, h)
    if cost <= moving.points - moving.spent:
        return OK
    by_road = moving.road_cost(st, here, h) if moving.road >= 0 else PROHIBITED
    if moving.road >= 0 and by_road <= moving.points - moving.road:
        return OK
    return _too_dear(moving, h, cost, by_road)


def _is_fresh(moving: Moving) -> bool:
    """Return whether units have not moved yet, so that one hex is open at any cost (7.2.1)."""
    return not moving.spent and not moving.road > 0


def _crosses_river(st: Position, here: int, h: int) -> bool:
    ground = st.world.ground
    return bool(ground.river[here] >> ground.grid.direction(here, h) & 1)


def why_no_go(st: Position, moving: Moving, h: int) -> Ruling:
    """Return whether units under way may go to a hex, and if not, why."""
    here, units = st.loc[moving.units[0]], moving.units
    if h == here:
        words = "{units:unit} is in {hex:hex} already: stay ends its move"
        return refuse(R("7.2.a"), words, units=units, hex=h)
    if moving.way(st, h)[0]:
        return OK  # no way leads into a closed hex
    found = closed(st, moving, h)
    if not found:
        return found
    from bocage.games.falaise.s07_movement import plain_field, road_field

    if st.world.grid.are_neighbours(here, h):
        for u in units:
            found = water(st, u, here, h)
            if not found:
                return found
        if _crosses_river(st, here, h) and _is_fresh(moving):
            words = "{units:unit} can't go to {hex:hex}: crossing the river takes a whole move. "
            words += "Step into it instead"
            return refuse(R("7.2.river"), words, units=units, hex=h)
        if not (found := why_no_step(st, moving, h)):
            return found
    work = st.world.scratch.work
    field = plain_field(st, units, moving.seat)
    work.path(moving.mobility(st), here, h, field, NO_LIMIT)
    cost = work.costs[h]
    by_road = PROHIBITED
    if moving.road >= 0:
        road = st.world.ground.mobility(moving.road_key(st))
        work.path(road, here, h, road_field(st, moving.seat), NO_LIMIT)
        by_road = min(PROHIBITED, work.costs[h])
    if cost >= UNREACHED and by_road == PROHIBITED:
        return _no_way(st, moving, field, h)
    return _too_dear(moving, h, cost, by_road)


def _no_way(st: Position, moving: Moving, field: bytes, h: int) -> Ruling:
    """Refuse with what bars every way to a hex: friends without room, the enemy, orders, or water.

    The way is looked for again with one bar after the other lifted; the one without which there
    is a way is the reason, and the first hex on it that was closed is named.
    """
    here, units, seat = st.loc[moving.units[0]], moving.units, moving.seat
    work, mobility = st.world.scratch.work, moving.mobility(st)
    start = "{units:unit} can't reach {hex:hex}: every route is blocked, at {at:hex} by "
    about = {"units": units, "hex": h}

    def way(costs: Mobility, bars: bytes) -> list[int]:
        return work.path(costs, here, h, bars, NO_LIMIT)

    enemy_alone = st.zone(seat)
    open_field = bytes(len(field))
    if path := way(mobility, enemy_alone):
        at = next(each for each in path[1:] if field[each] & BLOCKED)
        if there := st.at(at, seat):
            words = start + "{there:unit}, with no room for more"
            tight = (ruling for u in units if not (ruling := stacking(st, u, at)))
            rule = next((ruling.refusals[0].rule for ruling in tight), R("5.3.a"))
            return refuse(rule, words, at=at, there=there, **about)
        words = start + "the zone of control of {enemy:unit}: the French may only leave such zones"
        owners = st.zone_owners(at, seat)
        return refuse(R("12.5.e"), words, at=at, enemy=owners, **about)
    if path := way(mobility, open_field):
        at = next(each for each in path[1:] if enemy_alone[each] & BLOCKED)
        enemy = st.at(at, 1 - seat)
        return refuse(R("reading 91"), start + "{enemy:unit}", at=at, enemy=enemy, **about)
    if path := way(moving.mobility(st, free=True), open_field):
        for at in path[1:]:
            for u in units:
                if not (ruling := barred(st, u, at)):
                    return ruling
    words = "{units:unit} can't reach {hex:hex}: water blocks every route within one move"
    return refuse(R("7.2.major"), words, **about)


def why_no_exit(st: Position, moving: Moving) -> Ruling:
    """Return whether German units may leave by the south edge (3.3, reading 26)."""
    here, units = st.loc[moving.units[0]], moving.units
    start = "{units:unit} can't leave the map from {here:hex}: "
    if moving.seat != GERMAN:
        return refuse(R("3.3.m"), start + "only German units withdraw", units=units, here=here)
    if not st.world.ground.south_edge[here]:
        return refuse(R("3.3.m"), start + "it is not on the south edge", units=units, here=here)
    if st.switches & SOUTH_EXIT_WEST_ONLY and st.world.ground.escaped[here]:
        words = start + "it is east of the Withdrawal Line"
        return refuse(R("reading 26"), words, units=units, here=here)
    if not st.world.ground.last_row[here]:
        words = start + "it is west of the Withdrawal Line, and this table lets units leave only "
        return refuse(R("reading 26"), words + "east of it", units=units, here=here)
    cost = moving.exit_cost(st)
    if moving.spent and cost > moving.points - moving.spent:
        left = moving.points - moving.spent
        words = start + "that takes {cost} MP, and it has {left} left"
        about = {"cost": _said(cost), "left": _said(left)}
        return refuse(R("reading 26"), words, units=units, here=here, **about)
    return OK


def _too_dear(moving: Moving, h: int, cost: int, by_road: int) -> Ruling:
    """Refuse with the cost of a way and the points left: at the plain rates or by road, whichever
    lacks less.
    """
    plain_left = max(0, moving.points - moving.spent)
    road_left = max(0, moving.points - moving.road)
    along_road = by_road < PROHIBITED and by_road - road_left < cost - plain_left
    words = "{units:unit} can't reach {hex:hex}: that takes {cost} MP"
    words += " along the road" if along_road else ""
    words += " and it has {left}" + (" left" if moving.spent else "")
    rule = R("7.2.f") if len(moving.units) > 1 else R("7.0.e")
    cost, left = (by_road, road_left) if along_road else (cost, plain_left)
    return refuse(rule, words, units=moving.units, hex=h, cost=_said(cost), left=_said(left))


def _said(halves: int) -> str:
    """Return half points as players write them: 3, 3.5."""
    return f"{halves / POINT:g}"
