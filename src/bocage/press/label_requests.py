"""Names that want a place on a map, the positions each may take, and names in their place."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bocage.press import type as typ
from bocage.press.boxes import DEEP, Box, text_box
from bocage.press.lettering import Anchor, Halo, text, text_along
from bocage.press.paths import along
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
    """The ways to set a name at a size, each with what it pays for being less liked."""
    order = {name: rank for rank, name in enumerate(asked.prefer)}
    for number, lines in enumerate(asked.variants):
        if asked.centred:
            high = size * (len(lines) * LEADING - 0.3)
            yield _set(asked, lines, size, (asked.at[0], asked.at[1] - high / 2), "middle", -0.5)
        for further in (1.0, 1.35, 1.8, 2.4, 3.1):
            for rank, (name, dx, dy) in enumerate(_POSITIONS):
                liked = order.get(name, len(order) + rank if order else rank)
                penalty = 0.11 * liked + 0.25 * number + 1.3 * (further - 1)
                yield _beside(asked, lines, size, dx, dy, further, penalty)


def _beside(
    asked: Request,
    lines: tuple[str, ...],
    size: float,
    dx: float,
    dy: float,
    further: float,
    penalty: float,
) -> Candidate:
    """One way to set the lines beside the point, at so many gaps from it."""
    gap = asked.gap * further
    high = size * (LEADING * (len(lines) - 1) + asked.face.cap / 1000)
    anchor: Anchor = "middle" if abs(dx) < 0.45 else "start" if dx > 0 else "end"
    x = asked.at[0] + gap * dx
    if anchor == "middle" and dx:
        x += dx * max(typ.width(line, asked.face, size, asked.spacing) for line in lines) * 0.55
    # Level with the point at the sides, clear above or below it otherwise.
    lean = max(-1.0, min(1.0, dy * 1.6)) if anchor != "middle" else math.copysign(1, dy)
    top = asked.at[1] + gap * dy * (0.9 if anchor == "middle" else 0.75) + high * (lean - 1) / 2
    return _set(asked, lines, size, (x, top), anchor, penalty)


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


def letter_boxes(chain: Sequence[Point], start: float, course: Course) -> Iterator[Box]:
    """The box of each letter of a name along a chain."""
    reached = start
    tall = course.face.cap / 1000 * course.size * 1.05
    steps = typ.advances(course.said, course.face, course.size, course.spacing)
    for letter, step in zip(course.said, steps, strict=True):
        (x, y), turn = along(chain, reached + (step - course.spacing) / 2)
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
