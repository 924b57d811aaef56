"""The way that draws the least Op-Fire (6.2).

The rules let units *go* by the cheapest way, out of enemy zones if they can pay for that (reading
115). Where no way is free of them, one that enters fewer is better for a person who names only
the hex at its end.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bocage.games.falaise.moving import NO_ROAD, Moving, plain_field
from bocage.hexes.kernels import BLOCKED, PROHIBITED, ZONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bocage.games.falaise.position import Position

MOST: Final = 12
"""Shots that a way may draw and still be looked at."""


def gone(st: Position, moving: Moving, h: int) -> list[int]:
    """The way that units take who *go* to a hex, both ends included."""
    way, by_road = moving.way(st, h)
    return way if by_road else moving.quiet(st, way)


def shots(st: Position, moving: Moving, way: Sequence[int]) -> int:
    """How often the enemy may fire on a way: into his zones, and by day out of them (6.3)."""
    zone = st.zone(moving.seat)
    found = 0
    for here, there in pairwise(way):
        leaves = zone[here] & ZONE and not st.night
        found += bool(zone[there] & ZONE or leaves)
    return found


def quieter(st: Position, moving: Moving, h: int) -> list[int]:
    """The hexes of a way that can be paid and draws less fire than the one they would *go*;
    none if there is no better."""
    way = gone(st, moving, h)
    most = shots(st, moving, way)
    if most < 2 and not any(st.zone(moving.seat)[n] & ZONE for n in way[1:-1]):
        return []
    ways = [_calmest(st, moving, h, most)]
    if moving.road != NO_ROAD:
        ways.append(moving.road_reach(st).path_to(h))
    ways = [each for each in ways if each and shots(st, moving, each) < most]
    return min(ways, key=lambda each: shots(st, moving, each))[1:] if ways else []


def _calmest(st: Position, moving: Moving, h: int, most: int) -> list[int]:
    """Of the ways that can be paid at the plain rates the one with the fewest shots, then the
    cheapest; none that draws as many as `most`."""
    left = moving.points - moving.spent
    field = plain_field(st, moving.units, moving.seat)
    near = st.world.ground.near
    start = st.loc[moving.units[0]]
    heap: list[tuple[int, int, list[int]]] = [(0, 0, [start])]
    best: dict[int, int] = {}
    while heap:
        drawn, spent, way = heappop(heap)
        here = way[-1]
        if here == h:
            return way
        if best.get(here, left + 1) <= spent:
            continue  # somebody was here with no more shots, and cheaper
        best[here] = spent
        for n in near[here]:
            if field[n] & BLOCKED or n in way:
                continue
            cost = moving.step_cost(st, here, n)
            more = drawn + shots(st, moving, (here, n))
            if cost != PROHIBITED and spent + cost <= left and more < min(most, MOST):
                heappush(heap, (more, spent + cost, [*way, n]))
    return []
