"""The country of a pack as lines and points in kilometres, ready to be drawn at any scale.

The shapes do not depend on the paper: an inset shows the same bend as the sheet. A crossing
stands exactly on its water, and the roads and railways that use it run through that point.
A road or railway is bent a little between its ends, as roads are, but never so that it
meets a water anywhere else than at its crossings.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bocage.maps.vocabulary import WATER
from bocage.press.geometry import Chain, Pieces, dice, disc, nearest, through, unit, wavering
from bocage.press.survey.frame import Plane, plane_of

if TYPE_CHECKING:
    from bocage.maps.pack import Pack
    from bocage.maps.records import Area, Crossing, Link
    from bocage.press.survey.theatres import Theatre
    from bocage.press.svg import Point

_STEP: Final = 0.16
_APPROACH: Final = 0.14
"""A road runs straight for so far on both sides of a crossing."""
_NEAR: Final = 0.3
"""A way may touch its water within so far of its crossing."""

_STRAY: Final = 0.55
"""No way strays farther from the pack's line."""

_WIDTH_MAJOR: Final = 0.16
"""Kilometres that a great river is wide unless the theatre says."""


@dataclass(frozen=True, slots=True)
class Water:
    """A river or canal."""

    id: str
    name: str
    kind: str
    chain: tuple[Point, ...]
    width: float
    """In kilometres; 0 for what is drawn as a single line."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A crossing in its place on its water."""

    crossing: Crossing
    at: Point
    way: Point
    """Which way the road runs over it, of length one."""
    water: Water | None


@dataclass(frozen=True, slots=True)
class Way:
    """A road or railway between two nodes."""

    link: Link
    chain: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Country:
    """All that a sheet draws from."""

    pack: Pack
    plane: Plane
    waters: tuple[Water, ...]
    spots: tuple[Spot, ...]
    roads: tuple[Way, ...]
    railways: tuple[Way, ...]
    shores: tuple[tuple[Point, ...], ...]
    """Rings of the coast; empty inland."""
    course: frozenset[str]
    """Ids of the links of the route that the scenario names."""

    def ring(self, area: Area) -> list[Point]:
        """Return the outline of an area that has one: its polygon, or its circle."""
        if area.points:
            chain = self.plane.chain(area.points)
            return chain[:-1] if chain[0] == chain[-1] else chain
        if area.lat is not None and area.lon is not None and area.radius_km:
            return disc(self.plane.at(area.lat, area.lon), area.radius_km)
        return []


def country_of(pack: Pack, theatre: Theatre) -> Country:
    """Return the country of a pack."""
    plane = plane_of(pack, theatre)
    waters = tuple(_waters(pack, plane, theatre.widths))
    spots = tuple(_spot(crossing, plane, waters) for crossing in pack.crossings)
    builder = _Ways(pack, plane, waters, spots)
    roads = tuple(builder.way(link) for link in pack.links if link.kind == "road")
    builder.notice(roads)
    railways = tuple(builder.way(link) for link in pack.links if link.kind == "railway")
    shores = tuple(
        tuple(_weathered(plane.chain(line.points), line.id))
        for line in pack.lines
        if line.kind == "coast" and line.points[0] == line.points[-1]
    )
    return Country(pack, plane, waters, spots, roads, railways, shores, _route(pack))


def _waters(pack: Pack, plane: Plane, widths: Mapping[str, float]) -> list[Water]:
    found: list[Water] = []
    for line in pack.lines:
        if line.kind not in WATER:
            continue
        chain = plane.chain(line.points)
        width = widths.get(line.name, _WIDTH_MAJOR) if line.kind == "major river" else 0.0
        if line.kind != "canal":
            chain = through(chain, _STEP)
        if line.kind in ("river", "stream"):
            chain = wavering(chain, 0.07, line.id, 1.3)
        found.append(Water(line.id, line.name, line.kind, tuple(chain), width))
    return found


def _spot(crossing: Crossing, plane: Plane, waters: tuple[Water, ...]) -> Spot:
    at = plane.at(crossing.lat, crossing.lon)
    own = [water for water in waters if water.name == crossing.over]
    if not own:
        return Spot(crossing, at, (1.0, 0.0), None)
    water = min(own, key=lambda each: nearest(each.chain, at).distance)
    near = nearest(water.chain, at)
    return Spot(crossing, near.point, (-near.way[1], near.way[0]), water)


