"""Where beaten units go (9.14.1, readings 4.33 and 4.34), and whether they get there."""

from __future__ import annotations

from fractions import Fraction
from math import atan2, cos, degrees, radians, sin
from typing import NamedTuple

from bocage.games.opcom.combat.retreats import bearing_back, how_blocked, may_end_at
from bocage.games.opcom.moving.marchers import marcher
from bocage.games.opcom.position import MOVE, TACT, Position
from bocage.games.opcom.sheets.lines import Line
from bocage.games.opcom.ways import Point, Stretch, km_between

_NEAR_KM = 1.0


class Way(NamedTuple):
    """How a unit retires."""

    end: Point
    km: float
    blocked: str
    """`free`, or what reading 4.34 makes of it."""


def retire(st: Position, unit: int, km: Fraction, attackers: tuple[int, ...], level: int) -> Way:
    """The way back of a unit that must retire so far; `level` is its status afterwards."""
    at = st.at(unit)
    path = _path(st, unit, attackers, float(km))
    done, end, near_enemy = 0.0, at, False
    best: tuple[float, Point] | None = None
    for stretch in path:
        part = min(1.0, (float(km) - done) / stretch.km) if stretch.km else 1.0
        point = (
            round(end[0] + (stretch.x - end[0]) * part),
            round(end[1] + (stretch.y - end[1]) * part),
        )
        if _meets(st, unit, point, attackers):
            near_enemy = True
            break
        done += stretch.km * part
        end = point
        if st.world.ways.ground(point) == "close" and may_end_at(km, done):
            best = (done, point)
        if done >= float(km) - 1e-6:
            break
    if best is not None and not near_enemy:
        done, end = best
    refuge = st.world.ways.ground(end) == "close"
    blocked = how_blocked(km, done, level, refuge=refuge, near_enemy=near_enemy and done < 0.1)
    return Way(end, done, blocked)


def _meets(st: Position, unit: int, point: Point, attackers: tuple[int, ...]) -> bool:
    side = st.world.units[unit].side
    return any(
        e.number not in attackers and km_between(point, st.at(e.number)) < _NEAR_KM
        for e in st.enemies(side)
    )


def _path(st: Position, unit: int, attackers: tuple[int, ...], km: float) -> list[Stretch]:
    """Towards one's own supplies if they lie behind, else straight back."""
    at = st.at(unit)
    line = Line(st.world.units[unit].team, 0, (unit,), MOVE, TACT, "")
    who = marcher(st, unit, line)
    for goal in (*_rears(st, unit, attackers, km), _straight_back(st, unit, attackers, km)):
        path = st.world.ways.way(at, goal, who)
        if path and not _leads_into(st, at, path, attackers, km):
            return path
    return []


def _rears(st: Position, unit: int, attackers: tuple[int, ...], km: float) -> list[Point]:
    """Dumps of the team and headquarters of the unit that lie farther from the attackers than it.

    Those far enough away come first, then the nearest.
    """
    world, troops = st.world, st.world.units[unit]
    seat = world.teams[troops.team].seat
    points = [(st.depot_x[i], st.depot_y[i]) for i, d in enumerate(world.dumps) if d.team == seat]
    points += [st.at(hq) for hq in _staffs(st, unit)]
    at = st.at(unit)
    foe = [st.at(a) for a in attackers]
    away = [
        p
        for p in points
        if all(km_between(p, f) > km_between(at, f) for f in foe) and km_between(p, at) > 1
    ]
    return sorted(away, key=lambda p: (km_between(p, at) < km, km_between(p, at), p))[:3]


def _staffs(st: Position, unit: int) -> list[int]:
    """The headquarters above a unit, from the nearest up."""
    found: list[int] = []
    hq = st.world.units[unit].hq
    while hq >= 0 and hq not in found:
        found.append(hq)
        hq = st.world.units[hq].hq
    return [each for each in found if st.is_here(each)]


def _straight_back(st: Position, unit: int, attackers: tuple[int, ...], km: float) -> Point:
    at = st.at(unit)
    bearings = [degrees(atan2(at[0] - x, at[1] - y)) for x, y in (st.at(a) for a in attackers)]
    back = bearing_back(bearings)
    angle = radians(0.0 if back is None else back)
    return round(at[0] + sin(angle) * km * 1000), round(at[1] + cos(angle) * km * 1000)


def _leads_into(
    st: Position, at: Point, path: list[Stretch], attackers: tuple[int, ...], km: float
) -> bool:
    """Whether the first kilometres of a way bring a unit nearer to those who beat it."""
    done, end = 0.0, at
    for stretch in path:
        done, end = done + stretch.km, (stretch.x, stretch.y)
        if done >= km:
            break
    foe = [st.at(a) for a in attackers]
    return (
        min(km_between(end, f) for f in foe) < min(km_between(at, f) for f in foe) if foe else False
    )
