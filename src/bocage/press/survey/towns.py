"""Towns drawn to size: blocks of houses between streets, villages strung along their roads.

Blocks keep off the water and within the shore. What the pack calls a built-up area is as
large as it says; where it has none, the kind and size of the place decide.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Final

from bocage.press.boxes import Box
from bocage.press.geometry import (
    Chain,
    Pieces,
    Region,
    bounds,
    dice,
    disc,
    ragged,
    steps,
    through,
)
from bocage.press.paths import straight
from bocage.press.survey.looks import INK
from bocage.press.survey.waters import width_of
from bocage.press.svg import Element, Point, num, path

if TYPE_CHECKING:
    from bocage.maps.records import Area, Place
    from bocage.press.survey.country import Country
    from bocage.press.survey.frame import Frame

SETTLED: Final = frozenset({"city", "town", "village", "port"})
"""Kinds of place with houses."""

_RADII: Final = {"city": 0.55, "town": 0.42, "village": 0.26, "port": 0.2}
_SMALL: Final = ("hamlet", "barracks", "landing place")
_LEAST: Final = {"city": 17.0, "town": 10.0, "village": 6.0, "port": 6.0}
"""The least radius in units."""


@dataclass(frozen=True, slots=True)
class Town:
    """A settlement on the sheet."""

    place: Place
    at: Point
    ring: tuple[Point, ...]
    """Its outline."""
    blocks: tuple[tuple[Point, ...], ...]
    solid: bool
    """Whether its ground is tinted."""

    def without(self, boxes: Iterable[Box]) -> Town:
        """Return the town with its houses broken for its own name."""
        spared = [box.grown(1.0) for box in boxes]
        kept = [
            block
            for block in self.blocks
            if not any(box.overlap(Box(*bounds(block))) for box in spared)
        ]
        return replace(self, blocks=tuple(kept))

    def patches(self, cell: float = 26.0) -> list[Box]:
        """Return a few rectangles that hold all its blocks, closer than one would."""
        found: dict[tuple[int, int], list[Point]] = {}
        for block in self.blocks:
            x, y = block[0]
            found.setdefault((int(x // cell), int(y // cell)), []).extend(block)
        return [Box(*bounds(points)) for points in found.values()] or [self.box()]

    def box(self) -> Box:
        """Return the rectangle that its blocks fill."""
        points = [p for block in self.blocks for p in block] or list(self.ring)
        return Box(*bounds(points))


def towns(country: Country, frame: Frame) -> list[Town]:
    """Return all settlements that touch the sheet, in the pack's order."""
    areas = {area.id.removeprefix("U-"): area for area in country.pack.areas_of("built-up")}
    builder = _Builder(country, frame)
    found: list[Town] = []
    for place in country.pack.places:
        if place.kind not in SETTLED:
            continue
        at = country.plane.at(place.lat, place.lon)
        if frame.shows(at, 0.3):
            found.append(builder.town(place, at, areas.get(place.id)))
    return found


def radius_km(place: Place, area: Area | None) -> float:
    """Return the radius of a round settlement."""
    if area is not None and area.radius_km:
        return area.radius_km
    if place.size in _SMALL:
        return 0.13
    return _RADII.get(place.kind, 0.25)


def grounds(found: Iterable[Town]) -> list[Element]:
    """Return the tinted ground of the larger places."""
    data = "".join(straight(town.ring, closed=True) for town in found if town.solid)
    return [path(data, fill=INK.town_ground, fill_opacity=0.55)] if data else []


def blocks(found: Iterable[Town]) -> list[Element]:
    """Return the houses."""
    data = "".join(_block(block) for town in found for block in town.blocks)
    return [path(data, fill=INK.town)] if data else []


def _block(corners: tuple[Point, ...]) -> str:
    first, *rest = corners
    said = f"M{num(first[0], 1)} {num(first[1], 1)}"
    before = (round(first[0], 1), round(first[1], 1))
    for x, y in rest:
        here = (round(x, 1), round(y, 1))
        said += f"l{num(here[0] - before[0], 1)} {num(here[1] - before[1], 1)}"
        before = here
    return said + "Z"


