"""The ground as a pattern: hedged fields, plough lines, ditches and reeds.

Fields lie in a lattice of bricks pushed through a smooth warp, so that no two look alike
and none looks like a hex. A field belongs to the ground its middle lies on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from bocage.press.geometry import chance
from bocage.press.raster import Grid, Swell
from bocage.press.sheets.terrain import ground_under
from bocage.press.svg import Element, Point, group, num, path

if TYPE_CHECKING:
    from bocage.press.sheets.coast import Coast
    from bocage.press.sheets.plan import Plan

Quad = tuple[Point, Point, Point, Point]

_HEDGED: Final = ("#b7c98a", "#dbe2b0", "#c2d39a", "#e3e0ad")
_PLOUGHED: Final = ("#e6d394", "#f6eecb", "#e2dda6", "#ecd9a6")
_DRAINED: Final = ("#bfd4b2", "#d9e4c6", "#c9dcc6")


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a lattice: its corners clockwise, and the numbers that are its luck."""

    corners: Quad
    key: tuple[int, int]

    @property
    def middle(self) -> Point:
        """Return its middle."""
        return sum(p[0] for p in self.corners) / 4, sum(p[1] for p in self.corners) / 4

    @property
    def square(self) -> float:
        """Return how near it is to a rectangle: 1 for one, 0 for a sliver, less where it is
        folded."""
        a, b, c, d = self.corners
        area = (c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0])
        long = max(math.dist(a, b), math.dist(c, d)) * max(math.dist(b, c), math.dist(d, a))
        return area / 2 / long if long else 0.0

    def luck(self, number: int) -> float:
        """Return a chance of its own."""
        return chance(*self.key, number)

    def spot(self, u: float, v: float) -> Point:
        """Return a point of it, by shares from its first corner."""
        a, b, c, d = self.corners
        return (
            a[0] + (b[0] - a[0]) * u + (d[0] - a[0]) * v + (a[0] - b[0] + c[0] - d[0]) * u * v,
            a[1] + (b[1] - a[1]) * u + (d[1] - a[1]) * v + (a[1] - b[1] + c[1] - d[1]) * u * v,
        )


class Lattice:
    """Fields of about a size over the window of a plan."""

    def __init__(
        self,
        plan: Plan,
        wide: float,
        deep: float,
        seed: int,
        *,
        turned: float,
        bend: float,
        swing: float = 380,
    ) -> None:
        self._plan = plan
        self._wide, self._deep, self._seed = wide, deep, seed
        self._cos, self._sin = math.cos(turned), math.sin(turned)
        self._bend = bend
        self._far = [Swell(seed + i, swing, 2) for i in (0, 1)]
        self._near = [Swell(seed + i, 80, 1) for i in (2, 3)]

    def fields(self) -> Iterator[Field]:
        """Yield every field that may touch the window; rows differ in depth, fields in width."""
        bricks = list(self._bricks())
        left, top, wide, deep = np.array([brick for _, brick in bricks]).T
        mid_x, mid_y = self._warped(left + wide / 2, top + deep / 2)
        w = self._plan.window.grown(self._wide)
        seen = (w.left < mid_x) & (mid_x < w.right) & (w.top < mid_y) & (mid_y < w.foot)
        corners = [
            self._warped(left[seen] + u * wide[seen], top[seen] + v * deep[seen])
            for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))
        ]
        keys = [key for (key, _), shown in zip(bricks, seen, strict=True) if shown]
        points = np.array(corners).transpose(2, 0, 1).tolist()
        for key, (a, b, c, d) in zip(keys, points, strict=True):
            yield Field((tuple(a), tuple(b), tuple(c), tuple(d)), key)

    def _bricks(self) -> Iterator[tuple[tuple[int, int], tuple[float, float, float, float]]]:
        """Yield every brick before the warp: its luck, and left, top, width and depth."""
        box = self._plan.window.grown(self._bend * 2 + 2 * self._wide)
        corners = [(x, y) for x in (box.left, box.right) for y in (box.top, box.foot)]
        us = [x * self._cos + y * self._sin for x, y in corners]
        vs = [y * self._cos - x * self._sin for x, y in corners]
        top, row = min(vs), 0
        while top < max(vs):
            deep = self._deep * (0.65 + 0.75 * chance(row, self._seed, 9))
            left = min(us) + chance(row, self._seed) * self._wide
            number = 0
            while left < max(us):
                wide = self._wide * (0.5 + 1.0 * chance(row, number, self._seed + 1))
                yield (row * 1000 + number, self._seed), (left, top, wide, deep)
                left += wide
                number += 1
            top += deep
            row += 1

    def _warped(self, u: Grid, v: Grid) -> tuple[Grid, Grid]:
        """Return the places on the sheet of points of the lattice."""
        x, y = u * self._cos - v * self._sin, u * self._sin + v * self._cos
        far, near = self._bend, 9.0
        return (
            x + self._far[0].at(x, y) * far + self._near[0].at(x, y) * near,
            y + self._far[1].at(x, y) * far + self._near[1].at(x, y) * near,
        )


