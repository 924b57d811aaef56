"""The compiled kernel and the plain one agree on every map that comes with bocage."""

from __future__ import annotations

import os
from array import array
from random import Random

import pytest

from bocage.hexes.kernels import (
    BLOCKED,
    DEAR,
    PROHIBITED,
    ZONE,
    Kernel,
    KernelError,
    ZoneToZone,
    kernel,
)
from bocage.hexes.sets import HexSet
from bocage.hexes.tables import side_masks, step_costs
from bocage.maps import THEATRES, Pack, load
from bocage.maps.vocabulary import WATER

NAMES = [theatre.id for theatre in THEATRES]


@pytest.fixture(scope="module")
def compiled() -> Kernel:
    """Return the compiled kernel; its absence is a failure where the run demands it."""
    try:
        return kernel("c")
    except KernelError as missing:
        if os.environ.get("BOCAGE_REQUIRE_C"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))


def costs_of(pack: Pack) -> list[int]:
    """Step costs in half points: ground by its terrain, water dear or closed, roads cheap."""
    grounds = sorted(pack.terrain_words)
    entering = [
        PROHIBITED if each.terrain == "sea" else 2 + 2 * (grounds.index(each.terrain) % 3)
        for each in pack.hexes
    ]
    crossing = {
        (side.a, side.b): PROHIBITED if side.kind == "major river" else 3
        for side in pack.sides
        if side.kind in WATER
    }
    roads = {
        (pack.grid.hex(link.start), pack.grid.hex(link.end)): 1
        for link in pack.links
        if pack.kind == "hexes"
    }
    return list(step_costs(pack.grid, entering, crossing, roads))


@pytest.mark.parametrize("name", NAMES)
def test_both_variants_agree(name: str, compiled: Kernel) -> None:
    """Reach, paths, zones and floods are the same, hex by hex, from the same positions."""
    pack, plain = load(name), kernel("plain")
    grid, size = pack.grid, len(pack.grid)
    rivers = [(s.a, s.b) for s in pack.sides if s.kind in WATER]
    closed = side_masks(grid, rivers)
    costs = costs_of(pack)
    chance = Random(name)
    made = {
        variant.variant: (
            variant.Mobility(grid.neighbours, costs, 2, 1, True, ZoneToZone.NOT_FROM_START, 1),
            variant.Links(grid.neighbours, closed),
            variant.Workspace(size),
            variant,
        )
        for variant in (plain, compiled)
    }
    for _ in range(6):
        units = [chance.randrange(size) for _ in range(40)]
        start, goal = chance.randrange(size), chance.randrange(size)
        answers: list[object] = []
        for mobility, links, work, variant in made.values():
            field = bytearray(size)
            places = array("h", units)
            variant.mark_zones(links, places, 0, 25, field, ZONE, BLOCKED)
            variant.mark_zones(links, places, 25, 40, field, DEAR, DEAR)
            work.reach(mobility, start, 40, field)
            reached = work.destinations(bytes(size), 0), list(work.costs)
            path = work.path(mobility, start, goal, field)
            work.flood(links, units[:3], field, BLOCKED, ZONE)
            answers.append((bytes(field), reached, path, list(work.distances)))
        assert answers[0] == answers[1]


@pytest.mark.parametrize("name", NAMES)
def test_flood_is_breadth_first(name: str) -> None:
    """A flood reaches exactly the hexes that a set, grown step by step, reaches."""
    pack = load(name)
    grid = pack.grid
    dry = HexSet(grid, (h for h in grid if pack.hexes[h].terrain not in ("sea", "water")))
    source = next(iter(dry))
    variant = kernel("plain")
    work = variant.Workspace(len(grid))
    field = bytes(0 if h in dry else BLOCKED for h in grid)
    work.flood(variant.Links(grid.neighbours), [source], field, BLOCKED)

    flooded = HexSet(grid, [source]).flood(dry)

    assert {h for h in grid if work.distances[h] < 1 << 30} == set(flooded)
