"""The tables this theatre is made from, and the grid and projection they speak of."""

from __future__ import annotations

import csv
import json
from math import sqrt
from pathlib import Path
from typing import Any, Final, cast

from bocage.hexes.grid import Grid
from bocage.hexes.projection import Projection

_FOLDER: Final = Path(__file__).parents[2] / "sources" / "pas_de_calais"


def table(name: str) -> list[dict[str, str]]:
    """Return the rows of a source table."""
    with (_FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def document(name: str) -> dict[str, Any]:
    """Return a JSON or GeoJSON source."""
    return cast("dict[str, Any]", json.loads((_FOLDER / name).read_text(encoding="utf-8")))


def features(name: str) -> list[dict[str, Any]]:
    """Return the features of a GeoJSON source."""
    return cast("list[dict[str, Any]]", document(f"{name}.geojson")["features"])


def earth_points(text: str) -> list[tuple[float, float]]:
    """Points written `lat lon;lat lon`."""
    return [(float(lat), float(lon)) for lat, lon in (each.split() for each in text.split(";"))]


GIVEN: Final = {row["hex"]: row for row in table("map_hexes")}
"""The hexes as they were given, by number."""

GRID: Final = Grid(GIVEN, shifted_west="odd")

_HEX_KM: Final = 3.25

PROJECTION: Final = Projection(
    lat=51.115,
    lon=2.62,
    km_per_degree_lat=111.2,
    km_per_degree_lon=70.58310661134072,
    rotation=1.25,
    hex_km=_HEX_KM,
    # The centre of 1001, at that latitude and longitude, lies one hex west and ten rows south.
    west_km=_HEX_KM,
    south_km=_HEX_KM * 10 * sqrt(3) / 2,
)
