"""References to the kilometre grid that is printed on a sheet: `Q 523394`."""

from __future__ import annotations

import re
from math import floor
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bocage.maps.pack import Pack

_WRITTEN: Final = re.compile(r"(?:([A-Z])\s*)?(\d+)(?:[ ,](\d+))?")
_DIGITS: Final = (2, 3, 4)
_BARE: Final = 3
"""Digits of each figure in a reference without a letter: fewer are an hour or a year."""
_SQUARE: Final = 100
_HAIR: Final = 1e-6
"""The rounding tolerance for a point on a line of the grid, in tenths of a kilometre."""


def referred(pack: Pack, text: str) -> list[tuple[float, float]]:
    """Return latitude and longitude of the points that a reference may mean.

    Figures are kilometres and their tenths, east before north; whole kilometres mean the middle
    of their square. Without its letter a reference may lie in any great square of the sheet.
    """
    match = _WRITTEN.fullmatch(text.strip())
    if match is None or not pack.sheet.get("origin"):
        return []
    letter, east, north = match.groups()
    if north is None:
        east, north = east[: len(east) // 2], east[len(east) // 2 :]
    if len(east) != len(north) or len(east) not in _DIGITS or not (letter or len(east) == _BARE):
        return []
    letters = cast("Sequence[str]", pack.sheet.get("letters", ()))
    squares = [
        (column, row)
        for row, line in enumerate(letters)
        for column, each in enumerate(line)
        if letter in (None, each)
    ]
    lat, lon = cast("Sequence[float]", pack.sheet["origin"])
    west, south = pack.projection.to_plane(lat, lon)
    km = pack.projection.hex_km
    found: list[tuple[float, float]] = []
    for column, row in squares:
        x = column * _SQUARE + _km(east)
        y = row * _SQUARE + _km(north)
        found.append(pack.projection.to_earth(west - x / km, south - y / km))
    return found


def reference(pack: Pack, lat: float, lon: float) -> str:
    """Return the reference of a point to a hundred metres: `Q 523394`; nothing off the grid."""
    if not pack.sheet.get("origin"):
        return ""
    west, south = pack.projection.to_plane(*cast("tuple[float, float]", pack.sheet["origin"]))
    x, y = pack.projection.to_plane(lat, lon)
    km = pack.projection.hex_km
    east, north = (floor(part * km * 10 + _HAIR) for part in (west - x, south - y))
    letters = cast("Sequence[str]", pack.sheet.get("letters", ()))
    row, column = north // (_SQUARE * 10), east // (_SQUARE * 10)
    if not (0 <= row < len(letters) and 0 <= column < len(letters[row])):
        return ""
    tenths = _SQUARE * 10
    return f"{letters[row][column]} {east % tenths:03d}{north % tenths:03d}"


def _km(figure: str) -> float:
    scale = 10.0 ** (len(figure) - 2)
    return (int(figure) + 0.5) / scale
