"""The shore: what is land, how far off the sea lies, and lines along it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from bocage.maps.shapes import inside
from bocage.press.svg import Point

if TYPE_CHECKING:
    from bocage.press.sheets.plan import Plan


@dataclass(frozen=True)
class Coast:
    """A shore across the sheet and the land behind it."""

    line: tuple[Point, ...]
    land: tuple[Point, ...]
    """The land as a ring: the shore and the window's corners behind it."""
    far: tuple[Point, ...] = ()
    """Another shore across the water, where no hexes are."""
    far_land: tuple[Point, ...] = ()
    """The land behind that one, as a ring."""

    def on_land(self, x: float, y: float) -> bool:
        """Whether a point is land."""
        return inside(x, y, self.land)

    def nearest(self, point: Point) -> Point:
        """The point of the shore nearest to another."""
        best, where = math.inf, self.line[0]
        for a, b in pairwise(self.line):
            spot = nearest_on(a, b, point)
            far = math.dist(spot, point)
            if far < best:
                best, where = far, spot
        return where

    @cached_property
    def samples(self) -> tuple[Point, ...]:
        """Points of both shores, close together."""
        far = densified(self.far, 3.0) if self.far else []
        return (*densified(self.line, 3.0), *far)


def coast_of(plan: Plan) -> Coast | None:
    """The shore of a map, or None inland."""
    found = [line for line in plan.pack.lines if line.kind == "coast"]
    if not found:
        return None
    shore = plan.line(found[0].points)
    w = plan.window.grown(200)
    # Both ends are carried on to beyond the window, straight as they run.
    first = _onward(shore[1], shore[0], 900)
    last = _onward(shore[-2], shore[-1], 900)
    line = [first, *shore, last]
    # The land lies to the right of a shore that runs from south to east: round by the south-east.
    ring = [
        *line,
        (w.right + 900, last[1]),
        (w.right + 900, w.foot + 900),
        (first[0], w.foot + 900),
    ]
    return Coast(tuple(line), tuple(ring))


def nearest_on(a: Point, b: Point, point: Point) -> Point:
    """The point of a straight piece nearest to another."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    size = dx * dx + dy * dy
    if not size:
        return a
    t = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / size
    t = min(1.0, max(0.0, t))
    return a[0] + dx * t, a[1] + dy * t


def densified(points: Sequence[Point], step: float) -> list[Point]:
    """The chain with points no further apart than a step."""
    found = [points[0]]
    for a, b in pairwise(points):
        count = max(1, math.ceil(math.dist(a, b) / step))
        found.extend(
            (a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count)
            for i in range(1, count + 1)
        )
    return found


def _onward(a: Point, b: Point, by: float) -> Point:
    far = math.dist(a, b) or 1.0
    return b[0] + (b[0] - a[0]) / far * by, b[1] + (b[1] - a[1]) / far * by
