"""Laying a drawn watercourse along the sides of hexes.

A river on a hex map runs along hexsides. The course is followed point by point: each
point goes to the nearest corner, neighbouring corners are joined by the shortest way
along sides, and loops that this makes are cut off. What remains is one unbroken chain.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot
from typing import Final

from bocage.hexes.directions import OFFSETS
from bocage.hexes.grid import ROW_HEIGHT, Grid, Vertex
from mapforge.geometry import Point, distance_to_line, resampled

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
        """The corner nearest to a point of the plane (hexes west, hexes south)."""
        h = self.grid.nearest(*point)
        near: Sequence[Vertex] = ()
        if h is not None:
            near = [v for n in (h, *self.grid.around(h)) for v in self.grid.corners(n)]
        near = [v for v in near if v in self.joined] or list(self.joined)
        return min(near, key=lambda v: (hypot(*_minus(place(v), point)), v))

    def way(self, start: Vertex, goal: Vertex, course: Sequence[Point]) -> list[Vertex]:
        """The way along sides from corner to corner that keeps closest to a course."""
        best: dict[Vertex, float] = {start: 0.0}
        came: dict[Vertex, Vertex] = {}
        queue: list[tuple[float, Vertex]] = [(0.0, start)]
        while queue:
            cost, here = heappop(queue)
            if here == goal:
                break
            if cost > best[here]:
                continue
            for there in self.joined[here]:
                middle = _middle(place(here), place(there))
                new = cost + 1 + 4 * distance_to_line(middle, course)
                if new < best.get(there, float("inf")):
                    best[there], came[there] = new, here
                    heappush(queue, (new, there))
        else:
            raise ValueError("no way along the sides")
        way = [goal]
        while way[-1] != start:
            way.append(came[way[-1]])
        return way[::-1]

    def chain(self, course: Sequence[Point]) -> list[HexPair]:
        """The hexsides along a course of the plane, in its order, as one unbroken chain."""
        stops: list[Vertex] = []
        for point in resampled(course, 0.5):
            corner = self.nearest(point)
            if not stops or stops[-1] != corner:
                stops.append(corner)
        walked: list[Vertex] = [stops[0]]
        for stop in stops[1:]:
            walked += self.way(walked[-1], stop, course)[1:]
        return self.sides_of(without_loops(walked))

    def sides_of(self, corners: Sequence[Vertex]) -> list[HexPair]:
        """The hexsides between consecutive corners."""
        return [self.sides[frozenset((u, v))] for u, v in pairwise(corners)]


def place(corner: Vertex) -> Point:
    """A corner as a point of the plane (hexes west, hexes south)."""
    return corner[0] / 2, corner[1] / 3 * ROW_HEIGHT


def without_loops(walk: Sequence[Vertex]) -> list[Vertex]:
    """The walk with every detour that returns to where it was cut off."""
    kept: list[Vertex] = []
    where: dict[Vertex, int] = {}
    for corner in walk:
        if corner in where:
            for gone in kept[where[corner] + 1 :]:
                del where[gone]
            del kept[where[corner] + 1 :]
        else:
            where[corner] = len(kept)
            kept.append(corner)
    return kept


def _minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
