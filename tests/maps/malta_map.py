"""The map of Malta and ways to ask it, for the tests that share them."""

from __future__ import annotations

import csv
from heapq import heappop, heappush
from pathlib import Path

from bocage.maps import load
from bocage.maps.pack import pair
from mapforge.geometry import distance_to_line, inside, resampled

PACK = load("malta")
GRID = PACK.grid
NUMBERS = GRID.numbers
LAND = frozenset(each.hex for each in PACK.hexes if each.terrain != "sea")
COASTS = [[PACK.projection.to_plane(*p) for p in x.points] for x in PACK.lines if x.kind == "coast"]
WET = frozenset(pair(side.a, side.b) for side in PACK.sides if side.kind == "coast")
LINES = frozenset(pair(side.a, side.b) for side in PACK.sides if side.kind == "escarpment")
GAPS = {pair(side.a, side.b): side.name for side in PACK.sides if side.kind == "gap"}
WITH_ROADS = {"city", "town", "village", "port", "junction", "airfield", "beach", "gap"}
STARTS = Path(__file__).parents[2] / "tools" / "mapforge" / "sources" / "malta" / "starts.csv"


def cell(lat: float, lon: float) -> int:
    """Return the cell of a point that must lie on the sheet."""
    found = GRID.nearest(*PACK.projection.to_plane(lat, lon))
    assert found is not None, (lat, lon)
    return found


def km(a: str, b: str) -> float:
    """Straight-line kilometres between two places."""
    p, q = PACK.place(a), PACK.place(b)
    return PACK.projection.km((p.lat, p.lon), (q.lat, q.lon))


def shore_km(lat: float, lon: float) -> float:
    """Kilometres from a point to the nearest coast line."""
    point = PACK.projection.to_plane(lat, lon)
    return min(distance_to_line(point, coast) for coast in COASTS)


def on_land(lat: float, lon: float) -> bool:
    """Return whether a point lies within the drawn coast of an island."""
    point = PACK.projection.to_plane(lat, lon)
    return any(inside(point, coast[:-1]) for coast in COASTS)


def walkable(start: int, *, barred: frozenset[tuple[int, int]] = frozenset()) -> set[int]:
    """Return the land cells one reaches from a cell without crossing water or a barred side."""
    reached: set[int] = set()
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here not in reached:
            reached.add(here)
            waiting += [
                n for n in GRID.around(here) if n in LAND and pair(here, n) not in WET | barred
            ]
    return reached


def road_km(start: str, goal: str) -> float:
    """Return the length of the shortest way by road."""
    best = {start: 0.0}
    queue = [(0.0, start)]
    while queue:
        so_far, here = heappop(queue)
        if here == goal:
            return so_far
        for link in PACK.links_of(here):
            there = link.end if link.start == here else link.start
            if so_far + link.km < best.get(there, 1e9):
                best[there] = so_far + link.km
                heappush(queue, (best[there], there))
    raise AssertionError(f"no road from {start} to {goal}")


def cells_of(link_id: str) -> list[int]:
    """Return the cells a road passes, in order."""
    link = next(each for each in PACK.links if each.id == link_id)
    line = [PACK.projection.to_plane(*point) for point in link.points]
    found: list[int] = []
    for x, y in resampled(line, 0.02):
        h = GRID.nearest(x, y)
        assert h is not None
        if not found or found[-1] != h:
            found.append(h)
    return found


def starts(name: str) -> list[dict[str, str]]:
    """Return the rows of one of the scenario's tables that stand or arrive somewhere."""
    with STARTS.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["table"] == name]


def at(place: str) -> tuple[float, float]:
    """Latitude and longitude of a place."""
    found = PACK.place(place)
    return found.lat, found.lon
