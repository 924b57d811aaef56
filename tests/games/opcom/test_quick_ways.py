"""What is worked out quickly equals what is worked out plainly, on the map of Market Garden."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from random import Random

import pytest

from bocage.games.opcom.net import Marcher, Stretch
from bocage.games.opcom.plane import metres
from bocage.games.opcom.ways import Point, Ways
from bocage.games.opcom.world import load_world

TACTICAL = {"open": 30.0, "close": 18.0, "marsh": 8.0}


@pytest.fixture(scope="module")
def ways() -> Ways:
    """The ways of the largest map."""
    return load_world("market-garden").ways


def points(seed: int, count: int) -> Iterator[tuple[Point, Point]]:
    """Pairs of points on the map, near and far."""
    rng = Random(seed)
    units = load_world("market-garden").units
    for _ in range(count):
        a = rng.choice(units).start
        far = rng.choice((1500, 8000, 40_000))
        yield a, (a[0] + rng.randint(-far, far), a[1] + rng.randint(-far, far))


def marcher(*, off_road: bool, wades: bool, down: frozenset[int]) -> Marcher:
    """Somebody on the march, with some bridges down."""
    return Marcher(
        cost=lambda ground, road, lane: (2.0 if road and lane else 1.0) / TACTICAL[ground],
        off_road=off_road,
        wades=wades,
        river_cost=0.25,
        bears=lambda crossing: crossing not in down,
        shuns=1.0 if wades else 1.8,
    )


def is_open(stretch: Stretch, wet: int, who: Marcher) -> bool:
    """Whether a stretch can be used: bridges that bear, no major river, off the road or not."""
    if stretch.road:
        return stretch.crossing < 0 or who.bears(stretch.crossing)
    return who.off_road and (not wet or (wet == 1 and who.wades))


def price(ways: Ways, stretch: Stretch, who: Marcher) -> float:
    """What a stretch costs whoever plans his way."""
    ground = ways.ground((stretch.x, stretch.y))
    cost = who.cost(ground, stretch.road, stretch.lane) * (1.0 if stretch.road else who.shuns)
    return stretch.km * cost + (who.river_cost if stretch.water else 0.0)


def least_plainly(ways: Ways, first: int, last: int, who: Marcher) -> float | None:
    """The cost of the cheapest way between two nodes, by looking everywhere (Dijkstra)."""
    heap, done = [(0.0, first)], set[int]()
    while heap:
        spent, node = heappop(heap)
        if node in done:
            continue
        done.add(node)
        if node == last:
            return spent
        for other, stretch, _, wet in ways.net.around(node):
            if is_open(stretch, wet, who):
                heappush(heap, (spent + price(ways, stretch, who), other))
    return None


def test_waters_are_found_by_squares_as_one_by_one(ways: Ways) -> None:
    """The waters that a line crosses are the same whether found by squares or one by one."""
    crossed = 0
    for a, b in points(1, 300):
        found = ways.waters_between(a, b)
        assert found == ways.waters_one_by_one(a, b)
        crossed += bool(found)
    assert crossed > 100


@pytest.mark.parametrize("off_road", [True, False])
def test_no_cheaper_way_is_missed(ways: Ways, off_road: bool) -> None:
    """The quick search finds a way exactly where a plain one does, at the same price."""
    rng = Random(7)
    roads = sorted(ways.net.roads)
    ways_found = 0
    for wades in (True, False):
        down = frozenset(rng.sample(range(len(ways.crossing_numbers)), 20))
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
                assert sum(price(ways, each, who) for each in way) <= least + 1e-9
                ways_found += 1
    assert ways_found > 2
