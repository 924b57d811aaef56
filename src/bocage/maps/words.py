"""The contents of a hex, in words.

A `Gazetteer` knows one pack. It gives each hex as a `HexWords`: phrases by subject, so that a
terminal, a page and a screen reader can each arrange them. The phrases themselves are made in
`phrases`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, hypot
from typing import TYPE_CHECKING

from bocage.hexes.directions import Direction
from bocage.maps import phrases
from bocage.maps.records import Link
from bocage.maps.shapes import inside
from bocage.maps.vocabulary import LINKS

if TYPE_CHECKING:
    from bocage.maps.pack import Pack
    from bocage.maps.records import Area, Line, Place, Point

_NAMING = ("city", "town", "port", "village", "height", "airfield", "beach", "cape")
"""Kinds of place that give a hex its name, the weightiest first."""

_OFF_MAP = "off the map"

_SEAWARD = {d: f"sea-{d.name.lower()}" for d in Direction}
"""The flag by which a hex at the map's rim says that the sea lies in a direction."""

_SETTLED = frozenset({"city", "town", "port", "village", "junction", "exit"})
"""Kinds of place that a road leads to."""


@dataclass(frozen=True, slots=True)
class SideWords:
    """One side of a hex: its direction, what lies there and what you must cross."""

    direction: Direction
    number: str
    """The hex beyond; empty at the edge of the map."""
    name: str
    """The name of the hex beyond, if any."""
    features: tuple[str, ...]

    @property
    def text(self) -> str:
        """The side in one line: `2213 Trun: the Dives, a major river; Trun bridge`."""
        beyond = f"{self.number} {self.name}".strip()
        return ": ".join(part for part in (beyond, "; ".join(self.features)) if part) or _OFF_MAP


@dataclass(frozen=True, slots=True)
class HexWords:
    """The contents of a hex and its surroundings."""

    hex: int
    number: str
    name: str
    """The name of the hex, or empty."""
    ground: str
    """Terrain and settlement."""
    facts: tuple[str, ...]
    """Other facts about it."""
    places: tuple[str, ...]
    routes: tuple[str, ...]
    """Roads and railways with where they lead."""
    areas: tuple[str, ...]
    position: str
    sides: tuple[SideWords, ...]
    """Six, clockwise from north-east."""

    @property
    def title(self) -> str:
        """Number and name."""
        return f"{self.number} {self.name}".rstrip()

    def headed(self) -> tuple[tuple[str, str], ...]:
        """Return everything but the sides, as pairs of heading and text; empty ones are left
        out.
        """
        pairs = (
            ("Ground", "; ".join((self.ground, *self.facts))),
            ("Here", "; ".join(self.places)),
            ("Routes", "; ".join(self.routes)),
            ("Part of", "; ".join(self.areas)),
            ("Position", self.position),
        )
        return tuple((heading, phrases.capital(text)) for heading, text in pairs if text)

    def lines(self) -> Iterator[str]:
        """Yield the whole in lines of text, to be read from top to bottom."""
        yield self.title
        for heading, text in self.headed():
            yield f"{heading}: {text}."
        for side in self.sides:
            yield f"{phrases.capital(side.direction.words)}: {side.text}."


