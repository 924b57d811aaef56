"""Roads and cells as one graph, and the cheapest way through it (6.1, 6.3).

Samples of roads, half a kilometre apart, are joined to the cells of the lattice around them
wherever no water lies between. A way is a list of short stretches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from math import ceil, hypot
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from bocage.games.opcom.board.ways import Ways
    from bocage.maps.records import Link


Ground = Literal["open", "close", "marsh"]
"""Close is built-up or wooded (9.10.4)."""
_SAMPLE_KM: Final = 0.5
"""Longest stretch of a road between two points at which one can halt."""
_LAST_M: Final = 1600
"""From the middle of the last cell to a point in it, or in the next one."""
_DOOR_M: Final = 1200
"""From a road to the middle of a cell beside it, where water parts it from its own."""
_PIECE_M: Final = 500
"""The longest stretch over open ground."""
_MAJOR: Final = "major river"
LONG: Final = 3000
"""After so many nodes a search looks whether there is a way at all."""
_MOST_PARTS: Final = 24
_MOST_GOINGS: Final = 1024
_FAR: Final = 1e18
_DONE: Final = -1.0
"""Cheaper than anything: a node whose cheapest way is found."""
STEEP: Final = 3
"""Beside 1 for a canal or minor river and 2 for a major one: an escarpment without a gap."""
CLASSES: Final[tuple[tuple[Ground, bool, bool], ...]] = tuple(
    (ground, road, lane)
    for ground in ("open", "close", "marsh")
    for road in (True, False)
    for lane in (True, False)
)
"""Ground, on a road or off, on a lane or not: what a kilometre costs depends on these."""
_CLASS: Final = {each: number for number, each in enumerate(CLASSES)}


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
    climbs: bool = True
    """Whether an escarpment is crossed elsewhere than at a gap: only men on foot cross it there."""
    shuns: float = 1.0
    """How much costlier a march off the road looks to the planner than it is."""
    key: tuple[object, ...] | None = None
    """What all of this depends on: with equal keys a way need not be searched again."""


def off_road_over(who: Marcher) -> tuple[bool, bool, bool, bool]:
    """Return whether somebody marches off the road over nothing, a minor water, a major one, a
    scarp.
    """
    return who.off_road, who.off_road and who.wades, False, who.off_road and who.climbs


Edge = tuple[int, float, int, int, Stretch]
"""From a node: where to, how far, of which class of way, behind which gate, and as a stretch.

