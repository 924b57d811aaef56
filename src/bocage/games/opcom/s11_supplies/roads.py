"""Open roads: standing bridges, country in our hands, no enemy beside them.

Dumps that depend on the road check it each morning (reading 6.15), the debrief at the end
(reading 11.2).
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from bocage.games.opcom.board.position import BLOWN, Position
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import World
from bocage.maps.records import Link


class Roads:
    """The roads that one side can use at one moment."""

    def __init__(
        self,
        st: Position,
        side: int,
        *,
        heavy: bool = False,
        without: frozenset[str] = frozenset(),
    ) -> None:
        self._world = st.world
        self._enemies = [st.at(e.number) for e in st.enemies(side) if e.fights]
        self._next: dict[str, list[str]] = {}
        closed = without | {
            crossing.id
            for i, crossing in enumerate(st.world.crossings)
            if st.bridges[i] & BLOWN or (heavy and crossing.weight != "heavy")
        }
        theirs = self._theirs(st, side)
        for link, line in _lines(st.world):
            ends = (link.start, link.end)
            if theirs.intersection(ends):
                continue
            if not closed.intersection(ends) and not self._is_beside(line):
                for one, other in (ends, ends[::-1]):
                    self._next.setdefault(one, []).append(other)

    def _is_beside(self, line: tuple[Point, ...]) -> bool:
        return any(
            beside_km(enemy, a, b) <= self._world.tables.figures.supply.road
            for enemy in self._enemies
            for a, b in pairwise(line)
        )

    def _theirs(self, st: Position, side: int) -> set[str]:
        """Return the ends of roads with troops of the other side nearer than any of ours."""
        ours = [st.at(u.number) for u in st.enemies(1 - side) if u.fights]
        found: set[str] = set()
        for name, at in _nodes(st.world).items():
            far = min((km_between(at, each) for each in self._enemies), default=999.0)
            if far < min((km_between(at, each) for each in ours), default=998.0):
                found.add(name)
        return found

    def join(self, start: Point, end: Point) -> bool:
        """Return whether a way leads from the road nearest to one point to that nearest to
        another.
        """
        first, last = self._node(start), self._node(end)
        if not first or not last:
            return False
        seen, left = {first}, [first]
        while left:
            here = left.pop()
            if here == last:
                return True
            for other in self._next.get(here, ()):
                if other not in seen:
                    seen.add(other)
                    left.append(other)
        return False

    def _node(self, point: Point) -> str:
        nodes = ((km_between(at, point), name) for name, at in _nodes(self._world).items())
        km, name = min(nodes, default=(99.0, ""))
        return name if km <= self._world.tables.figures.supply.road_end else ""


def _nodes(world: World) -> dict[str, Point]:
    """Return the ends of roads, by id."""
    found = world.pack.points_by_id
    ends = dict.fromkeys(end for link in _roads(world) for end in (link.start, link.end))
    return {end: world.ways.xy(found[end].lat, found[end].lon) for end in ends if end in found}


def _roads(world: World) -> list[Link]:
    return [link for link in world.pack.links if link.kind == "road"]


def _lines(world: World) -> list[tuple[Link, tuple[Point, ...]]]:
    """Return every road with its line in metres."""
    return [
        (link, tuple(world.ways.xy(*p) for p in link.points) or _straight(world, link))
        for link in _roads(world)
    ]


def _straight(world: World, link: Link) -> tuple[Point, ...]:
    nodes = _nodes(world)
    return nodes[link.start], nodes[link.end]


def beside_km(point: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from a stretch of road."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / whole if whole else 0.0
    share = min(1.0, max(0.0, share))
    return hypot(point[0] - a[0] - share * dx, point[1] - a[1] - share * dy) / 1000
