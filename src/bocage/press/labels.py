"""The places of names on a map: clear of each other, of towns, and of what they do not name.

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
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Final

from bocage.press import type as typ
from bocage.press.boxes import DEEP, Box, text_box
from bocage.press.geometry import beside, evened, meet
from bocage.press.lettering import Anchor, Halo, text, text_along
from bocage.press.paths import length
from bocage.press.svg import Element, Point, group
from bocage.press.type import Face

HARD: Final = 1000.0
"""Weight of what no name may touch."""

LEADING: Final = 0.94
"""From one baseline to the next, in sizes."""


@dataclass(frozen=True, slots=True)
class Request:
    """A name that wants a place beside a point."""

    key: str
    """Who asks; obstacles owned by it cost nothing."""
    at: Point
    variants: tuple[tuple[str, ...], ...]
    """The ways to break it into lines, the best first."""
    face: Face
    size: float
    gap: float
    """From the point to the nearest edge of the name."""
    spacing: float = 0
    rank: int = 0
    """Lower ranks choose first."""
    ignores: frozenset[str] = frozenset()
    """Owners of obstacles that it may touch, beside its own."""
    prefer: tuple[str, ...] = ()
    """Positions to try first, such as `("S", "N")`; then all others."""
    centred: bool = False
    """Whether it may also stand on the point itself, as the names of woods do."""
    also: tuple[Point, ...] = ()
    """Further points on which a centred name may stand."""
    pinned: bool = False
    """Whether it may stand nowhere but on its points."""
    around: Box | None = None
    """What it names, if that is more than a point; `gap` then counts from its edges."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A name in its place: lines with their baselines."""

    request: Request
    lines: tuple[tuple[Point, str], ...]
    anchor: Anchor
    size: float
    boxes: tuple[Box, ...]
    cost: float

    @property
    def clash(self) -> bool:
        """Return whether it touches something it must not."""
        return self.cost >= HARD

    def element(self, ink: str, halo: Halo | None) -> Element:
        """Return the name as letters."""
        asked = self.request
        return group(
            *(
                text(
                    at,
                    said,
                    asked.face,
                    self.size,
                    ink,
                    anchor=self.anchor,
                    spacing=asked.spacing,
                    halo=halo,
                )
                for at, said in self.lines
            )
        )


@dataclass(frozen=True, slots=True)
class Course:
    """A name that wants to run along a chain of points, as those of rivers do."""

    key: str
    said: str
    points: Sequence[Point]
    face: Face
    size: float
    spacing: float = 0
    offset: float = 0
    """How far its feet stand from the chain; 0 sets it on the chain itself."""
    times: int = 1
    """How often it is set, if there is room, well apart."""
    ignores: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PlacedAlong:
    """A name along a chain, already shifted and turned to be read from the left."""

    course: Course
    points: tuple[Point, ...]
    start: float
    boxes: tuple[Box, ...]
    """One a letter."""
    cost: float

    @property
    def clash(self) -> bool:
        """Return whether it touches something it must not."""
        return self.cost >= HARD

    def element(self, ink: str, halo: Halo | None) -> Element:
        """Return the name as letters."""
        c = self.course
        return text_along(
            self.points, self.start, c.said, c.face, c.size, ink, spacing=c.spacing, halo=halo
        )


Candidate = tuple[float, tuple[tuple[Point, str], ...], Anchor, tuple[Box, ...]]
"""Penalty, lines on their baselines, anchor, and the box of each line."""

_POSITIONS: Final[tuple[tuple[str, float, float], ...]] = (
    ("E", 1, 0),
    ("W", -1, 0),
    ("NE", 0.8, -0.7),
    ("SE", 0.8, 0.7),
    ("NW", -0.8, -0.7),
    ("SW", -0.8, 0.7),
    ("N", 0, -1),
    ("S", 0, 1),
    ("ENE", 0.97, -0.38),
    ("ESE", 0.97, 0.38),
    ("WNW", -0.97, -0.38),
    ("WSW", -0.97, 0.38),
    ("NNE", 0.4, -0.95),
    ("NNW", -0.4, -0.95),
    ("SSE", 0.4, 0.95),
    ("SSW", -0.4, 0.95),
)
"""Names of the positions and which way they lie, the liked ones first."""


