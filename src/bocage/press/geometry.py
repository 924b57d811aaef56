"""Plane geometry for drawing: rings, chains of points, curves, and chance for looks.

A chain is a list of points joined by straight pieces; a ring is a chain whose last point
joins the first. Nothing here is random: chance is worked out from numbers, and noise is a sum
of waves keyed by a word.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from bocage.press.svg import Point

Chain = Sequence[Point]


@dataclass(frozen=True, slots=True)
class Near:
    """The point of a chain nearest to another point."""

    distance: float
    point: Point
    along: float
    """How far it lies from the chain's start."""
    way: Point
    """Direction of the chain there, of length one."""


def dice(word: str) -> Random:
    """Dice that always fall the same way for the same word; for ornament, never for play."""
    return Random(word)  # noqa: S311


def chance(*key: int) -> float:
    """Return a number from 0 to 1 that belongs to some whole numbers."""
    h = 0x9E3779B9
    for part in key:
        h ^= (part & 0xFFFFFFFF) * 0x85EBCA6B & 0xFFFFFFFF
        h = (h ^ h >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
        h = (h ^ h >> 12) * 0x297A2D39 & 0xFFFFFFFF
        h ^= h >> 15
    return h / 0x100000000


class Region:
    """A ring that is asked for many points whether they lie within it."""

    def __init__(self, ring: Chain) -> None:
        self.ring = ring
        _, self._top, _, foot = bounds(ring)
        count = max(1, min(512, len(ring) // 4))
        self._band = max((foot - self._top) / count, 1e-9)
        self._bands: list[list[tuple[Point, Point]]] = [[] for _ in range(count + 1)]
        for a, b in pairwise([*ring, ring[0]]):
            low, high = sorted((a[1], b[1]))
            for band in range(self._number(low), self._number(high) + 1):
                self._bands[band].append((a, b))

    def _number(self, y: float) -> int:
        return int((y - self._top) / self._band)

    def __contains__(self, point: Point) -> bool:
        x, y = point
        band = self._number(y)
        if y < self._top or band >= len(self._bands):
            return False
        found = False
        for a, b in self._bands[band]:
            if (a[1] > y) == (b[1] > y):
                continue
            if x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]:
                found = not found
        return found


def area(ring: Chain) -> float:
    """Area of a ring, positive if it runs clockwise on paper."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*ring, ring[0]])) / 2


def bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """Left, top, right and foot of some points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def centroid(ring: Chain) -> Point:
    """Centre of gravity of a ring."""
    total = x = y = 0.0
    for a, b in pairwise([*ring, ring[0]]):
        part = a[0] * b[1] - b[0] * a[1]
        total += part
        x += (a[0] + b[0]) * part
        y += (a[1] + b[1]) * part
    if not total:
        return ring[0]
    return x / (3 * total), y / (3 * total)


def disc(middle: Point, radius: float, corners: int = 32) -> list[Point]:
    """Return a circle as a ring."""
    turns = (2 * math.pi * i / corners for i in range(corners))
    return [(middle[0] + radius * math.cos(t), middle[1] + radius * math.sin(t)) for t in turns]


def clipped(ring: Chain, left: float, top: float, right: float, foot: float) -> list[Point]:
    """Return the part of a ring that lies in an upright box (Sutherland and Hodgman); maybe
    empty."""
    found = list(ring)
    for axis, limit, keep in ((0, left, 1), (0, right, -1), (1, top, 1), (1, foot, -1)):
        if not found:
            break
        before = found[-1]
        kept: list[Point] = []
        for here in found:
            was, now = (keep * (p[axis] - limit) >= 0 for p in (before, here))
            if was != now:
                t = (limit - before[axis]) / (here[axis] - before[axis])
                kept.append(
                    (before[0] + (here[0] - before[0]) * t, before[1] + (here[1] - before[1]) * t)
                )
            if now:
                kept.append(here)
            before = here
        found = kept
    return found


def cut(chain: Chain, left: float, top: float, right: float, foot: float) -> list[list[Point]]:
    """Return the pieces of a chain that lie in an upright box, in their order."""
    found: list[list[Point]] = []
    for a, b in pairwise(chain):
        start, end = 0.0, 1.0
        for at, by, low, high in (
            (a[0], b[0] - a[0], left, right),
            (a[1], b[1] - a[1], top, foot),
        ):
            if not by:
                if not low <= at <= high:
                    start, end = 1.0, 0.0
                continue
            enters, leaves = sorted(((low - at) / by, (high - at) / by))
            start, end = max(start, enters), min(end, leaves)
        if start >= end:
            continue
        p, q = (
            (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) if 0 < t < 1 else (a, b)[int(t)]
            for t in (start, end)
        )
        if found and start == 0 and found[-1][-1] == a:
            found[-1].append(q)
        else:
            found.append([p, q])
    return found


def unit(a: Point, b: Point) -> Point:
    """Direction from one point to another, of length one (or nothing)."""
    far = math.dist(a, b)
    return ((b[0] - a[0]) / far, (b[1] - a[1]) / far) if far else (0.0, 0.0)


def nearest(chain: Chain, point: Point) -> Near:
    """Return the nearest point of a chain of at least two points."""
    best: Near | None = None
    reached = 0.0
    for a, b in pairwise(chain):
        dx, dy = b[0] - a[0], b[1] - a[1]
        far = math.hypot(dx, dy)
        if not far:
            continue
        t = max(0.0, min(1.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / far**2))
        place = (a[0] + dx * t, a[1] + dy * t)
        distance = math.dist(place, point)
        if best is None or distance < best.distance:
            best = Near(distance, place, reached + far * t, (dx / far, dy / far))
        reached += far
    if best is None:
        raise ValueError("a chain needs two different points")
    return best


def through(points: Chain, step: float, *, closed: bool = False, knots: float = 0.5) -> list[Point]:
    """Return a smooth curve through every point (Catmull and Rom), as short pieces.

    With `knots` of a half (centripetal) it never loops; with 0 (uniform) it swings wider.
    """
    chain = [p for i, p in enumerate(points) if i == 0 or math.dist(p, points[i - 1]) > 1e-9]
    if closed and math.dist(chain[0], chain[-1]) < 1e-9:
        chain.pop()
    if len(chain) < 3:
        return list(chain)
    if closed:
        around = [chain[-1], *chain, chain[0], chain[1]]
    else:
        first = (2 * chain[0][0] - chain[1][0], 2 * chain[0][1] - chain[1][1])
        last = (2 * chain[-1][0] - chain[-2][0], 2 * chain[-1][1] - chain[-2][1])
        around = [first, *chain, last]
    found: list[Point] = []
    for a, b, c, d in zip(around, around[1:], around[2:], around[3:], strict=False):
        found.extend(_span(a, b, c, d, step, knots))
    if not closed:
        found.append(chain[-1])
    return found


def _span(a: Point, b: Point, c: Point, d: Point, step: float, knots: float) -> Iterator[Point]:
    t0 = 0.0
    t1 = t0 + math.dist(a, b) ** knots
    t2 = t1 + math.dist(b, c) ** knots
    t3 = t2 + math.dist(c, d) ** knots
    count = max(1, round(math.dist(b, c) / step))
    for i in range(count):
        t = t1 + (t2 - t1) * i / count
        one = _mix(a, b, t0, t1, t)
        two = _mix(b, c, t1, t2, t)
        three = _mix(c, d, t2, t3, t)
        yield _mix(_mix(one, two, t0, t2, t), _mix(two, three, t1, t3, t), t1, t2, t)


def _mix(a: Point, b: Point, start: float, end: float, t: float) -> Point:
    share = (t - start) / (end - start)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


@dataclass(frozen=True, slots=True)
class Noise:
    """A wandering value between about -1 and 1, smooth over a stated length."""

    word: str
    length: float
    _waves: tuple[tuple[float, float, float], ...] = field(init=False)

    def __post_init__(self) -> None:
        draw = dice(self.word)
        waves = tuple(
            (draw.uniform(0.6, 1.0) / (1 + n), (0.5 + n) * draw.uniform(0.8, 1.25), draw.random())
            for n in range(3)
        )
        object.__setattr__(self, "_waves", waves)

    def __call__(self, at: float) -> float:
        """Return the value at a distance."""
        turns = at / self.length
        return sum(s * math.sin(2 * math.pi * (turns * f + p)) for s, f, p in self._waves) / 1.6


def wavering(chain: Chain, reach: float, word: str, length: float) -> list[Point]:
    """Return the chain pushed sideways by noise, its ends kept; `reach` is the most it strays."""
    noise = Noise(word, length)
    far = sum(math.dist(a, b) for a, b in pairwise(chain))
    found: list[Point] = []
    reached = 0.0
    for i, (x, y) in enumerate(chain):
        if i:
            reached += math.dist(chain[i - 1], chain[i])
        way = unit(chain[max(0, i - 1)], chain[min(len(chain) - 1, i + 1)])
        ease = min(1.0, reached / length, (far - reached) / length)
        push = reach * ease * noise(reached)
        found.append((x - way[1] * push, y + way[0] * push))
    return found


def ragged(ring: Chain, reach: float, word: str, length: float) -> list[Point]:
    """Return a ring pushed in and out by noise that closes on itself."""
    far = sum(math.dist(a, b) for a, b in pairwise([*ring, ring[0]]))
    turns = max(3, round(far / length))
    draw = dice(word)
    waves = [
        (draw.uniform(0.5, 1.0) / (1 + 0.5 * n), turns + n * 3, draw.random()) for n in range(4)
    ]
    found: list[Point] = []
    reached = 0.0
    for i, (x, y) in enumerate(ring):
        if i:
            reached += math.dist(ring[i - 1], ring[i])
        way = unit(ring[i - 1], ring[(i + 1) % len(ring)])
        share = reached / far if far else 0.0
        push = reach * sum(s * math.sin(2 * math.pi * (share * f + p)) for s, f, p in waves) / 1.8
        found.append((x - way[1] * push, y + way[0] * push))
    return found


def beside(chain: Chain, by: float | Sequence[float]) -> list[Point]:
    """Return the chain moved to the right of its run, by one distance or by one a point."""
    found: list[Point] = []
    for i, (x, y) in enumerate(chain):
        way = unit(chain[max(0, i - 1)], chain[min(len(chain) - 1, i + 1)])
        far = by if isinstance(by, (int, float)) else by[i]
        found.append((x - way[1] * far, y + way[0] * far))
    return found


def spline(points: Chain, steps: int = 6, *, closed: bool = False) -> list[Point]:
    """Return a quadratic B-spline: it passes through the middle of every side of the chain.

    So a river whose points are the corners of hexes crosses exactly the sides it follows.
    """
    if len(points) < 3:
        return list(points)
    found = [] if closed else [points[0]]
    around = [points[-1], *points, points[0]] if closed else points
    for a, b, c in zip(around, around[1:], around[2:], strict=False):
        start, end = _mid(a, b), _mid(b, c)
        for step in range(steps):
            t = step / steps
            p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
            found.append(
                (p * start[0] + q * b[0] + r * end[0], p * start[1] + q * b[1] + r * end[1])
            )
    return found if closed else [*found, _mid(points[-2], points[-1]), points[-1]]


def _mid(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def wobbled(
    points: Sequence[Point], by: float, seed: str, *, wave: float = 0.11, closed: bool = False
) -> list[Point]:
    """Return a chain swung gently to both sides, its ends kept."""
    rng = dice(seed)
    phases = [rng.uniform(0, math.tau) for _ in range(3)]
    found: list[Point] = []
    gone = 0.0
    last = len(points) - 1
    for i, (x, y) in enumerate(points):
        a = points[i - 1] if i or closed else points[0]
        b = points[(i + 1) % len(points)] if i < last or closed else points[last]
        if i:
            gone += math.dist(points[i - 1], points[i])
        ux, uy = unit(a, b)
        swing = by * (
            math.sin(gone * wave + phases[0])
            + 0.6 * math.sin(gone * wave * 2.3 + phases[1])
            + 0.4 * math.sin(gone * wave * 4.1 + phases[2])
        )
        swing *= min(1.0, i / 5, (last - i) / 5)
        found.append((x - uy * swing, y + ux * swing))
    return found


def evened(chain: Chain, times: int) -> list[Point]:
    """Return the chain without its tremor: each inner point moved between its neighbours."""
    found = list(chain)
    for _ in range(times):
        found[1:-1] = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(found, found[1:], found[2:], strict=False)
        ]
    return found


def nearest_on(a: Point, b: Point, point: Point) -> Point:
    """Return the point of a straight piece nearest to another."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    size = dx * dx + dy * dy
    if not size:
        return a
    t = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / size
    t = min(1.0, max(0.0, t))
    return a[0] + dx * t, a[1] + dy * t


def densified(points: Sequence[Point], step: float) -> list[Point]:
    """Return the chain with points no further apart than a step."""
    found = [points[0]]
    for a, b in pairwise(points):
        count = max(1, math.ceil(math.dist(a, b) / step))
        found.extend(
            (a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count)
            for i in range(1, count + 1)
        )
    return found


def simplified(points: Sequence[Point], within: float) -> list[Point]:
    """Fewer points, none of those left out further than that from the line (Douglas-Peucker)."""
    if len(points) < 3:
        return list(points)
    a, b = points[0], points[-1]
    far = math.dist(a, b) or 1.0
    gaps = [
        abs((b[0] - a[0]) * (a[1] - p[1]) - (a[0] - p[0]) * (b[1] - a[1])) / far
        for p in points[1:-1]
    ]
    worst = max(range(len(gaps)), key=gaps.__getitem__)
    if gaps[worst] <= within:
        return [a, b]
    left = simplified(points[: worst + 2], within)
    return [*left[:-1], *simplified(points[worst + 1 :], within)]


def steps(chain: Chain, every: float, start: float | None = None) -> Iterator[tuple[Point, Point]]:
    """Points along a chain at even distances, each with the direction there."""
    wait = every / 2 if start is None else start
    for a, b in pairwise(chain):
        piece = math.dist(a, b)
        way = unit(a, b)
        while wait <= piece and piece:
            yield (a[0] + way[0] * wait, a[1] + way[1] * wait), way
            wait += every
        wait -= piece


def thinned(chain: Chain, least: float) -> list[Point]:
    """Return the chain without points nearer than so much to the one before; the ends stay."""
    found = [chain[0]]
    for point in chain[1:-1]:
        if math.dist(point, found[-1]) >= least:
            found.append(point)
    found.append(chain[-1])
    return found


def meet(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Return the point where two straight pieces cross, or None."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    det = rx * sy - ry * sx
    if abs(det) < 1e-12:
        return None
    t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / det
    u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / det
    if 0 <= t <= 1 and 0 <= u <= 1:
        return a[0] + t * rx, a[1] + t * ry
    return None


class Pieces:
    """Straight pieces of many chains, quickly found by where they lie."""

    def __init__(self, cell: float) -> None:
        self._cell = cell
        self._cells: dict[tuple[int, int], list[tuple[str, Point, Point]]] = {}

    def add(self, owner: str, chain: Chain) -> None:
        """Add all pieces of a chain under a name."""
        for a, b in pairwise(chain):
            for cell in self._touched(a, b, 0.0):
                self._cells.setdefault(cell, []).append((owner, a, b))

    def crossings(self, chain: Chain) -> Iterator[tuple[str, Point]]:
        """Return the points where a chain crosses any piece, with the pieces' names."""
        for a, b in pairwise(chain):
            seen: set[tuple[str, Point, Point]] = set()
            for cell in self._touched(a, b, 0.0):
                for piece in self._cells.get(cell, ()):
                    if piece not in seen:
                        seen.add(piece)
                        if (at := meet(a, b, piece[1], piece[2])) is not None:
                            yield piece[0], at

    def within(self, point: Point, reach: float) -> Iterator[tuple[str, float]]:
        """Owners of pieces within reach of a point, each with its distance."""
        seen: set[tuple[str, Point, Point]] = set()
        for cell in self._touched(point, point, reach):
            for piece in self._cells.get(cell, ()):
                if piece not in seen and piece[1] != piece[2]:
                    seen.add(piece)
                    if (far := nearest(piece[1:], point).distance) <= reach:
                        yield piece[0], far

    def _touched(self, a: Point, b: Point, grown: float) -> Iterator[tuple[int, int]]:
        left, right = sorted((a[0], b[0]))
        top, foot = sorted((a[1], b[1]))
        for x in range(
            math.floor((left - grown) / self._cell), math.floor((right + grown) / self._cell) + 1
        ):
            for y in range(
                math.floor((top - grown) / self._cell), math.floor((foot + grown) / self._cell) + 1
            ):
                yield x, y
