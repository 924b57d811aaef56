from __future__ import annotations

import os
import subprocess
import sys
from array import array
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.hexes import Grid
from bocage.hexes.kernels import (
    BLOCKED,
    NO_LIMIT,
    PROHIBITED,
    UNREACHED,
    ZONE,
    Kernel,
    Workspace,
    ZoneToZone,
)
from bocage.hexes.tables import side_masks, step_costs

from . import oracles
from .strategies import Position, grids, positions

GRID = Grid.rectangle((1, 9), (1, 9), shifted_west="odd")
PLAIN_COSTS = step_costs(GRID, [2] * len(GRID))
CLEAR = bytes(len(GRID))


# Reach -----------------------------------------------------------------------------------


@given(position=positions())
def test_reach_is_dijkstra(kernel: Kernel, position: Position) -> None:
    """Reach gives the cost of exactly the hexes that Dijkstra with a heap gives."""
    work = kernel.Workspace(len(position.grid))
    count = work.reach(position.mobility(kernel), position.start, position.budget, position.field)
    truth = oracles.reach(position)
    assert count == len(truth) - 1
    assert {h: c for h, c in enumerate(work.costs) if c != UNREACHED} == truth


@given(position=positions())
def test_ties_go_to_the_lowest_direction(kernel: Kernel, position: Position) -> None:
    """Of several cheapest ways into a hex, `via` is the lowest direction."""
    work = kernel.Workspace(len(position.grid))
    work.reach(position.mobility(kernel), position.start, position.budget, position.field)
    truth = oracles.reach(position)
    for h in truth:
        if h != position.start:
            assert work.via[h] == oracles.way_in(position, truth, h)


@given(position=positions())
def test_paths_cost_what_they_say(kernel: Kernel, position: Position) -> None:
    """The path to each reached hex obeys the rules and adds up to the hex's cost."""
    work = kernel.Workspace(len(position.grid))
    work.reach(position.mobility(kernel), position.start, position.budget, position.field)
    for h in position.grid:
        path = work.path_to(h)
        if work.costs[h] == UNREACHED:
            assert path == []
        else:
            assert (path[0], path[-1]) == (position.start, h)
            assert priced(position, path) == work.costs[h]


@given(position=positions(), most=st.integers(0, 3))
def test_destinations_have_room(kernel: Kernel, position: Position, most: int) -> None:
    """Destinations are the hexes reached whose load is low enough, in order, less the start."""
    chance = Random(position.start)
    load = bytes(chance.randrange(5) for _ in position.grid)
    work = kernel.Workspace(len(position.grid))
    work.reach(position.mobility(kernel), position.start, position.budget, position.field)
    reached = oracles.reach(position)
    assert work.destinations(load, most) == sorted(
        h for h in reached if load[h] <= most and h != position.start
    )


@given(position=positions())
def test_path_is_the_shortest(kernel: Kernel, position: Position) -> None:
    """A path without a limit costs what Dijkstra says, or is empty where there is none."""
    work = kernel.Workspace(len(position.grid))
    path = work.path(position.mobility(kernel), position.start, position.goal, position.field)
    truth = oracles.reach(position, budget=NO_LIMIT)
    if position.goal in truth:
        assert priced(position, path) == truth[position.goal] == work.costs[position.goal]
        assert path[-1] == position.goal
        for a, b in pairwise(path):
            assert position.grid.direction(a, b) == oracles.way_in(position, truth, b)
    else:
        assert path == []


@given(position=positions())
def test_path_keeps_to_a_budget(kernel: Kernel, position: Position) -> None:
    """A path that would cost more than the budget is none."""
    work = kernel.Workspace(len(position.grid))
    path = work.path(
        position.mobility(kernel), position.start, position.goal, position.field, position.budget
    )
    assert bool(path) == (position.goal in oracles.reach(position))


