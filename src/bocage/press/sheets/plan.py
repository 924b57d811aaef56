"""The places of a hex map's parts on its sheet, in units of 0.24 mm."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from bocage.hexes.grid import ROW_HEIGHT
from bocage.maps.pack import pair
from bocage.press.boxes import Box
from bocage.press.svg import Point

if TYPE_CHECKING:
    from bocage.hexes.grid import Vertex
    from bocage.maps.pack import Pack
    from bocage.maps.records import Point as LatLon

UNIT_MM: Final = 0.24
"""One unit of a sheet on paper."""

PAPER_MM: Final = (34 * 25.4, 22 * 25.4)
"""A sheet: 34 inches wide, 22 high."""

VIEW: Final[tuple[float, float]] = (PAPER_MM[0] / UNIT_MM, PAPER_MM[1] / UNIT_MM)
"""The sheet in units."""


@dataclass(frozen=True)
class Plan:
    """The place of a map on a sheet: its size, and the point of its north-west corner."""

    pack: Pack
    hex: float
    """Width of a hex from side to side."""
    origin: Point
    """Where the western and northern rims of the outermost hexes meet."""
    window: Box
    """The neat line: what lies beyond it is cut off."""
    view: tuple[float, float] = VIEW
    scope: str = ""
    """Put before the ids it defines, so that two plans can share a drawing."""

    @property
    def side(self) -> float:
        """Length of a hexside; also from the centre to a corner."""
        return self.hex / 3**0.5

    @property
    def k(self) -> float:
        """Return how much larger lines and letters are than on a hex of 60 units."""
        return math.sqrt(self.hex / 60)

    @cached_property
    def _west(self) -> float:
        return max(self.pack.grid.xs) / 2 + 0.5

    @cached_property
    def _north(self) -> float:
        return min(self.pack.grid.ys) * ROW_HEIGHT - ROW_HEIGHT * 2 / 3

    def point(self, west: float, south: float) -> Point:
        """Return a point of the grid's plane."""
        return (
            self.origin[0] + (self._west - west) * self.hex,
            self.origin[1] + (south - self._north) * self.hex,
        )

    def plane(self, x: float, y: float) -> tuple[float, float]:
        """(west, south) of a point of the sheet."""
        return (
            self._west - (x - self.origin[0]) / self.hex,
            self._north + (y - self.origin[1]) / self.hex,
        )

    def earth(self, lat: float, lon: float) -> Point:
        """Return a latitude and longitude."""
        return self.point(*self.pack.projection.to_plane(lat, lon))

    def line(self, points: Iterable[LatLon]) -> list[Point]:
        """Return a line of latitudes and longitudes."""
        return [self.earth(*point) for point in points]

    def where(self, x: float, y: float) -> int | None:
        """Return the hex of a point of the sheet."""
        return self.pack.grid.nearest(*self.plane(x, y))

    @cached_property
    def centres(self) -> tuple[Point, ...]:
        """Return the centre of every hex."""
        grid = self.pack.grid
        return tuple(self.point(*grid.centre(h)) for h in grid)

    def corner(self, vertex: Vertex) -> Point:
        """Return a corner of a hex."""
        return self.point(vertex[0] / 2, vertex[1] / 3 * ROW_HEIGHT)

    def corners(self, h: int) -> list[Point]:
        """Return the six corners of a hex, clockwise from north."""
        return [self.corner(vertex) for vertex in self.pack.grid.corners(h)]

    def middle(self, a: int, b: int) -> Point:
        """Return the middle of the side between two hexes."""
        (x, y), (u, v) = self.centres[a], self.centres[b]
        return (x + u) / 2, (y + v) / 2

    @cached_property
    def rim(self) -> Box:
        """Return the box that holds all hexes."""
        xs = [x for x, _ in self.centres]
        ys = [y for _, y in self.centres]
        half, high = self.hex / 2, self.side
        return Box(min(xs) - half, min(ys) - high, max(xs) + half, max(ys) + high)

    @cached_property
    def waters(self) -> dict[tuple[int, int], list[str]]:
        """Names of the waters of each side."""
        found: dict[tuple[int, int], list[str]] = {}
        for side in self.pack.sides:
            if side.kind in {"river", "major river", "canal", "stream"}:
                found.setdefault(pair(side.a, side.b), []).append(side.name)
        return found
