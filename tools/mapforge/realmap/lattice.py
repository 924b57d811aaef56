"""The lattice under a real map: which cell holds a point, which cells an area covers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import cos, hypot, radians
from typing import TYPE_CHECKING, Final

from bocage.hexes.grid import ROW_HEIGHT, Grid
from bocage.hexes.projection import Projection
from mapforge.geometry import inside
from mapforge.snapping import SideNet

if TYPE_CHECKING:
    from mapforge.realmap.features import Feature, Point

DIGITS: Final = (3, 3)
_RINGS: Final = ((0.0, 0.0), (0.25, 0.0), (0.43, 0.26))
"""Sample points of a cell: distance from the centre and lean, for each of six directions."""


def degrees_km(lat: float) -> tuple[float, float]:
    """Kilometres of one degree of latitude and of longitude at a latitude (WGS 84)."""
    phi = radians(lat)
    return (
        round(111.13295 - 0.55982 * cos(2 * phi) + 0.00117 * cos(4 * phi), 3),
        round(111.41284 * cos(phi) - 0.0935 * cos(3 * phi), 3),
    )


@dataclass(frozen=True)
class Lattice:
    """A rectangle of cells one kilometre across, rows from north to south."""

    rows: int
    positions: int
    north_east: Point
    """Latitude and longitude of the centre of the first cell of the first row."""
    middle: float
    """The latitude whose scale the whole sheet uses."""

    @cached_property
    def projection(self) -> Projection:
        """Return how the sheet lies on the earth: its origin is the first cell's centre."""
        lat, lon = self.north_east
        km_lat, km_lon = degrees_km(self.middle)
        return Projection(lat, lon, km_lat, km_lon, 0.0, 1.0, 1.5, round(ROW_HEIGHT, 9))

    @cached_property
    def grid(self) -> Grid:
        """Return the cells; odd rows lie half a cell further west."""
        return Grid.rectangle(
            (1, self.rows), (1, self.positions), shifted_west="odd", digits=DIGITS
        )

    @cached_property
    def net(self) -> SideNet:
        """Return the sides of the cells as a graph."""
        return SideNet(self.grid)

    def plane(self, point: Point) -> tuple[float, float]:
        """Return a point in kilometres west and south."""
        return self.projection.to_plane(*point)

    def cell(self, point: Point) -> int | None:
        """Return the cell that holds a point; None beyond the sheet."""
        return self.grid.nearest(*self.plane(point))

    def number(self, point: Point) -> str:
        """Return the printed number of the cell that holds a point.

        Raises:
            ValueError: the point lies beyond the sheet.
        """
        found = self.cell(point)
        if found is None:
            raise ValueError(f"{point} lies beyond the sheet")
        return self.grid.numbers[found]

    def km(self, line: Sequence[Point]) -> float:
        """Length of a line through its points."""
        return sum(self.projection.km(a, b) for a, b in pairwise(line))

    @cached_property
    def samples(self) -> tuple[tuple[float, float], ...]:
        """Thirteen points spread evenly over a cell, from its centre."""
        found: list[tuple[float, float]] = [(0.0, 0.0)]
        for reach, lean in _RINGS[1:]:
            for sixth in range(6):
                turn = radians(60 * sixth) + lean
                found.append((reach * cos(turn), reach * cos(turn - radians(90))))
        return tuple(found)

    def shares(self, area: Feature) -> dict[int, int]:
        """Return the share of each cell's sample points in an area; cells without any are left
        out."""
        shape = Shape(self, area)
        west, south, east, north = shape.box
        found: dict[int, int] = {}
        for h in self._cells_between(west, south, east, north):
            x, y = self.grid.centre(h)
            count = sum(shape.holds((x + dx, y + dy)) for dx, dy in self.samples)
            if count:
                found[h] = count
        return found

    def covered(self, area: Feature) -> list[int]:
        """Return the cells an area covers: half a cell or more, or else the cell most in it."""
        shares = self.shares(area)
        if not shares:
            return []
        half = [h for h, count in sorted(shares.items()) if 2 * count >= len(self.samples)]
        return half or [min(shares, key=lambda h: (-shares[h], h))]

    def centred(self, area: Feature) -> list[int]:
        """Return the cells whose centre lies in an area: areas that share a border share no
        cell.
        """
        shape = Shape(self, area)
        return [h for h in self._cells_between(*shape.box) if shape.holds(self.grid.centre(h))]

    def _cells_between(self, west: float, south: float, east: float, north: float) -> Iterator[int]:
        first, last = int(north / ROW_HEIGHT) - 1, int(south / ROW_HEIGHT) + 2
        for row in range(max(1, first), min(self.rows, last) + 1):
            for position in range(max(1, int(east) - 2), min(self.positions, int(west) + 2) + 1):
                h = self.grid.at(row, position)
                if h is not None:
                    yield h


class Shape:
    """An area on the plane: the polygon of its points, or else its circle."""

    def __init__(self, lattice: Lattice, area: Feature) -> None:
        self._ring: Final = [lattice.plane(point) for point in area.points]
        if self._ring:
            xs, ys = [x for x, _ in self._ring], [y for _, y in self._ring]
            self.box = (max(xs), max(ys), min(xs), min(ys))
        else:
            self._centre = lattice.plane(area.at)
            self._radius = area.radius_km
            (x, y), r = self._centre, self._radius
            self.box = (x + r, y + r, x - r, y - r)

    def holds(self, point: tuple[float, float]) -> bool:
        """Return whether a point of the plane lies in it."""
        if self._ring:
            return inside(point, self._ring)
        return hypot(point[0] - self._centre[0], point[1] - self._centre[1]) <= self._radius
