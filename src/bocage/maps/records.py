"""The rows of a map pack as values: hexes, sides, crossings, places, links, areas, lines.

Each class mirrors one table of the pack, field for field and in the same order, so that
`docs/packs.md` describes both. Hexes are named by index here and by number in the file.
"""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]
"""Latitude and longitude in degrees."""


@dataclass(frozen=True, slots=True)
class Hex:
    """The contents of one hex (`hexes.csv`)."""

    hex: int
    terrain: str
    """The ground, a word from `[terrain]` of `pack.toml`."""
    settlement: str
    """Its buildings, a word from `[settlement]`, or empty."""
    flags: frozenset[str]
    """Further facts, words from `[flags]`."""
    land: float
    """Share of the hex that is land, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Side:
    """One feature of one hexside (`sides.csv`); a side may have several."""

    a: int
    b: int
    kind: str
    name: str
    note: str


@dataclass(frozen=True, slots=True)
class Crossing:
    """A bridge, ford or ferry (`crossings.csv`)."""

    id: str
    name: str
    kind: str
    a: int
    b: int
    over: str
    """Name of the water, as in `sides.csv`; or a reason, after `none:`."""
    carries: str
    """`road`, `rail`, `road rail`, or why it carries neither, after `none:`."""
    weight: str
    """Its load: a class of the rulebook (`light`, `heavy`), or empty."""
    capacity: int
    """Unit points a turn; 0 where the rules do not count."""
    prepared: bool
    """Whether it is prepared for demolition at the start."""
    state: str
    lat: float
    lon: float
    note: str


@dataclass(frozen=True, slots=True)
class Place:
    """A named point: settlement, port, height, airfield, beach (`places.csv`)."""

    id: str
    name: str
    kind: str
    hex: int | None
    """The hex it belongs to in play; None for a name beyond the map's edge."""
    lat: float
    lon: float
    size: str
    capacity: int
    note: str


@dataclass(frozen=True, slots=True)
class Link:
    """A stretch of road or railway between two ends (`links.csv`).

    On a hex map the ends are two neighbouring hexes; on a lattice they are the ids of
    places or crossings and `points` is the line between them.
    """

    id: str
    kind: str
    name: str
    start: str
    end: str
    km: float
    """True length of the line."""
    grade: str
    capacity: int
    points: tuple[Point, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Area:
    """A named set of hexes: edge, zone, sector, wood, drop zone (`areas.csv`)."""

    id: str
    kind: str
    name: str
    hexes: tuple[int, ...]
    lat: float | None
    lon: float | None
    radius_km: float
    points: tuple[Point, ...]
    grade: str
    note: str


@dataclass(frozen=True, slots=True)
class Line:
    """A course to draw: river, coast, front, escarpment (`lines.csv`)."""

    id: str
    kind: str
    name: str
    points: tuple[Point, ...]
    grade: str
    note: str
