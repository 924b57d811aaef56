"""The ground of each cell, its buildings, and its other facts for the rules.

Areas overlap. At any one point the first of these decides: a drop zone (which lies on
what open, heath, polder or marsh there is, never on woods or houses), then heath or open,
then the built-up area, then woods, then polder or marsh. A cell is what most of it is;
but the cell in which the middle of a town or city lies is always built up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mapforge.realmap.features import of_kind
from mapforge.realmap.lattice import Shape

if TYPE_CHECKING:
    from mapforge.draft import Row
    from mapforge.realmap.features import Feature
    from mapforge.realmap.lattice import Lattice

TERRAIN: Final[Mapping[str, str]] = {
    "open": "open country",
    "heath": "heath",
    "woods": "woods",
    "polder": "polder",
    "marsh": "marsh",
    "built-up": "built-up area",
    "water": "open water",
}
SETTLEMENT: Final[Mapping[str, str]] = {"village": "village", "town": "town", "city": "city"}
FLAGS: Final[Mapping[str, str]] = {
    "city": "a marked city: its defenders are driven out by total success alone",
    "drop-zone": "a drop or landing zone",
    "soft": "soft ground: vehicles keep to the roads",
    "heights": "high ground that overlooks its approaches",
}
_SOFT: Final = ("polder", "marsh")
_OPEN: Final = ("heath", "open")
_RANK: Final = ("heath", "open", "city", "town", "village", "woods", "polder", "marsh", "water")
"""What decides at a point, drop zones apart; water is drawn where nothing else is."""


def hex_rows(lattice: Lattice, features: Sequence[Feature], heights: Iterable[str]) -> list[Row]:
    """Return one row for every cell of the lattice; `heights` are the ids of areas of high
    ground.
    """
    places = [each for each in features if each.is_built_up]
    zones = of_kind(features, "dz_lz")
    grounds = [*of_kind(features, "terrain"), *places]
    terrain: dict[int, str] = {}
    settlement: dict[int, str] = {}
    near = _by_cell(lattice, [*grounds, *zones])
    for h, areas in near.items():
        terrain[h], settlement[h] = _cell(lattice, h, areas)
    for place in reversed(places):
        # A village too small to fill its cell still stands in it; a town fills it.
        h = _needed(lattice, place)
        settlement[h] = settlement.get(h) or place.grade
        if place.grade != "village":
            terrain[h] = "built-up"
    drop = _cells(lattice, zones)
    high = _cells(lattice, [each for each in features if each.id in set(heights)])
    rows: list[Row] = []
    for h, number in enumerate(lattice.grid.numbers):
        ground = terrain.get(h, "open")
        flags = [
            word
            for word, holds in (
                ("city", settlement.get(h) == "city"),
                ("drop-zone", h in drop),
                ("soft", ground in _SOFT),
                ("heights", h in high),
            )
            if holds
        ]
        rows.append(
            {
                "hex": number,
                "terrain": ground,
                "settlement": settlement.get(h, ""),
                "flags": " ".join(flags),
                "land": 0 if ground == "water" else 1,
            }
        )
    return rows


def _cell(lattice: Lattice, h: int, areas: Sequence[tuple[Feature, Shape]]) -> tuple[str, str]:
    x, y = lattice.grid.centre(h)
    grounds: Counter[str] = Counter()
    built: Counter[str] = Counter()
    for dx, dy in lattice.samples:
        here = [area for area, shape in areas if shape.holds((x + dx, y + dy))]
        zone = any(area.kind == "dz_lz" for area in here)
        words = {area.grade for area in here if area.kind != "dz_lz"}
        if zone:
            words &= {*_OPEN, *_SOFT}
        first = next((word for word in _RANK if word in words), "open")
        if first in SETTLEMENT:
            built[first] += 1
            first = "built-up"
        grounds[first] += 1
    order = list(TERRAIN)
    ground = min(grounds, key=lambda word: (-grounds[word], order.index(word)))
    if ground != "built-up":
        return ground, ""
    return ground, min(built, key=lambda word: (-built[word], word))


def _by_cell(lattice: Lattice, areas: Iterable[Feature]) -> dict[int, list[tuple[Feature, Shape]]]:
    found: dict[int, list[tuple[Feature, Shape]]] = {}
    for area in areas:
        shape = Shape(lattice, area)
        for h in lattice.shares(area):
            found.setdefault(h, []).append((area, shape))
    return found


def _cells(lattice: Lattice, areas: Iterable[Feature]) -> set[int]:
    return {h for area in areas for h in lattice.covered(area)}


def _needed(lattice: Lattice, place: Feature) -> int:
    h = lattice.cell(place.at)
    if h is None:
        raise ValueError(f"{place.id} lies beyond the sheet")
    return h
