"""The corners and sides of a grid as a net along which watercourses are laid.

A river on a hex map runs along hexsides. `mapforge.realmap.banks` finds the way that keeps
every place on its true bank.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Final

from bocage.hexes.directions import OFFSETS
from bocage.hexes.grid import ROW_HEIGHT, Grid, Vertex
from mapforge.geometry import Point

HexPair = tuple[int, int]


class SideNet:
    """The corners and inner sides of a grid as a graph."""

    def __init__(self, grid: Grid) -> None:
        self.grid: Final = grid
        self.sides: Final[dict[frozenset[Vertex], HexPair]] = {}
        """The two hexes at each inner side, by its two ends."""
        self.joined: Final[dict[Vertex, list[Vertex]]] = {}
        """The corners next to each corner along inner sides."""
        for a in grid:
            for d in range(len(OFFSETS)):
                b = grid.neighbour(a, d)
                if b is not None and a < b:
                    ends = grid.side_ends(a, b)
                    self.sides[ends] = (a, b)
                    u, v = sorted(ends)
                    self.joined.setdefault(u, []).append(v)
                    self.joined.setdefault(v, []).append(u)
        for near in self.joined.values():
            near.sort()

    def nearest(self, point: Point) -> Vertex:
        """Return the corner nearest to a point of the plane (hexes west, hexes south)."""
        h = self.grid.nearest(*point)
        near: Sequence[Vertex] = ()
        if h is not None:
            near = [v for n in (h, *self.grid.around(h)) for v in self.grid.corners(n)]
        near = [v for v in near if v in self.joined] or list(self.joined)
        return min(near, key=lambda v: (hypot(*_minus(place(v), point)), v))

    def sides_of(self, corners: Sequence[Vertex]) -> list[HexPair]:
        """Return the hexsides between consecutive corners."""
        return [self.sides[frozenset((u, v))] for u, v in pairwise(corners)]


def place(corner: Vertex) -> Point:
    """Return a corner as a point of the plane (hexes west, hexes south)."""
    return corner[0] / 2, corner[1] / 3 * ROW_HEIGHT


def _minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]