@given(position=positions())
def test_a_workspace_forgets(kernel: Kernel, position: Position) -> None:
    """What a workspace did before does not change what it does next."""
    grid, field, mobility = position.grid, position.field, position.mobility(kernel)
    used, fresh = kernel.Workspace(len(grid)), kernel.Workspace(len(grid))
    dear = kernel.Mobility(grid.neighbours, step_costs(grid, [200] * len(grid)))
    used.path(dear, position.goal, position.start, field, 700)
    used.path(mobility, position.goal, position.start, field)
    used.reach(mobility, position.goal, position.budget + 1, field)
    for work in (used, fresh):
        work.reach(mobility, position.start, position.budget, field)
    assert list(used.costs) == list(fresh.costs)
    load = bytes(len(grid))
    assert used.destinations(load, 0) == fresh.destinations(load, 0)
    assert [used.path_to(h) for h in grid] == [fresh.path_to(h) for h in grid]


def priced(position: Position, path: list[int]) -> int:
    """What a path costs, step by step; every step must be allowed."""
    total = 0
    for a, b in pairwise(path):
        price = oracles.step_price(position, a, b)
        assert price is not None
        total += price
    return total


def reached(kernel: Kernel, budget: int, zone: list[str], **rules: int) -> Workspace:
    """The reach of a unit in 0505 on an open map where every step costs 2."""
    field = bytearray(CLEAR)
    for number in zone:
        field[GRID.hex(number)] = ZONE
    work = kernel.Workspace(len(GRID))
    mobility = kernel.Mobility(GRID.neighbours, PLAIN_COSTS, **rules)  # type: ignore[arg-type]
    work.reach(mobility, GRID.hex("0505"), budget, field)
    return work


def test_zone_is_paid_on_entering_and_leaving(kernel: Kernel) -> None:
    """Entering and leaving a zone cost extra, and within a zone both are paid."""
    work = reached(kernel, 99, ["0506", "0507", "0508"], enter_zone=1, leave_zone=10)
    assert work.costs[GRID.hex("0506")] == 3
    corridor = kernel.Workspace(len(GRID))
    field = bytearray([BLOCKED]) * len(GRID)
    for number in ("0505", "0506", "0507"):
        field[GRID.hex(number)] = ZONE
    mobility = kernel.Mobility(GRID.neighbours, PLAIN_COSTS, 1, 10)
    corridor.reach(mobility, GRID.hex("0505"), 99, field)
    assert corridor.costs[GRID.hex("0507")] == 2 * (2 + 1 + 10)


def test_breaking_contact_is_paid_on_the_way_out_alone(kernel: Kernel) -> None:
    """A step out of a zone into open ground costs extra, a step from zone to zone does not."""
    work = reached(kernel, 99, ["0505", "0506"], break_zone=10)
    assert work.costs[GRID.hex("0506")] == 2
    assert work.costs[GRID.hex("0504")] == 2 + 10
    assert reached(kernel, 11, ["0505"], break_zone=10).destinations(CLEAR, 0) == []


def test_zone_stops_who_enters_but_not_who_starts(kernel: Kernel) -> None:
    """A unit ends its move in the zone it enters; one that starts in a zone may leave it."""
    ring = [GRID.numbers[h] for h in GRID.ring(GRID.hex("0505"), 1)]
    stopped = reached(kernel, 99, ring, stop_in_zone=1)
    assert {GRID.numbers[h] for h in stopped.destinations(CLEAR, 0)} == set(ring)
    started = reached(kernel, 99, ["0505"], stop_in_zone=1)
    assert len(started.destinations(CLEAR, 0)) == len(GRID) - 1


