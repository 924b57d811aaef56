"""Retreats: the way, the distance, and the fate of units with a blocked way.

(9.14.1, readings 4.33, 4.34 and 4.39.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import atan2, ceil, cos, degrees, hypot, radians, sin
from typing import Literal, NamedTuple

from bocage.games.opcom.board.position import MOVE, TACT, Position
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.board.ways import Point, Stretch, km_between
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.s06_movement.marchers import marcher

Blocked = Literal["free", "step and stop", "step and isolated", "captured"]

_STRAIGHT = 1e-9


def bearing_back(attacks: Sequence[float]) -> float | None:
    """Return the bearing away from the attacks: the mean of their directions.

    None if they came from all sides.
    """
    east = sum(sin(radians(each)) for each in attacks)
    north = sum(cos(radians(each)) for each in attacks)
    if hypot(east, north) < _STRAIGHT * max(1, len(attacks)):
        return None
    return degrees(atan2(east, north)) % 360


def may_end_at(due: Fraction, there: float, charts: Tables) -> bool:
    """Return whether a town, a wood or the far end of a bridge is near enough to retire to
    instead.
    """
    snap = charts.figures.retreat.snap
    return due * (1 - snap) <= there <= due * (1 + snap)


def how_blocked(
    due: Fraction,
    free_km: float,
    status: int,
    *,
    refuge: bool,
    near_enemy: bool,
    charts: Tables,
) -> Blocked:
    """Return the fate of a unit whose way back is open for only `free_km` (reading 4.34).

    Args:
        due: the distance that it must retire.
        free_km: the part of that distance that is open.
        status: its status after its losses.
        refuge: whether there is a place on the way that can be defended.
        near_enemy: whether the way passes within a kilometre of an enemy.
    """
    if free_km >= due * charts.figures.retreat.open and not near_enemy:
        return "free"
    if refuge and not near_enemy:
        return "step and stop"
    return "captured" if status <= 1 else "step and isolated"


def thrown_back_km(start_line: float, charts: Tables) -> float:
    """Return the distance that beaten attackers go back: to their start line, at least 1 km
    (9.13).
    """
    return max(start_line, charts.figures.retreat.least_back)


_STEP_KM = 0.25
"""A way back is looked at in steps of this length."""
_NOWHERE_KM = 0.1
"""A unit that has come no further has not left."""
_TURNS = (0, 20, -20, 40, -40, 60, -60, 80, -80)
"""The bearings to search for open ground, in degrees from straight back."""


class Way(NamedTuple):
    """The retreat of a unit."""

    end: Point
    km: float
    """In a straight line from its old place."""
    blocked: str
    """`free`, or the kind of block (reading 4.34)."""
    roads: tuple[int, ...] = ()
    """The roads that it takes: its traffic is in the way there (reading 3.20)."""


def retire(st: Position, unit: int, km: Fraction, attackers: tuple[int, ...], level: int) -> Way:
    """Return the way back of a unit that must retire so far; `level` is its status afterwards.

    A town, a wood or the far end of a bridge a little nearer or further is taken instead. If no way
    is long enough, the longest is taken.
    """
    due = float(km)
    trail = _Trail([], met=False)
    for path in _paths(st, unit, attackers, due):
        found = _trail(st, unit, path, due * float(1 + st.figures.retreat.snap))
        if _length(found) > _length(trail) or not trail.points:
            trail = found
        if _length(trail) >= due - 1e-6:
            break
    here = Mark(0.0, st.at(unit), refuge=False, road=-1)
    last = min(trail.points, key=lambda each: abs(each.km - due), default=here)
    refuges = [
        each for each in trail.points if each.refuge and may_end_at(km, each.km, st.world.tables)
    ]
    if refuges:
        last = min(refuges, key=lambda each: abs(each.km - due))
    blocked_short = trail.met and last.km < due - _STEP_KM and not last.refuge
    refuge = last.refuge or st.world.ways.ground(last.at) == "close"
    blocked = how_blocked(
        km,
        last.km,
        level,
        refuge=refuge,
        near_enemy=blocked_short and last.km < _NOWHERE_KM,
        charts=st.world.tables,
    )
    roads = dict.fromkeys(e.road for e in trail.points if e.km <= last.km and e.road >= 0)
    return Way(last.at, last.km, blocked, tuple(roads))


class Mark(NamedTuple):
    """A point on a way back."""

    km: float
    """In a straight line from the unit's old place."""
    at: Point
    refuge: bool
    """Whether a unit can stop there: a town, a wood, the far end of a bridge."""
    road: int


class _Trail(NamedTuple):
    points: list[Mark]
    met: bool
    """Whether an enemy is in the way."""


def _length(trail: _Trail) -> float:
    return trail.points[-1].km if trail.points else 0.0


