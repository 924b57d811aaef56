"""A beach or port as it is now: who can fire on it, what can be landed (reading 12.4)."""

from __future__ import annotations

from bocage.games.opcom.combat import Gun, reaches
from bocage.games.opcom.drawing import can_draw
from bocage.games.opcom.position import STUCK, Position
from bocage.games.opcom.sea.arithmetic import Shore, swell_of
from bocage.games.opcom.sea.records import Beach
from bocage.games.opcom.sea.state import beach_point
from bocage.games.opcom.ways import Point, km_between
from bocage.games.opcom.world import Troops

AT_KM = 1.0
"""Who stands so near to a beach defends it, works on it, or has silenced a battery."""
_ON_TOP_KM = 0.6
_FIRE_KM = 2.0
"""Infantry so near can fire on a beach."""


def landing_side(st: Position) -> int:
    """The side that comes over the sea."""
    seat = st.world.data.sea.convoys[0].team
    return st.world.side_of_team(
        next(i for i, team in enumerate(st.world.teams) if team.seat == seat)
    )


def is_silent(st: Position, battery: int) -> bool:
    """Reading 12.3: out of action, suppressed in this turn, stormed, or without a round."""
    unit = st.world.by_id[st.world.data.sea.batteries[battery].unit]
    if not st.is_effective(unit) or st.has(unit, STUCK) or st.hushed[unit]:
        return True
    if not st.sea.magazines[battery]:
        return True
    return any(
        e.fights and km_between(st.at(e.number), st.at(unit)) <= _ON_TOP_KM
        for e in st.enemies(st.world.units[unit].side)
    )


def defenders(st: Position, at: Point) -> list[Troops]:
    """Effective enemies that fight, at a beach; guns fire from farther off."""
    return [
        e
        for e in st.enemies(landing_side(st))
        if e.fights and not e.is_gun and km_between(st.at(e.number), at) <= AT_KM
    ]


def is_under_fire(st: Position, beach: Beach) -> bool:
    """Reading 12.4: whether anybody can fire on it, or a battery that covers it still speaks."""
    at = beach_point(st.world, beach)
    names = [battery.unit for battery in st.world.data.sea.batteries]
    if any(not is_silent(st, names.index(each)) for each in beach.silent):
        return True
    for enemy in st.enemies(landing_side(st)):
        number = enemy.number
        km = km_between(st.at(number), at)
        if enemy.is_gun:
            if enemy.id in names or st.has(number, STUCK):
                continue  # coast batteries fire at ships (reading 12.3)
            gun = Gun(number, enemy.status, st.steps[number], enemy.arm, km)
            if reaches(gun, st.world.tables) and can_draw(st, number):
                return True
        elif enemy.fights and km <= _FIRE_KM:
            return True
    return False


def shore_of(st: Position, beach: int) -> Shore:
    """How it is for whoever lands in this turn."""
    data = st.world.data.sea.beaches[beach]
    sea = st.sea
    return Shore(
        data.grade,
        data.capacity,
        sea.landings[beach] + 1,
        is_under_fire(st, data),
        swell_of(sea.die, south=data.south),
        sea.worked[beach],
        data.work,
        bool(sea.blocked[beach]),
    )


def is_vehicle(unit: Troops) -> bool:
    """Reading 12.4: guns, tanks and lorries; headquarters land as men."""
    return unit.unit.mobility not in ("foot", "static") and unit.arm not in ("hq", "engineer")


def engineers_at_work(st: Position, at: Point) -> bool:
    """Whether engineers of the landing side have spent the turn there."""
    side = landing_side(st)
    return any(
        u.side == side
        and u.arm == "engineer"
        and st.is_effective(u.number)
        and not st.marks[u.number]
        and km_between(st.at(u.number), at) <= AT_KM
        for u in st.here()
    )
