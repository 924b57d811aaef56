"""The sheet of Falaise: its grid, how it lies on the earth, and the tables it is made from."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, radians
from pathlib import Path
from typing import Final

from bocage.hexes.grid import ROW_HEIGHT, Grid
from bocage.hexes.projection import Projection
from mapforge.draft import Point
from mapforge.geometry import crossing_point

SOURCES: Final = Path(__file__).parents[2] / "sources" / "falaise"

ROWS: Final = (1, 40)
POSITIONS: Final = (1, 53)

PROJECTION: Final = Projection(
    lat=48.80,
    lon=-0.10,
    km_per_degree_lat=111.195,
    km_per_degree_lon=round(111.320 * cos(radians(48.80)), 9),
    rotation=14.0,
    hex_km=1.207,
    west_km=28.182287,
    south_km=26.240634,
)

GRID: Final = Grid.rectangle(ROWS, POSITIONS, shifted_west="even")

Side = tuple[str, str]
"""A hexside as the printed numbers of its two hexes."""


def table(name: str) -> list[dict[str, str]]:
    """Return the rows of a table of the sources."""
    with (SOURCES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def sides(text: str) -> list[Side]:
    """Hexsides written `0101|0102 0102|0103`, checked to be sides."""
    found: list[Side] = []
    for each in text.split():
        a, b = each.split("|")
        GRID.direction(GRID.hex(a), GRID.hex(b))
        found.append((a, b))
    return found


def pair(a: str, b: str) -> Side:
    """Return a side with the lesser number first."""
    return (a, b) if a < b else (b, a)


def course(text: str) -> list[Point]:
    """Points written `lat lon;lat lon`."""
    found: list[Point] = []
    for each in text.split(";"):
        lat, lon = each.split()
        found.append((float(lat), float(lon)))
    return found


def around(number: str) -> list[str]:
    """Return the neighbours of a hex."""
    return numbers(GRID.around(GRID.hex(number)))


def within(number: str, radius: int) -> list[str]:
    """Return the hexes at that distance or less."""
    return numbers(GRID.within(GRID.hex(number), radius))


def numbers(hexes: Iterable[int]) -> list[str]:
    """Printed numbers of hexes."""
    return [GRID.numbers[h] for h in hexes]


def row(number: str) -> int:
    """Return the printed row of a hex."""
    return GRID.row(GRID.hex(number))


def position(number: str) -> int:
    """Return the printed position of a hex in its row."""
    return GRID.position(GRID.hex(number))


def centre(number: str) -> Point:
    """Latitude and longitude of a hex's centre."""
    return PROJECTION.to_earth(*GRID.centre(GRID.hex(number)))


def between(a: str, b: str) -> Point:
    """Return the middle of the side between two neighbours."""
    (alat, alon), (blat, blon) = centre(a), centre(b)
    return (alat + blat) / 2, (alon + blon) / 2


def reached(start: str, barred: Iterable[Side], among: Iterable[str]) -> set[str]:
    """Return the hexes reached from `start` through `among` without crossing a barred side."""
    walls = {pair(a, b) for a, b in barred}
    open_ground = set(among)
    found = {start}
    queue = [start]
    while queue:
        here = queue.pop()
        for there in around(here):
            if there in open_ground and there not in found and pair(here, there) not in walls:
                found.add(there)
                queue.append(there)
    return found


# The paper -------------------------------------------------------------------------------

_NORTH: Final = ROW_HEIGHT * ROWS[0] - ROW_HEIGHT * 2 / 3
_SOUTH: Final = ROW_HEIGHT * ROWS[1] + ROW_HEIGHT * 2 / 3
_EAST: Final = POSITIONS[0] - 0.5
_WEST: Final = POSITIONS[1] + 1.0
_FRAME: Final = ((_EAST, _NORTH), (_WEST, _NORTH), (_WEST, _SOUTH), (_EAST, _SOUTH))


def clipped(line: Sequence[Point]) -> list[list[Point]]:
    """Return the pieces of a line (latitude, longitude) that lie on the sheet."""
    pieces: list[list[Point]] = []
    piece: list[Point] = []
    plane = [PROJECTION.to_plane(*point) for point in line]
    for a, b in pairwise(plane):
        cuts = {
            hit: (hit[0] - a[0]) ** 2 + (hit[1] - a[1]) ** 2
            for c, d in zip(_FRAME, (*_FRAME[1:], _FRAME[0]), strict=True)
            if (hit := crossing_point(a, b, c, d)) is not None
        }
        stops = [a, *sorted(cuts, key=lambda hit: cuts[hit]), b]
        for start, end in pairwise(stops):
            if _on_sheet(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)):
                if not piece:
                    piece.append(start)
                piece.append(end)
            elif piece:
                pieces.append(piece)
                piece = []
    if piece:
        pieces.append(piece)
    return [[PROJECTION.to_earth(*point) for point in each] for each in pieces]


def _on_sheet(point: Point) -> bool:
    return _EAST <= point[0] <= _WEST and _NORTH <= point[1] <= _SOUTH