def sample(kind: str, wide: float, y: float) -> list[Element]:
    """Return a settlement of a kind for the key."""
    draw = dice(kind)
    half = {"city": 17.0, "town": 10.0, "village": 5.5}[kind]
    tall = {"city": 7.2, "town": 5.5, "village": 3.2}[kind]
    step = 4.4 if kind != "village" else 3.4
    made: list[tuple[Point, ...]] = []
    for i in range(-5, 6):
        for j in range(-3, 4):
            u, v = (i + (0.35 if j % 2 else 0)) * step, j * step * 0.78
            if (u / half) ** 2 + (v / tall) ** 2 < 1:
                w, h = step * 0.4, step * 0.31 * draw.uniform(0.8, 1.05)
                made.append(_turned((wide / 2 + u, y + v), (-w, -h, w, h), 1, 0))
    ring = tuple((wide / 2 + 1.12 * half * x, y + 1.12 * tall * z) for x, z in disc((0, 0), 1))
    ground = [path(straight(ring, closed=True), fill=INK.town_ground, fill_opacity=0.55)]
    houses = path("".join(_block(block) for block in made), fill=INK.town)
    return [*(ground if kind != "village" else []), houses]


class _Builder:
    def __init__(self, country: Country, frame: Frame) -> None:
        self._country = country
        self._frame = frame
        self._waters = Pieces(40.0)
        self._widths: dict[str, float] = {}
        for water in country.waters:
            if frame.shows_any(water.chain, 1.0):
                self._waters.add(water.id, frame.chain(water.chain))
                self._widths[water.id] = width_of(water, frame) / 2 + 1.4
        self._reach = max(self._widths.values(), default=0.0)
        self._shores = [Region(frame.chain(ring)) for ring in country.shores]
        self._shore = Pieces(40.0)
        for land in self._shores:
            self._shore.add("", [*land.ring, land.ring[0]])
        self._middles = [
            (place.id, frame.at(country.plane.at(place.lat, place.lon)))
            for place in country.pack.places
            if place.kind in SETTLED
        ]
        self._ways: dict[str, list[list[Point]]] = {}
        for way in country.roads:
            chain = frame.chain(way.chain)
            self._ways.setdefault(way.link.start, []).append(chain)
            self._ways.setdefault(way.link.end, []).append(chain[::-1])

    def town(self, place: Place, at: Point, area: Area | None) -> Town:
        frame = self._frame
        middle = frame.at(at)
        least = _LEAST[place.kind] * (0.7 if place.size in _SMALL else 1.0)
        radius = max(least, radius_km(place, area) * frame.per_km)
        if area is not None and area.points:
            ring = frame.chain(self._country.ring(area))
            ring = through(ring, 4.0, closed=True)
        else:
            ring = self._round(place.id, middle, radius)
        solid = place.kind in ("city", "town")
        draw = dice(place.id)
        ways = self._ways.get(place.id, [])
        made = list(self._grid(place.id, middle, ring, ways, draw)) if solid else []
        if not solid:
            made = list(self._street(middle, radius, ways, draw))
        return Town(place, middle, tuple(ring), tuple(made), solid)

    def _round(self, key: str, middle: Point, radius: float) -> list[Point]:
        """Return a round town: it reaches out along its roads and falls short between them."""
        turns: list[float] = []
        for chain in self._ways.get(key, []):
            ahead = next((p for p in chain if math.dist(p, middle) > radius * 0.8), chain[-1])
            turns.append(math.atan2(ahead[1] - middle[1], ahead[0] - middle[0]))
        ring: list[Point] = []
        for i in range(48):
            turn = 2 * math.pi * i / 48
            off = (abs((turn - t + math.pi) % (2 * math.pi) - math.pi) for t in turns)
            far = radius * (
                0.86 + 0.26 * max((math.exp(-((o / 0.3) ** 2)) for o in off), default=0.5)
            )
            ring.append((middle[0] + far * math.cos(turn), middle[1] + far * math.sin(turn)))
        return ragged(ring, radius * 0.1, key, radius * 1.6)

    def _dry(self, point: Point) -> bool:
        near = self._waters.within(point, self._reach)
        if any(far < self._widths[owner] for owner, far in near):
            return False
        if not self._shores:
            return True
        return any(point in land for land in self._shores) and not any(
            far < 2.0 for _, far in self._shore.within(point, 2.0)
        )

    def _grid(
        self, key: str, middle: Point, ring: Chain, ways: list[list[Point]], draw: Random
    ) -> Iterator[tuple[Point, ...]]:
        """Blocks between the streets of a town, laid out along its chief road."""
        size = max(4.4, min(7.0, 0.13 * self._frame.per_km))
        wide, high = size, size * 0.78
        turn = self._turn(ways, draw)
        c, s = math.cos(turn), math.sin(turn)
        left, top, right, foot = bounds(ring)
        reach = max(middle[0] - left, right - middle[0], middle[1] - top, foot - middle[1])
        count = math.ceil(reach * 1.45 / high)
        within = Region(ring)
        rivals = [
            at for each, at in self._middles if each != key and math.dist(at, middle) < 3 * reach
        ]
        for j in range(-count, count + 1):
            for i in range(-count, count + 1):
                u = (i + (0.35 if j % 2 else 0.0)) * wide + draw.uniform(-0.4, 0.4)
                v = j * high + draw.uniform(-0.3, 0.3)
                x, y = middle[0] + u * c - v * s, middle[1] + u * s + v * c
                edge = math.hypot(u, v) / reach
                keep = draw.random() < (0.98 if edge < 0.4 else 1.22 - 0.85 * edge)
                shrink = draw.uniform(0.72, 0.9)
                split = draw.random() < 0.3
                if not keep or (x, y) not in within or not self._dry((x, y)):
                    continue
                # Between two towns a house belongs to the nearer.
                if any(math.dist(at, (x, y)) < math.hypot(u, v) for at in rivals):
                    continue
                w, h = wide * shrink / 2, high * shrink / 2
                if split:
                    yield _turned((x, y), (-w, -h, -0.18 * w, h), c, s)
                    yield _turned((x, y), (0.18 * w, -h, w, h * draw.uniform(0.3, 1)), c, s)
                else:
                    yield _turned((x, y), (-w, -h, w, h), c, s)

    def _street(
        self, middle: Point, radius: float, ways: list[list[Point]], draw: Random
    ) -> Iterator[tuple[Point, ...]]:
        """Yield the houses of a village along both sides of its roads."""
        if not ways:
            turn = draw.uniform(0, math.pi)
            far = radius * 1.1
            ends = [(math.cos(turn) * far, math.sin(turn) * far)]
            if radius > 5:
                ends.append((-ends[0][1] * 0.7, ends[0][0] * 0.7))
            ways = [
                [(middle[0] - x, middle[1] - y), (middle[0] + x, middle[1] + y)] for x, y in ends
            ]
        for chain in ways:
            for at, run in steps(chain, 3.6, 2.2):
                if math.dist(at, middle) > radius * 1.25:
                    break
                for side in (1, -1):
                    if draw.random() < 0.12:
                        continue
                    off = 2.7 + draw.uniform(0, 0.8)
                    x, y = at[0] - run[1] * off * side, at[1] + run[0] * off * side
                    if self._dry((x, y)):
                        w, h = draw.uniform(1.1, 1.5), draw.uniform(0.95, 1.3)
                        yield _turned((x, y), (-w, -h, w, h), run[0], run[1])

    def _turn(self, ways: list[list[Point]], draw: Random) -> float:
        if not ways:
            return draw.uniform(-0.5, 0.5)
        chain = max(ways, key=lambda way: math.dist(way[0], way[-1]))
        ahead = chain[min(len(chain) - 1, 4)]
        return math.atan2(ahead[1] - chain[0][1], ahead[0] - chain[0][0])


def _turned(
    at: Point, box: tuple[float, float, float, float], c: float, s: float
) -> tuple[Point, ...]:
    left, top, right, foot = box
    return tuple(
        (at[0] + u * c - v * s, at[1] + u * s + v * c)
        for u, v in ((left, top), (right, top), (right, foot), (left, foot))
    )