def on_ground(plan: Plan, word: str, coast: Coast | None) -> Callable[[Point], bool]:
    """Return whether a point lies on that ground, on the map and on land."""
    grid = plan.pack.grid
    chosen = [ground_under(plan, h) == word for h in grid]
    bare = [plan.pack.hexes[h].terrain == "rough" for h in grid]

    def lies(point: Point) -> bool:
        h = plan.where(*point)
        if h is None or not chosen[h] or bare[h]:
            return False
        return coast is None or plan.pack.hexes[h].land == 1 or coast.on_land(*point)

    return lies


def bocage(plan: Plan, coast: Coast | None) -> Element:
    """Small fields between hedges, with trees in the hedges and orchards in some fields."""
    lies = on_ground(plan, "bocage", coast)
    tints = ["" for _ in _HEDGED]
    hedges: list[str] = []
    small: list[str] = []
    large: list[str] = []
    orchard: list[str] = []
    for field in Lattice(plan, 27, 18.5, 41, turned=0.35, bend=88, swing=430).fields():
        if not lies(field.middle):
            continue
        kind = int(field.luck(1) * 6)
        if kind < len(tints):
            tints[kind] += _closed(field.corners)
        a, b, c, _ = field.corners
        for number, (p, q) in enumerate(((a, b), (b, c))):
            if field.luck(10 + number) < 0.10 or not lies(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)):
                continue
            m = _swung(p, q, (field.luck(20 + number) - 0.5) * 3.2)
            hedges.append(f"M{_xy(p)}Q{_xy(m)} {_xy(q)}")
            for tree in range(3):
                if (luck := field.luck(30 + 5 * number + tree)) < 0.52:
                    t = (tree + 0.5 + (luck - 0.26)) / 3
                    spot = p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t
                    (large if luck < 0.13 else small).append(_dot(spot))
        if kind == 5 and field.luck(2) < 0.75:
            orchard.extend(
                _dot(field.spot((i + 0.8) / 4.6, (j + 0.8) / 3.6))
                for i in range(4)
                for j in range(3)
                if field.luck(60 + 4 * i + j) < 0.9
            )
    return group(
        *(
            path(data, fill=tint, fill_opacity=0.36)
            for data, tint in zip(tints, _HEDGED, strict=True)
            if data
        ),
        _stroked("".join(hedges), "#658243", 1.05, 0.6),
        _stroked("".join(orchard), "#7f9c58", 1.6, 0.6),
        _stroked("".join(small), "#5c7a41", 1.9, 0.66),
        _stroked("".join(large), "#4c6a35", 3.0, 0.74),
        _stroked("".join(large), "#8fae67", 1.2, 0.8),
    )


