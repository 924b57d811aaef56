"""The shore: beaches and ports, engineers at work, the assault (readings 12.4, 12.5 and 12.11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bocage.games.opcom.board.position import STUCK, Position
from bocage.games.opcom.board.sea_records import Beach
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import Troops
from bocage.games.opcom.pieces.orders import Cratering
from bocage.games.opcom.pieces.sea import SeaState
from bocage.games.opcom.s09_combat.fight import Fight, Gun
from bocage.games.opcom.s09_combat.support import reaches
from bocage.games.opcom.s11_supplies.sources import can_draw
from bocage.games.opcom.s14_sea.arithmetic import Shore, assault_factors, swell_of
from bocage.games.opcom.s14_sea.state import beach_point


def landing_side(st: Position) -> int:
    """Return the side that lands from the sea."""
    seat = st.world.data.sea.convoys[0].team
    return st.world.side_of_team(
        next(i for i, team in enumerate(st.world.teams) if team.seat == seat)
    )


def is_silent(st: Position, battery: int) -> bool:
    """Return whether a battery can't fire: ineffective, suppressed, stormed, or out of ammunition.

    (Reading 12.3.)
    """
    unit = st.world.by_id[st.world.data.sea.batteries[battery].unit]
    if not st.is_effective(unit) or st.has(unit, STUCK) or st.hushed[unit]:
        return True
    if not st.sea.magazines[battery]:
        return True
    return any(
        e.fights and km_between(st.at(e.number), st.at(unit)) <= st.figures.sea.silenced
        for e in st.enemies(st.world.units[unit].side)
    )


def defenders(st: Position, at: Point) -> list[Troops]:
    """Return effective fighting enemies at a beach, without guns, which fire from further away."""
    return [
        e
        for e in st.enemies(landing_side(st))
        if e.fights and not e.is_gun and km_between(st.at(e.number), at) <= st.figures.sea.beach
    ]


def is_under_fire(st: Position, beach: Beach) -> bool:
    """Return whether troops, or a battery that covers it, can fire on a beach (reading 12.4)."""
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
        elif enemy.fights and km <= st.figures.sea.fire:
            return True
    return False


def shore_of(st: Position, beach: int) -> Shore:
    """Return the state of the shore for units that land in this turn."""
    data = st.world.data.sea.beaches[beach]
    sea = st.sea
    return Shore(
        data.grade,
        data.capacity,
        sea.landings[beach] + 1,
        is_under_fire(st, data),
        swell_of(sea.die, south=data.south, charts=st.world.tables),
        sea.worked[beach],
        data.work,
        bool(sea.blocked[beach]),
    )


def is_vehicle(unit: Troops) -> bool:
    """Return whether a unit has guns, tanks or lorries.

    Headquarters land on foot (reading 12.4).
    """
    return unit.unit.mobility not in ("foot", "static") and unit.arm not in ("hq", "engineer")


def engineers_at_work(st: Position, at: Point) -> bool:
    """Return whether engineers of the landing side have spent the turn there."""
    side = landing_side(st)
    return any(
        u.side == side
        and u.arm == "engineer"
        and st.is_effective(u.number)
        and not st.marks[u.number]
        and km_between(st.at(u.number), at) <= st.figures.sea.beach
        for u in st.here()
    )


def work_on_beaches(st: Position) -> None:
    """Count a turn of work wherever engineers have spent one; runways are blown up and repaired."""
    if not st.sea:
        return
    sea = st.sea
    worked = tuple(
        done + int(engineers_at_work(st, beach_point(st.world, beach)))
        for done, beach in zip(sea.worked, st.world.data.sea.beaches, strict=True)
    )
    st.sea = replace(sea, worked=worked, craters=_craters(st, sea))


def _craters(st: Position, sea: SeaState) -> tuple[str, ...]:
    """Return the runways that units have blown up or repaired with this turn's work (reading
    12.11).
    """
    left = [area for area in sea.craters if not engineers_at_work(st, _runway(st, area))]
    for order in st.chores:
        if not isinstance(order, Cratering):
            continue
        team, area, unit = order.team, order.area, order.unit
        near = km_between(st.at(unit), _runway(st, area)) <= st.figures.sea.beach
        if st.is_effective(unit) and near and not st.marks[unit] and area not in left:
            left.append(area)
            st.note(team, "runways blown", name=st.world.pack.area(area).name)
    return tuple(left)


def _runway(st: Position, area: str) -> Point:
    return st.world.sky.sites[area].at


LANDING: Final = "landing"
"""A part of such a fight's name: `3.1.landing.BE-FAM`."""


def is_landing(name: str) -> bool:
    """Return whether a fight is one for a beach; a counter-attack after it is one inland."""
    parts = name.split(".")
    return len(parts) == 4 and parts[2] == LANDING


def from_the_sea(st: Position, fight: Fight) -> Fight:
    """Return the fight with bad terrain, disorder, and only ships' guns on the attackers' side."""
    beach = next(b for b in st.world.data.sea.beaches if fight.name.endswith(f".{b.id}"))
    sea = st.sea
    battleships = any(
        fleet.kind == "battleships" and sea.fleets[i] == 1 and sea.zones[i] == beach.zone
        for i, fleet in enumerate(st.world.data.sea.fleets)
    )
    rows = assault_factors(
        len(fight.attacker.fighters), battleships=battleships, charts=st.world.tables
    ).rows
    extra = tuple((int(row.value), row.rule, row.words.template) for row in rows)
    return replace(fight, bad=True, attacker=replace(fight.attacker, guns=(), extra=extra))
