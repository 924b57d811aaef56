"""The sources of the sheet of Malta: the tables and the outline beside this package."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from mapforge.theatres.malta.sheet import GRID, PROJECTION

Point = tuple[float, float]

FOLDER: Final = Path(__file__).parents[2] / "sources" / "malta"


@dataclass(frozen=True)
class Island:
    """One ring of the coast outline."""

    id: str
    name: str
    earth: tuple[Point, ...]
    """Latitude and longitude; the first point is not repeated."""
    plane: tuple[Point, ...]
    """The same in hexes west and south."""


@cache
def table(name: str) -> tuple[dict[str, str], ...]:
    """Return the rows of one of our tables."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def islands() -> tuple[Island, ...]:
    """Return the rings of the coast outline, Malta first."""
    outline = json.loads((FOLDER / "coast_outline.geojson").read_text(encoding="utf-8"))
    found: list[Island] = []
    for feature in outline["features"]:
        ring = [(float(lat), float(lon)) for lon, lat in feature["geometry"]["coordinates"][0]]
        earth = tuple(ring[:-1])
        said = feature["properties"]
        found.append(Island(said["id"], said["name"], earth, to_plane(earth)))
    return tuple(found)


def earth_points(text: str) -> tuple[Point, ...]:
    """Points written `lat lon;lat lon`."""
    return tuple(_pair(each) for each in text.split(";")) if text else ()


def _pair(text: str) -> Point:
    lat, lon = text.split()
    return float(lat), float(lon)


def to_plane(line: tuple[Point, ...]) -> tuple[Point, ...]:
    """Points of the earth as points of the plane, in hexes west and south."""
    return tuple(PROJECTION.to_plane(*point) for point in line)


def cell_of(lat: float, lon: float) -> int:
    """Return the cell that holds a point of the earth."""
    found = GRID.nearest(*PROJECTION.to_plane(lat, lon))
    if found is None:
        raise ValueError(f"{lat} {lon} lies off the sheet")
    return found


def starting_cells() -> Iterator[int]:
    """Yield the cells in which units and dumps of the scenario stand or arrive."""
    for row in table("starts.csv"):
        if row["lat"]:
            yield cell_of(float(row["lat"]), float(row["lon"]))
