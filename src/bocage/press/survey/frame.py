"""The place of a piece of country on a sheet of paper.

The plane of the country is measured in kilometres: east of the grid's origin, and south of
it (so north is negative), along the axes of the pack's projection. The sheet is measured in
units. A unit is 0.21 millimetres on A2 and grows a little with the paper, so that sizes of
type and line are the same numbers on every paper, stay readable on A3 and can be read
across a table on A0. A sheet of sparse country may ask for bolder units.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bocage.hexes.grid import ROW_HEIGHT
from bocage.press.boxes import Box
from bocage.press.geometry import clipped, cut
from bocage.press.svg import Point

if TYPE_CHECKING:
    from bocage.maps.pack import Pack
    from bocage.press.survey.theatres import Theatre, Window

PAPERS: Final = {
    "a0": (841.0, 1189.0),
    "a1": (594.0, 841.0),
    "a2": (420.0, 594.0),
    "a3": (297.0, 420.0),
}
"""Short and long side in millimetres."""

_UNIT_MM: Final = 0.21
_UNIT_PAPER: Final = 420.0
_GROWTH: Final = 0.36
"""How units grow with the short side of the paper."""

BORDER: Final = 29.0
"""Width of the band round the map that holds the grid figures."""
HEADER: Final = 84.0
_MARGIN_MM: Final = 8.0
_FOOT: Final = 252.0
"""The least height of a legend below the map."""
_BROAD: Final = 1000.0
"""The least width of a map that has its legend below."""
_SIDE: Final = 400.0
"""The least width of a legend beside the map."""


@dataclass(frozen=True, slots=True)
class Plane:
    """The country in kilometres."""

    pack: Pack
    west: float
    south: float
    """Where the grid's origin lies on the projection's plane."""

    def at(self, lat: float, lon: float) -> Point:
        """Kilometres east and south of the grid's origin."""
        west, south = self.pack.projection.to_plane(lat, lon)
        km = self.pack.projection.hex_km
        return (self.west - west) * km, (south - self.south) * km

    def chain(self, points: Iterable[tuple[float, float]]) -> list[Point]:
        """Return a line of latitudes and longitudes."""
        return [self.at(*point) for point in points]

    def earth(self, point: Point) -> tuple[float, float]:
        """Latitude and longitude of a point of the plane."""
        km = self.pack.projection.hex_km
        return self.pack.projection.to_earth(self.west - point[0] / km, self.south + point[1] / km)

    @property
    def origin(self) -> Point:
        """Return the place of the projection's origin."""
        km = self.pack.projection.hex_km
        return self.west * km, -self.south * km

    def lattice(self) -> Box:
        """Return the box of the lattice, cut through its outermost cells."""
        km = self.pack.projection.hex_km
        xs = [(self.west - x / 2) * km for x in self.pack.grid.xs]
        ys = [(y * ROW_HEIGHT - self.south) * km for y in self.pack.grid.ys]
        half = km / 2
        return Box(min(xs) + half, min(ys), max(xs) - half, max(ys))

    def window(self, window: Window) -> Box:
        """Return a window in degrees as a box of the plane."""
        corners = [
            self.at(a, b) for a in (window.south, window.north) for b in (window.west, window.east)
        ]
        return Box(
            min(x for x, _ in corners),
            min(y for _, y in corners),
            max(x for x, _ in corners),
            max(y for _, y in corners),
        )


def plane_of(pack: Pack, theatre: Theatre) -> Plane:
    """Return the plane of a pack, with the theatre's grid."""
    west, south = pack.projection.to_plane(*theatre.origin)
    return Plane(pack, west, south)


