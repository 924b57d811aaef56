"""The contents of each cell: sea or land, ground, settlement and flags."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import hypot
from typing import Final

from mapforge.geometry import Point, inside
from mapforge.snapping import place as corner_place
from mapforge.theatres.malta.sheet import GRID, PROJECTION
from mapforge.theatres.malta.sources import cell_of, earth_points, islands, starting_cells, table

LEAST_LAND: Final = 0.3
"""A cell with less land than this is sea, unless one of our features is in it."""

MOST_LAND: Final = 0.97
"""A cell with more land than this has no creek worth the name."""

STANDING: Final = frozenset(
    {"city", "town", "village", "port", "junction", "airfield", "beach", "gap", "fort"}
)
"""Kinds of place that need ground under them; capes, labels and heights do not."""

RANK: Final = ("fortress", "city", "town", "village")

_CELL_AREA: Final = 3**0.5 / 2

_ROSETTE: Final = tuple(
    (r * _CELL_AREA / 7.5, (q + r / 2) / 7.5)
    for q in range(-4, 5)
    for r in range(-4, 5)
    if abs(q + r) <= 4
)
"""Sixty-one points spread evenly over a cell, from its centre."""


@cache
def land_share(h: int) -> float:
    """Share of a cell that is land, 0 to 1."""
    hexagon = [corner_place(corner) for corner in GRID.corners(h)]
    west, south = zip(*hexagon, strict=True)
    total = 0.0
    for island in islands():
        x, y = zip(*island.plane, strict=True)
        if max(x) < min(west) or min(x) > max(west) or max(y) < min(south) or min(y) > max(south):
            continue
        total += abs(_signed_area(_clipped(island.plane, hexagon)))
    return min(1.0, round(total / _CELL_AREA, 2))


@cache
def land_cells() -> frozenset[int]:
    """Return the cells that count as land (decision G3)."""
    stands = {
        cell_of(float(row["lat"]), float(row["lon"]))
        for row in table("places.csv")
        if row["kind"] in STANDING
    }
    stands.update(starting_cells())
    return frozenset(
        h for h in GRID if land_share(h) >= LEAST_LAND or (h in stands and land_share(h) > 0)
    )


@cache
def island_of(h: int) -> str:
    """Return the name of the island to which a land cell belongs: the nearest outline."""
    centre = GRID.centre(h)
    for island in islands():
        if inside(centre, island.plane):
            return island.name
    return min(
        islands(),
        key=lambda each: min(hypot(x - centre[0], y - centre[1]) for x, y in each.plane),
    ).name


@cache
def settlement(h: int) -> str:
    """Return the settlement of a cell: the greatest that stands in it, or one that fills a
    third."""
    standing = {word for word, _, _, cell in _settled() if cell == h}
    for word in RANK:
        if word in standing:
            return word
    for i, word in enumerate(RANK):
        circles = [(point, radius) for w, point, radius, _ in _settled() if w in RANK[: i + 1]]
        if _covered(h, circles) >= 1 / 3 * land_share(h) > 0:
            return word
    return ""


@cache
def _settled() -> tuple[tuple[str, Point, float, int], ...]:
    """Return every settlement: its word, its point in the plane, its radius and its cell."""
    return tuple(
        (
            word,
            PROJECTION.to_plane(float(row["lat"]), float(row["lon"])),
            float(row["radius_km"]),
            cell_of(float(row["lat"]), float(row["lon"])),
        )
        for row in table("places.csv")
        if (word := _settlement_word(row))
    )


def _settlement_word(row: dict[str, str]) -> str:
    if row["kind"] not in ("city", "town", "village", "port") or float(row["radius_km"]) == 0:
        return ""
    if "fortress" in row["size"]:
        return "fortress"
    return row["kind"] if row["kind"] != "port" else "village"


def _covered(h: int, circles: Sequence[tuple[Point, float]]) -> float:
    """Share of a cell within any of some circles, from a rosette of sample points."""
    x, y = GRID.centre(h)
    near = [(c, r) for c, r in circles if hypot(x - c[0], y - c[1]) <= r + 0.6]
    if not near:
        return 0.0
    hits = sum(
        any(hypot(x + dx - c[0], y + dy - c[1]) <= r for c, r in near) for dx, dy in _ROSETTE
    )
    return hits / len(_ROSETTE)


@cache
def airfield_cells() -> frozenset[int]:
    """Return the cells of all landing grounds."""
    return frozenset(
        h for row in table("places.csv") if row["kind"] == "airfield" for h in landing_ground(row)
    )


def landing_ground(row: dict[str, str]) -> tuple[int, ...]:
    """Return the cells of one airfield: where its point stands, and those it fills but for
    villages.
    """
    lat, lon = float(row["lat"]), float(row["lon"])
    here = cell_of(lat, lon)
    return tuple(
        h
        for h in circle_cells(lat, lon, float(row["radius_km"]))
        if h == here or (h in land_cells() and not settlement(h))
    )


@cache
def circle_cells(lat: float, lon: float, radius: float) -> tuple[int, ...]:
    """Return the cell of a point and the cells of which its circle covers two fifths."""
    centre = PROJECTION.to_plane(lat, lon)
    here = cell_of(lat, lon)
    return tuple(h for h in GRID if h == here or _covered(h, [(centre, radius)]) >= 0.4)


@cache
def terrain(h: int) -> str:
    """Return the ground of a cell."""
    if h not in land_cells():
        return "sea"
    if h in airfield_cells():
        return "airfield"
    if settlement(h) in ("fortress", "city", "town"):
        return "built-up"
    for row in table("areas.csv"):
        if row["kind"] == "rough":
            lat, lon, radius = float(row["lat"]), float(row["lon"]), float(row["radius_km"])
            if h in circle_cells(lat, lon, radius):
                return "garrigue"
    return "walled fields"


@cache
def is_north(h: int) -> bool:
    """Return whether a land cell of Malta lies north of the Victoria Lines."""
    line = next(row for row in table("lines.csv") if row["kind"] == "escarpment")
    course = earth_points(line["points"])
    beyond = ((35.94, 14.60), (36.20, 14.60), (36.20, 14.20), (35.9064, 14.20))
    lat, lon = PROJECTION.to_earth(*GRID.centre(h))
    return island_of(h) in ("Malta", "St Paul's Islands") and inside((lat, lon), (*course, *beyond))


def _signed_area(ring: Sequence[Point]) -> float:
    if not ring:
        return 0.0
    return (
        sum(
            ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True)
        )
        / 2
    )


def _clipped(ring: Sequence[Point], hexagon: Sequence[Point]) -> list[Point]:
    """Return a ring cut to a convex polygon, side after side (Sutherland and Hodgman)."""
    turn = 1 if _signed_area(hexagon) > 0 else -1
    left = list(ring)
    for a, b in zip(hexagon, (*hexagon[1:], hexagon[0]), strict=True):
        if not left:
            break
        sides = [turn * ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) for x, y in left]
        kept: list[Point] = []
        for i, (point, side) in enumerate(zip(left, sides, strict=True)):
            before, was = left[i - 1], sides[i - 1]
            if (side >= 0) != (was >= 0):
                t = was / (was - side)
                cut = (
                    before[0] + t * (point[0] - before[0]),
                    before[1] + t * (point[1] - before[1]),
                )
                kept.append(cut)
            if side >= 0:
                kept.append(point)
        left = kept
    return left
