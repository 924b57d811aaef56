"""The shore: what is land, how far off the sea lies, and lines along it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from bocage.press.geometry import Region, densified, nearest
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
        """Return whether a point is land."""
        return (x, y) in self._land

    @cached_property
    def _land(self) -> Region:
        return Region(self.land)

    def nearest(self, point: Point) -> Point:
        """Return the point of the shore nearest to another."""
        return nearest(self.line, point).point

    @cached_property
    def samples(self) -> tuple[Point, ...]:
        """Points of both shores, close together."""
        far = densified(self.far, 3.0) if self.far else []
        return (*densified(self.line, 3.0), *far)


def coast_of(plan: Plan) -> Coast | None:
    """Return the shore of a map, or None inland."""
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


def _onward(a: Point, b: Point, by: float) -> Point:
    far = math.dist(a, b) or 1.0
    return b[0] + (b[0] - a[0]) / far * by, b[1] + (b[1] - a[1]) / far * by
