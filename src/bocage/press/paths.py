"""Path data from points: straight, closed, rounded and smooth."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from bocage.press.svg import Point, num


def straight(points: Iterable[Point], *, closed: bool = False) -> str:
    """Straight from point to point."""
    said = "L".join(f"{num(x)} {num(y)}" for x, y in points)
    return f"M{said}{'Z' if closed else ''}" if said else ""


def rounded_box(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Return a rectangle with round corners."""
    r = num(radius)
    w, h = num(width - 2 * radius), num(height - 2 * radius)
    return (
        f"M{num(x + radius)} {num(y)}h{w}a{r} {r} 0 0 1 {r} {r}v{h}"
        f"a{r} {r} 0 0 1 -{r} {r}h-{w}a{r} {r} 0 0 1 -{r} -{r}v-{h}a{r} {r} 0 0 1 {r} -{r}Z"
    )


def cut_box(x: float, y: float, width: float, height: float, cut: float) -> str:
    """Return a rectangle with its corners cut off."""
    right, bottom = x + width, y + height
    return straight(
        [
            (x + cut, y),
            (right - cut, y),
            (right, y + cut),
            (right, bottom - cut),
            (right - cut, bottom),
            (x + cut, bottom),
            (x, bottom - cut),
            (x, y + cut),
        ],
        closed=True,
    )


def smooth(points: Sequence[Point]) -> str:
    """Return a quadratic B-spline: it passes through the middle of every side of the chain.

    So a river whose points are the corners of hexes crosses exactly the sides it follows.
    """
    if len(points) < 3:
        return straight(points)
    first, *middle, last = points
    parts = [f"M{num(first[0])} {num(first[1])}"]
    for here, after in zip(middle, [*middle[1:], last], strict=True):
        end = last if after is last else ((here[0] + after[0]) / 2, (here[1] + after[1]) / 2)
        parts.append(f"Q{num(here[0])} {num(here[1])} {num(end[0])} {num(end[1])}")
    return "".join(parts)


def length(points: Sequence[Point]) -> float:
    """Length of a chain of points."""
    return sum(math.dist(a, b) for a, b in pairwise(points))


def along(points: Sequence[Point], distance: float) -> tuple[Point, float]:
    """Return the point at a distance from the start, and the direction there in degrees.

    Beyond either end the first or last piece is prolonged.
    """
    if len(points) < 2:
        raise ValueError("a chain needs two points")
    left = distance
    pieces = list(pairwise(points))
    for number, (a, b) in enumerate(pieces):
        piece = math.dist(a, b)
        if piece and (left <= piece or number == len(pieces) - 1):
            t = left / piece
            place = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
            return place, math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        left -= piece
    return points[-1], 0.0
