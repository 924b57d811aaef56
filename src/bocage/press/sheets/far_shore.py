"""Land across the water: no part of the map, but a sea without its other shore looks endless.

The line is simplified from OpenStreetMap (2017) by way of `@geo-maps/earth-lands-10m` 0.6.0,
under the ODbL 1.0, © OpenStreetMap contributors; piers are left out.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bocage.press import tokens
from bocage.press.boxes import Box, text_box
from bocage.press.geometry import spline
from bocage.press.lettering import Halo, text
from bocage.press.svg import Element, circle, group

if TYPE_CHECKING:
    from bocage.press.lettering import Anchor
    from bocage.press.sheets.plan import Plan
    from bocage.press.svg import Point

_PLACES: Final[tuple[tuple[str, float, float, float, float, Anchor], ...]] = (
    ("Dover", 51.1240, 1.3150, 12, 16, "start"),
    ("Folkestone", 51.0800, 1.1850, 14, 20, "start"),
    ("Hythe", 51.0690, 1.0820, -10, -9, "end"),
    ("Dungeness", 50.9130, 0.9770, 14, 8, "start"),
)
"""Name, latitude, longitude, how far its letters stand from it, and their anchor."""
_SIZE: Final = 17.0


@cache
def _points(path: Path) -> tuple[tuple[float, float], ...]:
    said = path.read_text(encoding="ascii")
    return tuple(
        (float(row["lat"]), float(row["lon"])) for row in csv.DictReader(said.splitlines())
    )


def line(plan: Plan) -> tuple[Point, ...]:
    """Return the shore of England on the sheet, from west to east; the land lies to its left."""
    folder = plan.pack.folder
    assert folder is not None, "the shore lies in a file beside the pack"
    return tuple(spline(plan.line(_points(folder / "far_shore.csv")), 3))


def ring(shore: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the land behind it, far beyond the sheet."""
    first, last = shore[0], shore[-1]
    return (
        *shore,
        (last[0], last[1] - 2000),
        (first[0] - 2000, last[1] - 2000),
        (first[0] - 2000, first[1]),
    )


def marks(plan: Plan) -> list[tuple[Box, Element]]:
    """Return its harbours and headlands, each a dot with a name, and the room they take."""
    found: list[tuple[Box, Element]] = []
    halo = Halo("#f8f1dc", 3.0, 0.8)
    for said, lat, lon, dx, dy, anchor in _PLACES:
        x, y = plan.earth(lat, lon)
        where = (x + dx, y + dy)
        dot = circle(x, y, 4.2, fill=tokens.MAP.ink, stroke="#f8f1dc", stroke_width=1.4)
        name = text(where, said, tokens.VILLAGE, _SIZE, tokens.MAP.ink, anchor=anchor, halo=halo)
        box = text_box(where, said, tokens.VILLAGE, _SIZE, anchor)
        found.append((box.grown(6), group(dot, name)))
    return found
