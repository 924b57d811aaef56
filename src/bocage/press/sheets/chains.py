"""Hexsides joined into chains of corners, and the outlines of sets of hexes."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

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
    """The path turned so that earlier sides come first."""
    order = {side: i for i, side in enumerate(listed)}
    first, last = order[frozenset(path[:2])], order[frozenset(path[-2:])]
    return path if first <= last else path[::-1]


def outlines(grid: Grid, hexes: Collection[int]) -> list[list[Vertex]]:
    """The closed outlines of a set of hexes, each without its first corner repeated."""
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
    """A closed ring moved inward (it runs clockwise on the sheet) along its corners."""
    found: list[Point] = []
    count = len(ring)
    for i, (x, y) in enumerate(ring):
        (ax, ay), (bx, by_) = ring[i - 1], ring[(i + 1) % count]
        ux, uy = _unit(x - ax, y - ay)
        vx, vy = _unit(bx - x, by_ - y)
        # The inner normal of a clockwise ring (y down) lies to the right of its run.
        nx, ny = -(uy + vy), ux + vx
        size = nx * nx + ny * ny
        if size < 1e-9:
            found.append((x, y))
            continue
        scale = min(by * 2 / size, by * 2)
        found.append((x + nx * scale, y + ny * scale))
    return found


def closed_spline(ring: Sequence[Point], steps: int = 5) -> list[Point]:
    """A closed quadratic B-spline with the ring's points as controls."""
    found: list[Point] = []
    count = len(ring)
    for i, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = ring[i - 1], ring[(i + 1) % count]
        sx, sy, ex, ey = (ax + x) / 2, (ay + y) / 2, (x + bx) / 2, (y + by) / 2
        for step in range(steps):
            t = step / steps
            p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
            found.append((p * sx + q * x + r * ex, p * sy + q * y + r * ey))
    return found


def catmull(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """A smooth curve through all points."""
    if len(points) < 3:
        return list(points)
    (ax, ay), (bx, by) = points[0], points[1]
    (yx, yy), (zx, zy) = points[-2], points[-1]
    chain = [(2 * ax - bx, 2 * ay - by), *points, (2 * zx - yx, 2 * zy - yy)]
    found: list[Point] = []
    for p0, p1, p2, p3 in zip(chain, chain[1:], chain[2:], chain[3:], strict=False):
        # Centripetal knots would loop less; the chains here are gentle enough without.
        for step in range(steps):
            t = step / steps
            found.append(
                (
                    _cubic(p0[0], p1[0], p2[0], p3[0], t),
                    _cubic(p0[1], p1[1], p2[1], p3[1], t),
                )
            )
    found.append(points[-1])
    return found


def _cubic(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3
    )


def wobbled(
    points: Sequence[Point], by: float, seed: str, *, wave: float = 0.11, closed: bool = False
) -> list[Point]:
    """A chain swung gently to both sides, its ends kept."""
    rng = random.Random(seed)  # noqa: S311 - for looks
    phases = [rng.uniform(0, math.tau) for _ in range(3)]
    found: list[Point] = []
    gone = 0.0
    last = len(points) - 1
    for i, (x, y) in enumerate(points):
        a = points[i - 1] if i or closed else points[0]
        b = points[(i + 1) % len(points)] if i < last or closed else points[last]
        if i:
            gone += math.dist(points[i - 1], points[i])
        ux, uy = _unit(b[0] - a[0], b[1] - a[1])
        swing = by * (
            math.sin(gone * wave + phases[0])
            + 0.6 * math.sin(gone * wave * 2.3 + phases[1])
            + 0.4 * math.sin(gone * wave * 4.1 + phases[2])
        )
        swing *= min(1.0, i / 5, (last - i) / 5)
        found.append((x - uy * swing, y + ux * swing))
    return found


def offset(points: Sequence[Point], by: Sequence[float] | float) -> list[Point]:
    """A chain moved to the right of its run (y down), by one distance or one a point."""
    found: list[Point] = []
    last = len(points) - 1
    for i, (x, y) in enumerate(points):
        a, b = points[max(0, i - 1)], points[min(last, i + 1)]
        ux, uy = _unit(b[0] - a[0], b[1] - a[1])
        far = by if isinstance(by, (int, float)) else by[i]
        found.append((x - uy * far, y + ux * far))
    return found


def _unit(dx: float, dy: float) -> Point:
    far = math.hypot(dx, dy)
    return (dx / far, dy / far) if far else (0.0, 0.0)
