"""The names on the sheet of Falaise, and the lines that are not rivers."""

from __future__ import annotations

import json
from typing import Any, Final

from bocage.hexes.grid import ROW_HEIGHT
from mapforge.draft import Point, Row, points
from mapforge.theatres.falaise.ground import LAST_ESCAPED
from mapforge.theatres.falaise.sheet import (
    GRID,
    PROJECTION,
    SOURCES,
    clipped,
    course,
    position,
    sides,
    table,
)

WITHDRAWAL_LINE: Final = "German Withdrawal Line"

_OUTWARD: Final = {
    "north": (0.0, -ROW_HEIGHT),
    "south": (0.0, ROW_HEIGHT),
    "east": (-1.0, 0.0),
    "west": (1.0, 0.0),
}
"""One step over each edge, as (west, south) in hexes."""

_RAILWAYS: Final = (
    ("mezidon-sees", "Mézidon-Argentan-Sées railway"),
    ("paris-granville", "Paris-Granville railway"),
    ("flers-caen", "Flers-Caen railway"),
    ("falaise-couliboeuf", "Falaise-Coulibœuf branch"),
    ("falaise-berjou", "Falaise-Berjou branch"),
    ("briouze-la-ferte", "Briouze-La Ferté-Macé branch"),
    ("gace-livarot", "Gacé-Vimoutiers-Livarot railway"),
    ("potigny-mine", "Potigny mine railway"),
)
_RIDGES: Final = (("mont-ormel", "Mont-Ormel ridge"), ("pincon-clecy", "Clécy crest"))


def place_rows() -> list[Row]:
    """Rows for `places.csv`: settlements, heights and labels, then the exits."""
    rows: list[Row] = []
    for row in table("places.csv"):
        argentan = row["kind"] == "argentan"
        rows.append(
            {
                "id": row["id"],
                "name": row["name"],
                "kind": "town" if argentan else row["kind"],
                "hex": row["hex"],
                "lat": float(row["lat"]),
                "lon": float(row["lon"]),
                "size": "large" if argentan else "",
                "note": row["note"],
            }
        )
    for row in table("exits.csv"):
        west, south = GRID.centre(GRID.hex(row["hex"]))
        over = _OUTWARD[row["edge"]]
        lat, lon = PROJECTION.to_earth(west + over[0], south + over[1])
        rows.append(
            {
                "id": row["id"],
                "name": row["name"],
                "kind": "exit",
                "hex": row["hex"],
                "lat": lat,
                "lon": lon,
                "note": f"over the {row['edge']} edge",
            }
        )
    return rows


def side_rows() -> list[Row]:
    """Rows for `sides.csv`: slopes, the front line and the Withdrawal Line."""
    rows: list[Row] = []
    for row in table("crests.csv"):
        rows += [
            {"a": crest, "b": lower, "kind": "slope", "name": row["name"]}
            for crest, lower in sides(row["slopes"])
        ]
    for row in table("front.csv"):
        rows += [
            {"a": german, "b": allied, "kind": "front", "name": f"Sector {row['sector']}"}
            for german, allied in sides(row["sides"])
        ]
    rows += [
        {"a": west, "b": east, "kind": "limit", "name": WITHDRAWAL_LINE}
        for west, east in withdrawal_line()
    ]
    return rows


def withdrawal_line() -> list[tuple[str, str]]:
    """Return the sides of the Withdrawal Line, each from its western hex to its eastern one."""
    found: list[tuple[str, str]] = []
    for h in GRID:
        number = GRID.numbers[h]
        if position(number) == LAST_ESCAPED + 1:
            found += [
                (number, GRID.numbers[n])
                for n in GRID.around(h)
                if GRID.position(n) == LAST_ESCAPED
            ]
    return found


def line_rows() -> list[Row]:
    """Rows for `lines.csv`: the front, the Withdrawal Line, railways and ridges."""
    trace: list[Point] = []
    for row in table("front.csv"):
        trace += course(row["trace"])[1 if trace else 0 :]
    (front,) = clipped(trace)
    rows: list[Row] = [
        {
            "id": "front",
            "kind": "front",
            "name": "Starting Front Line",
            "points": points(front),
            "note": "evening of 16 August; ends on the Withdrawal Line between 3506 and 3606",
        },
        {
            "id": "withdrawal-line",
            "kind": "limit",
            "name": WITHDRAWAL_LINE,
            "points": points(_limit()),
        },
    ]
    rows += _drawn("hand_rail.geojson", "railway", _RAILWAYS)
    rows += _drawn("hand_ridges.geojson", "ridge", _RIDGES)
    return rows


def _limit() -> list[Point]:
    """Return the corners along the Withdrawal Line, from north to south."""
    corners = {
        corner
        for west, east in withdrawal_line()
        for corner in GRID.side_ends(GRID.hex(west), GRID.hex(east))
    }
    return [
        PROJECTION.to_earth(x / 2, y / 3 * ROW_HEIGHT)
        for x, y in sorted(corners, key=lambda corner: corner[1])
    ]


def _drawn(file: str, kind: str, names: tuple[tuple[str, str], ...]) -> list[Row]:
    layer: dict[str, Any] = json.loads((SOURCES / file).read_text(encoding="utf-8"))
    rows: list[Row] = []
    for feature, (line_id, name) in zip(layer["features"], names, strict=True):
        line = [(float(lat), float(lon)) for lon, lat in feature["geometry"]["coordinates"]]
        for count, piece in enumerate(clipped(line)):
            rows.append(
                {
                    "id": f"{kind}-{line_id}" + (f"-{count + 1}" if count else ""),
                    "kind": kind,
                    "name": name,
                    "points": points(piece),
                    "note": "approximate",
                }
            )
    return rows