@dataclass(frozen=True, slots=True)
class Frame:
    """A box of country on a box of paper."""

    country: Box
    """In kilometres."""
    paper: Box
    """In units."""
    per_km: float
    """Units for a kilometre."""
    denominator: int
    """The scale is one to so many."""

    def at(self, point: Point) -> Point:
        """Return a point of the plane on the paper."""
        return (
            self.paper.left + (point[0] - self.country.left) * self.per_km,
            self.paper.top + (point[1] - self.country.top) * self.per_km,
        )

    def chain(self, points: Iterable[Point]) -> list[Point]:
        """Return a line of the plane on the paper."""
        return [self.at(point) for point in points]

    def ring(self, points: Iterable[Point], margin: float = 12.0) -> list[Point]:
        """Return the part of a ring of the plane on the sheet, or up to some units beyond its
        edge."""
        box = self.paper.grown(margin)
        return clipped(self.chain(points), box.left, box.top, box.right, box.foot)

    def lines(self, chain: Sequence[Point], margin: float = 24.0) -> list[list[Point]]:
        """Return the part of a line of the paper on the map, or up to some units beyond its edge.

        Renderers take memory for what lies beyond the paper as well.
        """
        box = self.paper.grown(margin)
        return cut(chain, box.left, box.top, box.right, box.foot)

    def near(self, at: Point, margin: float = 14.0) -> bool:
        """Return whether a point of the paper lies on the map or within so many units of it."""
        box = self.paper
        return (
            box.left - margin <= at[0] <= box.right + margin
            and box.top - margin <= at[1] <= box.foot + margin
        )

    def shows(self, point: Point, margin: float = 0.0) -> bool:
        """Return whether a point of the plane lies on the sheet, or within so many kilometres."""
        box = self.country.grown(margin)
        return box.left <= point[0] <= box.right and box.top <= point[1] <= box.foot

    def shows_any(self, points: Iterable[Point], margin: float = 0.0) -> bool:
        """Return whether the bounds of some points touch the sheet."""
        chain = list(points)
        box = Box(
            min(x for x, _ in chain),
            min(y for _, y in chain),
            max(x for x, _ in chain),
            max(y for _, y in chain),
        )
        seen = self.country.grown(margin)
        return not (
            box.right < seen.left
            or box.left > seen.right
            or box.foot < seen.top
            or box.top > seen.foot
        )


@dataclass(frozen=True, slots=True)
class Page:
    """A paper with its map, its header and its room for the legend."""

    paper: str
    width: float
    height: float
    """In units."""
    unit_mm: float
    edge: Box
    """The outer frame line of the map with its band of figures."""
    frame: Frame
    header: Box
    legend: Box
    beside: bool
    """Whether the legend stands beside the map and not below."""


def page_of(paper: str, country: Box, bold: float = 1.0) -> Page:
    """Return the page on which a box of country comes out largest, at a round scale."""
    short, long = PAPERS[paper]
    unit = bold * _UNIT_MM * (short / _UNIT_PAPER) ** _GROWTH
    tried = [
        _page(paper, width / unit, height / unit, unit, country, beside)
        for width, height in ((short, long), (long, short))
        for beside in (False, True)
    ]
    roomy = [page for page in tried if page.beside or page.edge.right - page.edge.left >= _BROAD]
    return max(roomy or tried, key=lambda page: (page.frame.per_km, page.height))


def _page(paper: str, width: float, height: float, unit: float, country: Box, beside: bool) -> Page:
    margin = _MARGIN_MM / unit
    wide = width - 2 * margin - 2 * BORDER - (_SIDE if beside else 0)
    high = height - 2 * margin - 2 * BORDER - HEADER - (0 if beside else _FOOT)
    km_wide, km_high = country.right - country.left, country.foot - country.top
    most = min(wide / km_wide, high / km_high)
    denominator = round_scale(1e6 / (most * unit))
    per_km = 1e6 / denominator / unit
    map_wide, map_high = km_wide * per_km, km_high * per_km
    top = margin + HEADER + BORDER
    side = 0.0
    if beside:
        spare = width - 2 * margin - 2 * BORDER - map_wide
        # A very wide margin is shared out, so that the map does not hug one edge.
        side = max(_SIDE, min(spare, _SIDE * 1.9))
        left = margin + BORDER + (spare - side) / 2
    else:
        left = (width - map_wide) / 2
    box = Box(left, top, left + map_wide, top + map_high)
    edge = box.grown(BORDER)
    if beside:
        legend = Box(edge.right + 26, edge.top, edge.right + side, height - margin)
    else:
        legend = Box(edge.left, edge.foot + 20, edge.right, height - margin)
    return Page(
        paper=paper,
        width=width,
        height=height,
        unit_mm=unit,
        edge=edge,
        frame=Frame(country, box, per_km, denominator),
        header=Box(edge.left, margin, legend.right if beside else edge.right, edge.top - 8),
        legend=legend,
        beside=beside,
    )


def round_scale(denominator: float) -> int:
    """Return the next smaller scale that is a round number."""
    step = 1000 if denominator < 30_000 else 5000 if denominator < 250_000 else 10_000
    return math.ceil(denominator / step - 1e-9) * step