def test_zone_to_zone(kernel: Kernel) -> None:
    """A step from zone to zone is free, forbidden as the first step, or forbidden always."""
    zone = ["0505", "0506", "0508", "0509"]

    def by_row(hop: ZoneToZone) -> list[int]:
        field = bytearray([BLOCKED]) * len(GRID)
        for number in ("0505", "0506", "0507", "0508", "0509", "0504", "0503"):
            field[GRID.hex(number)] = ZONE if number in zone else 0
        work = kernel.Workspace(len(GRID))
        mobility = kernel.Mobility(GRID.neighbours, PLAIN_COSTS, zone_to_zone=hop)
        starts = GRID.hexes(["0505", "0507"])
        return [work.reach(mobility, start, 99, field) for start in starts]

    assert by_row(ZoneToZone.FREE) == [6, 6]
    assert by_row(ZoneToZone.NOT_FROM_START) == [2, 6]
    assert by_row(ZoneToZone.NEVER) == [2, 2]


def test_the_start_may_be_blocked_and_a_budget_may_be_spent(kernel: Kernel) -> None:
    """A unit may leave a blocked hex, and with nothing to spend it reaches only its own."""
    field = bytearray(CLEAR)
    field[0] = BLOCKED
    work = kernel.Workspace(len(GRID))
    mobility = kernel.Mobility(GRID.neighbours, PLAIN_COSTS)
    assert work.reach(mobility, 0, 2, field) == len(GRID.around(0))
    for budget in (0, -5):
        assert work.reach(mobility, 0, budget, field) == 0
        assert work.path_to(0) == [0]
        assert work.destinations(CLEAR, 0) == []


def test_dear_steps_fit_the_queue(kernel: Kernel) -> None:
    """Costs of any size up to the highest are told apart, and prohibited is not one of them."""
    row = Grid.rectangle((1, 1), (1, 5), shifted_west="odd")
    costs = step_costs(row, [PROHIBITED - 1] * 5)
    work = kernel.Workspace(5)
    field = bytes(5)
    assert work.path(kernel.Mobility(row.neighbours, costs), 0, 4, field) == [0, 1, 2, 3, 4]
    assert work.costs[4] == 4 * (PROHIBITED - 1)
    shut = kernel.Mobility(row.neighbours, array("h", [PROHIBITED]) * 30)
    assert work.path(shut, 0, 1, field) == []
    assert work.reach(shut, 0, NO_LIMIT * 2 - PROHIBITED, field) == 0


def test_the_largest_map(kernel: Kernel) -> None:
    """A map of nearly as many hexes as a 16-bit number tells is crossed from corner to corner."""
    large = Grid.rectangle((1, 181), (1, 181), shifted_west="odd", digits=(3, 3))
    mobility = kernel.Mobility(large.neighbours, step_costs(large, [3] * len(large)))
    work = kernel.Workspace(len(large))
    last = len(large) - 1
    path = work.path(mobility, 0, last, bytes(len(large)))
    assert len(path) == large.distance(0, last) + 1
    assert work.costs[last] == 3 * large.distance(0, last)
    assert work.flood(kernel.Links(large.neighbours), (0,), bytes(len(large)), 0) == len(large)


# Zones and floods ------------------------------------------------------------------------


@given(grid=grids(), seed=st.integers(0, 2**32))
def test_zones_are_the_open_neighbours(kernel: Kernel, grid: Grid, seed: int) -> None:
    """A zone is the hexes next to a unit to which a side is open; other bits stay."""
    chance = Random(seed)
    closed = bytes(chance.choice((0, chance.randrange(64))) for _ in grid)
    places = array("h", (chance.randrange(-1, len(grid)) for _ in range(8)))
    exerts = bytes(chance.randrange(2) for _ in places)
    before = bytes(chance.randrange(256) & ~(16 | 32) for _ in grid)
    field = bytearray(before)
    links = kernel.Links(grid.neighbours, closed)
    kernel.mark_zones(links, places, 2, 7, field, 16, 32, exerts)
    truth = bytearray(before)
    for u in range(2, 7):
        if places[u] >= 0:
            truth[places[u]] |= 32
            for d in range(6):
                n = grid.neighbour(places[u], d)
                if n is not None and exerts[u] and not closed[places[u]] >> d & 1:
                    truth[n] |= 16
    assert field == truth


