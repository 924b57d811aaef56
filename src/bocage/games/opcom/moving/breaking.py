"""Breaking contact (6.5.c, reading 3.12): the way out, and whoever follows."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, degrees, radians, sin

from bocage.games.opcom.combat.retreats import bearing_back
from bocage.games.opcom.movement_rates import passing_km
from bocage.games.opcom.moving.advancing import March, way_along
from bocage.games.opcom.moving.marchers import marcher
from bocage.games.opcom.moving.meeting import BUMP_KM, can_get_at, limit
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.position import HALTED, Position
from bocage.games.opcom.ways import Point, Stretch, km_between

_TURNS = (0, 20, -20, 40, -40, 60, -60, 80, -80)
"""Degrees from straight away in which a way out is looked for."""
_OUT_KM = (2.2, 3.2)
_LEG_KM = 0.4


def way_out(st: Position, unit: int, line: Line, goal: Point, foes: list[int]) -> list[Stretch]:
    """The way to a goal for a unit next to the enemy: one that does not lead nearer to him.

    Where the usual way does, it goes straight away over open ground first. Where every way
    leads past the enemy it is the usual one, and he stops it.
    """
    usual = way_along(st, unit, line, goal)
    at = st.at(unit)
    if not _leads_nearer(st, at, usual, foes) or st.world.units[unit].unit.mobility == "towed":
        return usual
    cost = marcher(st, unit, line, contact=True).cost
    ways: list[tuple[float, list[Stretch]]] = []
    outs = [
        (leg, point)
        for point in _outs(st, at, foes)
        # A leg that leads nearer makes the whole way so: it need not be searched.
        if not _leads_nearer(st, at, leg := _leg(at, point), foes)
    ]
    for (leg, _), rest in zip(outs, _onward(st, unit, line, goal, outs), strict=True):
        path = [*leg, *rest]
        if len(path) > 1 and not _leads_nearer(st, at, path, foes):
            spent = sum(s.km * cost(st.world.ways.ground((s.x, s.y)), s.road, s.lane) for s in path)
            ways.append((spent, path))
    return min(ways, key=lambda each: each[0])[1] if ways else usual


def _onward(
    st: Position, unit: int, line: Line, goal: Point, outs: list[tuple[list[Stretch], Point]]
) -> list[list[Stretch]]:
    """From each point outside to the goal: by one search, or one by one where a route is named."""
    if line.route:
        return [way_along(st, unit, line, goal, point) for _, point in outs]
    who = marcher(st, unit, line)
    found = st.world.ways.ways_to([point for _, point in outs], goal, who)
    return [each or [] for each in found]


def _leads_nearer(st: Position, at: Point, path: list[Stretch], foes: list[int]) -> bool:
    """Whether a way comes nearer to one of these enemies while he is near enough to stop it."""
    # How far he reaches is asked only where it can matter: a way has many stretches far from him.
    most = max(passing_km(close=close, night=False) for close in (False, True))
    spots = [st.at(foe) for foe in foes]
    was = at
    for stretch in path:
        here = (stretch.x, stretch.y)
        near = [
            km
            for spot in spots
            if (km := km_between(here, spot)) <= most and km < km_between(was, spot)
        ]
        if near and min(near) <= limit(st, here, night=False):
            return True
        was = here
    return False


def _outs(st: Position, at: Point, foes: list[int]) -> Iterator[Point]:
    """Points away from the enemy that no water parts from here."""
    bearings = [degrees(atan2(at[0] - x, at[1] - y)) for x, y in (st.at(f) for f in foes)]
    back = bearing_back(bearings)
    if back is None:
        return
    for km in _OUT_KM:
        for turn in _TURNS:
            angle = radians(back + turn)
            point = round(at[0] + sin(angle) * km * 1000), round(at[1] + cos(angle) * km * 1000)
            if st.world.ways.cell(point) is not None and not st.world.ways.waters_between(
                at, point
            ):
                yield point


def _leg(at: Point, point: Point) -> list[Stretch]:
    """A straight line over open ground, in short stretches."""
    parts = max(1, round(km_between(at, point) / _LEG_KM))
    km = km_between(at, point) / parts
    return [
        Stretch(
            at[0] + (point[0] - at[0]) * i // parts,
            at[1] + (point[1] - at[1]) * i // parts,
            km,
            False,
            False,
            -1,
            -1,
            False,
        )
        for i in range(1, parts + 1)
    ]


def has_got_away(st: Position, m: March) -> bool:
    """Whether the enemy whom a unit has come upon, or follows, is no longer next to it."""
    enemy = st.target[m.unit] if st.target[m.unit] >= 0 else m.quarry
    if enemy < 0 or not st.is_effective(enemy):
        return False
    at, there = st.at(m.unit), st.at(enemy)
    return km_between(at, there) > BUMP_KM or not can_get_at(st, m.unit, at, there)


def follow(st: Position, m: March) -> None:
    """Reading 3.12: whoever has orders to attack follows an enemy that breaks contact."""
    m.quarry = st.target[m.unit] if st.target[m.unit] >= 0 else m.quarry
    st.target[m.unit] = -1
    st.marks[m.unit] &= 0xFF ^ HALTED
    who = marcher(st, m.unit, m.line)
    m.path = st.world.ways.way(st.at(m.unit), st.at(m.quarry), who) or []
    m.index, m.gone, m.done = 0, 0.0, False
