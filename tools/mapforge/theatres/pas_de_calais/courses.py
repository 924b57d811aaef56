"""Lines to draw: the shore, the true courses of the waters, the frontier, roads, railways."""

from __future__ import annotations

import re

from mapforge.draft import Point, Row, points
from mapforge.theatres.pas_de_calais.shore import shore
from mapforge.theatres.pas_de_calais.sources import (
    GRID,
    PROJECTION,
    earth_points,
    features,
    table,
)


def lines() -> list[Row]:
    """Return the rows of `lines.csv`."""
    return [
        _line("coast", "coast", "Coast", list(shore()), note="shore of 1943, south to east"),
        *(
            _line(
                row["id"], row["kind"], row["name"], earth_points(row["points"]), note=row["note"]
            )
            for row in table("courses")
        ),
        _line(
            "frontier",
            "limit",
            "Franco-Belgian frontier",
            [(float(row["lat"]), float(row["lon"])) for row in table("frontier")],
            note="from the coast to the east edge",
        ),
        *_scenery("road", "hand_roads"),
        *_scenery("railway", "hand_rail"),
    ]


def _scenery(kind: str, layer: str) -> list[Row]:
    """Roads or railways that touch the map; no rule of the game asks for them."""
    found: list[Row] = []
    for i, feature in enumerate(features(layer), 1):
        course = [(float(lat), float(lon)) for lon, lat in feature["geometry"]["coordinates"]]
        if any(GRID.nearest(*PROJECTION.to_plane(*point)) is not None for point in course):
            name: str = feature["properties"]["name"]
            grade = "main" if kind == "railway" or re.match(r"N\d", name) else "local"
            grade = "narrow" if "metre-gauge" in name else grade
            found.append(_line(f"{kind}-{i:02d}", kind, name, course, grade=grade))
    return found


def _line(
    line_id: str, kind: str, name: str, course: list[Point], *, grade: str = "", note: str = ""
) -> Row:
    return {
        "id": line_id,
        "kind": kind,
        "name": name,
        "points": points(course),
        "class": grade,
        "note": note,
    }
