"""The map as marching troops meet it: ground, water, roads, and the cheapest way (6, 7).

Places are points in metres east and north of the map's origin. Under them lies the lattice of
one kilometre, for ground, neighbours and ways off the road; ranges are straight lines; a road
has the length that its link has. A way is a list of short stretches, so that whoever marches
along it can be stopped anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from math import ceil, hypot
from typing import Final, Literal, NamedTuple

from bocage.maps.pack import Pack
from bocage.maps.records import Link

Ground = Literal["open", "close", "marsh"]
"""Close is built-up or wooded (9.10.4)."""
Point = tuple[int, int]
"""Metres east and north."""

_GROUND: Final[Mapping[str, Ground]] = {
    "woods": "close",
    "built-up": "close",
    "marsh": "marsh",
    "polder": "marsh",
}
_SAMPLE_KM: Final = 0.5
"""Longest stretch of a road between two points at which one can halt."""
_ON_ROAD_M: Final = 700
"""A unit this near a road begins its march on it."""
_LAST_M: Final = 1200
"""From the middle of the last cell to a point in it."""
_DEPLOY_M: Final = 1000
"""Reading 3.7: how far from a road towed guns go into action."""
_MAJOR: Final = "major river"
_MOST_KNOWN: Final = 4096
"""Ways that are kept before all are forgotten."""


class Stretch(NamedTuple):
    """A short part of a way, from the last point to this."""

    x: int
    y: int
    km: float
    road: bool
    lane: bool
    """A minor road or track: narrow and winding (6.2)."""
    crossing: int
    """The bridge or ferry at its end, or -1."""
    town: int
    """The place at its end whose streets take so many points a turn, or -1."""
    water: bool
    """Whether a canal or minor river is crossed on it without a bridge (6.3)."""
    link: int = -1
    """The road that it is part of, or -1."""


@dataclass(frozen=True, slots=True)
class Marcher:
    """What the search for a way must know of who marches."""

    cost: Callable[[Ground, bool, bool], float]
    """Turns for a kilometre, by ground, on a road or off, on a lane or not."""
    off_road: bool
    wades: bool
    """Whether canals and minor rivers are crossed without a bridge."""
    river_cost: float
    """Turns that wading costs."""
    bears: Callable[[int], bool]
    """Whether a crossing can be used."""
    shuns: float = 1.0
    """How much dearer than it is a march off the road looks to whoever plans it."""
    key: tuple[object, ...] | None = None
    """What all of this depends on: with equal keys a way need not be searched again."""


class Ways:
    """Everything that a pack says of ground and ways. It never changes."""

    def __init__(self, pack: Pack) -> None:
        self.pack: Final = pack
        self.grid: Final = pack.grid
        proj = pack.projection
        self._lat0, self._lon0 = proj.lat, proj.lon
        self._ky, self._kx = proj.km_per_degree_lat * 1000, proj.km_per_degree_lon * 1000
        self._known: dict[object, list[Stretch] | None] = {}
        self.crossing_numbers: Final = {c.id: i for i, c in enumerate(pack.crossings)}
        self.place_numbers: Final = {p.id: i for i, p in enumerate(pack.places)}

    # Points ------------------------------------------------------------------------------

    def xy(self, lat: float, lon: float) -> Point:
        """A point of the earth in metres."""
        return round((lon - self._lon0) * self._kx), round((lat - self._lat0) * self._ky)

    def earth(self, point: Point) -> tuple[float, float]:
        """Latitude and longitude of a point."""
        return self._lat0 + point[1] / self._ky, self._lon0 + point[0] / self._kx

    def cell(self, point: Point) -> int | None:
        """The cell of the lattice that holds a point; None beyond the edge."""
        return self.grid.nearest(*self.pack.projection.to_plane(*self.earth(point)))

    def centre(self, cell: int) -> Point:
        """The middle of a cell."""
        return self._centres[cell]

    @cached_property
    def _centres(self) -> tuple[Point, ...]:
        to_earth, centre = self.pack.projection.to_earth, self.grid.centre
        return tuple(self.xy(*to_earth(*centre(h))) for h in self.grid)

    @cached_property
    def _ground_of(self) -> tuple[Ground, ...]:
        return tuple(_GROUND.get(each.terrain, "open") for each in self.pack.hexes)

    def ground(self, point: Point) -> Ground:
        """The ground at a point; beyond the edge it is open."""
        cell = self.cell(point)
        return "open" if cell is None else self._ground_of[cell]

    def is_city(self, point: Point) -> bool:
        """Whether it lies in a marked city (9.14.3)."""
        cell = self.cell(point)
        return cell is not None and "city" in self.pack.hexes[cell].flags

    def overlooks(self, point: Point) -> bool:
        """Whether it lies on high ground (9.10.1)."""
        cell = self.cell(point)
        return cell is not None and "heights" in self.pack.hexes[cell].flags

    # Water -------------------------------------------------------------------------------

    @cached_property
    def _waters(self) -> tuple[tuple[str, str, tuple[Point, ...]], ...]:
        wet = ("river", "canal", _MAJOR)
        return tuple(
            (line.kind, line.name, tuple(self.xy(*p) for p in line.points))
            for line in self.pack.lines
            if line.kind in wet
        )

    def waters_between(self, a: Point, b: Point) -> list[tuple[str, str]]:
        """Kind and name of the waters that a straight line crosses."""
        return [
            (kind, name)
            for kind, name, line in self._waters
            if any(_cross(a, b, p, q) for p, q in pairwise(line))
        ]

    # Roads -------------------------------------------------------------------------------

    @cached_property
    def _net(self) -> _Net:
        return _Net(self)

    def way(self, start: Point, end: Point, who: Marcher) -> list[Stretch] | None:
        """The cheapest way from one point to another, or None if there is none."""
        if who.key is None:
            return self._net.way(start, end, who)
        asked = (start, end, who.key)
        if asked not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[asked] = self._net.way(start, end, who)
        found = self._known[asked]
        return None if found is None else list(found)

    def near_road(self, point: Point) -> bool:
        """Whether a road runs by."""
        return self._net.nearest_sample(point, _ON_ROAD_M) is not None


class _Net:
    """Samples of roads and cells of the lattice as one graph."""

    def __init__(self, ways: Ways) -> None:
        self.ways = ways
        pack = ways.pack
        self.cells = len(pack.hexes)
        self.points: list[Point] = [ways.centre(h) for h in range(self.cells)]
        self.crossing: list[int] = [-1] * self.cells
        self.town: list[int] = [-1] * self.cells
        self.roads: dict[int, list[tuple[int, float, bool, int]]] = {}
        """By node: other node, km, whether it is a lane, and which road."""
        self._ends: dict[str, int] = {}
        self._edges_of: dict[int, list[tuple[Stretch, int, Ground, bool]]] = {}
        for number, link in enumerate(pack.links):
            if link.kind == "road":
                self._lay(number, link)
        self.doors: dict[int, list[int]] = {}
        """From a sample of a road to the cell around it, and back."""
        for node in range(self.cells, len(self.points)):
            cell = ways.cell(self.points[node])
            if cell is None or self.crossing[node] >= 0:
                continue
            if not ways.waters_between(self.points[node], self.points[cell]):
                self.doors.setdefault(node, []).append(cell)
                self.doors.setdefault(cell, []).append(node)
        self._buckets: dict[tuple[int, int], list[int]] = {}
        for node in range(self.cells, len(self.points)):
            x, y = self.points[node]
            self._buckets.setdefault((x // 1000, y // 1000), []).append(node)

    def _end(self, name: str) -> int:
        if name not in self._ends:
            thing = self.ways.pack.points_by_id[name]
            self._ends[name] = self._node(self.ways.xy(thing.lat, thing.lon))
            self.crossing[-1] = self.ways.crossing_numbers.get(name, -1)
            self.town[-1] = self.ways.place_numbers.get(name, -1)
        return self._ends[name]

    def _node(self, point: Point) -> int:
        self.points.append(point)
        self.crossing.append(-1)
        self.town.append(-1)
        return len(self.points) - 1

    def _lay(self, number: int, link: Link) -> None:
        lane = "main" not in link.grade
        points = [self.ways.xy(*each) for each in link.points]
        drawn = sum(_m(a, b) for a, b in pairwise(points)) or 1
        nodes = [self._end(link.start)]
        for a, b in pairwise(points):
            parts = max(1, ceil(_m(a, b) / (_SAMPLE_KM * 1000)))
            for i in range(1, parts + 1):
                at = (a[0] + (b[0] - a[0]) * i // parts, a[1] + (b[1] - a[1]) * i // parts)
                nodes.append(self._node(at))
        nodes[-1] = self._end(link.end)
        for m, n in pairwise(nodes):
            length = _m(self.points[m], self.points[n]) / drawn * link.km
            self.roads.setdefault(m, []).append((n, length, lane, number))
            self.roads.setdefault(n, []).append((m, length, lane, number))

    def nearest_sample(self, point: Point, within: int) -> int | None:
        """The nearest point of a road that no water parts from here."""
        x, y = point[0] // 1000, point[1] // 1000
        near = [
            (_m(point, self.points[node]), node)
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            for node in self._buckets.get((x + dx, y + dy), ())
            if node in self.roads
        ]
        for far, node in sorted(near):
            if far > within:
                return None
            if not self.ways.waters_between(point, self.points[node]):
                return node
        return None

    def _gates(self, point: Point, who: Marcher) -> list[int]:
        """Where a march from or to this point meets the graph."""
        found: list[int] = []
        sample = self.nearest_sample(point, 3000 if not who.off_road else _ON_ROAD_M)
        if sample is not None:
            found.append(sample)
        cell = self.ways.cell(point)
        if cell is not None and (who.off_road or sample is None):
            found.append(cell)
        return found

    def way(self, start: Point, end: Point, who: Marcher) -> list[Stretch] | None:
        """The cheapest way by turns spent, a straight line being the least that is left."""
        least = min(who.cost(each, True, False) for each in ("open", "close", "marsh")) / 1000
        goals = set(self._gates(end, who))
        ground = self.ways.ground
        off = who.cost(ground(start), False, False)
        heap: list[tuple[float, float, int]] = []
        best: dict[int, float] = {}
        came: dict[int, tuple[int, Stretch]] = {}
        for gate in self._gates(start, who):
            x, y = self.points[gate]
            km = _m(start, (x, y)) / 1000
            spent = km * off * who.shuns
            if gate not in best or spent < best[gate]:
                best[gate] = spent
                came[gate] = (-1, Stretch(x, y, km, False, False, -1, -1, False))
                heappush(heap, (spent + least * _m((x, y), end), spent, gate))
        done: set[int] = set()
        while heap:
            _, spent, node = heappop(heap)
            if node in done:
                continue
            done.add(node)
            if node in goals:
                return self._traced(node, came, end, who)
            for stretch, other, cost in self._edges(node, who):
                reached = spent + cost
                if reached < best.get(other, 1e18):
                    best[other] = reached
                    came[other] = (node, stretch)
                    guess = reached + least * _m(self.points[other], end)
                    heappush(heap, (guess, reached, other))
        return None

    def _edges(self, node: int, who: Marcher) -> Iterator[tuple[Stretch, int, float]]:
        """Where one gets from a node, and what it costs."""
        for stretch, other, ground, major in self._around(node):
            if stretch.road:
                if stretch.crossing < 0 or who.bears(stretch.crossing):
                    yield stretch, other, stretch.km * who.cost(ground, True, stretch.lane)
            elif who.off_road and not (stretch.water and (major or not who.wades)):
                cost = stretch.km * who.cost(ground, False, False) * who.shuns
                yield stretch, other, cost + (who.river_cost if stretch.water else 0)

    def _around(self, node: int) -> list[tuple[Stretch, int, Ground, bool]]:
        """Every stretch from a node, the ground at its end, and whether it meets a major river."""
        found = self._edges_of.get(node)
        if found is None:
            found = self._edges_of[node] = list(self._stretches(node))
        return found

    def _stretches(self, node: int) -> Iterator[tuple[Stretch, int, Ground, bool]]:
        ways = self.ways
        for other, km, lane, number in self.roads.get(node, ()):
            at = self.points[other]
            crossing, town = self.crossing[other], self.town[other]
            stretch = Stretch(*at, km, True, lane, crossing, town, False, number)
            yield stretch, other, ways.ground(at), False
        for other in self.doors.get(node, ()):
            at = self.points[other]
            km = _m(self.points[node], at) / 1000
            yield Stretch(*at, km, False, False, -1, -1, False), other, ways.ground(at), False
        if node >= self.cells:
            return
        for other in ways.grid.around(node):
            wet = ways.pack.water_between(node, other)
            at = self.points[other]
            km = _m(self.points[node], at) / 1000
            major = any(side.kind == _MAJOR for side in wet)
            yield Stretch(*at, km, False, False, -1, -1, bool(wet)), other, ways.ground(at), major

    def _traced(
        self, node: int, came: Mapping[int, tuple[int, Stretch]], end: Point, who: Marcher
    ) -> list[Stretch]:
        found: list[Stretch] = []
        at = node
        while at != -1:
            at, stretch = came[at]
            found.append(stretch)
        found.reverse()
        last = (found[-1].x, found[-1].y)
        reach = _LAST_M if who.off_road else _DEPLOY_M
        if last != end and _m(last, end) <= reach and not self.ways.waters_between(last, end):
            found.append(Stretch(*end, _m(last, end) / 1000, False, False, -1, -1, False))
        return [each for each in found if each.km > 0 or each.crossing >= 0]


def _m(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def km_between(a: Point, b: Point) -> float:
    """Straight-line kilometres, as ranges and passing distances are measured."""
    return _m(a, b) / 1000


def km_to_line(point: Point, a: Point, b: Point) -> float:
    """Kilometres from a point to a straight stretch."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    if not length:
        return km_between(point, a)
    t = max(0.0, min(1.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length))
    return hypot(point[0] - a[0] - t * dx, point[1] - a[1] - t * dy) / 1000


def _cross(a: Point, b: Point, p: Point, q: Point) -> bool:
    """Whether two straight stretches cross."""
    return _side(a, b, p) * _side(a, b, q) < 0 and _side(p, q, a) * _side(p, q, b) < 0


def _side(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
