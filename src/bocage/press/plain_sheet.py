"""Where things of a pack lie on a plain drawing, and how numbers are written into it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bocage.hexes.grid import ROW_HEIGHT

if TYPE_CHECKING:
    from bocage.hexes.grid import Vertex
    from bocage.maps.pack import Pack
    from bocage.maps.records import Point

XY = tuple[float, float]
"""A point of the drawing: right and down, in units."""

MARGIN: Final = 30.0
"""Paper around the map."""

_HEX_UNIT: Final = 44.0
_LONG_SIDE: Final = 1700.0
_UNITS: Final = (12.0, 60.0)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The frame of one drawing. North is up as the map has it."""

    pack: Pack
    unit: float
    """Units of the drawing for one hex across flats."""
    west: float
    """The western border, in hexes west of the grid's zero point."""
    north: float
    """The northern border, in hexes south of the grid's zero point."""
    width: float
    height: float

    def point(self, west: float, south: float) -> XY:
        """A point of the grid's plane."""
        return (
            MARGIN + (self.west - west) * self.unit,
            MARGIN + (south - self.north) * self.unit,
        )

    def earth(self, lat: float, lon: float) -> XY:
        """A latitude and longitude."""
        return self.point(*self.pack.projection.to_plane(lat, lon))

    def line(self, points: Iterable[Point]) -> list[XY]:
        """A line of latitudes and longitudes."""
        return [self.earth(*point) for point in points]

    def hex(self, h: int) -> XY:
        """The centre of a hex."""
        return self.point(*self.pack.grid.centre(h))

    def corner(self, vertex: Vertex) -> XY:
        """A corner of a hex."""
        return self.point(vertex[0] / 2, vertex[1] / 3 * ROW_HEIGHT)

    def corners(self, h: int) -> list[XY]:
        """The six corners of a hex, clockwise from north."""
        return [self.corner(vertex) for vertex in self.pack.grid.corners(h)]


def sheet_of(pack: Pack) -> Sheet:
    """The frame of a pack's drawing: whole hexes, or for a lattice a clean-cut rectangle."""
    grid = pack.grid
    wests, souths = [x / 2 for x in grid.xs], [y * ROW_HEIGHT for y in grid.ys]
    if pack.kind == "lattice":
        # Cut through the outermost cells, so that the frame is straight.
        east, west, north, south = min(wests) + 0.5, max(wests) - 0.5, min(souths), max(souths)
        longest = max(west - east, south - north)
        unit = min(_UNITS[1], max(_UNITS[0], _LONG_SIDE / longest))
    else:
        high = ROW_HEIGHT * 2 / 3
        east, west = min(wests) - 0.5, max(wests) + 0.5
        north, south = min(souths) - high, max(souths) + high
        unit = _HEX_UNIT
    return Sheet(pack, unit, west, north, (west - east) * unit, (south - north) * unit)


def number(value: float) -> str:
    """A number as short as a drawing needs it."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def at(x: float, y: float) -> str:
    """Two attributes that place an element."""
    return f'x="{number(x)}" y="{number(y)}"'


def polyline(points: Sequence[XY]) -> str:
    """Path data of a line through points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def polygon(points: Sequence[XY]) -> str:
    """Path data of a closed shape."""
    return polyline(points) + "z"


def smooth(points: Sequence[XY]) -> str:
    """Path data of a line that rounds every point between its ends."""
    if len(points) < 3:
        return polyline(points)
    parts = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for i in range(1, len(points) - 1):
        (x, y), (nx, ny) = points[i], points[i + 1]
        last = i == len(points) - 2
        ex, ey = (nx, ny) if last else ((x + nx) / 2, (y + ny) / 2)
        parts.append(f"Q{number(x)} {number(y)} {number(ex)} {number(ey)}")
    return "".join(parts)


def escaped(text: str) -> str:
    """Text as it may stand in a drawing."""
    return (
        text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    )
