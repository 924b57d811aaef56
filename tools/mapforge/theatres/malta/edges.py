"""The sides of the cells: coast, cliffs, and the Victoria Lines with their gaps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import hypot
from typing import Final

from bocage.hexes.directions import Direction
from mapforge.draft import Row
from mapforge.geometry import Point, distance_to_line, resampled
from mapforge.snapping import HexPair
from mapforge.theatres.malta.ground import is_north, land_cells
from mapforge.theatres.malta.sheet import GRID, PROJECTION
from mapforge.theatres.malta.shores import inlets
from mapforge.theatres.malta.sources import earth_points, table, to_plane

CLIFF_REACH: Final = 0.6
"""A coast side whose middle lies within so many kilometres of a drawn cliff is cliff."""

BEACH_REACH: Final = 0.6
"""A cliff side whose middle lies within so many kilometres of a beach gives way to it."""


def middle(a: int, b: int) -> Point:
    """Return the middle of the side between two cells, in the plane."""
    (ax, ay), (bx, by) = GRID.centre(a), GRID.centre(b)
    return (ax + bx) / 2, (ay + by) / 2


@cache
def coast_sides() -> tuple[HexPair, ...]:
    """Land cell and sea cell of every side between the two."""
    return tuple(
        (h, n) for h in sorted(land_cells()) for n in GRID.around(h) if n not in land_cells()
    )


@cache
def cliff_sides() -> dict[HexPair, str]:
    """Return the coast sides that are cliff, with the name of the cliffs."""
    beaches = [
        PROJECTION.to_plane(float(row["lat"]), float(row["lon"]))
        for row in table("places.csv")
        if row["kind"] == "beach"
    ]
    found: dict[HexPair, str] = {}
    for row in table("lines.csv"):
        if row["kind"] != "cliff":
            continue
        course = to_plane(earth_points(row["points"]))
        for a, b in coast_sides():
            x, y = middle(a, b)
            landing = any(hypot(x - bx, y - by) <= BEACH_REACH for bx, by in beaches)
            if not landing and distance_to_line((x, y), course) <= CLIFF_REACH:
                found.setdefault((a, b), row["name"])
    return found


@cache
def escarpment() -> tuple[HexPair, ...]:
    """Return the sides between the ground north of the Victoria Lines and the ground behind them.

    Every side between a northern and a southern land cell belongs to it, so the chain
    cannot leak; the cell on the crest, to the south, is named first.
    """
    return tuple(
        (h, n)
        for h in sorted(land_cells())
        for n in GRID.around(h)
        if n in land_cells() and not is_north(h) and is_north(n)
    )


@cache
def gaps() -> dict[HexPair, str]:
    """Return the sides of the escarpment through which the roads of the gaps lead, by name."""
    found: dict[HexPair, str] = {}
    lines = set(escarpment())
    for row in table("places.csv"):
        if row["kind"] != "gap":
            continue
        for road in table("roads.csv"):
            if row["id"] in (road["from"], road["to"]):
                for a, b in pairwise(cells_along(road["points"])):
                    for side in ((a, b), (b, a)):
                        if side in lines:
                            found[side] = row["name"]
    return found


def cells_along(points: str) -> list[int]:
    """Return the cells that a line passes, in its order, each a neighbour of the one before."""
    found: list[int] = []
    for x, y in resampled(to_plane(earth_points(points)), 0.02):
        h = GRID.nearest(x, y)
        if h is not None and (not found or found[-1] != h):
            found.append(h)
    return found


def sides() -> Iterator[Row]:
    """Yield the rows of `sides.csv`."""
    number = GRID.numbers
    for a, b in coast_sides():
        yield {"a": number[a], "b": number[b], "kind": "coast", "name": "the sea"}
    for a, b in inlets():
        yield {
            "a": number[a],
            "b": number[b],
            "kind": "coast",
            "name": "inlet",
            "note": "only water lies between: no way across by land",
        }
    for (a, b), name in cliff_sides().items():
        yield {"a": number[a], "b": number[b], "kind": "cliff", "name": name}
    for a, b in escarpment():
        yield {
            "a": number[a],
            "b": number[b],
            "kind": "escarpment",
            "name": "Victoria Lines",
            "note": f"the drop is to the {Direction(GRID.direction(a, b)).words}",
        }
    for (a, b), name in gaps().items():
        yield {
            "a": number[a],
            "b": number[b],
            "kind": "gap",
            "name": name,
            "note": "vehicles pass the Victoria Lines here",
        }
