"""Names that want a place on a map, the positions each may take, and names in their place."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

from bocage.press import type as typ
from bocage.press.boxes import DEEP, Box, text_box
from bocage.press.lettering import Anchor, Halo, text, text_along
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
        """Whether it touches something it must not."""
        return self.cost >= HARD

    def element(self, ink: str, halo: Halo | None) -> Element:
        """The name as letters."""
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
        """Whether it touches something it must not."""
        return self.cost >= HARD

    def element(self, ink: str, halo: Halo | None) -> Element:
        """The name as letters."""
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
    """The ways to set a name at a size, the liked ones first, each with what it pays."""
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
    """One way to set the lines beside what they name."""
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
        """The point so far from the start, and the direction there in degrees."""
        i = min(len(self.points) - 2, max(0, bisect_right(self._gone, distance) - 1))
        (x, y), (u, v) = self.points[i], self.points[i + 1]
        piece = self._gone[i + 1] - self._gone[i] or 1.0
        t = (distance - self._gone[i]) / piece
        return (x + (u - x) * t, y + (v - y) * t), math.degrees(math.atan2(v - y, u - x))


def letter_boxes(chain: Sequence[Point], start: float, course: Course) -> Iterator[Box]:
    """The box of each letter of a name along a chain."""
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
