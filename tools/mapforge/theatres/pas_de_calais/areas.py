"""Named sets of hexes: edges, ports, victory zones, woods, rough ground, polder, beaches."""

from __future__ import annotations

from bocage.hexes.grid import ROW_HEIGHT
from mapforge.draft import Row, points
from mapforge.geometry import area
from mapforge.theatres.pas_de_calais.ground import hexes
from mapforge.theatres.pas_de_calais.shore import clipped, is_coastal
from mapforge.theatres.pas_de_calais.sources import GRID, PROJECTION, document, features, table

_LAST_NORTH_ROW = 19
"""The North edge ends at 1922 and the West edge begins at 2023 (2.1.1)."""
_SOUTH_ROW = 42
_EAST_POSITION = 1
_MARSHES = {
    "Les Moëres": "moeres",
    "Marais audomarois": "marais-audomarois",
    "Marais de Guînes-Andres-Ardres": "marais-guines",
}
"""Marshes of the hand layer that are named on the map, and their ids."""
_MOST = 0.5
"""A marsh covers the hexes of which it fills this share or more."""


def areas() -> list[Row]:
    """Return the rows of `areas.csv`."""
    return [*_edges(), *_zones(), *_listed(), *_polders(), *_marshes(), *_exits()]


def _edges() -> list[Row]:
    """Return the four edges of 2.1.1; 1001, 1101, 4201 and 4225 each belong to two."""
    coast = [h for h in GRID if is_coastal(h)]  # by number, which is the order along the shore
    row, position = GRID.row, GRID.position
    members = {
        "north": [h for h in coast if row(h) <= _LAST_NORTH_ROW],
        "east": [h for h in GRID if position(h) == _EAST_POSITION],
        "south": [h for h in GRID if row(h) == _SOUTH_ROW],
        "west": [h for h in coast if row(h) > _LAST_NORTH_ROW],
    }
    return [
        _area(f"{side}-edge", "edge", f"{side.title()} edge", _numbers(found))
        for side, found in members.items()
    ]


def _zones() -> list[Row]:
    """Return the edge hexes that victory looks at; 14.1 counts 2301, 14.2 does not."""
    south = [h for h in GRID if GRID.row(h) == _SOUTH_ROW]
    found: list[Row] = []
    for side, first, rule in (("allied", 23, "14.1"), ("german", 24, "14.2")):
        east = [h for h in GRID if GRID.position(h) == _EAST_POSITION and GRID.row(h) >= first]
        members = _numbers(sorted({*east, *south}))
        name = f"{side.title()} victory zone"
        note = f"East edge from {first}01 south and the South edge ({rule})"
        found.append(_area(f"{side}-victory", "zone", name, members, note=note))
    return found


def _listed() -> list[Row]:
    """Ports, woods and rough ground as listed; beaches as their sites say."""
    stretches: dict[str, list[str]] = {}
    for row in table("beaches"):
        stretches.setdefault(row["stretch"], []).append(row["hex"])
    return [
        _area(
            row["id"],
            row["kind"],
            row["name"],
            row["hexes"] or " ".join(stretches[row["id"]]),
            note=row["note"],
        )
        for row in table("areas")
    ]


def _polders() -> list[Row]:
    """Return the two stretches of polder: the hexes that are polder, and the outline of the
    ground.
    """
    polder = [GRID.hex(str(row["hex"])) for row in hexes() if row["terrain"] == "polder"]
    north, south = document("map.json")["polder_polygons"]
    far = 30  # rows: the Wateringues end at Saint-Omer, the Marquenterre begins at the Authie
    return [
        _area(
            "wateringues",
            "polder",
            "Wateringues",
            _numbers([h for h in polder if GRID.row(h) < far]),
            outline=points(north),
            note="drained coastal plain, with the reclaimed foreshore",
        ),
        _area(
            "marquenterre",
            "polder",
            "Marquenterre",
            _numbers([h for h in polder if GRID.row(h) > far]),
            outline=points(south),
            note="drained coastal plain, with the reclaimed foreshore",
        ),
    ]


def _marshes() -> list[Row]:
    found: list[Row] = []
    for feature in features("hand_marsh"):
        name: str = feature["properties"]["name"]
        if name not in _MARSHES:
            continue
        outline = [(float(lat), float(lon)) for lon, lat in feature["geometry"]["coordinates"][0]]
        plane = [PROJECTION.to_plane(*point) for point in outline]
        members = [h for h in GRID if _cover(h, plane) >= _MOST]
        found.append(
            _area(_MARSHES[name], "marsh", name, _numbers(members), outline=points(outline))
        )
    return found


def _cover(h: int, polygon: list[tuple[float, float]]) -> float:
    window = [(x / 2, y / 3 * ROW_HEIGHT) for x, y in GRID.corners(h)]
    part = clipped(polygon, window)
    return area(part) / area(window) if part else 0.0


def _exits() -> list[Row]:
    return [
        _area(row["id"], "region", row["name"], row["hexes"], note=f"exit, {row['side']} edge")
        for row in table("exits")
    ]


def _numbers(found: list[int]) -> str:
    return " ".join(GRID.numbers[h] for h in found)


def _area(
    area_id: str, kind: str, name: str, members: str, *, outline: str = "", note: str = ""
) -> Row:
    return {
        "id": area_id,
        "kind": kind,
        "name": name,
        "hexes": members,
        "points": outline,
        "note": note,
    }
