"""Questions that the tests of OP COM's real maps ask of a pack: roads, waters, banks."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot

from bocage.hexes.grid import Vertex
from bocage.maps.pack import Pack, pair
from bocage.maps.records import Line, Link
from bocage.maps.vocabulary import WATER
from mapforge.geometry import Point, crossing_point, distance_to_line


class RoadMap:
    """A pack seen as a net of roads over waters."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.crossings = {each.id: each for each in pack.crossings}
        self.at = {place.id: (place.lat, place.lon) for place in pack.places}
        self.at |= {each.id: (each.lat, each.lon) for each in pack.crossings}
        self.wet: dict[tuple[int, int], set[str]] = {}
        self.wet_kinds: dict[tuple[int, int], set[str]] = {}
        for side in pack.sides:
            if side.kind in WATER:
                self.wet.setdefault(pair(side.a, side.b), set()).add(side.name)
                self.wet_kinds.setdefault(pair(side.a, side.b), set()).add(side.kind)

    def plane(self, point: tuple[float, float]) -> Point:
        """Return a point in kilometres west and south."""
        return self.pack.projection.to_plane(*point)

    def line(self, each: Link | Line) -> list[Point]:
        """Return a link or a course on the plane."""
        return [self.plane(point) for point in each.points]

    def straight(self, a: str, b: str) -> float:
        """Kilometres as the crow flies between two places or crossings."""
        return self.pack.projection.km(self.at[a], self.at[b])

    def cell(self, point: tuple[float, float]) -> int | None:
        """The cell that holds a point."""
        return self.pack.grid.nearest(*self.plane(point))

    def water_crossings(self, link: Link) -> Iterator[tuple[str, Point]]:
        """Yield each water that the line of a link crosses as drawn, and where."""
        line = self.line(link)
        for course in self.pack.lines:
            for c, d in pairwise(self.line(course)):
                for a, b in pairwise(line):
                    point = crossing_point(a, b, c, d)
                    if point is not None:
                        yield course.name, point

    def away(self, node: str, point: Point) -> float:
        """Kilometres from a place or crossing to a point of the plane."""
        x, y = self.plane(self.at[node])
        return hypot(x - point[0], y - point[1])

    def reachable(
        self, start: str, *, without: Collection[str] = (), links: Iterable[Link] | None = None
    ) -> set[str]:
        """What the roads join to a place, when some nodes are gone."""
        near: dict[str, list[str]] = {}
        for link in self.pack.links if links is None else links:
            if link.kind == "road":
                near.setdefault(link.start, []).append(link.end)
                near.setdefault(link.end, []).append(link.start)
        found, todo = {start}, [start]
        while todo:
            for there in near.get(todo.pop(), ()):
                if there not in found and there not in without:
                    found.add(there)
                    todo.append(there)
        return found

    def road_km(self, start: str, goal: str, *, without: Collection[str] = ()) -> float | None:
        """Return the shortest way by road over bridges that stand, or None."""
        best = {start: 0.0}
        queue = [(0.0, start)]
        while queue:
            km, here = heappop(queue)
            if here == goal:
                return round(km, 2)
            if km > best[here]:
                continue
            for link in self.pack.links_of(here):
                there = link.end if link.start == here else link.start
                if link.kind != "road" or there in without or self.is_down(there):
                    continue
                if km + link.km < best.get(there, float("inf")):
                    best[there] = km + link.km
                    heappush(queue, (best[there], there))
        return None

    def is_down(self, node: str) -> bool:
        """Return whether a node is a crossing nobody can use at the start."""
        crossing = self.crossings.get(node)
        return crossing is not None and crossing.state in ("destroyed", "dismantled")

    def length(self, *nodes: str) -> float:
        """Kilometres by road along consecutive nodes."""
        km = {
            frozenset((link.start, link.end)): link.km
            for link in self.pack.links
            if link.kind == "road"
        }
        return round(sum(km[frozenset(each)] for each in pairwise(nodes)), 2)

    def dry_cells(
        self, start: Iterable[int], *, over: Collection[str] = (), beside: list[Point] | None = None
    ) -> set[int]:
        """Cells that can be walked to without crossing water, but for some kinds.

        With `beside`, only cells within 2.5 km of that line count.
        """
        found = set(start)
        todo = deque(found)
        grid = self.pack.grid
        while todo:
            here = todo.popleft()
            for there in grid.around(here):
                if there in found or self.wet_kinds.get(pair(here, there), set()) - set(over):
                    continue
                if beside is None or distance_to_line(grid.centre(there), beside) <= 2.5:
                    found.add(there)
                    todo.append(there)
        return found

    def chain(self, water: str) -> list[frozenset[Vertex]]:
        """The ends of each side of a water, in the order of the pack."""
        return [
            self.pack.grid.side_ends(side.a, side.b)
            for side in self.pack.sides
            if side.name == water and side.kind in WATER
        ]

    def ends(self, water: str) -> set[Vertex]:
        """Return the two corners where a water's chain ends."""
        count: dict[Vertex, int] = {}
        for corners in self.chain(water):
            for corner in corners:
                count[corner] = count.get(corner, 0) + 1
        return {corner for corner, sides in count.items() if sides == 1}