def _route(pack: Pack) -> frozenset[str]:
    """Return the links between consecutive nodes of the route that the facts name."""
    nodes = pack.facts.get("club route", "").split()
    legs = {frozenset(leg) for leg in pairwise(nodes)}
    return frozenset(
        link.id
        for link in pack.links
        if link.kind == "road" and frozenset((link.start, link.end)) in legs
    )


class _Ways:
    """Bends links into roads and railways."""

    def __init__(
        self, pack: Pack, plane: Plane, waters: tuple[Water, ...], spots: tuple[Spot, ...]
    ) -> None:
        self._pack = pack
        self._plane = plane
        self._spots = {spot.crossing.id: spot for spot in spots}
        self._waters = Pieces(2.0)
        for water in waters:
            self._waters.add(water.id, water.chain)
        self._others = Pieces(2.0)

    def notice(self, ways: tuple[Way, ...]) -> None:
        """Ways that later ones are to keep clear of."""
        for way in ways:
            self._others.add(way.link.id, way.chain)

    def way(self, link: Link) -> Way:
        """Return the link, bent as far as its waters allow."""
        plain = self._plain(link)
        far = sum(math.dist(a, b) for a, b in pairwise(plain))
        for curve in (self._curve(link, plain, 1.0), self._curve(link, plain, 0.3)):
            for chain in self._bent(link, curve, far):
                if self._lawful(link, chain, plain):
                    return Way(link, tuple(chain))
        leads = [*self._lead(link.start, plain[0], plain[1]), *plain[1:-1]]
        leads += reversed(self._lead(link.end, plain[-1], plain[-2]))
        return Way(link, tuple(leads if self._lawful(link, leads, plain) else plain))

    def _bent(self, link: Link, curve: list[Point], far: float) -> Iterator[list[Point]]:
        """Ways to bend a link, the liveliest first."""
        if link.kind == "railway":
            bow = self._bow(curve, far)
            if bow:
                yield _bowed(curve, bow)
                yield _bowed(curve, bow / 2)
        else:
            great = link.grade.startswith(("main", "embanked"))
            reach = min(0.02 * far, 0.2) if great else min(0.03 * far, 0.26)
            length = max(1.6, min(5.0, far / 2))
            for part in (1.0, 0.5, 0.25):
                yield wavering(curve, reach * part, link.id, length)
        yield curve
        # A way beside a winding water may have to swing clear of it.
        for by in (0.12, 0.25, 0.4):
            yield _bowed(curve, by)
            yield _bowed(curve, -by)

    def _node(self, key: str) -> Point | None:
        if (spot := self._spots.get(key)) is not None:
            return spot.at
        point = self._pack.points_by_id.get(key)
        return self._plane.at(point.lat, point.lon) if point is not None else None

    def _plain(self, link: Link) -> list[Point]:
        chain = self._plane.chain(link.points)
        for end, key in ((0, link.start), (-1, link.end)):
            if (node := self._node(key)) is not None:
                chain[end] = node
        return chain

    def _curve(self, link: Link, plain: list[Point], pull: float) -> list[Point]:
        """Smooth through its points, drawn on into the link that continues it by so much."""
        before = self._beyond(link, link.start, plain[1], pull)
        after = self._beyond(link, link.end, plain[-2], pull)
        chain = [
            *self._lead(link.start, plain[0], plain[1]),
            *plain[1:-1],
            *reversed(self._lead(link.end, plain[-1], plain[-2])),
        ]
        whole = [*([before] if before else []), *chain, *([after] if after else [])]
        curve = through(whole, _STEP) if len(whole) > 2 else _divided(whole[0], whole[1])
        first = min(range(len(curve)), key=lambda i: math.dist(curve[i], plain[0]))
        last = min(range(len(curve)), key=lambda i: math.dist(curve[i], plain[-1]))
        return [plain[0], *curve[first + 1 : last], plain[-1]]

    def _lead(self, key: str, at: Point, toward: Point) -> list[Point]:
        """Return the end of a way: at a crossing also the point where the straight approach
        begins.
        """
        spot = self._spots.get(key)
        if spot is None or math.dist(at, toward) < 4 * _APPROACH:
            return [at]
        out = unit(at, toward)
        side = 1 if out[0] * spot.way[0] + out[1] * spot.way[1] >= 0 else -1
        lean = unit((0, 0), (out[0] + 1.6 * side * spot.way[0], out[1] + 1.6 * side * spot.way[1]))
        return [at, (at[0] + lean[0] * _APPROACH, at[1] + lean[1] * _APPROACH)]

    def _beyond(self, link: Link, key: str, inner: Point, pull: float) -> Point | None:
        """Return the next point of the link that continues this one beyond a node."""
        node = self._node(key)
        if node is None:
            return None
        out = unit(node, inner)
        best: tuple[float, Point] | None = None
        for other in self._pack.links_of(key):
            if other.id == link.id or other.kind != link.kind:
                continue
            points = self._plain(other)
            ahead = points[1] if other.start == key else points[-2]
            way = unit(node, ahead)
            straight = -(out[0] * way[0] + out[1] * way[1]) + (
                0.3 if other.name == link.name else 0
            )
            if straight > 0.45 and (best is None or straight > best[0]):
                reach = pull * min(math.dist(node, ahead), math.dist(node, inner))
                best = (straight, (node[0] + way[0] * reach, node[1] + way[1] * reach))
        return best[1] if best else None

    def _bow(self, chain: Chain, far: float) -> float:
        """Return how far a railway must swing out, so as not to lie on the road beside it."""
        if far < 1.2:
            return 0.0
        inner = chain[2:-2:3]
        if not inner:
            return 0.0
        shared = sum(1 for p in inner if any(d < 0.22 for _, d in self._others.within(p, 0.22)))
        if shared < 0.3 * len(inner):
            return 0.0
        by = min(0.5, 0.12 * far)

        def clear(side: float) -> float:
            moved = _bowed(chain, side)[2:-2:3]
            return sum(min((d for _, d in self._others.within(p, 0.6)), default=0.6) for p in moved)

        return max((by, -by), key=lambda side: (round(clear(side), 6), side))

    def _lawful(self, link: Link, chain: Chain, plain: Chain) -> bool:
        """Return whether a way meets waters at its crossings only and keeps near its link."""
        if any(nearest(plain, point).distance > _STRAY for point in chain[::3]):
            return False
        own = [self._spots[key].at for key in (link.start, link.end) if key in self._spots]
        return all(
            any(math.dist(at, spot) <= _NEAR for spot in own)
            for _, at in self._waters.crossings(chain)
        )


