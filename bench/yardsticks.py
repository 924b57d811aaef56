"""What one would write without a kernel: `heapq`, adjacency lists, a deque.

They are the yardstick against which the kernels are measured in the same run, and they are
written without regard to `_kernel.py`, so that agreement means something.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

from bench.instance import ENTER, LEAVE, Instance
from bocage.hexes.kernels import BLOCKED, PROHIBITED, ZONE

Adjacency = list[list[tuple[int, int]]]


def adjacency(instance: Instance, mobility: int) -> Adjacency:
    """For each hex its (neighbour, cost) pairs for one mobility class."""
    grid, costs = instance.grid, instance.costs[mobility]
    return [
        [
            (grid.neighbours[6 * h + d], costs[6 * h + d])
            for d in range(6)
            if costs[6 * h + d] != PROHIBITED
        ]
        for h in grid
    ]


def open_sides(instance: Instance) -> list[list[int]]:
    """For each hex the neighbours to which no cliff bars the way."""
    grid = instance.grid
    return [
        [
            grid.neighbours[6 * h + d]
            for d in range(6)
            if grid.neighbours[6 * h + d] >= 0 and not instance.cliffs[h] >> d & 1
        ]
        for h in grid
    ]


def heap_reach(ways: Adjacency, start: int, budget: int, field: Sequence[int]) -> dict[int, int]:
    """Return the cost of each hex that can be reached, by a heap."""
    costs = {start: 0}
    heap = [(0, start)]
    while heap:
        cost, h = heappop(heap)
        if cost > costs[h]:
            continue
        if field[h] & ZONE:
            if h != start:
                continue
            cost += LEAVE
        for n, step in ways[h]:
            flags = field[n]
            if flags & BLOCKED:
                continue
            new = cost + step
            if flags & ZONE:
                new += ENTER
            if new <= budget and new < costs.get(n, budget + 1):
                costs[n] = new
                heappush(heap, (new, n))
    return costs


def list_zones(around: list[list[int]], places: Iterable[int], field: bytearray) -> bytearray:
    """Return the zones of the units at these places, marked in the field."""
    for h in places:
        for n in around[h]:
            field[n] |= ZONE
    return field


def queue_flood(
    around: list[list[int]], sources: Iterable[int], field: Sequence[int], barred: int
) -> dict[int, int]:
    """Return the steps to each hex that can be supplied, by a queue."""
    steps = {h: 0 for h in sources if not field[h] & barred}
    queue = deque(steps)
    while queue:
        h = queue.popleft()
        for n in around[h]:
            if n not in steps and not field[n] & barred:
                steps[n] = steps[h] + 1
                queue.append(n)
    return steps
