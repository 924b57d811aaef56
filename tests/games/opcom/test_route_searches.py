"""What is worked out quickly equals what is worked out plainly, on the map of Market Garden."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import pairwise
from random import Random

import pytest

from bocage.games.opcom.board.net import STEEP, Marcher, Stretch, cross, metres
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.board.ways import Point, Ways
from bocage.maps import load

TACTICAL = {"open": 30.0, "close": 18.0, "marsh": 8.0}


@pytest.fixture(scope="module", params=["market-garden", "malta"])
def ways(request: pytest.FixtureRequest) -> Ways:
    """Return the ways of a large map with waters, and of one with the sea around it."""
    return Ways(load(request.param), tables().figures.movement)


def points(ways: Ways, seed: int, count: int) -> Iterator[tuple[Point, Point]]:
    """Pairs of points on the map, near and far."""
    rng = Random(seed)
    for _ in range(count):
        a = rng.choice(ways.net.points)
        far = rng.choice((1500, 8000, 40_000))
        yield a, (a[0] + rng.randint(-far, far), a[1] + rng.randint(-far, far))


def marcher(*, off_road: bool, wades: bool, down: frozenset[int]) -> Marcher:
    """Somebody on the march, with some bridges down."""
    return Marcher(
        cost=lambda ground, road, lane: (2.0 if road and lane else 1.0) / TACTICAL[ground],
        off_road=off_road,
        wades=wades,
        climbs=wades,
        river_cost=0.25,
        bears=lambda crossing: crossing not in down,
        shuns=1.0 if wades else 1.8,
    )


def is_open(stretch: Stretch, wet: int, who: Marcher) -> bool:
    """Return whether a stretch can be used: bridges that bear, no major river, off the road or
    not.
    """
    if stretch.road:
        return stretch.crossing < 0 or who.bears(stretch.crossing)
    allowed = {0: True, 1: who.wades, STEEP: who.climbs}
    return who.off_road and allowed.get(wet, False)


def price(ways: Ways, stretch: Stretch, who: Marcher) -> float:
    """Return what a stretch costs a unit that plans its way."""
    ground = ways.ground((stretch.x, stretch.y))
    cost = who.cost(ground, stretch.road, stretch.lane) * (1.0 if stretch.road else who.shuns)
    return stretch.km * cost + (who.river_cost if stretch.water else 0.0)


def least_plainly(ways: Ways, first: int, last: int, who: Marcher) -> float | None:
    """Return the cost of the cheapest way between two nodes, by looking everywhere (Dijkstra)."""
    heap, done = [(0.0, first)], set[int]()
    while heap:
        spent, node = heappop(heap)
        if node in done:
            continue
        done.add(node)
        if node == last:
            return spent
        for other, _, _, gate, stretch in ways.net.around(node):
            if is_open(stretch, gate, who):
                heappush(heap, (spent + price(ways, stretch, who), other))
    return None


def waters_one_by_one(ways: Ways, a: Point, b: Point) -> list[tuple[str, str]]:
    """Return the waters that a line crosses, by looking at every stretch of every water."""
    return [
        (line.kind, line.name)
        for line in ways.pack.lines
        if line.kind in ("river", "canal", "major river")
        and any(cross(a, b, p, q) for p, q in pairwise(ways.xy(*each) for each in line.points))
    ]


def test_searching_waters_by_squares_finds_the_same_waters(ways: Ways) -> None:
    """The waters that a line crosses are the same whether found by squares or one by one."""
    crossed = 0
    for a, b in points(ways, 1, 300):
        found = ways.waters_between(a, b)
        assert found == waters_one_by_one(ways, a, b)
        crossed += bool(found)
    assert (crossed > 50) == any(line.kind in ("river", "canal") for line in ways.pack.lines)


@pytest.mark.parametrize("off_road", [True, False])
def test_no_cheaper_way_is_missed(ways: Ways, off_road: bool) -> None:
    """The quick search finds a way exactly where a plain one does, at the same price."""
    rng = Random(7)
    roads = sorted(ways.net.roads)
    ways_found = 0
    for wades in (True, False):
        down = frozenset(range(0, len(ways.crossing_numbers), 3))
        who = marcher(off_road=off_road, wades=wades, down=down)
        for _ in range(4):
            first = rng.choice(roads)
            near = [n for n in roads if metres(ways.net.points[n], ways.net.points[first]) < 15_000]
            last = rng.choice(near)
            start, end = ways.net.points[first], ways.net.points[last]
            least = least_plainly(ways, first, last, who)
            way = ways.way(start, end, who)
            if ways.net.points.count(start) > 1 or ways.net.points.count(end) > 1:
                continue  # two nodes in one place: which one is meant is not ours to say
            assert (way is None) == (least is None)
            if way is not None and least is not None and first != last:
                # A way ends at the road or in the cell around a point, whichever is cheaper;
                # the step from there to the point itself is not weighed.
                body = way if way[-1].road else way[:-1]
                assert sum(price(ways, each, who) for each in body) <= least + 1e-9
                ways_found += 1
    assert ways_found > 2


@pytest.mark.parametrize("off_road", [True, False])
def test_one_search_for_many_ways_finds_the_same_prices(ways: Ways, off_road: bool) -> None:
    """A search back from the goal finds a way for each start exactly where one of its own does."""
    rng = Random(11)
    roads = sorted(ways.net.roads)
    found = 0
    for wades in (True, False):
        down = frozenset(range(1, len(ways.crossing_numbers), 4))
        who = marcher(off_road=off_road, wades=wades, down=down)
        for far in (3_000, 12_000):
            end = ways.net.points[rng.choice(roads)]
            at = (end[0] + rng.randint(-far, far), end[1] + rng.randint(-far, far))
            starts = [(at[0] + 700 * i, at[1] + 500 * (i % 3)) for i in range(5)]
            for start, way in zip(starts, ways.ways_to(starts, end, who), strict=True):
                alone = ways.way(start, end, who)
                assert (way is None) == (alone is None)
                if way is not None and alone is not None:
                    one, other = (sum(price(ways, s, who) for s in each) for each in (way, alone))
                    assert one == pytest.approx(other, abs=1e-6)
                    found += 1
    assert found > 5


def test_a_hopeless_search_stops_early_with_the_same_answer(ways: Ways) -> None:
    """Nodes that no way joins lie in different parts, those that one joins in the same."""
    rng = Random(3)
    down = frozenset(range(len(ways.crossing_numbers)))
    who = marcher(off_road=True, wades=False, down=down)
    parts = ways.net.parts_of(who)
    roads = [n for n in sorted(ways.net.roads) if ways.net.crossing[n] < 0]
    for _ in range(6):
        a, b = rng.choice(roads), rng.choice(roads)
        assert parts.joined([a], [b]) == (least_plainly(ways, a, b, who) is not None)


def test_nobody_marches_over_the_sea() -> None:
    """On an island every way keeps to the land and to roads, and none leads to another island."""
    ways = Ways(load("malta"), tables().figures.movement)
    who = marcher(off_road=True, wades=True, down=frozenset())
    valletta, rabat = ways.xy(35.8979, 14.5125), ways.xy(35.8815, 14.3989)
    way = ways.way(valletta, rabat, who)
    assert way is not None
    for stretch in way:
        cell = ways.cell((stretch.x, stretch.y))
        assert stretch.road or (cell is not None and ways.is_land(cell))
    assert ways.way(valletta, ways.xy(36.0440, 14.2397), who) is None  # Victoria, on Gozo


def test_vehicles_pass_the_lines_at_gaps_alone() -> None:
    """Men on foot climb the escarpment of the Victoria Lines, vehicles go round by a gap."""
    ways = Ways(load("malta"), tables().figures.movement)
    steep = [
        (side.a, side.b)
        for side in ways.pack.sides
        if side.kind == "escarpment"
        and not any(s.kind == "gap" for s in ways.pack.sides_between(side.a, side.b))
        and not ways.net.doors.get(side.a)
    ]
    a, b = steep[0]
    foot, wheels = (
        sum(s.km for s in ways.way(ways.centre(a), ways.centre(b), who) or ())
        for who in (marcher(off_road=True, wades=each, down=frozenset()) for each in (True, False))
    )
    assert foot < 1.5 < 2 * foot < wheels


def way_plainly(ways: Ways, start: Point, end: Point, who: Marcher) -> list[Stretch] | None:
    """Return the same search as `Net.way`, with a dictionary and a set, and every question
    asked.
    """
    net = ways.net
    least = min(who.cost(each, True, False) for each in ("open", "close", "marsh")) / 1000
    goals, off = net.gates(end, who), who.cost(ways.ground(start), False, False) * who.shuns
    heap: list[tuple[float, float, int]] = []
    best: dict[int, float] = {}
    came: dict[int, tuple[int, Stretch]] = {}

    def reach(node: int, spent: float, before: int, stretch: Stretch) -> None:
        if spent < best.get(node, 1e18):
            best[node], came[node] = spent, (before, stretch)
            heappush(heap, (spent + least * metres(net.points[node], end), spent, node))

    for gate in net.gates(start, who):
        km = metres(start, net.points[gate]) / 1000
        step = Stretch(*net.points[gate], km, False, False, -1, -1, False)
        reach(gate, km * off, -1, step)
    done: set[int] = set()
    while heap:
        _, spent, node = heappop(heap)
        if node in done:
            continue
        done.add(node)
        if node in goals:
            found: list[Stretch] = []
            while node != -1:
                node, stretch = came[node]
                found.insert(0, stretch)
            return net.finished(found, start, end, who)
        for other, _, _, gate, stretch in net.around(node):
            if other not in done and is_open(stretch, gate, who):
                reach(other, spent + price(ways, stretch, who), node, stretch)
    return None


@pytest.mark.parametrize("off_road", [True, False])
def test_the_quick_search_finds_the_way_that_a_plain_one_finds(ways: Ways, off_road: bool) -> None:
    """Stretch by stretch the same way, or none, with some bridges down."""
    found = 0
    for wades in (True, False):
        down = frozenset(range(0, len(ways.crossing_numbers), 3))
        who = marcher(off_road=off_road, wades=wades, down=down)
        for start, end in points(ways, 5, 30):
            if max(abs(start[0] - end[0]), abs(start[1] - end[1])) < 10_000:
                way = ways.way(start, end, who)
                assert way == way_plainly(ways, start, end, who)
                found += way is not None
    assert found > 4