Gates 0 to 3 are those of open ground (`off_road_over`), 4 is a road, and 5 and more are the
crossings that a road leads to.
"""
_WADED: Final = 1
_ROAD: Final = 4
_FIRST_CROSSING: Final = 5


@dataclass(frozen=True, slots=True, eq=False)
class Going:
    """What a search counts with: one for all marchers for whom every way costs the same."""

    costs: tuple[float, ...]
    """The turns for a kilometre as the planner sees them, by class of way."""
    shut: tuple[bool, ...]
    """By gate: whether nobody passes."""
    least: float
    """The least that a metre costs."""


class Parts:
    """Which nodes can be reached from each other, with some gates shut.

    It is found out as far as it is asked: to lay the whole graph would take longer than a turn.
    """

    def __init__(self, net: Net, shut: tuple[bool, ...]) -> None:
        self._net, self._shut = net, shut
        self._pieces: list[set[int]] = []
        """Nodes that are known to be joined."""
        self._whole: list[set[int]] = []
        """Parts of which every node is known."""

    def joined(self, some: Iterable[int], goals: Iterable[int]) -> bool:
        """Return whether a way leads from one of some nodes to a goal.

        It may say yes where there is none, if the nodes or the goals are themselves not joined.
        """
        ours, theirs = set(some), set(goals)
        for part in self._whole:
            if not part.isdisjoint(theirs):
                if not part.isdisjoint(ours):
                    return True
                theirs -= part
        for piece in self._pieces:
            if not piece.isdisjoint(theirs) and not piece.isdisjoint(ours):
                return True
        return bool(ours and theirs) and self._meets(theirs, ours)

    def _meets(self, these: set[int], ours: set[int]) -> bool:
        """Return whether a walk from these nodes, first towards one of ours, comes to one of
        ours.
        """
        points, around, shut = self._net.points, self._net.around, self._shut
        aim_x, aim_y = points[min(ours)]
        seen = set(these)
        heap = [(0.0, node) for node in these]
        while heap:
            _, node = heappop(heap)
            if node in ours:
                self._know(seen | ours)
                return True
            for other, _, _, gate, _ in around(node):
                if other not in seen and not shut[gate]:
                    seen.add(other)
                    x, y = points[other]
                    heappush(heap, (hypot(x - aim_x, y - aim_y), other))
        self._whole.append(seen)
        return False

    def _know(self, piece: set[int]) -> None:
        apart = [each for each in self._pieces if each.isdisjoint(piece)]
        self._pieces = [*apart, piece.union(*(each for each in self._pieces if each not in apart))]


class Net:
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
        self._edges_of: dict[int, list[Edge]] = {}
        self.edges_to: dict[int, list[Edge]] = {}
        self._parts: dict[tuple[bool, ...], Parts] = {}
        self._goings: dict[object, Going] = {}
        self._alike: dict[object, Going] = {}
        for number, link in enumerate(pack.links):
            if link.kind == "road":
                self._lay(number, link)
        self.doors: dict[int, list[int]] = {}
        """From a sample of a road to the cell around it, and back."""
        for node in range(self.cells, len(self.points)):
            cell = ways.cell(self.points[node])
            if cell is None or self.crossing[node] >= 0 or not ways.is_land(cell):
                continue
            for beside in self._dry_cells(self.points[node], cell, _DOOR_M):
                self.doors.setdefault(node, []).append(beside)
                self.doors.setdefault(beside, []).append(node)
        self._bridges: dict[Point, int] = {
            self.points[node]: node
            for node in range(self.cells, len(self.points))
            if self.crossing[node] >= 0
        }
        self._sheer = any(side.kind in ("coast", "escarpment") for side in pack.sides)
        """Whether the map has more than water that bars a march over open ground."""
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
        drawn = sum(metres(a, b) for a, b in pairwise(points)) or 1
        nodes = [self._end(link.start)]
        for a, b in pairwise(points):
            parts = max(1, ceil(metres(a, b) / (_SAMPLE_KM * 1000)))
            for i in range(1, parts + 1):
                at = (a[0] + (b[0] - a[0]) * i // parts, a[1] + (b[1] - a[1]) * i // parts)
                nodes.append(self._node(at))
        nodes[-1] = self._end(link.end)
        for m, n in pairwise(nodes):
            length = metres(self.points[m], self.points[n]) / drawn * link.km
            self.roads.setdefault(m, []).append((n, length, lane, number))
            self.roads.setdefault(n, []).append((m, length, lane, number))

    def _dry_cells(self, point: Point, own: int, within: int) -> list[int]:
        """Return the cell around a point; where water parts them, the cells beside it on the same
        bank.

        6.3: a unit is on the bank on which it stands, wherever the middle of its cell is.
        """
        ways = self.ways
        if ways.is_land(own) and not ways.waters_between(point, self.points[own]):
            return [own]
        return [
            cell
            for cell in ways.grid.around(own)
            if ways.is_land(cell)
            and metres(point, self.points[cell]) <= within
            and not ways.waters_between(point, self.points[cell])
        ]

    def nearest_sample(self, point: Point, within: int) -> int | None:
        """Return the nearest point of a road that no water parts from here; no bridge is one."""
        reach = within // 1000 + 1
        x, y = point[0] // 1000, point[1] // 1000
        near = [
            (metres(point, self.points[node]), node)
            for dx in range(-reach, reach + 1)
            for dy in range(-reach, reach + 1)
            for node in self._buckets.get((x + dx, y + dy), ())
            if node in self.roads and self.crossing[node] < 0
        ]
        for far, node in sorted(near):
            if far > within:
                return None
            if not self.ways.waters_between(point, self.points[node]):
                return node
        return None

    def gates(self, point: Point, who: Marcher) -> list[int]:
        """Where a march from or to this point meets the graph, on its own side of all water."""
        if point in self._bridges:
            return self._bridge_ends(point, who)
        found: list[int] = []
        figures = self.ways.figures
        reach = figures.on_road if who.off_road else figures.to_road
        sample = self.nearest_sample(point, round(reach * 1000))
        if sample is not None:
            found.append(sample)
        cell = self.ways.cell(point)
        if cell is not None and self.ways.is_land(cell) and (who.off_road or sample is None):
            dry = self._dry_cells(point, cell, _LAST_M)
            if not dry and sample is None and (far := self.nearest_sample(point, 3000)) is not None:
                dry = [far]
            if not dry and who.wades:
                dry = [cell]  # water on all sides: the first step is through it
            found += dry
        return found

    def _bridge_ends(self, point: Point, who: Marcher) -> list[int]:
        """Return the roads and cells at both ends of a bridge: it is reached from either bank."""
        node = self._bridges[point]
        found = [other for other, *_ in self.roads.get(node, ()) if self.crossing[other] < 0]
        cell = self.ways.cell(point)
        if cell is None or not who.off_road:
            return found
        for each in (cell, *self.ways.grid.around(cell)):
            # The bridge lies on the water, give or take what the map is drawn to.
            end = toward(point, self.points[each], self.ways.figures.bridge_end * 1000)
            dry = not self.ways.waters_between(end, self.points[each])
            if dry and self.ways.is_land(each) and metres(point, self.points[each]) <= _LAST_M:
                found.append(each)
        return found

    def way(self, start: Point, end: Point, who: Marcher) -> list[Stretch] | None:
        """Return the cheapest way by turns spent, a straight line being the least that is left."""
        if start == end:
            return []
        going = self.going(who)
        costs, shut, least, river = going.costs, going.shut, going.least, who.river_cost
        goals = set(self.gates(end, who))
        ground = self.ways.ground
        off = who.cost(ground(start), False, False)
        heap: list[tuple[float, float, int]] = []
        best = [_FAR] * len(self.points)
        came: dict[int, tuple[int, Stretch]] = {}
        for gate in self.gates(start, who):
            x, y = self.points[gate]
            km = metres(start, (x, y)) / 1000
            spent = km * off * who.shuns
            if spent < best[gate]:
                best[gate] = spent
                through = who.wades and bool(self.ways.waters_between(start, (x, y)))
                came[gate] = (-1, Stretch(x, y, km, False, False, -1, -1, through))
                heappush(heap, (spent + least * metres((x, y), end), spent, gate))
        done: list[int] = []
        points, edges, around = self.points, self._edges_of, self.around
        end_x, end_y = end
        while heap:
            _, spent, node = heappop(heap)
            if spent > best[node]:
                continue
            best[node] = _DONE
            done.append(node)
            if node in goals:
                return self._traced(node, came, start, end, who)
            if len(done) == LONG and not self.parts_of(who).joined(done, goals):
                return None  # a search in vain would go on over the whole map
            # A big turn spends its time in this loop: nothing is called from it that need not be.
            for other, km, kind, gate, stretch in edges.get(node) or around(node):
                known = best[other]
                if known <= spent or shut[gate]:
                    continue
                reached = spent + km * costs[kind]
                if gate == _WADED:
                    reached += river
                if reached < known:
                    best[other] = reached
                    came[other] = (node, stretch)
                    x, y = points[other]
                    guess = reached + least * hypot(x - end_x, y - end_y)
                    heappush(heap, (guess, reached, other))
        return None

    def going(self, who: Marcher) -> Going:
        """What a search for this marcher counts with; marchers who go alike have the same."""
        if who.key is not None and who.key in self._goings:
            return self._goings[who.key]
        costs = tuple(
            who.cost(ground, road, lane) * (1.0 if road else who.shuns)
            for ground, road, lane in CLASSES
        )
        bears = map(who.bears, range(len(self.ways.pack.crossings)))
        shut = tuple(not each for each in (*off_road_over(who), True, *bears))
        least = min(who.cost(each, True, False) for each in ("open", "close", "marsh")) / 1000
        alike = (costs, shut, who.shuns, who.wades, who.climbs, who.off_road, who.river_cost)
        if len(self._alike) >= _MOST_GOINGS or len(self._goings) >= _MOST_GOINGS:
            self._alike.clear()
            self._goings.clear()
        found = self._alike.setdefault(alike, Going(costs, shut, least))
        if who.key is not None:
            self._goings[who.key] = found
        return found

    def parts_of(self, who: Marcher) -> Parts:
        """Return the connected parts of the map for a marcher of this kind."""
        asked = self.going(who).shut
        if asked not in self._parts:
            if len(self._parts) >= _MOST_PARTS:
                self._parts.clear()
            self._parts[asked] = Parts(self, asked)
        return self._parts[asked]

    def around(self, node: int) -> list[Edge]:
        """Return every stretch from a node."""
        found = self._edges_of.get(node)
        if found is None:
            found = self._edges_of[node] = list(self._stretches(node))
        return found

    def into(self, node: int) -> list[Edge]:
        """Return every stretch to a node, with the node that it comes from."""
        found = self.edges_to.get(node)
        if found is None:
            found = self.edges_to[node] = [
                (other, km, kind, gate, stretch)
                for other in dict.fromkeys(each[0] for each in self.around(node))
                for end, km, kind, gate, stretch in self.around(other)
                if end == node
            ]
        return found

    def _stretches(self, node: int) -> Iterator[Edge]:
        ways = self.ways
        for other, km, lane, number in self.roads.get(node, ()):
            at = self.points[other]
            crossing, town = self.crossing[other], self.town[other]
            stretch = Stretch(*at, km, True, lane, crossing, town, False, number)
            gate = _ROAD if crossing < 0 else _FIRST_CROSSING + crossing
            yield other, km, _CLASS[ways.ground(at), True, lane], gate, stretch
        for other in self.doors.get(node, ()):
            at = self.points[other]
            km = metres(self.points[node], at) / 1000
            stretch = Stretch(*at, km, False, False, -1, -1, False)
            yield other, km, _CLASS[ways.ground(at), False, False], 0, stretch
        if node >= self.cells:
            return
        for other in ways.grid.around(node):
            kinds = {side.kind for side in ways.pack.sides_between(node, other)}
            if not ways.is_land(other) or "coast" in kinds:
                continue
            at = self.points[other]
            km = metres(self.points[node], at) / 1000
            # By the line of the water, as everywhere: the sides of the lattice only come near it.
            waters = {kind for kind, _ in ways.waters_between(self.points[node], at)}
            wet = 2 if _MAJOR in waters else int(bool(waters))
            if not wet and "escarpment" in kinds and "gap" not in kinds:
                wet = STEEP
            stretch = Stretch(*at, km, False, False, -1, -1, bool(waters))
            yield other, km, _CLASS[ways.ground(at), False, False], wet, stretch

    def _traced(
        self,
        node: int,
        came: Mapping[int, tuple[int, Stretch]],
        start: Point,
        end: Point,
        who: Marcher,
    ) -> list[Stretch]:
        found: list[Stretch] = []
        at = node
        while at != -1:
            at, stretch = came[at]
            found.append(stretch)
        found.reverse()
        return self.finished(found, start, end, who)

    def finished(
        self, found: list[Stretch], start: Point, end: Point, who: Marcher
    ) -> list[Stretch]:
        """Return a way with its last step from the graph to the point itself, if there is one.

        Off the road it is straight wherever that is no dearer, so that a march goes as far in one
        direction as in another; and it halts at the water before it crosses (6.3).
        """
        last = (found[-1].x, found[-1].y)
        if end in self._bridges:
            far = self.ways.figures.bridge_end * 1000
            end = toward(end, last, min(far, metres(end, last)))
        reach = _LAST_M if who.off_road else self.ways.figures.deploy * 1000
        if last != end and metres(last, end) <= reach and not self.ways.waters_between(last, end):
            found.append(Stretch(*end, metres(last, end) / 1000, False, False, -1, -1, False))
        direct = self.straight(start, end, who) if metres(start, end) <= _LAST_M else None
        if direct is not None and direct[0] <= sum(self._prices(found, who)) + 1e-9:
            found = direct[1]
        elif who.off_road:
            found = self._straightened(found, start, who)
        return [each for each in found if each.km > 0 or each.crossing >= 0]

    def _prices(self, some: Iterable[Stretch], who: Marcher) -> list[float]:
        """Return the price of each stretch for the planner of a way."""
        found: list[float] = []
        for each in some:
            cost = who.cost(self.ways.ground((each.x, each.y)), each.road, each.lane)
            price = each.km * cost * (1.0 if each.road else who.shuns)
            found.append(price + (who.river_cost if each.water else 0.0))
        return found

    def _straightened(self, found: list[Stretch], start: Point, who: Marcher) -> list[Stretch]:
        """Return a way whose parts off the road are as straight as the ground allows."""
        made: list[Stretch] = []
        at = start
        first = 0
        while first < len(found):
            if found[first].road:
                made.append(found[first])
                at = (found[first].x, found[first].y)
                first += 1
                continue
            last = first
            while last + 1 < len(found) and not found[last + 1].road:
                last += 1
            part, last = self._pulled(found, first, last, at, who)
            made += part
            at = (found[last].x, found[last].y)
            first = last + 1
        return made

    def _pulled(
        self, found: list[Stretch], first: int, last: int, at: Point, who: Marcher
    ) -> tuple[list[Stretch], int]:
        """Return the longest beginning of a part off the road that can be gone in a straight
        line.
        """
        prices = self._prices(found[first : last + 1], who)
        while last > first or found[first].water:
            direct = self.straight(at, (found[last].x, found[last].y), who)
            if direct is not None and direct[0] <= sum(prices[: last - first + 1]) + 1e-9:
                return direct[1], last
            if last == first:
                break
            last = first + (last - first) // 2
        return found[first : first + 1], first

    def straight(self, a: Point, b: Point, who: Marcher) -> tuple[float, list[Stretch]] | None:
        """Return a straight march over open ground: its price and its stretches; None if it is
        barred.
        """
        ways, far = self.ways, metres(a, b)
        if not who.off_road or far == 0:
            return None
        waters = ways.waters_met(a, b)
        if waters and (not who.wades or any(kind == _MAJOR for _, _, kind in waters)):
            return None
        banks = _banks(waters, far, ways.figures.bank * 1000)
        parts = ceil(far / _PIECE_M)
        ends = [i / parts for i in range(1, parts + 1)]
        if banks:
            dry = {end for end in ends if end == 1 or not any(a < end < b for a, b in banks)}
            ends = sorted(dry | {end for bank in banks for end in bank if end > 0})
        wet = {bank for bank, _ in banks}
        price, done, cell = len(wet) * who.river_cost, 0.0, ways.cell(a)
        found: list[Stretch] = []
        for end in ends:
            at = b if end == 1 else toward(a, b, end * far)
            there = ways.cell(at)
            if there is None or not ways.is_land(there) or self._is_sheer(cell, there, who):
                return None
            km = (end - done) * far / 1000
            price += km * who.cost(ways.ground_in(there), False, False) * who.shuns
            found.append(Stretch(*at, km, False, False, -1, -1, done in wet))
            done, cell = end, there
        return price, found

    def _is_sheer(self, one: int | None, other: int, who: Marcher) -> bool:
        """Return whether the shore or an escarpment bars the step from one cell to the next."""
        if not self._sheer or one is None or one == other:
            return False
        kinds = {side.kind for side in self.ways.pack.sides_between(one, other)}
        steep = "escarpment" in kinds and "gap" not in kinds
        return "coast" in kinds or (steep and not who.climbs)


Point = tuple[int, int]
"""Metres east and north."""


def metres(a: Point, b: Point) -> float:
    """Straight-line metres."""
    return hypot(a[0] - b[0], a[1] - b[1])


def km_between(a: Point, b: Point) -> float:
    """Straight-line kilometres, as ranges and passing distances are measured."""
    return metres(a, b) / 1000


def toward(a: Point, b: Point, far: float) -> Point:
    """Return the point so many metres from `a` on the straight line to `b`."""
    share = far / max(metres(a, b), 1.0)
    return round(a[0] + (b[0] - a[0]) * share), round(a[1] + (b[1] - a[1]) * share)


def cross(a: Point, b: Point, p: Point, q: Point) -> bool:
    """Return whether a straight march from `a` to `b` crosses a stretch of a water from `p` to `q`.

    A bend of the water belongs to one of its two stretches, so that nobody slips through there.
    """
    bent = (_side(a, b, p) >= 0) != (_side(a, b, q) >= 0)
    return bent and _side(p, q, a) * _side(p, q, b) < 0


def _banks(
    waters: list[tuple[float, float, str]], far: float, bank: float
) -> list[tuple[float, float]]:
    """Return the near and the far bank of each water on a line so many metres long, as shares of
    it.
    """
    found: list[tuple[float, float]] = []
    for share, square, _ in waters:
        off = bank / max(square, 0.2) / far
        near, beyond = max(0.0, share - off), min(1.0, share + off)
        if found and found[-1][1] > near:  # two waters close together: between them
            near = max(found[-1][0], (found[-1][1] + near) / 2)
            found[-1] = (found[-1][0], near)
        found.append((near, beyond))
    return [(near, beyond) for near, beyond in found if near < beyond]


def crossed_at(a: Point, b: Point, p: Point, q: Point) -> tuple[float, float]:
    """Of two stretches that cross: the share of the first up to there, the sine of the angle."""
    one, other = _side(p, q, a), _side(p, q, b)
    turn = abs((b[0] - a[0]) * (q[1] - p[1]) - (b[1] - a[1]) * (q[0] - p[0]))
    return one / (one - other), turn / max(metres(a, b) * metres(p, q), 1.0)


def _side(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


class Back:
    """One search back from a goal."""

    def __init__(self, net: Net, end: Point, who: Marcher) -> None:
        self._net, self._end, self._who = net, end, who
        self._goals = net.gates(end, who)
        self._going = net.going(who)
        self._next: dict[int, tuple[int, Stretch]] = {}
        self._done: dict[int, float] = {}

    def ways(self, starts: Sequence[Point]) -> list[list[Stretch] | None]:
        """Return the cheapest way from each start, or None."""
        gates = [self._net.gates(start, self._who) for start in starts]
        self._search({gate for several in gates for gate in several})
        return [self._way(start, several) for start, several in zip(starts, gates, strict=True)]

    def _search(self, wanted: set[int]) -> None:
        points, done, who = self._net.points, self._done, self._who
        spots = [points[gate] for gate in wanted]
        if not spots or not self._goals:
            return
        mid_x = sum(x for x, _ in spots) / len(spots)
        mid_y = sum(y for _, y in spots) / len(spots)
        reach = max(hypot(x - mid_x, y - mid_y) for x, y in spots)
        going = self._going
        costs, shut, least, river = going.costs, going.shut, going.least, who.river_cost
        best = [_FAR] * len(points)
        for goal in self._goals:
            best[goal] = 0.0
        heap = [(0.0, 0.0, goal) for goal in self._goals]
        left = set(wanted)
        edges, into, found = self._net.edges_to, self._net.into, self._next
        while heap and left:
            _, spent, node = heappop(heap)
            if node in done:
                continue
            done[node] = spent
            left.discard(node)
            if len(done) == LONG:
                parts = self._net.parts_of(who)
                left = {each for each in left if parts.joined([each], done)}
            # As in `Net.way`: nothing is called from this loop that need not be.
            for other, km, kind, gate, stretch in edges.get(node) or into(node):
                if shut[gate] or other in done:
                    continue
                reached = spent + km * costs[kind]
                if gate == _WADED:
                    reached += river
                if reached < best[other]:
                    best[other] = reached
                    found[other] = (node, stretch)
                    x, y = points[other]
                    rest = hypot(x - mid_x, y - mid_y) - reach
                    guess = reached + least * rest if rest > 0 else reached
                    heappush(heap, (guess, reached, other))

    def _way(self, start: Point, gates: Sequence[int]) -> list[Stretch] | None:
        if start == self._end:
            return []
        off = self._who.cost(self._net.ways.ground(start), False, False) * self._who.shuns
        ends = [
            (metres(start, self._net.points[gate]) / 1000 * off + self._done[gate], gate)
            for gate in gates
            if gate in self._done
        ]
        if not ends:
            return None
        _, node = min(ends, key=lambda each: each[0])
        at = self._net.points[node]
        wet = self._who.wades and bool(self._net.ways.waters_between(start, at))
        found = [Stretch(*at, metres(start, at) / 1000, False, False, -1, -1, wet)]
        while node in self._next and node not in self._goals:
            node, stretch = self._next[node]
            found.append(stretch)
        return self._net.finished(found, start, self._end, self._who)
