"""Relief as the old engravers gave it: a warm tint that deepens, and hachures that point downhill.

Heights come from a coarse table beside the pack, worked out from spot heights, so the
relief is illustrative and the sheet says so: nobody may measure a slope on it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from bocage.press.geometry import steps, thinned, through, unit
from bocage.press.paths import straight
from bocage.press.raster import Grid, contours
from bocage.press.survey.looks import INK
from bocage.press.svg import Element, Point, num, path

if TYPE_CHECKING:
    from bocage.press.survey.country import Country
    from bocage.press.survey.frame import Frame
    from bocage.press.survey.theatres import Theatre

_LOW: Final = -99.0
"""Beyond the table's edge, so that every line of equal height closes."""
_BETWEEN: Final = 4
"""Tints between two named ones, so that no edge is seen."""


@dataclass(frozen=True, slots=True)
class Heights:
    """Metres above the sea on a lattice of latitudes and longitudes, from the north-west."""

    lat: float
    lon: float
    step_lat: float
    step_lon: float
    rows: Grid

    def at(self, lat: float, lon: float) -> float:
        """Return the height at a point, between the nearest four; the table's edge beyond it."""
        high, wide = self.rows.shape
        r = min(max((self.lat - lat) / self.step_lat, 0.0), high - 1.001)
        c = min(max((lon - self.lon) / self.step_lon, 0.0), wide - 1.001)
        i, j = int(r), int(c)
        u, v = r - i, c - j
        a, b, d, e = self.rows[i : i + 2, j : j + 2].flat
        return float((a * (1 - v) + b * v) * (1 - u) + (d * (1 - v) + e * v) * u)

    def rings(self, level: float) -> list[list[tuple[float, float]]]:
        """Return the lines of one height as rings of (latitude, longitude)."""
        high, wide = self.rows.shape
        # Low ground all round, so that every line closes; there it runs along the table's edge.
        edged = np.pad(self.rows, 1, constant_values=_LOW)
        # Heights are whole metres: so no line runs through a point of the table.
        found = contours(
            *(np.arange(-1.0, wide + 1), np.arange(-1.0, high + 1)), edged, math.floor(level) + 0.37
        )
        return [
            [
                (
                    self.lat - min(max(r, 0.0), high - 1.0) * self.step_lat,
                    self.lon + min(max(c, 0.0), wide - 1.0) * self.step_lon,
                )
                for c, r in ring[:-1]
            ]
            for ring in found
            if len(ring) > 4
        ]


@cache
def heights(path: Path) -> Heights:
    """Return the table of a file: its north-west corner and steps, then rows of metres."""
    head, *rows = path.read_text(encoding="ascii").splitlines()
    lat, lon, step_lat, step_lon = (float(word) for word in head.split(","))
    return Heights(lat, lon, step_lat, step_lon, np.loadtxt(rows, delimiter=",", ndmin=2))


def _table(country: Country, theatre: Theatre) -> Heights:
    folder = country.pack.folder
    assert folder is not None, "a pack with a file of heights was read from a folder"
    return heights((folder / theatre.heights).resolve())


def tints(country: Country, theatre: Theatre, frame: Frame) -> list[Element]:
    """Return the warm tints of high ground."""
    table = _table(country, theatre)
    found: list[Element] = []
    for level in _levels(theatre.tints):
        data: list[str] = []
        for each in table.rings(level):
            ring = country.plane.chain(each)
            if frame.shows_any(ring):
                seen = frame.ring(through(ring, 0.5, closed=True))
                if len(seen) > 2:
                    data.append(straight(thinned(seen, 2.2), closed=True))
        if data:
            found.append(path("".join(data), fill=INK.tint, fill_rule="evenodd", fill_opacity=0.05))
    return found


def hachures(country: Country, theatre: Theatre, frame: Frame) -> list[Element]:
    """Strokes down the steeper slopes, from one line of height towards the next."""
    if len(theatre.tints) < 2:
        return []
    table = _table(country, theatre)
    apart = (theatre.tints[1] - theatre.tints[0]) * 0.75
    least = apart * 1.05  # metres in a kilometre
    light: list[str] = []
    heavy: list[str] = []
    level = theatre.tints[0] * 0.8
    while level < theatre.tints[-1] * 1.3:
        for ring in table.rings(level):
            plane = country.plane.chain(ring)
            if not frame.shows_any(plane):
                continue
            for at, _ in steps(frame.chain(through([*plane, plane[0]], 0.4)), 3.1):
                if (stroke := _stroke(country, table, frame, at, least, apart)) is not None:
                    (heavy if stroke[1] else light).append(stroke[0])
        level += apart
    return [
        path("".join(data), fill="none", stroke=INK.hachure, stroke_width=width, stroke_opacity=0.8)
        for data, width in ((light, 0.5), (heavy, 0.85))
        if data
    ]


def _stroke(
    country: Country, table: Heights, frame: Frame, at: Point, least: float, apart: float
) -> tuple[str, bool] | None:
    box = frame.paper
    if not (box.left < at[0] < box.right and box.top < at[1] < box.foot):
        return None
    here = (
        frame.country.left + (at[0] - box.left) / frame.per_km,
        frame.country.top + (at[1] - box.top) / frame.per_km,
    )
    reach = 0.35

    def height(dx: float, dy: float) -> float:
        return table.at(*country.plane.earth((here[0] + dx, here[1] + dy)))

    down = (
        (height(-reach, 0) - height(reach, 0)) / (2 * reach),
        (height(0, -reach) - height(0, reach)) / (2 * reach),
    )
    slope = math.hypot(*down)
    if slope < least:
        return None
    way = unit((0, 0), down)
    long = max(3.4, min(9.0, apart / slope * frame.per_km * 0.72))
    data = f"M{num(at[0], 1)} {num(at[1], 1)}l{num(way[0] * long, 1)} {num(way[1] * long, 1)}"
    return data, slope > 2.1 * least


def _levels(named: tuple[int, ...]) -> Iterator[float]:
    for low, high in zip(named, [*named[1:], named[-1] + named[-1] - named[-2]], strict=True):
        for i in range(_BETWEEN):
            yield low + (high - low) * i / _BETWEEN
