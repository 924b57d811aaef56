"""The kernels: reach, zones and floods against plain oracles, compiled and interpreted alike."""

from __future__ import annotations

from array import array
from dataclasses import replace
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
from bocage.hexes.tables import step_costs
from tests.hexes.fields import CLEAR, GRID, PLAIN_COSTS

from . import oracles
from .strategies import Position, positions

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
    """A path that would cost more than the budget is not found."""
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


CLOSED = bytes(flags | BLOCKED if flags & ZONE else flags for flags in range(256))
"""Zones are closed, as to a column."""


@given(position=positions(), more=st.sampled_from((0, 2, 10, 400)))
def test_moves_are_steps_and_destinations(kernel: Kernel, position: Position, more: int) -> None:
    """Moves are the steps that can be paid and the hexes reached, by one way or by either."""
    size = len(position.grid)
    column = replace(position, budget=more, field=position.field.translate(CLOSED))
    mobility = position.mobility(kernel)
    search, wide = (kernel.Search(kernel.Workspace(size), table) for table in (None, CLOSED))
    steps, goals = ([name + h for h in range(size)] for name in (10_000, 20_000))
    asked = (mobility, position.start, position.budget, position.field, steps, goals)
    alone = search.moves(*asked)
    assert alone == named_moves(position)
    assert search.moves(*asked, wide, mobility, more) == named_moves(position, column)
    assert search.moves(*asked) == alone


def named_moves(*ways: Position) -> list[int]:
    """What `moves` gives, by the oracle."""
    start, grid = ways[0].start, ways[0].grid
    found: list[int] = []
    for n in (grid.neighbour(start, d) for d in range(6)):
        prices = [(oracles.step_price(way, start, n), way.budget) for way in ways if n is not None]
        if n is not None and any(price is not None and price <= most for price, most in prices):
            found.append(10_000 + n)
    reached = {h for way in ways for h in oracles.reach(way)} - {start}
    return found + sorted(20_000 + h for h in reached)


def test_moves_need_a_name_for_each_hex(kernel: Kernel) -> None:
    """Too few names, or another map for the second way, are refused."""
    size = len(GRID)
    mobility = kernel.Mobility(GRID.neighbours, PLAIN_COSTS)
    search, other = kernel.Search(kernel.Workspace(size)), kernel.Search(kernel.Workspace(1))
    names, short = list(range(size)), list(range(size - 1))
    field = bytes(size)
    for steps, goals in ((names, short), (short, names)):
        with pytest.raises(ValueError, match=f"names are all of {size} hexes"):
            search.moves(mobility, 0, 1, field, steps, goals)
    with pytest.raises(ValueError, match=f"mobility of {size} hexes on a map of 1 hexes"):
        search.moves(mobility, 0, 1, field, names, names, other, mobility, 1)


def reached(kernel: Kernel, budget: int, zone: list[str], **rules: int) -> Workspace:
    """Return the reach of a unit in 0505 on an open map where every step costs 2."""
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


def test_high_step_costs_fit_the_queue(kernel: Kernel) -> None:
    """Costs up to the highest are distinct, and a prohibited step is not one of them."""
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
