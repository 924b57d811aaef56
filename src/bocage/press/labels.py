"""Where the names of a map go: clear of each other, of towns, and of what they do not name.

A `Placer` knows what is already drawn as boxes and lines, each with a weight: what a name
pays for touching it. Names are placed greedily, the weightiest rank first, each at the
cheapest of many positions round its point; then every name that still pays is tried again,
now that all its neighbours stand. Names of waters and countries go along chains of points.
The same requests in the same order always give the same places.

    placer = Placer(Box(0, 0, 800, 600))
    placer.block(Box(90, 90, 110, 110), HARD, owner="trun")
    placer.line(river, width=8, weight=HARD, owner="Dives")
    for placed in placer.place([Request("trun", (100, 100), (("Trun",),), TOWN, 21, gap=12)]):
        body.append(placed.element(ink, halo))

`HARD` is the weight of what no name may touch; `Placed.clash` says whether one still does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from bocage.press import type as typ
from bocage.press.boxes import Box, text_box
from bocage.press.label_requests import (
    HARD,
    Course,
    Placed,
    PlacedAlong,
    Request,
    Ruler,
    candidates,
    letter_boxes,
)
from bocage.press.paths import length
from bocage.press.svg import Point

__all__ = ["HARD", "Box", "Course", "Placed", "PlacedAlong", "Placer", "Request", "text_box"]

_CELL: Final = 28.0
_BEYOND: Final = 4.0
"""What a name pays for a river between it and its place."""


@dataclass(frozen=True, slots=True, eq=False)
class _Obstacle:
    owner: str
    weight: float
    box: Box
    piece: tuple[Point, Point] | None = None
    margin: float = 0.0

    def touches(self, box: Box) -> float:
        """What a name in the box pays."""
        if self.piece is not None:
            return self.weight if box.grown(self.margin).meets(*self.piece) else 0.0
        shared = self.box.overlap(box)
        return self.weight * (1 + shared / 40) if shared else 0.0


@dataclass(slots=True)
class Placer:
    """What stands on a map already, and the names being placed on it."""

    bounds: Box
    _cells: dict[tuple[int, int], list[_Obstacle]] = field(
        default_factory=dict[tuple[int, int], list[_Obstacle]]
    )

    def block(self, box: Box, weight: float, owner: str = "") -> None:
        """Something drawn that fills a box."""
        self._add(_Obstacle(owner, weight, box))

    def line(
        self, points: Sequence[Point], weight: float, owner: str = "", width: float = 0
    ) -> None:
        """Something drawn along a chain; each piece of about 12 units is paid for once."""
        chain = list(_pieces(points, 12.0))
        for a, b in pairwise(chain):
            reach = Box(*(min(a[i], b[i]) for i in (0, 1)), *(max(a[i], b[i]) for i in (0, 1)))
            self._add(_Obstacle(owner, weight, reach.grown(width / 2), (a, b), width / 2))

    def cost(
        self, box: Box, ignores: frozenset[str] = frozenset(), limit: float = math.inf
    ) -> float:
        """What a name in this box would pay; counting stops beyond the limit."""
        total = 0.0 if box.within(self.bounds) else HARD
        seen: set[_Obstacle] = set()
        left, top, right, foot = box.left, box.top, box.right, box.foot
        for cell in _cells(box):
            for obstacle in self._cells.get(cell, ()):
                its = obstacle.box
                if its.left > right or its.right < left or its.top > foot or its.foot < top:
                    continue
                if obstacle in seen or (obstacle.owner and obstacle.owner in ignores):
                    continue
                seen.add(obstacle)
                total += obstacle.touches(box)
                if total > limit:
                    return total
        return total

    def place(self, requests: Iterable[Request]) -> list[Placed]:
        """Places for all names, in the order given; what is placed stands in the way of others."""
        asked = list(requests)
        order = sorted(range(len(asked)), key=lambda i: (asked[i].rank, -asked[i].size, i))
        found: dict[int, Placed] = {}
        for i in order:
            found[i] = self._settle(asked[i])
        for _ in range(2):
            for i in order:
                if found[i].cost >= 0.6:
                    self._lift(found[i].request.key, found[i].boxes)
                    found[i] = self._settle(asked[i])
        return [found[i] for i in range(len(asked))]

    def place_along(self, course: Course) -> list[PlacedAlong]:
        """The quietest and straightest stretches of a chain for its name."""
        wide = typ.width(course.said, course.face, course.size, course.spacing) - course.spacing
        ruler = Ruler(course.points)
        full = ruler.length
        if full < wide * 1.1:
            return []
        tried: list[tuple[float, float, PlacedAlong]] = []
        start = wide * 0.05
        while start + wide <= full - wide * 0.05:
            for side in (1, -1) if course.offset else (1,):
                candidate = self._along(course, ruler, start, side)
                tried.append((candidate.cost, start, candidate))
            start += max(9.0, wide / 9)
        tried.sort(key=lambda each: each[:2])
        apart = max(wide * 1.5, full / (course.times + 0.6))
        chosen: list[tuple[float, PlacedAlong]] = []
        for cost, at, candidate in tried:
            if len(chosen) == course.times or (chosen and cost >= HARD):
                break
            if all(abs(at - other) >= apart for other, _ in chosen):
                chosen.append((at, candidate))
        for _, candidate in chosen:
            for box in candidate.boxes:
                self.block(box, HARD, course.key)
        return [candidate for _, candidate in chosen]

    def try_along(self, course: Course) -> PlacedAlong:
        """The name in the middle of its chain exactly as the chain runs; nothing is kept."""
        wide = typ.width(course.said, course.face, course.size, course.spacing) - course.spacing
        begin = max(0.0, (length(course.points) - wide) / 2)
        boxes = tuple(letter_boxes(course.points, begin, course))
        ignores = course.ignores | {course.key}
        cost = 0.0
        for box in boxes:
            if cost < HARD:
                cost += self.cost(box, ignores)
        return PlacedAlong(course, tuple(course.points), begin, boxes, cost)

    # Inside ------------------------------------------------------------------------------

    def _settle(self, asked: Request) -> Placed:
        ignores = asked.ignores | {asked.key}
        best: Placed | None = None
        for shrink in (1.0, 0.92, 0.85):
            for penalty, lines, anchor, boxes in candidates(asked, asked.size * shrink):
                cost = penalty + (1 - shrink) * 12
                if best is not None and cost >= best.cost:
                    break  # the others are liked even less
                cost += self._parted(asked.at, boxes, ignores)
                for box in boxes:
                    limit = math.inf if best is None else best.cost - cost
                    # Two names on one line need more air between them than two lines.
                    airy = Box(box.left - 3.5, box.top - 1.2, box.right + 3.5, box.foot + 1.2)
                    cost += self.cost(airy, ignores, limit)
                if best is None or cost < best.cost:
                    best = Placed(asked, lines, anchor, asked.size * shrink, boxes, cost)
            if best is not None and best.cost < HARD:
                break
        assert best is not None
        for box in best.boxes:
            self.block(box, HARD, asked.key)
        return best

    def _parted(self, at: Point, boxes: Sequence[Box], ignores: frozenset[str]) -> float:
        """What a name pays for standing beyond a hard line from what it names."""
        spot = min(
            (
                (min(box.right, max(box.left, at[0])), min(box.foot, max(box.top, at[1])))
                for box in boxes
            ),
            key=lambda p: math.dist(p, at),
        )
        way = Box(
            min(at[0], spot[0]), min(at[1], spot[1]), max(at[0], spot[0]), max(at[1], spot[1])
        )
        for cell in _cells(way):
            for obstacle in self._cells.get(cell, ()):
                if (
                    obstacle.piece is not None
                    and obstacle.weight >= HARD
                    and obstacle.owner not in ignores
                    and _cross(at, spot, *obstacle.piece)
                ):
                    return _BEYOND
        return 0.0

    def _along(self, course: Course, ruler: Ruler, start: float, side: int) -> PlacedAlong:
        wide = typ.width(course.said, course.face, course.size, course.spacing) - course.spacing
        steps = max(6, round(wide / 9))
        raw = [ruler.at(start - wide * 0.05 + wide * 1.1 * i / steps)[0] for i in range(steps + 1)]
        if raw[0][0] > raw[-1][0]:
            raw.reverse()
        chain = _smoothed(raw, 10)
        if course.offset:
            # The feet of letters below the line stand a whole letter further off.
            off = course.offset if side > 0 else -(course.offset + course.size * 0.62)
            chain = _shifted(chain, off)
        begin = max(0.0, (length(chain) - wide) / 2)
        boxes = tuple(letter_boxes(chain, begin, course))
        ends = math.dist(chain[0], chain[-1])
        bend = length(chain) / max(ends, 1.0) - 1
        rise = abs(chain[-1][1] - chain[0][1]) / max(ends, 1.0)
        cost = 40 * bend + 2.2 * rise + (0.4 if side < 0 else 0.0)
        ignores = course.ignores | {course.key}
        for box in boxes:
            if cost < HARD:
                cost += self.cost(box, ignores)
        return PlacedAlong(course, tuple(chain), begin, boxes, cost)

    def _add(self, obstacle: _Obstacle) -> None:
        for cell in _cells(obstacle.box):
            self._cells.setdefault(cell, []).append(obstacle)

    def _lift(self, key: str, boxes: tuple[Box, ...]) -> None:
        for box in boxes:
            for cell in _cells(box):
                kept = [o for o in self._cells[cell] if not (o.owner == key and o.box == box)]
                self._cells[cell] = kept


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two straight pieces cross."""

    def turn(p: Point, q: Point, r: Point) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) != turn(a, b, d) and turn(c, d, a) != turn(c, d, b)


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(math.floor(box.left / _CELL), math.floor(box.right / _CELL) + 1):
        for row in range(math.floor(box.top / _CELL), math.floor(box.foot / _CELL) + 1):
            yield column, row


def _pieces(points: Sequence[Point], step: float) -> Iterator[Point]:
    """The chain with no piece longer than a step, and short ones joined up to it."""
    last = points[0]
    yield last
    for number, point in enumerate(points[1:], start=1):
        far = math.dist(last, point)
        if far < step / 2 and number < len(points) - 1:
            continue
        count = max(1, math.ceil(far / step))
        for i in range(1, count + 1):
            yield (
                last[0] + (point[0] - last[0]) * i / count,
                last[1] + (point[1] - last[1]) * i / count,
            )
        last = point


def _smoothed(points: Sequence[Point], times: int) -> list[Point]:
    chain = list(points)
    for _ in range(times):
        chain[1:-1] = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(chain, chain[1:], chain[2:], strict=False)
        ]
    return chain


def _shifted(points: Sequence[Point], by: float) -> list[Point]:
    """The chain moved to the left of its run (upward, where it runs to the right)."""
    found: list[Point] = []
    for i, (x, y) in enumerate(points):
        a, b = points[max(0, i - 1)], points[min(len(points) - 1, i + 1)]
        far = math.dist(a, b) or 1.0
        found.append((x + (b[1] - a[1]) / far * by, y - (b[0] - a[0]) / far * by))
    return found