def _divided(a: Point, b: Point) -> list[Point]:
    count = max(1, round(math.dist(a, b) / _STEP))
    return [
        (a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count)
        for i in range(count + 1)
    ]


def _weathered(ring: Chain, word: str) -> list[Point]:
    """Return a coast with the small teeth that its outline leaves out, some twenty metres of them.

    The outline's own points stay; what lies between is broken in two, again and again.
    """
    draw = dice(word)
    found = list(ring)
    for _ in range(5):
        finer: list[Point] = []
        for a, b in pairwise(found):
            finer.append(a)
            far = math.dist(a, b)
            if far > 0.09:
                push = draw.uniform(-1, 1) * min(0.03, 0.07 * far)
                way = unit(a, b)
                finer.append(((a[0] + b[0]) / 2 - way[1] * push, (a[1] + b[1]) / 2 + way[0] * push))
        finer.append(found[-1])
        found = finer
    return found


def _bowed(chain: Chain, by: float) -> list[Point]:
    """Return the chain swung out to the right of its run, its ends kept."""
    far = sum(math.dist(a, b) for a, b in pairwise(chain)) or 1.0
    found: list[Point] = []
    reached = 0.0
    for i, (x, y) in enumerate(chain):
        if i:
            reached += math.dist(chain[i - 1], chain[i])
        way = unit(chain[max(0, i - 1)], chain[min(len(chain) - 1, i + 1)])
        push = by * min(1.0, math.sin(math.pi * reached / far) * 1.6)
        found.append((x - way[1] * push, y + way[0] * push))
    return found
