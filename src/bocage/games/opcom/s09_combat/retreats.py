"""Retreats (9.14.1, readings 4.33, 4.34 and 4.39): which way, how far, and what if it is shut."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import atan2, ceil, cos, degrees, hypot, radians, sin
from typing import Literal, NamedTuple

from bocage.games.opcom.board.position import MOVE, TACT, Position
from bocage.games.opcom.board.ways import Point, Stretch, km_between
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.s06_movement.marchers import marcher
from bocage.games.opcom.s09_combat.fight import DEFAULT, Settings

Blocked = Literal["free", "step and stop", "step and isolated", "captured"]

_STRAIGHT = 1e-9


def bearing_back(attacks: Sequence[float]) -> float | None:
    """Straight back: the mean of the bearings in which the attackers came on.

    None where they came from all sides, so that there is no back.
    """
    east = sum(sin(radians(each)) for each in attacks)
    north = sum(cos(radians(each)) for each in attacks)
    if hypot(east, north) < _STRAIGHT * max(1, len(attacks)):
        return None
    return degrees(atan2(east, north)) % 360


def may_end_at(due: Fraction, there: float, settings: Settings = DEFAULT) -> bool:
    """Whether a town, a wood or the far end of a bridge is near enough to retire to instead."""
    snap = settings.figures.retreat.snap
    return due * (1 - snap) <= there <= due * (1 + snap)


def how_blocked(
    due: Fraction,
    free_km: float,
    status: int,
    *,
    refuge: bool,
    near_enemy: bool,
    settings: Settings = DEFAULT,
) -> Blocked:
    """Reading 4.34: what becomes of a unit whose way back is open for `free_km` alone.

    Args:
        due: how far it must retire.
        free_km: how much of that is open.
        status: its status after its losses.
        refuge: whether there is a place to stop in that can be defended.
        near_enemy: whether the way passes within a kilometre of an enemy.
    """
    if free_km >= due * settings.figures.retreat.open and not near_enemy:
        return "free"
    if refuge and not near_enemy:
        return "step and stop"
    return "captured" if status <= 1 else "step and isolated"


def thrown_back_km(start_line: float, settings: Settings = DEFAULT) -> float:
    """9.13: how far beaten attackers go back: to their start line, or 1 km if that is more."""
    return max(start_line, settings.figures.retreat.least_back)


_STEP_KM = 0.25
"""A way back is looked at in steps of this length."""
_NOWHERE_KM = 0.1
"""Who has come no farther has not left."""


class Way(NamedTuple):
    """How a unit retires."""

    end: Point
    km: float
    blocked: str
    """`free`, or what reading 4.34 makes of it."""
    roads: tuple[int, ...] = ()
    """The roads that it takes: its traffic is in the way there (reading 3.20)."""


def retire(st: Position, unit: int, km: Fraction, attackers: tuple[int, ...], level: int) -> Way:
    """The way back of a unit that must retire so far; `level` is its status afterwards.

    A town, a wood or the far end of a bridge a little nearer or farther is taken instead.
    """
    due = float(km)
    most = due * float(1 + st.figures.retreat.snap)
    trail = _trail(st, unit, _path(st, unit, attackers, due), most, attackers)
    reached = [each for each in trail.points if each.km <= due + 1e-6]
    last = reached[-1] if reached else Mark(0.0, st.at(unit), refuge=False, road=-1)
    refuges = [each for each in trail.points if each.refuge and may_end_at(km, each.km)]
    if refuges:
        last = min(refuges, key=lambda each: abs(each.km - due))
    blocked_short = trail.met and last.km < due - 1e-6 and not last.refuge
    refuge = last.refuge or st.world.ways.ground(last.at) == "close"
    blocked = how_blocked(
        km, last.km, level, refuge=refuge, near_enemy=blocked_short and last.km < _NOWHERE_KM
    )
    roads = dict.fromkeys(e.road for e in trail.points if e.km <= last.km and e.road >= 0)
    return Way(last.at, last.km, blocked, tuple(roads))


class Mark(NamedTuple):
    """A point on a way back."""

    km: float
    at: Point
    refuge: bool
    """Whether it is a place to stop in: a town, a wood, the far end of a bridge."""
    road: int


class _Trail(NamedTuple):
    points: list[Mark]
    met: bool
    """Whether an enemy stands in the way."""


def _trail(
    st: Position, unit: int, path: list[Stretch], most: float, attackers: tuple[int, ...]
) -> _Trail:
    """The way back in short steps, as far as it may go and nobody stands in it."""
    found: list[Mark] = []
    done, end = 0.0, st.at(unit)
    over = False
    for stretch in path:
        parts = max(1, ceil(stretch.km / _STEP_KM))
        start = end
        for i in range(1, parts + 1):
            done += stretch.km / parts
            end = (
                start[0] + (stretch.x - start[0]) * i // parts,
                start[1] + (stretch.y - start[1]) * i // parts,
            )
            if done > most + 1e-6:
                return _Trail(found, met=False)
            if _meets(st, unit, end, attackers):
                return _Trail(found, met=True)
            refuge = over or st.world.ways.ground(end) == "close"
            found.append(Mark(done, end, refuge, stretch.link))
            over = False
        over = stretch.crossing >= 0
    return _Trail(found, met=False)


def _meets(st: Position, unit: int, point: Point, attackers: tuple[int, ...]) -> bool:
    side = st.world.units[unit].side
    return any(
        e.number not in attackers and km_between(point, st.at(e.number)) < st.figures.retreat.enemy
        for e in st.enemies(side)
    )


def _path(st: Position, unit: int, attackers: tuple[int, ...], km: float) -> list[Stretch]:
    """Towards one's own supplies if they lie behind, else straight back."""
    at = st.at(unit)
    line = Line(st.world.units[unit].team, 0, (unit,), MOVE, TACT, "")
    who = marcher(st, unit, line)
    back = [_straight_back(st, unit, attackers, km)] if attackers else []
    rears = _rears(st, unit, attackers)
    far = [p for p in rears if km_between(p, at) >= km]
    for goal in (*far[:3], *back, *(p for p in rears[:3] if p not in far)):
        path = st.world.ways.way(at, goal, who)
        if path and not _leads_into(st, at, path, attackers, km):
            return path
    return []


def _rears(st: Position, unit: int, attackers: tuple[int, ...]) -> list[Point]:
    """Dumps of the team and headquarters of the unit farther from the attackers than it."""
    world, troops = st.world, st.world.units[unit]
    seat = world.teams[troops.team].seat
    points = [(st.depot_x[i], st.depot_y[i]) for i, d in enumerate(world.dumps) if d.team == seat]
    points += [st.at(hq) for hq in _staffs(st, unit)]
    at = st.at(unit)
    foe = [st.at(a) for a in attackers]
    away = [
        p
        for p in points
        if all(km_between(p, f) > km_between(at, f) for f in foe)
        and km_between(p, at) > st.figures.retreat.rear
    ]
    return sorted(away, key=lambda p: (km_between(p, at), p))


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