def candidates(asked: Request, size: float) -> Iterator[Candidate]:
    """Yield the ways to set a name at a size, the liked ones first, each with what it pays."""
    order = {name: rank for rank, name in enumerate(asked.prefer)}
    ways: list[tuple[float, int, float, int]] = []
    for number in range(len(asked.variants)):
        if asked.centred:
            ways.extend(
                (0.2 * number - 0.5 + 0.1 * i, number, 0.0, -1 - i)
                for i in range(1 + len(asked.also))
            )
        for further in () if asked.pinned else _DISTANCES:
            for rank, (name, _, _) in enumerate(_POSITIONS):
                liked = order.get(name, len(order) + rank if order else rank)
                ways.append((0.10 * liked + 0.25 * number + 0.08 * further, number, further, rank))
    ways.sort()
    for penalty, number, further, rank in ways:
        lines = asked.variants[number]
        if rank < 0:
            high = size * (LEADING * (len(lines) - 1) + asked.face.cap / 1000)
            x, y = (asked.at, *asked.also)[-1 - rank]
            yield _set(asked, lines, size, (x, y - high / 2), "middle", penalty)
        else:
            _, dx, dy = _POSITIONS[rank]
            yield _beside(asked, lines, size, (dx, dy), further, penalty)


_DISTANCES: Final = (0.0, 4.0, 9.0, 16.0, 25.0, 36.0)
"""How much further off than its gap a name may stand."""


def _beside(
    asked: Request,
    lines: tuple[str, ...],
    size: float,
    way: Point,
    further: float,
    penalty: float,
) -> Candidate:
    """Return one arrangement of the lines beside the thing that they name."""
    dx, dy = way
    gap = asked.gap + further
    at = asked.at
    own = asked.around or Box(at[0], at[1], at[0], at[1])
    high = size * (LEADING * (len(lines) - 1) + asked.face.cap / 1000)
    wide = max(typ.width(line, asked.face, size, asked.spacing) for line in lines)
    if abs(dx) < 0.45:  # above or below
        x = (own.left + own.right) / 2 + dx * wide * 0.55
        top = own.top - gap - high if dy < 0 else own.foot + gap
        return _set(asked, lines, size, (x, top), "middle", penalty)
    slant = abs(dy) > 0.5
    # At a corner it stands nearer, because corners of boxes are empty.
    out = gap * (0.35 if slant else 1.0)
    x = own.right + out if dx > 0 else own.left - out
    middle = (own.top + own.foot) / 2
    if slant:
        edge = own.top - gap * 0.2 if dy < 0 else own.foot + gap * 0.2
        top = edge - high * (0.75 if dy < 0 else 0.25)
    else:
        top = middle - high / 2 + dy * (own.foot - own.top + high) * 0.55
    return _set(asked, lines, size, (x, top), "start" if dx > 0 else "end", penalty)


def _set(
    asked: Request,
    lines: tuple[str, ...],
    size: float,
    top: Point,
    anchor: Anchor,
    penalty: float,
) -> Candidate:
    placed: list[tuple[Point, str]] = []
    for number, said in enumerate(lines):
        base = top[1] + size * (asked.face.cap / 1000 + LEADING * number)
        placed.append(((top[0], base), said))
    boxes = tuple(
        text_box(at, said, asked.face, size, anchor, asked.spacing) for at, said in placed
    )
    return penalty, tuple(placed), anchor, boxes