def plain(plan: Plan, coast: Coast | None) -> Element:
    """Broad open fields, many with the lines of the plough."""
    lies = on_ground(plan, "clear", coast)
    tints = ["" for _ in _PLOUGHED]
    furrows: list[str] = []
    size = plan.k**2
    for field in Lattice(
        plan, 66 * size, 30 * size, 51, turned=-0.42, bend=150, swing=300
    ).fields():
        # Where the warp folds the lattice, fields would lie over each other as shards.
        if field.square < _SQUARE or not lies(field.middle):
            continue
        if not all(lies(field.spot(u, v)) for u, v in _NEAR_CORNERS):
            continue
        kind = int(field.luck(1) * 6)
        if kind < len(tints):
            tints[kind] += _closed(field.corners)
        if field.luck(2) < 0.55:
            furrows.extend(_furrows(field))
    return group(
        *(
            path(data, fill=tint, fill_opacity=0.42)
            for data, tint in zip(tints, _PLOUGHED, strict=True)
            if data
        ),
        _stroked("".join(furrows), "#b2955a", 0.5, 0.5),
    )


_SQUARE: Final = 0.55
"""A field on the plain is at least so square."""
_NEAR_CORNERS: Final = ((0.12, 0.12), (0.88, 0.12), (0.88, 0.88), (0.12, 0.88))


def _furrows(field: Field) -> Iterator[str]:
    a, b, _, d = field.corners
    lengthwise = field.luck(3) < 0.7
    across = math.dist(a, d) if lengthwise else math.dist(a, b)
    every = (3.4, 4.2, 5.2)[int(field.luck(4) * 3)]
    count = max(2, round(across / every))
    for i in range(1, count):
        t = i / count
        start = 0.03 + 0.10 * field.luck(100 + i)
        stop = 0.97 - 0.10 * field.luck(200 + i)
        p, q = (
            (field.spot(start, t), field.spot(stop, t))
            if lengthwise
            else (field.spot(t, start), field.spot(t, stop))
        )
        yield f"M{_xy(p)}L{_xy(q)}"


def polder(plan: Plan, coast: Coast | None) -> Element:
    """Drained strips with ditches between them and reeds in some corners."""
    lies = on_ground(plan, "polder", coast)
    tints = ["" for _ in _DRAINED]
    ditches: list[str] = []
    reeds: list[str] = []
    for field in Lattice(plan, 54, 13, 61, turned=-0.3, bend=95, swing=340).fields():
        if not lies(field.middle):
            continue
        a, b, c, _ = field.corners
        kind = int(field.luck(1) * 5)
        if kind < len(tints):
            tints[kind] += _closed(field.corners)
        if field.luck(2) < 0.9 and lies(a) and lies(b):
            ditches.append(f"M{_xy(a)}L{_xy(b)}")
        if field.luck(3) < 0.55 and lies(c):
            ditches.append(f"M{_xy(b)}L{_xy(c)}")
        if field.luck(4) < 0.2:
            x, y = field.spot(0.2 + 0.6 * field.luck(5), 0.75)
            reeds.append(f"M{_xy((x, y))}v-4.6m-2.4 4.2l-1-3.2m5.8 3.2l1-3.2")
    return group(
        *(
            path(data, fill=tint, fill_opacity=0.5)
            for data, tint in zip(tints, _DRAINED, strict=True)
            if data
        ),
        _stroked("".join(ditches), "#5d94a0", 0.95, 0.66),
        _stroked("".join(reeds), "#56826a", 0.8, 0.8),
    )


def _stroked(data: str, ink: str, width: float, opacity: float) -> Element:
    return path(
        data,
        fill="none",
        stroke=ink,
        stroke_width=width,
        stroke_linecap="round",
        stroke_opacity=opacity,
    )


def _swung(a: Point, b: Point, by: float) -> Point:
    far = math.dist(a, b) or 1.0
    return (
        (a[0] + b[0]) / 2 - (b[1] - a[1]) / far * by,
        (a[1] + b[1]) / 2 + (b[0] - a[0]) / far * by,
    )


def _closed(points: Quad) -> str:
    return "M" + "L".join(_xy(p) for p in points) + "Z"


def _xy(point: Point) -> str:
    return f"{num(point[0], 1)} {num(point[1], 1)}"


def _dot(point: Point) -> str:
    """Return a round spot, drawn by the cap of a line too short to be seen."""
    return f"M{_xy(point)}h.01"