def _trail(st: Position, unit: int, path: list[Stretch], most: float) -> _Trail:
    """Return the way back in short steps, as far as the unit may go and no enemy blocks it."""
    found: list[Mark] = []
    first = end = st.at(unit)
    done, over = 0.0, False
    figures = st.figures.retreat
    farthest = most * figures.winding
    foes = [
        there
        for e in st.enemies(st.world.units[unit].side)
        if figures.among < km_between(there := st.at(e.number), first) <= farthest + figures.enemy
    ]
    # Guns that must get to a road may first come a little nearer to the enemy.
    nearer = float(figures.nearer)
    reach = min((figures.enemy, *(km_between(first, foe) * nearer for foe in foes)))
    for stretch in path:
        parts = max(1, ceil(stretch.km / _STEP_KM))
        start = end
        for i in range(1, parts + 1):
            was = end
            done += stretch.km / parts
            end = (
                start[0] + (stretch.x - start[0]) * i // parts,
                start[1] + (stretch.y - start[1]) * i // parts,
            )
            away = km_between(first, end)
            if away > most + 1e-6 or done > farthest:
                return _Trail(found, met=False)
            if _meets(was, end, foes, reach):
                return _Trail(found, met=True)
            if i < parts or stretch.crossing < 0:  # no unit stays on a bridge
                refuge = over or st.world.ways.ground(end) == "close"
                found.append(Mark(away, end, refuge, stretch.link))
            over = False
        over = stretch.crossing >= 0
    return _Trail(found, met=False)


def _meets(was: Point, end: Point, foes: list[Point], reach: float) -> bool:
    """Return whether a step leads up to an enemy: within reach of it, and nearer than before."""
    return any(
        (near := km_between(end, foe)) < reach and near < km_between(was, foe) for foe in foes
    )


def _paths(
    st: Position, unit: int, attackers: tuple[int, ...], km: float
) -> Iterator[list[Stretch]]:
    """Yield ways back, the best first: to supplies in the rear, straight back, aside, elsewhere.

    None of them ends nearer to the victors than the unit's old place (9.14.1).
    """
    at, ways = st.at(unit), st.world.ways
    line = Line(st.world.units[unit].team, 0, (unit,), MOVE, TACT, "")
    who = marcher(st, unit, line, truly=True)
    foes = [st.at(a) for a in attackers]
    rears = _rears(st, unit, attackers)
    far = [p for p in rears if km_between(p, at) >= km][:3]
    for goal in far:
        path = ways.way(at, goal, who)
        if path and not _leads_into(at, path, foes, km):
            yield path
    back = _back(at, foes) if foes else None
    for turn in _TURNS if back is not None else ():
        direct = ways.net.straight(at, _at_bearing(at, (back or 0.0) + turn, km * 1.2), who)
        if direct is not None and not _leads_into(at, direct[1], foes, km):
            yield direct[1]
    others = [_at_bearing(at, back or 0.0, km * 1.2)] if foes else []
    for goal in (*others, *[p for p in rears[:3] if p not in far]):
        path = ways.way(at, goal, who)
        if path and not _leads_into(at, path, foes, km):
            yield path


def _back(at: Point, foes: Sequence[Point]) -> float | None:
    """Return the bearing straight back from some enemies; None if they are on all sides."""
    return bearing_back([degrees(atan2(at[0] - x, at[1] - y)) for x, y in foes])


def _at_bearing(at: Point, bearing: float, km: float) -> Point:
    angle = radians(bearing)
    return round(at[0] + sin(angle) * km * 1000), round(at[1] + cos(angle) * km * 1000)


def _rears(st: Position, unit: int, attackers: tuple[int, ...]) -> list[Point]:
    """Return the team's dumps and the unit's headquarters behind it, the nearest first.

    Behind is away from the victors: a dump in their rear does not count.
    """
    world, troops = st.world, st.world.units[unit]
    seat = world.teams[troops.team].seat
    points = [(st.depot_x[i], st.depot_y[i]) for i, d in enumerate(world.dumps) if d.team == seat]
    points += [st.at(hq) for hq in _staffs(st, unit)]
    at = st.at(unit)
    foes = [st.at(a) for a in attackers]
    back = _back(at, foes) if foes else None
    away = [
        p
        for p in points
        if all(km_between(p, f) > km_between(at, f) for f in foes)
        and km_between(p, at) > st.figures.retreat.rear
        and (back is None or _leads_back(at, p, back, st.figures.retreat.behind))
    ]
    return sorted(away, key=lambda p: (km_between(p, at), p))


def _leads_back(at: Point, point: Point, back: float, most: int) -> bool:
    """Return whether a point lies in the direction of a bearing, within so many degrees."""
    bearing = degrees(atan2(point[0] - at[0], point[1] - at[1]))
    return cos(radians(bearing - back)) >= cos(radians(most))


def _staffs(st: Position, unit: int) -> list[int]:
    """Return the headquarters above a unit, from the nearest up."""
    found: list[int] = []
    hq = st.world.units[unit].hq
    while hq >= 0 and hq not in found:
        found.append(hq)
        hq = st.world.units[hq].hq
    return [each for each in found if st.is_here(each)]


def _leads_into(at: Point, path: list[Stretch], foes: Sequence[Point], km: float) -> bool:
    """Return whether the first kilometres of a way bring a unit nearer to the victors."""
    done, end = 0.0, at
    for stretch in path:
        done, end = done + stretch.km, (stretch.x, stretch.y)
        if done >= km:
            break
    return (
        min(km_between(end, f) for f in foes) < min(km_between(at, f) for f in foes)
        if foes
        else False
    )