class Ruler:
    """A chain of points with its lengths added up, to find places along it quickly."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = points
        self._gone = [0.0, *accumulate(math.dist(a, b) for a, b in pairwise(points))]

    @property
    def length(self) -> float:
        """Of the whole chain."""
        return self._gone[-1]

    def at(self, distance: float) -> tuple[Point, float]:
        """Return the point so far from the start, and the direction there in degrees."""
        i = min(len(self.points) - 2, max(0, bisect_right(self._gone, distance) - 1))
        (x, y), (u, v) = self.points[i], self.points[i + 1]
        piece = self._gone[i + 1] - self._gone[i] or 1.0
        t = (distance - self._gone[i]) / piece
        return (x + (u - x) * t, y + (v - y) * t), math.degrees(math.atan2(v - y, u - x))


def letter_boxes(chain: Sequence[Point], start: float, course: Course) -> Iterator[Box]:
    """Yield the box of each letter of a name along a chain."""
    reached = start
    ruler = Ruler(chain)
    tall = course.face.cap / 1000 * course.size * 1.05
    steps = typ.advances(course.said, course.face, course.size, course.spacing)
    for letter, step in zip(course.said, steps, strict=True):
        (x, y), turn = ruler.at(reached + (step - course.spacing) / 2)
        reached += step
        if letter == " ":
            continue
        half = (step - course.spacing) / 2
        deep = 0.22 * course.size if letter in DEEP else 0.0
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        corners = [
            (x + u * c - v * s, y + u * s + v * c) for u in (-half, half) for v in (-tall, deep)
        ]
        xs, ys = [p[0] for p in corners], [p[1] for p in corners]
        yield Box(min(xs), min(ys), max(xs), max(ys))


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
        """Return what a name in the box pays."""
        if self.piece is not None:
            wider = box.grown(self.margin) if self.margin else box
            return self.weight if wider.meets(*self.piece) else 0.0
        shared = self.box.overlap(box)
        return self.weight * (1 + shared / 40) if shared else 0.0


_Filed = tuple[tuple[float, float, float, float], _Obstacle]
"""An obstacle behind the sides of its box, which are compared before anything else."""
_Cells = dict[tuple[int, int], list[_Filed]]


@dataclass(slots=True)
class Placer:
    """The things that stand on a map already, and the names being placed on it."""

    bounds: Box
    _cells: _Cells = field(default_factory=dict[tuple[int, int], list[_Filed]])
    """What stands in each cell of a grid."""
    _walls: _Cells = field(default_factory=dict[tuple[int, int], list[_Filed]])
    """The pieces of hard lines alone."""

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
        """Return what a name in this box would pay; counting stops beyond the limit."""
        total = 0.0 if box.within(self.bounds) else HARD
        seen: set[_Obstacle] = set()
        left, top, right, foot = box.left, box.top, box.right, box.foot
        for cell in _cells(box):
            for its, obstacle in self._cells.get(cell, ()):
                if its[0] > right or its[2] < left or its[1] > foot or its[3] < top:
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
        """Return the quietest and straightest stretches of a chain for its name."""
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
        """Return the name in the middle of its chain exactly as the chain runs; nothing is kept."""
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
        """Return what a name pays if a hard line separates it from the thing that it names."""
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
            for its, obstacle in self._walls.get(cell, ()):
                if (
                    its[0] <= way.right
                    and its[2] >= way.left
                    and its[1] <= way.foot
                    and its[3] >= way.top
                    and obstacle.piece is not None
                    and obstacle.owner not in ignores
                    and meet(at, spot, *obstacle.piece)
                ):
                    return _BEYOND
        return 0.0

    def _along(self, course: Course, ruler: Ruler, start: float, side: int) -> PlacedAlong:
        wide = typ.width(course.said, course.face, course.size, course.spacing) - course.spacing
        steps = max(6, round(wide / 9))
        raw = [ruler.at(start - wide * 0.05 + wide * 1.1 * i / steps)[0] for i in range(steps + 1)]
        if raw[0][0] > raw[-1][0]:
            raw.reverse()
        chain = evened(raw, 10)
        if course.offset:
            # The feet of letters below the line stand a whole letter further off.
            off = course.offset if side > 0 else -(course.offset + course.size * 0.62)
            chain = beside(chain, -off)
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
        box = obstacle.box
        filed = (box.left, box.top, box.right, box.foot), obstacle
        is_wall = obstacle.piece is not None and obstacle.weight >= HARD
        for cell in _cells(box):
            self._cells.setdefault(cell, []).append(filed)
            if is_wall:
                self._walls.setdefault(cell, []).append(filed)

    def _lift(self, key: str, boxes: tuple[Box, ...]) -> None:
        for box in boxes:
            for cell in _cells(box):
                kept = [
                    filed
                    for filed in self._cells[cell]
                    if not (filed[1].owner == key and filed[1].box == box)
                ]
                self._cells[cell] = kept


def _cells(box: Box) -> list[tuple[int, int]]:
    """Return the cells that a box touches."""
    rows = range(math.floor(box.top / _CELL), math.floor(box.foot / _CELL) + 1)
    columns = range(math.floor(box.left / _CELL), math.floor(box.right / _CELL) + 1)
    return [(column, row) for column in columns for row in rows]


def _pieces(points: Sequence[Point], step: float) -> Iterator[Point]:
    """Yield the chain with no piece longer than a step, and short ones joined up to it."""
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
