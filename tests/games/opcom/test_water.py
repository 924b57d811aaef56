"""Crossings at the water line (6.3): on every map, nobody slips over water anywhere."""

from __future__ import annotations

from random import Random

import pytest

from bocage.games.opcom.board.net import Marcher, Stretch
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.board.ways import Point, Ways, km_between
from bocage.maps import load

MAPS = ("joes-bridge", "market-garden")


@pytest.fixture(scope="module", params=MAPS)
def ways(request: pytest.FixtureRequest) -> Ways:
    """Return the ways of a map with canals and rivers."""
    return Ways(load(request.param), tables().figures.movement)


def marcher(*, wades: bool, bridges: bool) -> Marcher:
    """Somebody off the road, for whom every bridge bears or none."""
    return Marcher(
        cost=lambda ground, road, _: 1 / (15.0 if ground == "open" or road else 12.0),
        off_road=True,
        wades=wades,
        river_cost=0.25,
        bears=lambda _: bridges,
        shuns=1.0 if wades else 1.8,
    )


def at_the_water(ways: Ways, seed: int, count: int) -> list[tuple[Point, Point]]:
    """Pairs of points within a few hundred metres of a bank, a few kilometres apart."""
    rng = Random(seed)
    lines = [
        [ways.xy(*point) for point in line.points]
        for line in ways.pack.lines
        if line.kind in ("canal", "river", "major river")
    ]
    found: list[tuple[Point, Point]] = []
    while len(found) < count:
        line = rng.choice(lines)
        i = rng.randrange(len(line) - 1)
        t = rng.random()
        x = line[i][0] + (line[i + 1][0] - line[i][0]) * t
        y = line[i][1] + (line[i + 1][1] - line[i][1]) * t
        ends = [
            (round(x + rng.uniform(-far, far)), round(y + rng.uniform(-far, far)))
            for far in (400, 3000)
        ]
        if all(ways.cell(end) is not None for end in ends):
            found.append((ends[0], ends[1]))
    return found


def waded(ways: Ways, start: Point, way: list[Stretch]) -> list[tuple[Stretch, list[str]]]:
    """Return every stretch off the road that crosses water, and what it crosses."""
    found: list[tuple[Stretch, list[str]]] = []
    was = start
    for stretch in way:
        at = (stretch.x, stretch.y)
        met = [kind for _, _, kind in ways.waters_met(was, at)]
        if met and not stretch.road:
            found.append((stretch, met))
        was = at
    return found


def test_vehicles_cross_no_water_off_the_road(ways: Ways) -> None:
    """6.3.b: with every bridge down nobody with vehicles gets over a canal or river."""
    who = marcher(wades=False, bridges=False)
    apart = 0
    for start, end in at_the_water(ways, 1, 60):
        way = ways.way(start, end, who)
        assert not waded(ways, start, way or []), (start, end)
        apart += way is None
    assert apart > 10


def test_infantry_wade_minor_waters_only(ways: Ways) -> None:
    """6.3.c: each water that men on foot cross is paid for, and men cannot cross a major river."""
    who = marcher(wades=True, bridges=False)
    crossed = 0
    for start, end in at_the_water(ways, 2, 60):
        for stretch, met in waded(ways, start, ways.way(start, end, who) or []):
            assert stretch.water, (start, end)
            assert "major river" not in met
            crossed += 1
    assert crossed > 5


def test_a_unit_that_wades_stops_on_its_bank(ways: Ways) -> None:
    """6.3: the stretch through the water is short: before it a unit stands on its own bank."""
    who = marcher(wades=True, bridges=False)
    for start, end in at_the_water(ways, 3, 40):
        for stretch, met in waded(ways, start, ways.way(start, end, who) or []):
            assert stretch.km < 1.0 or len(met) > 1


def test_a_march_to_a_bridge_that_is_down_ends_at_its_near_end(ways: Ways) -> None:
    """6.3: the goal is reached from either bank; nobody makes a detour to the other one."""
    who = marcher(wades=False, bridges=False)
    for number, crossing in enumerate(ways.pack.crossings):
        if "road" not in crossing.carries:
            continue
        at = ways.xy(crossing.lat, crossing.lon)
        if at not in {ways.net.points[node] for node in ways.net.roads}:
            continue
        for dx, dy in ((0, 1500), (0, -1500), (1500, 0), (-1500, 0)):
            start = (at[0] + dx, at[1] + dy)
            if len(ways.waters_met(start, at)) > 1:
                continue  # another water lies between
            way = ways.way(start, at, who)
            if way:
                end = (way[-1].x, way[-1].y)
                assert km_between(end, at) < 1.3, (number, start)
                assert sum(each.km for each in way) < 6, (number, start)


def test_a_straight_march_is_as_long_as_the_distance(ways: Ways) -> None:
    """6.1: over open ground a march is as long as the line between its ends, in any direction."""
    who = marcher(wades=True, bridges=True)
    rng = Random(4)
    straight = 0
    for _ in range(40):
        start = rng.choice(ways.net.points[: ways.net.cells])
        end = (start[0] + rng.randint(-6000, 6000), start[1] + rng.randint(-6000, 6000))
        way = ways.way(start, end, who) if ways.cell(end) is not None else None
        if way and not any(each.road for each in way) and not ways.waters_met(start, end):
            assert sum(each.km for each in way) < km_between(start, end) * 1.08 + 0.1
            straight += 1
    assert straight > 5


def test_an_order_to_the_units_own_place_is_not_a_march(ways: Ways) -> None:
    """6.1: who is there already does not set off."""
    for start, _ in at_the_water(ways, 5, 10):
        assert ways.way(start, start, marcher(wades=True, bridges=True)) == []