class Gazetteer:
    """The dictionary of one map: what lies in a hex, and how far it is to another."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    def describe(self, h: int) -> HexWords:
        """Return everything the pack says of a hex."""
        pack, here = self.pack, self.pack.hexes[h]
        ground = pack.terrain_words[here.terrain]
        if here.settlement:
            ground += "; " + pack.settlement_words[here.settlement]
        facts = [
            said
            for flag, said in pack.flag_words.items()
            if flag in here.flags and flag not in _SEAWARD.values()
        ]
        if 0 < here.land < 1:
            facts.append(f"{here.land:.0%} land")
        return HexWords(
            hex=h,
            number=pack.grid.numbers[h],
            name=self.name(h),
            ground=ground,
            facts=tuple(facts),
            places=tuple(phrases.place_phrase(place) for place in pack.places_in(h)),
            routes=tuple(self._routes(h)),
            areas=tuple(phrases.area_phrase(area) for area in self._areas_by_hex.get(h, ())),
            position=phrases.position_phrase(*self._earth(h)),
            sides=tuple(self._side(h, d) for d in Direction),
        )

    def name(self, h: int) -> str:
        """Return the name of a hex: its weightiest place, or an empty string."""
        named = [place for place in self.pack.places_in(h) if place.kind in _NAMING]
        return min(named, key=lambda place: _NAMING.index(place.kind)).name if named else ""

    def between(self, a: int, b: int) -> str:
        """Return how far it is from one hex to another, and which way."""
        pack = self.pack
        if a == b:
            return "the same hex"
        (west, south), (to_west, to_south) = pack.grid.centre(a), pack.grid.centre(b)
        km = hypot(to_west - west, to_south - south) * pack.projection.hex_km
        way = phrases.bearing_phrase(to_west - west, to_south - south)
        return f"{phrases.hexes_phrase(pack.grid.distance(a, b))} to the {way}, {km:.1f} km"

    # Sides -------------------------------------------------------------------------------

    def _side(self, h: int, d: Direction) -> SideWords:
        pack, beyond = self.pack, self.pack.grid.neighbour(h, d)
        if beyond is None:
            sea = _SEAWARD[d] in pack.hexes[h].flags
            return SideWords(d, "", "", ("open sea",) if sea else ())
        features = [phrases.side_phrase(side, h) for side in pack.sides_between(h, beyond)]
        features += [phrases.crossing_phrase(each) for each in pack.crossings_between(h, beyond)]
        return SideWords(d, pack.grid.numbers[beyond], self.name(beyond), tuple(features))

    # Roads and railways ------------------------------------------------------------------

    def _routes(self, h: int) -> Iterator[str]:
        by_name: dict[str, list[str]] = {}
        if self.pack.kind == "hexes":
            for link in self.pack.links_of(self.pack.grid.numbers[h]):
                leads = by_name.setdefault(phrases.route_phrase(link), [])
                leads.append(self._lead(h, link))
        for name, leads in by_name.items():
            yield f"{name}: {phrases.and_(leads)}"
        for route in self._drawn_routes.get(h, ()):
            said = phrases.route_phrase(route)
            if isinstance(route, Link):
                ends = " to ".join(self._end_name(end) for end in (route.start, route.end))
                said += f" ({ends}, {route.km:g} km)"
            yield said

    def _lead(self, h: int, link: Link) -> str:
        """Return which way a road leaves a hex and which named place or end it comes to."""
        pack, came = self.pack, h
        here = _other_end(pack, link, h)
        way = pack.grid.direction(h, here).words
        seen = {h}
        while here not in seen:
            seen.add(here)
            if settled := self._settlement(here):
                return f"{way} to {settled}"
            on = [
                _other_end(pack, each, here)
                for each in pack.links_of(pack.grid.numbers[here])
                if each.kind == link.kind and each.name == link.name
            ]
            came, here = here, next((n for n in on if n not in seen), here)
        end = " at the map's edge" if pack.grid.outward(here) else ""
        return f"{way} to {pack.grid.numbers[came]}{end}"

    def _settlement(self, h: int) -> str:
        return next((p.name for p in self.pack.places_in(h) if p.kind in _SETTLED), "")

    def _end_name(self, end: str) -> str:
        found = self.pack.points_by_id.get(end)
        return found.name if found else end

    @cached_property
    def _drawn_routes(self) -> dict[int, tuple[Link | Line, ...]]:
        """The roads and railways whose drawn line passes through each hex."""
        pack = self.pack
        routes: list[Link | Line] = [line for line in pack.lines if line.kind in LINKS]
        if pack.kind == "lattice":
            routes += pack.links
        found: dict[int, dict[str, Link | Line]] = {}
        for route in routes:
            for h in self._hexes_along(route.points):
                found.setdefault(h, {})[route.id] = route
        return {h: tuple(passing.values()) for h, passing in found.items()}

    def _hexes_along(self, line: Iterable[Point]) -> Iterator[int]:
        places = [self.pack.projection.to_plane(*point) for point in line]
        for (ax, ay), (bx, by) in pairwise(places):
            steps = max(1, ceil(hypot(bx - ax, by - ay) / 0.2))
            for i in range(steps + 1):
                x, y = ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps
                if (h := self.pack.grid.nearest(x, y)) is not None:
                    yield h

    # Areas -------------------------------------------------------------------------------

    @cached_property
    def _areas_by_hex(self) -> dict[int, tuple[Area, ...]]:
        found: dict[int, list[Area]] = {}
        for area in self.pack.areas:
            for h in area.hexes or self._covered(area):
                found.setdefault(h, []).append(area)
        return {h: tuple(areas) for h, areas in found.items()}

    def _covered(self, area: Area) -> Iterator[int]:
        """Yield the hexes whose centre lies in an area that is drawn, not listed."""
        pack = self.pack
        ring = [pack.projection.to_plane(*point) for point in area.points]
        middle = None
        if area.lat is not None and area.lon is not None:
            middle = pack.projection.to_plane(area.lat, area.lon)
        radius = area.radius_km / pack.projection.hex_km
        for h in pack.grid:
            x, y = pack.grid.centre(h)
            if ring:
                if inside(x, y, ring):
                    yield h
            elif middle and hypot(x - middle[0], y - middle[1]) <= radius:
                yield h

    def _earth(self, h: int) -> Point:
        return self.pack.projection.to_earth(*self.pack.grid.centre(h))


def weightiest(places: Iterable[Place]) -> list[Place]:
    """Return places by weight: cities before towns before villages, then in file order."""
    order = {kind: rank for rank, kind in enumerate(_NAMING)}
    return sorted(places, key=lambda place: order.get(place.kind, len(order)))


def _other_end(pack: Pack, link: Link, h: int) -> int:
    return pack.grid.hex(link.end if link.start == pack.grid.numbers[h] else link.start)
