"""Places, roads, areas and lines of the sheet of Malta."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from mapforge.draft import Row, points
from mapforge.geometry import inside
from mapforge.theatres.malta.ground import (
    circle_cells,
    land_cells,
    landing_ground,
    settlement,
    terrain,
)
from mapforge.theatres.malta.sheet import GRID, PROJECTION
from mapforge.theatres.malta.sources import cell_of, earth_points, islands, table


def places() -> Iterator[Row]:
    """Yield the rows of `places.csv`; the spelling of wartime sheets stands in the note."""
    for row in table("places.csv"):
        lat, lon = float(row["lat"]), float(row["lon"])
        wartime = f"wartime sheets: {row['wartime']}" if row["wartime"] else ""
        yield {
            "id": row["id"],
            "name": row["name"],
            "kind": row["kind"],
            "hex": GRID.numbers[cell_of(lat, lon)],
            "lat": lat,
            "lon": lon,
            "size": row["size"],
            "capacity": int(row["capacity"]),
            "note": "; ".join(part for part in (row["note"], wartime) if part),
        }


def links() -> Iterator[Row]:
    """Yield the rows of `links.csv`; the length is that of the drawn line."""
    by_id = {row["id"]: row for row in table("places.csv")}
    for row in table("roads.csv"):
        line = earth_points(row["points"])
        a, b = by_id[row["from"]], by_id[row["to"]]
        km = sum(PROJECTION.km(u, v) for u, v in pairwise(line))
        what = "track" if row["class"] == "track" else "lane between stone walls"
        yield {
            "id": row["id"],
            "kind": "road",
            "name": f"{a['name']} - {b['name']}",
            "from": row["from"],
            "to": row["to"],
            "km": km,
            "class": row["class"],
            "capacity": int(row["capacity"]),
            "points": points(line),
            "note": what,
        }


def areas() -> Iterator[Row]:
    """Yield the rows of `areas.csv`, with the cells each covers."""
    for row in table("places.csv"):
        if row["kind"] in ("airfield", "beach"):
            lat, lon = float(row["lat"]), float(row["lon"])
            cells = landing_ground(row) if row["kind"] == "airfield" else (cell_of(lat, lon),)
            yield {
                "id": "A-" + row["id"],
                "kind": row["kind"],
                "name": row["name"],
                "hexes": _numbers(cells),
                "lat": lat,
                "lon": lon,
                "radius_km": float(row["radius_km"]),
                "class": row["size"],
                "note": row["note"],
            }
    for row in table("areas.csv"):
        yield {
            "id": row["id"],
            "kind": row["kind"],
            "name": row["name"],
            "hexes": _numbers(_cells(row)),
            "lat": float(row["lat"]) if row["lat"] else None,
            "lon": float(row["lon"]) if row["lon"] else None,
            "radius_km": float(row["radius_km"]) if row["radius_km"] else None,
            "points": points(earth_points(row["points"])),
            "class": row["class"],
            "note": row["note"],
        }


def _cells(row: dict[str, str]) -> Iterator[int]:
    """Yield the cells of an area: of the sea for a sea zone, of fit ground for a drop zone."""
    kind = row["kind"]
    if row["points"]:
        polygon = earth_points(row["points"])
        found = (h for h in GRID if inside(PROJECTION.to_earth(*GRID.centre(h)), polygon))
    else:
        lat, lon, radius = float(row["lat"]), float(row["lon"]), float(row["radius_km"])
        found = (h for h in circle_cells(lat, lon, radius))
    for h in found:
        if kind == "sea zone" and h in land_cells():
            continue
        if kind in ("sector", "rough", "drop zone") and h not in land_cells():
            continue
        if kind == "drop zone" and settlement(h):
            continue
        if kind == "rough" and terrain(h) != "garrigue":
            continue
        yield h


def _numbers(cells: Iterable[int]) -> str:
    return " ".join(GRID.numbers[h] for h in cells)


def lines() -> Iterator[Row]:
    """Yield the rows of `lines.csv`: the coast of each island, then what is drawn on land."""
    for island in islands():
        yield {
            "id": island.id,
            "kind": "coast",
            "name": island.name,
            "points": points((*island.earth, island.earth[0])),
            "note": "© OpenStreetMap contributors, ODbL-1.0; simplified, partly redrawn",
        }
    for row in table("lines.csv"):
        yield {
            "id": row["id"],
            "kind": row["kind"],
            "name": row["name"],
            "points": points(earth_points(row["points"])),
            "class": row["class"],
            "note": row["note"],
        }
