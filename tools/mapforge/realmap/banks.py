"""Which bank of a water a point lies on, and the chain of cell sides that respects it.

On a kilometre lattice a river that merely follows the nearest corners puts many a
riverside village on the wrong bank. So each cell beside the water is first given a bank:
that of the places in it, or else of its centre. The chain then runs between the banks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Final

from mapforge.geometry import Point, distance_to_line, nearest_on_segment
from mapforge.snapping import place

if TYPE_CHECKING:
    from bocage.hexes.grid import Vertex
    from mapforge.snapping import SideNet

REACH_KM: Final = 2.0
"""How far from the drawn course its chain may stray."""

_SAME_BANK: Final = 5.0
"""What a side costs, in sides, when both its cells lie on the same bank."""


def bank(point: Point, course: Sequence[Point]) -> int:
    """1 on the left of a course, -1 on its right, 0 on it (west and south plane)."""
    best = (float("inf"), 0)
    for i, (a, b) in enumerate(pairwise(course)):
        near = nearest_on_segment(point, a, b)
        away = hypot(point[0] - near[0], point[1] - near[1])
        if away < best[0] - 1e-9:
            best = (away, i)
    i = best[1]
    a, b = course[i], course[i + 1]
    near = nearest_on_segment(point, a, b)
    way = _unit(a, b)
    # At a bend both stretches have a say, or the outside of it would change sides.
    if near == b and i + 2 < len(course):
        way = _plus(way, _unit(b, course[i + 2]))
    elif near == a and i > 0:
        way = _plus(_unit(course[i - 1], a), way)
    turn = way[0] * (point[1] - near[1]) - way[1] * (point[0] - near[0])
    return (turn > 0) - (turn < 0)


def banks(
    net: SideNet, course: Sequence[Point], anchors: Iterable[Point]
) -> tuple[dict[int, int], list[Point]]:
    """Return the bank of each cell near a course, and the anchors that lie on the other one.

    Earlier anchors outrank later ones where one cell holds both banks' places.
    """
    xs, ys = [x for x, _ in course], [y for _, y in course]
    west, east = max(xs) + REACH_KM, min(xs) - REACH_KM
    south, north = max(ys) + REACH_KM, min(ys) - REACH_KM
    cells: dict[int, int] = {}
    for h in net.grid:
        x, y = net.grid.centre(h)
        if not (east <= x <= west and north <= y <= south):
            continue
        if distance_to_line((x, y), course) <= REACH_KM:
            cells[h] = bank((x, y), course)
    settled: set[int] = set()
    against: list[Point] = []
    for anchor in anchors:
        cell = net.grid.nearest(*anchor)
        if cell is None or cell not in cells:
            continue
        side = bank(anchor, course)
        if cell not in settled:
            cells[cell] = side
            settled.add(cell)
        elif cells[cell] != side:
            against.append(anchor)
    return cells, against


def chain_between(
    net: SideNet,
    course: Sequence[Point],
    cells: Mapping[int, int],
    start: Vertex,
    goal: Vertex,
) -> list[Vertex]:
    """Return the corners from start to goal that part the banks and keep close to the course."""
    best: dict[Vertex, float] = {start: 0.0}
    came: dict[Vertex, Vertex] = {}
    queue: list[tuple[float, Vertex]] = [(0.0, start)]
    while queue:
        cost, here = heappop(queue)
        if here == goal:
            break
        if cost > best[here]:
            continue
        for there in net.joined[here]:
            a, b = net.sides[frozenset((here, there))]
            if a not in cells and b not in cells and goal not in (here, there):
                continue
            (px, py), (qx, qy) = place(here), place(there)
            off = distance_to_line(((px + qx) / 2, (py + qy) / 2), course)
            parts = cells.get(a, 0) * cells.get(b, 0) == -1
            new = cost + 0.3 + 2 * off * off + (0.0 if parts else _SAME_BANK)
            if new < best.get(there, float("inf")):
                best[there], came[there] = new, here
                heappush(queue, (new, there))
    else:
        raise ValueError("no way along the sides")
    way = [goal]
    while way[-1] != start:
        way.append(came[way[-1]])
    return way[::-1]


def _unit(a: Point, b: Point) -> Point:
    size = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[0] - a[0]) / size, (b[1] - a[1]) / size


def _plus(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]
