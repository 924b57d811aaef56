"""A map pack in memory: the grid, its features, and quick lookups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar

from bocage.maps.vocabulary import WATER

if TYPE_CHECKING:
    from pathlib import Path

    from bocage.hexes.grid import Grid
    from bocage.hexes.projection import Projection
    from bocage.maps.records import Area, Crossing, Hex, Line, Link, Place, Side

K = TypeVar("K")
V = TypeVar("V")

_FILLING: Final = frozenset({"town", "port", "city"})
"""Kinds of places that a hex is called by; a village where the hex is one for the rules."""


@dataclass(frozen=True)
class Pack:
    """Everything a theatre's folder says. It never changes; games build on it."""

    id: str
    title: str
    game: str
    """The game played on it."""
    kind: str
    """`hexes` for a printed hex map, `lattice` for a kilometre lattice under a real map."""
    grid: Grid
    projection: Projection
    terrain_words: Mapping[str, str]
    """Each terrain the pack uses, and how to say it."""
    settlement_words: Mapping[str, str]
    flag_words: Mapping[str, str]
    licence: str
    sources: tuple[str, ...]
    hexes: tuple[Hex, ...]
    """By index."""
    sides: tuple[Side, ...]
    crossings: tuple[Crossing, ...]
    places: tuple[Place, ...]
    links: tuple[Link, ...]
    areas: tuple[Area, ...]
    lines: tuple[Line, ...]
    facts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Single facts of the theatre that rules ask for by name (`[facts]` of `pack.toml`)."""
    sheet: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The layout of its printed sheet (`sheet.toml`), with the origin of its grid."""
    folder: Path | None = None
    """The folder it was read from, with the other files of its sheet."""

    # Ways to ask -------------------------------------------------------------------------

    def at(self, number: str) -> Hex:
        """Return the contents of the hex of that printed number."""
        return self.hexes[self.grid.hex(number)]

    def area(self, area_id: str) -> Area:
        """Return the area of that id.

        Raises:
            KeyError: the pack has no such area.
        """
        return self._areas_by_id[area_id]

    def areas_of(self, kind: str) -> tuple[Area, ...]:
        """Return all areas of a kind, in the pack's order."""
        return tuple(area for area in self.areas if area.kind == kind)

    def place(self, place_id: str) -> Place:
        """Return the place of that id.

        Raises:
            KeyError: the pack has no such place.
        """
        return self._places_by_id[place_id]

    def crossing(self, crossing_id: str) -> Crossing:
        """Return the crossing of that id.

        Raises:
            KeyError: the pack has no such crossing.
        """
        return self._crossings_by_id[crossing_id]

    def places_in(self, h: int) -> tuple[Place, ...]:
        """Return the places of one hex, in the pack's order."""
        return self._places_by_hex.get(h, ())

    def hex_names(self) -> list[str]:
        """Return the hexes in their order: `3213 Argentan`, or the number alone."""
        found: list[str] = []
        for each in self.hexes:
            number = self.grid.numbers[each.hex]
            kinds = {*_FILLING, "village"} if each.settlement == "village" else _FILLING
            names = [place.name for place in self.places_in(each.hex) if place.kind in kinds]
            found.append(f"{number} {names[0]}" if names and each.settlement else number)
        return found

    def sides_between(self, a: int, b: int) -> tuple[Side, ...]:
        """Return the features of the side between two hexes, in either order."""
        return self._sides_by_pair.get(pair(a, b), ())

    def crossings_between(self, a: int, b: int) -> tuple[Crossing, ...]:
        """Return the bridges, fords and ferries between two hexes."""
        return self._crossings_by_pair.get(pair(a, b), ())

    def links_of(self, end: str) -> tuple[Link, ...]:
        """Return the roads and railways that end at a place, a crossing or (hex maps) a hex
        number.
        """
        return self._links_by_end.get(end, ())

    def water_between(self, a: int, b: int) -> tuple[Side, ...]:
        """Return the rivers and canals that run between two hexes."""
        return tuple(side for side in self.sides_between(a, b) if side.kind in WATER)

    @cached_property
    def points_by_id(self) -> Mapping[str, Place | Crossing]:
        """Places and crossings by id: the ends of a lattice's links."""
        return {**self._places_by_id, **self._crossings_by_id}

    # Indexes -----------------------------------------------------------------------------

    @cached_property
    def _areas_by_id(self) -> dict[str, Area]:
        return {area.id: area for area in self.areas}

    @cached_property
    def _places_by_id(self) -> dict[str, Place]:
        return {place.id: place for place in self.places}

    @cached_property
    def _crossings_by_id(self) -> dict[str, Crossing]:
        return {crossing.id: crossing for crossing in self.crossings}

    @cached_property
    def _places_by_hex(self) -> dict[int, tuple[Place, ...]]:
        return _grouped((place.hex, place) for place in self.places if place.hex is not None)

    @cached_property
    def _sides_by_pair(self) -> dict[tuple[int, int], tuple[Side, ...]]:
        return _grouped((pair(side.a, side.b), side) for side in self.sides)

    @cached_property
    def _crossings_by_pair(self) -> dict[tuple[int, int], tuple[Crossing, ...]]:
        return _grouped((pair(c.a, c.b), c) for c in self.crossings)

    @cached_property
    def _links_by_end(self) -> dict[str, tuple[Link, ...]]:
        return _grouped((end, link) for link in self.links for end in (link.start, link.end))


def pair(a: int, b: int) -> tuple[int, int]:
    """Return two hexes as an unordered pair: the lesser first."""
    return (a, b) if a < b else (b, a)


def _grouped(items: Iterable[tuple[K, V]]) -> dict[K, tuple[V, ...]]:
    found: dict[K, list[V]] = {}
    for key, value in items:
        found.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in found.items()}
