"""The fields that only a map has: hexes, latitudes, lines of points.

The readers of plain fields come from `bocage.tables`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.hexes.errors import HexError
from bocage.tables.fields import (
    FieldError,
    Reader,
    maybe,
    needed,
    number,
    several,
    text,
    whole,
    word,
    yes_or_no,
)

if TYPE_CHECKING:
    from bocage.hexes.grid import Grid
    from bocage.maps.records import Point

__all__ = [
    "FieldError",
    "Reader",
    "hex_of",
    "hexes_of",
    "latitude",
    "longitude",
    "maybe",
    "needed",
    "number",
    "points",
    "several",
    "text",
    "whole",
    "word",
    "yes_or_no",
]


def hex_of(grid: Grid) -> Reader:
    """Return the printed number of a hex on the map."""

    def read(value: str) -> int:
        try:
            return grid.hex(value)
        except HexError as error:
            raise FieldError(str(error)) from None

    return read


def hexes_of(grid: Grid) -> Reader:
    """Return a reader of printed numbers of hexes, separated by blanks."""
    one = hex_of(grid)

    def read(value: str) -> tuple[int, ...]:
        found = tuple(one(each) for each in value.split())
        if len(set(found)) != len(found):
            raise FieldError("a hex is repeated")
        return found

    return read


latitude = number(-90, 90)
longitude = number(-180, 180)


def points(value: str) -> tuple[Point, ...]:
    """Return points written as `lat lon;lat lon;...`."""
    found: list[Point] = []
    for each in value.split(";") if value else ():
        parts = each.split()
        if len(parts) != 2:
            raise FieldError(f"'{each}' is not a point, expected 'lat lon;lat lon'")
        found.append((latitude(parts[0]), longitude(parts[1])))
    return tuple(found)
