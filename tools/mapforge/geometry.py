"""Plane geometry for map making: polygons and lines.

Points are pairs of numbers in any one plane; nothing here knows of hexes or degrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, hypot

Point = tuple[float, float]


def inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Return whether a point lies in a polygon (even-odd rule; the ring need not be closed)."""
    x, y = point
    found = False
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def resampled(line: Sequence[Point], step: float) -> list[Point]:
    """Return the line's points and enough between them that none lies further than `step` apart."""
    found: list[Point] = [line[0]]
    for (ax, ay), (bx, by) in pairwise(line):
        parts = max(1, ceil(hypot(bx - ax, by - ay) / step))
        found += [
            (ax + (bx - ax) * i / parts, ay + (by - ay) * i / parts) for i in range(1, parts + 1)
        ]
    return found


def nearest_on_segment(point: Point, a: Point, b: Point) -> Point:
    """Return the point of the segment `a`-`b` that lies nearest to `point`."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square
    t = min(1.0, max(0.0, t))
    return a[0] + t * dx, a[1] + t * dy


def distance_to_line(point: Point, line: Sequence[Point]) -> float:
    """Distance from a point to the nearest point of a line."""
    if len(line) == 1:
        return hypot(point[0] - line[0][0], point[1] - line[0][1])
    return min(
        hypot(point[0] - near[0], point[1] - near[1])
        for near in (nearest_on_segment(point, a, b) for a, b in pairwise(line))
    )


def crossing_point(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Return the point where the segments `a`-`b` and `c`-`d` cross, or None."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    turn = rx * sy - ry * sx
    if turn == 0:
        return None
    t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / turn
    u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / turn
    if 0 <= t <= 1 and 0 <= u <= 1:
        return a[0] + t * rx, a[1] + t * ry
    return None


def area(polygon: Sequence[Point]) -> float:
    """Area of a simple polygon, never negative."""
    return (
        abs(
            sum(
                ax * by - bx * ay
                for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
            )
        )
        / 2
    )
