"""A second version of the kernels' rules, written plainly and independently."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

from bocage.hexes.grid import OFF_MAP, Grid
from bocage.hexes.kernels import BLOCKED, DEAR, PROHIBITED, ZONE, ZoneToZone

from .strategies import Position


def step_price(position: Position, a: int, b: int) -> int | None:
    """What the step between two neighbours costs under all rules, or None if forbidden."""
    grid, field, rules = position.grid, position.field, position.rules
    price = position.costs[6 * a + grid.direction(a, b)]
    if price == PROHIBITED or field[b] & BLOCKED:
        return None
    leaves, enters = bool(field[a] & ZONE), bool(field[b] & ZONE)
    if leaves:
        if rules.stop and a != position.start:
            return None
        price += rules.leave
        if not enters:
            price += rules.breaking
    if enters:
        price += rules.enter
    if field[b] & DEAR:
        price += rules.dear
    if leaves and enters:
        if rules.hop is ZoneToZone.NEVER:
            return None
        if rules.hop is ZoneToZone.NOT_FROM_START and a == position.start:
            return None
    return price


def reach(position: Position, budget: int | None = None) -> dict[int, int]:
    """Return the cost of every hex that can be reached, by Dijkstra with a heap."""
    most = position.budget if budget is None else budget
    settled: dict[int, int] = {}
    heap = [(0, position.start)]
    while heap:
        cost, h = heappop(heap)
        if h in settled:
            continue
        settled[h] = cost
        for n in position.grid.around(h):
            price = step_price(position, h, n)
            if price is not None and cost + price <= most:
                heappush(heap, (cost + price, n))
    return settled


def way_in(position: Position, costs: dict[int, int], h: int) -> int:
    """Return the lowest direction among the last steps of all cheapest paths to a hex."""
    grid = position.grid
    ways: list[int] = []
    for p in grid.around(h):
        price = step_price(position, p, h)
        if p in costs and price is not None and costs[p] + price == costs[h]:
            ways.append(grid.direction(p, h))
    return min(ways)


def flood(
    grid: Grid,
    closed: Sequence[int],
    sources: Iterable[int],
    field: Sequence[int],
    barred: int,
    ends: int = 0,
    most: int | None = None,
) -> dict[int, int]:
    """Return the steps to every hex that can be reached, breadth first."""
    steps = {h: 0 for h in sources if not field[h] & barred}
    queue = deque(steps)
    while queue:
        h = queue.popleft()
        if steps[h] == most or (steps[h] and field[h] & ends):
            continue
        for d in range(6):
            n = grid.neighbours[6 * h + d]
            if n == OFF_MAP or closed[h] >> d & 1 or n in steps or field[n] & barred:
                continue
            steps[n] = steps[h] + 1
            queue.append(n)
    return steps
