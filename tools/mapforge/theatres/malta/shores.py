"""Which neighbouring land cells are joined by land, and which only look across water.

A kilometre cell at a harbour holds pieces of several shores. Each land cell stands for
one of them, its *own shore*: the piece on which its place stands, else the largest. Two
cells are joined if one can walk from the own shore of the one to that of the other
without leaving the two (decision G4).
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import cache
from typing import Final

from mapforge.geometry import inside
from mapforge.theatres.malta.ground import MOST_LAND, STANDING, land_cells, land_share
from mapforge.theatres.malta.sheet import GRID, PROJECTION
from mapforge.theatres.malta.sources import cell_of, islands, table

Dot = tuple[int, int]

STEP: Final = 0.07
"""Spacing of the dots with which the shores are felt out, in kilometres."""


@cache
def dots(h: int) -> frozenset[Dot]:
    """Return the dots of a cell that lie on land."""
    x, y = GRID.centre(h)
    reach = int(0.6 / STEP) + 2
    middle = round(x / STEP), round(y / STEP)
    around = (
        (middle[0] + i, middle[1] + j)
        for i in range(-reach, reach + 1)
        for j in range(-reach, reach + 1)
    )
    return frozenset(dot for dot in around if GRID.nearest(*_point(dot)) == h and _is_land(dot, h))


def _is_land(dot: Dot, h: int) -> bool:
    if land_share(h) >= 1.0:
        return True
    return any(inside(_point(dot), island.plane) for island in islands())


def _point(dot: Dot) -> tuple[float, float]:
    return dot[0] * STEP, dot[1] * STEP


def pieces(land: AbstractSet[Dot]) -> list[frozenset[Dot]]:
    """Return the connected pieces of some dots, the largest first."""
    left = set(land)
    found: list[frozenset[Dot]] = []
    while left:
        waiting = [min(left)]
        piece: set[Dot] = set()
        while waiting:
            x, y = waiting.pop()
            if (x, y) in left:
                left.remove((x, y))
                piece.add((x, y))
                waiting += [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        found.append(frozenset(piece))
    return sorted(found, key=lambda each: (-len(each), min(each)))


@cache
def own_shore(h: int) -> frozenset[Dot]:
    """Return the piece of land for which a cell stands; empty where land is too small to feel."""
    found = pieces(dots(h))
    for row in table("places.csv"):
        lat, lon = float(row["lat"]), float(row["lon"])
        if row["kind"] in STANDING and cell_of(lat, lon) == h and found:
            x, y = PROJECTION.to_plane(lat, lon)
            return min(
                found,
                key=lambda piece: min((a * STEP - x) ** 2 + (b * STEP - y) ** 2 for a, b in piece),
            )
    return found[0] if found else frozenset()


@cache
def inlets() -> tuple[tuple[int, int], ...]:
    """Pairs of neighbouring land cells that are not joined by land, the lesser first."""
    return tuple(
        (a, b)
        for a in sorted(land_cells())
        for b in GRID.around(a)
        if a < b and b in land_cells() and not _are_joined(a, b)
    )


def _are_joined(a: int, b: int) -> bool:
    if land_share(a) >= MOST_LAND and land_share(b) >= MOST_LAND:
        return True
    here, there = own_shore(a), own_shore(b)
    return any(piece & here and piece & there for piece in pieces(dots(a) | dots(b)))