def test_zones_by_default(kernel: Kernel) -> None:
    """Without more said, all units mark `ZONE` around them and nothing in their own hexes."""
    field = bytearray(CLEAR)
    places = array("h", [GRID.hex("0505"), -1])
    kernel.mark_zones(kernel.Links(GRID.neighbours), places, 0, 2, field)
    assert {h for h in GRID if field[h] == ZONE} == set(GRID.around(GRID.hex("0505")))


@given(
    grid=grids(),
    seed=st.integers(0, 2**32),
    most=st.one_of(st.none(), st.integers(0, 6)),
    ends=st.sampled_from((0, ZONE)),
)
def test_flood_is_breadth_first(
    kernel: Kernel, grid: Grid, seed: int, most: int | None, ends: int
) -> None:
    """A flood reaches what breadth-first search reaches, in as many steps."""
    chance = Random(seed)
    closed = bytes(chance.choice((0, 0, chance.randrange(64))) for _ in grid)
    field = bytes(chance.choice((0, 0, 0, BLOCKED, ZONE, 8)) for _ in grid)
    sources = [chance.randrange(len(grid)) for _ in range(chance.randrange(4))]
    truth = oracles.flood(grid, closed, sources, field, BLOCKED | 8, ends, most)
    work = kernel.Workspace(len(grid))
    links = kernel.Links(grid.neighbours, closed)
    limit = NO_LIMIT if most is None else most
    assert work.flood(links, sources, field, BLOCKED | 8, ends, limit) == len(truth)
    assert {h: d for h, d in enumerate(work.distances) if d < UNREACHED} == truth


def test_flood_does_not_pass_a_closed_side(kernel: Kernel) -> None:
    """Supply does not cross a closed side, even between neighbours."""
    row = Grid.rectangle((1, 1), (1, 5), shifted_west="odd")
    work = kernel.Workspace(5)
    links = kernel.Links(row.neighbours, side_masks(row, [(2, 3)]))
    assert work.flood(links, (0,), bytes(5), 0) == 3
    assert work.flood(links, (4, 4, 3), bytes(5), 0) == 2


# Both variants ---------------------------------------------------------------------------


@given(position=positions())
def test_compiled_equals_plain(both: tuple[Kernel, Kernel], position: Position) -> None:
    """Both variants give the same costs, ways, destinations, paths and floods."""
    grid = position.grid
    plain, compiled = (answers(kernel, position) for kernel in both)
    assert plain == compiled
    assert len(plain[0]) == len(grid)


def answers(kernel: Kernel, position: Position) -> tuple[list[int], ...]:
    """Everything one variant says about a position."""
    grid, field, start = position.grid, position.field, position.start
    mobility, links = position.mobility(kernel), kernel.Links(grid.neighbours)
    work = kernel.Workspace(len(grid))
    count = work.reach(mobility, start, position.budget, field)
    ways = [work.via[h] for h in grid if work.costs[h] != UNREACHED and h != start]
    found = list(work.costs), ways, work.destinations(field, 2), [count]
    path = work.path(mobility, start, position.goal, field)
    flooded = work.flood(links, (start, position.goal), field, BLOCKED, ZONE)
    return *found, path, [flooded], list(work.distances)


# Refusals: nothing may reach beyond a buffer ---------------------------------------------


