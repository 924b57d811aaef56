"""The shore of 1943: where it ran, how much of each hex is land, which sides face the sea."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Final

from bocage.hexes.directions import OFFSETS, Direction
from bocage.hexes.grid import ROW_HEIGHT
from mapforge.geometry import Point, area, inside
from mapforge.theatres.pas_de_calais.sources import GIVEN, GRID, PROJECTION, features, table

SEA_FLAGS: Final = {f"sea-{d.name.lower()}": f"open sea to the {d.words}" for d in Direction}
"""The flags that say which sides of a coastal hex face the sea."""

_SOUTH_END: Final = (50.2583, 1.54436)
"""Where the outline is taken up: the Somme bay, south of the map."""
_EAST_END: Final = (51.15179, 2.71911)
"""Where it is left: the Belgian coast, east of the map."""
_INLAND: Final = ((51.2, 3.2), (50.0, 3.2), (50.0, 1.6))
"""Corners that close the land far beyond the map."""

_MOST_LAND_AT_SEA: Final = 0.35
"""An unnumbered hex with less land than this is sea."""

_CORNERS: Final = ((0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1), (1, -1))


@cache
def shore() -> tuple[Point, ...]:
    """Return the shore from south to east as (latitude, longitude)."""
    ring = max((each["geometry"]["coordinates"][0] for each in features("land")), key=len)
    line = [(float(lat), float(lon)) for lon, lat in ring]
    line = line[line.index(_SOUTH_END) : line.index(_EAST_END) + 1]
    for _, rows in groupby(table("shore_1943"), key=lambda row: row["stretch"]):
        new = [(float(row["lat"]), float(row["lon"])) for row in rows]
        line[line.index(new[0]) : line.index(new[-1]) + 1] = new
    return tuple(line)


def land_share(h: int) -> float:
    """Share of a hex that is land."""
    return _share(GRID.xs[h], GRID.ys[h])


def is_land(west: float, south: float) -> bool:
    """Return whether a point of the plane is land."""
    return inside((west, south), _land())


def is_coastal(h: int) -> bool:
    """Return whether the hex was given as one of the fifty coastal hexes."""
    return GIVEN[GRID.numbers[h]]["coastal"] == "y"


def sea_sides(h: int) -> tuple[Direction, ...]:
    """Return the sides beyond which lies the open sea, not the rest of Europe."""
    return tuple(
        d
        for d in GRID.outward(h)
        if _share(GRID.xs[h] + OFFSETS[d][0], GRID.ys[h] + OFFSETS[d][1]) < _MOST_LAND_AT_SEA
    )


def clipped(polygon: Sequence[Point], window: Sequence[Point]) -> list[Point]:
    """Return the part of a polygon inside a convex window (Sutherland and Hodgman's way)."""
    turn = sum(
        ax * by - bx * ay
        for (ax, ay), (bx, by) in zip(window, (*window[1:], window[0]), strict=True)
    )
    edges = list(zip(window, (*window[1:], window[0]), strict=True))
    kept = list(polygon)
    for (ax, ay), (bx, by) in edges:
        if not kept:
            return []
        depth = [((bx - ax) * (y - ay) - (by - ay) * (x - ax)) * turn for x, y in kept]
        inside: list[Point] = []
        for i, (px, py) in enumerate(kept):
            j = (i + 1) % len(kept)
            if depth[i] >= 0:
                inside.append((px, py))
            if (depth[i] >= 0) != (depth[j] >= 0):
                t = depth[i] / (depth[i] - depth[j])
                inside.append((px + t * (kept[j][0] - px), py + t * (kept[j][1] - py)))
        kept = inside
    return kept


@cache
def _land() -> tuple[Point, ...]:
    return tuple(PROJECTION.to_plane(*point) for point in (*shore(), *_INLAND))


@cache
def _share(x: int, y: int) -> float:
    window = [((x + dx) / 2, (y + dy / 3) * ROW_HEIGHT) for dx, dy in _CORNERS]
    part = clipped(_land(), window)
    return area(part) / area(window) if part else 0.0
