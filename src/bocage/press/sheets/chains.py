"""Hexsides joined into chains of corners, and the outlines of sets of hexes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from bocage.press.geometry import unit
from bocage.press.svg import Point

if TYPE_CHECKING:
    from bocage.hexes.grid import Grid, Vertex

Ends = frozenset["Vertex"]
"""A hexside as its two corners."""


def chains(sides: Iterable[Ends]) -> list[list[Vertex]]:
    """Sides as paths of corners: each side once, paths as long as they can be.

    A path begins at the first side that touches an end or a fork, in the order given, so
    that a river whose sides stand in order runs the way it flows.
    """
    listed = list(dict.fromkeys(sides))
    at: dict[Vertex, list[int]] = {}
    for i, side in enumerate(listed):
        for vertex in sorted(side):
            at.setdefault(vertex, []).append(i)
    used: set[int] = set()
    found: list[list[Vertex]] = []

    def walk(i: int, start: Vertex) -> list[Vertex]:
        path = [start]
        while True:
            used.add(i)
            path.append(next(v for v in sorted(listed[i]) if v != path[-1]))
            onward = [j for j in at[path[-1]] if j not in used]
            if len(at[path[-1]]) != 2 or not onward:
                return path
            i = onward[0]

    for closed in (False, True):
        for i, side in enumerate(listed):
            if i in used:
                continue
            ends = [v for v in sorted(side) if len(at[v]) != 2]
            if not ends and not closed:
                continue
            found.append(walk(i, ends[0] if ends else min(side)))
    return [_as_listed(path, listed) for path in found]


def _as_listed(path: list[Vertex], listed: Sequence[Ends]) -> list[Vertex]:
    """Return the path turned so that earlier sides come first."""
    order = {side: i for i, side in enumerate(listed)}
    first, last = order[frozenset(path[:2])], order[frozenset(path[-2:])]
    return path if first <= last else path[::-1]


def outlines(grid: Grid, hexes: Collection[int]) -> list[list[Vertex]]:
    """Return the closed outlines of a set of hexes, each without its first corner repeated."""
    inside = set(hexes)
    after: dict[Vertex, list[Vertex]] = {}
    for h in sorted(inside):
        corners = grid.corners(h)
        for d in range(6):
            if grid.neighbours[6 * h + d] not in inside:
                after.setdefault(corners[d], []).append(corners[(d + 1) % 6])
    found: list[list[Vertex]] = []
    while after:
        start = min(after)
        ring = [start]
        here = start
        while True:
            nexts = after[here]
            there = nexts.pop(0)
            if not nexts:
                del after[here]
            if there == start:
                break
            ring.append(there)
            here = there
        found.append(ring)
    return found


def inset(ring: Sequence[Point], by: float) -> list[Point]:
    """Return a closed ring moved inward (it runs clockwise on the sheet) along its corners."""
    found: list[Point] = []
    count = len(ring)
    for i, (x, y) in enumerate(ring):
        ux, uy = unit(ring[i - 1], ring[i])
        vx, vy = unit(ring[i], ring[(i + 1) % count])
        # The inner normal of a clockwise ring (y down) lies to the right of its run.
        nx, ny = -(uy + vy), ux + vx
        size = nx * nx + ny * ny
        if size < 1e-9:
            found.append((x, y))
            continue
        scale = min(by * 2 / size, by * 2)
        found.append((x + nx * scale, y + ny * scale))
    return found