def test_wrong_sizes_are_refused(kernel: Kernel) -> None:
    """Buffers of another map's size are refused before anything is touched."""
    size = len(GRID)
    work = kernel.Workspace(size)
    mobility, links = kernel.Mobility(GRID.neighbours, PLAIN_COSTS), kernel.Links(GRID.neighbours)
    other = Grid.rectangle((1, 2), (1, 2), shifted_west="odd")
    small = kernel.Mobility(other.neighbours, step_costs(other, [1] * 4))
    places = array("h", [0, size])
    refused: list[Callable[[], object]] = [
        lambda: work.reach(mobility, 0, 9, bytes(size - 1)),
        lambda: work.reach(small, 0, 9, CLEAR),
        lambda: work.reach(mobility, size, 9, CLEAR),
        lambda: work.reach(mobility, -1, 9, CLEAR),
        lambda: work.path(mobility, 0, size, CLEAR),
        lambda: work.path_to(size),
        lambda: work.destinations(b"", 0),
        lambda: work.flood(links, (size,), CLEAR, 0),
        lambda: work.flood(links, (0,), b"", 0),
        lambda: work.flood(kernel.Links(other.neighbours), (0,), CLEAR, 0),
        lambda: kernel.mark_zones(links, places, 0, 2, bytearray(size)),
        lambda: kernel.mark_zones(links, places, 0, 3, bytearray(size)),
        lambda: kernel.mark_zones(links, places, 1, 0, bytearray(size)),
        lambda: kernel.mark_zones(links, places, 0, 1, bytearray(3)),
        lambda: kernel.mark_zones(links, places, 0, 1, bytearray(size), 2, 0, b""),
        lambda: kernel.Links(GRID.neighbours, b"1"),
        lambda: kernel.Links(array("h", [-1] * 5)),
        lambda: kernel.Links(array("h", [7] * 6)),
        lambda: kernel.Links(array("h", [1, *[-1] * 11])),
        lambda: kernel.Workspace(40_000),
    ]
    for call in refused:
        with pytest.raises(ValueError, match=r"."):
            call()


@pytest.mark.parametrize(
    "rules",
    [
        {"costs": array("h", [1])},
        {"costs": array("h", [0]) * len(PLAIN_COSTS)},
        {"costs": array("h", [1]) * len(PLAIN_COSTS)},
        {"enter_zone": -1},
        {"leave_zone": PROHIBITED},
        {"enter_dear": -1},
        {"zone_to_zone": 3},
    ],
)
def test_mobility_refuses_nonsense(kernel: Kernel, rules: dict[str, int]) -> None:
    """Costs below one, steps off the map and rules that do not exist are refused."""
    arguments = {"costs": PLAIN_COSTS, **rules}
    with pytest.raises(ValueError, match=r"."):
        kernel.Mobility(GRID.neighbours, **arguments)  # type: ignore[arg-type]


def test_a_fresh_workspace_has_no_paths(kernel: Kernel) -> None:
    """Before any search there is no path and no destination."""
    work = kernel.Workspace(len(GRID))
    assert work.path_to(3) == []
    assert work.destinations(CLEAR, 0) == []
    assert kernel.Workspace(0).destinations(b"", 0) == []


# The choice of a variant -----------------------------------------------------------------


def choice(wish: str) -> subprocess.CompletedProcess[str]:
    """What a fresh interpreter picks for a value of BOCAGE_KERNEL."""
    return subprocess.run(
        [sys.executable, "-c", "from bocage.hexes import kernels; print(kernels.VARIANT)"],
        env={**os.environ, "BOCAGE_KERNEL": wish},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_environment_picks_the_variant(both: tuple[Kernel, Kernel]) -> None:
    """BOCAGE_KERNEL picks plain or compiled; auto is compiled where it was built."""
    assert [kernel.variant for kernel in both] == ["plain", "c"]
    assert choice("plain").stdout.strip() == "plain"
    assert choice("c").stdout.strip() == "c"
    assert choice("auto").stdout.strip() == "c"


def test_an_unknown_wish_is_refused() -> None:
    """Any other value of BOCAGE_KERNEL is an error that lists the values there are."""
    assert "BOCAGE_KERNEL is auto, plain or c, not 'fast'" in choice("fast").stderr


def test_without_a_compiled_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it was not built, auto falls back to plain and asking for it is an error."""
    from bocage.hexes import kernels

    monkeypatch.setitem(sys.modules, "bocage.hexes._kernel_c", None)
    monkeypatch.delattr("bocage.hexes._kernel_c", raising=False)
    assert kernels.choose("auto") == "plain"
    with pytest.raises(kernels.KernelError, match="not built"):
        kernels.choose("c")
