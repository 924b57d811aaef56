"""Questions that the tests of Market Garden ask of its map."""

from __future__ import annotations

from bocage.maps import load

from .road_map import RoadMap

PACK = load("market-garden")
SHEET = RoadMap(PACK)
GRID = PACK.grid
ROUTE = PACK.facts["club route"].split()


def course(name: str) -> list[tuple[float, float]]:
    """Return the drawn course of a water on the plane."""
    (line,) = (line for line in PACK.lines if line.name == name)
    return SHEET.line(line)


def cell(lat: float, lon: float) -> int:
    """Return the cell of a point that lies on the map."""
    found = SHEET.cell((lat, lon))
    assert found is not None
    return found


def home(place: str) -> int:
    """Return the cell of a place."""
    found = PACK.place(place).hex
    assert found is not None
    return found
