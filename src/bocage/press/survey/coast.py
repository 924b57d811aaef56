"""The ground of an island: the net of its field walls, its ridges, its cliffs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Final

from bocage.press.geometry import Chain, Region, beside, bounds, dice, nearest, steps, unit
from bocage.press.paths import straight
from bocage.press.survey.looks import INK
from bocage.press.svg import Element, Point, num, path

if TYPE_CHECKING:
    from bocage.maps.records import Line
    from bocage.press.survey.country import Country
    from bocage.press.survey.frame import Frame

_FIELD: Final = (10.5, 7.6)


def walls(country: Country, frame: Frame) -> list[Element]:
    """Return the net of stone walls over the land, bent as the ground bends; illustrative."""
    if not country.shores or "walled fields" not in country.pack.terrain_words:
        return []
    data: list[str] = []
    for number, shore in enumerate(country.shores):
        ring = frame.chain(shore)
        if frame.shows_any(shore):
            data.extend(_net(ring, frame, dice(f"walls-{number}")))
    if not data:
        return []
    net = "".join(data)
    return [path(net, fill="none", stroke=INK.wall, stroke_width=0.5, stroke_opacity=0.75)]


def _net(ring: list[Point], frame: Frame, draw: Random) -> Iterator[str]:
    wide, high = _FIELD
    land = Region(ring)
    left, top, right, foot = bounds(ring)
    box = frame.paper
    left, right = max(left, box.left - wide), min(right, box.right + wide)
    top, foot = max(top, box.top - high), min(foot, box.foot + high)

    def warp(x: float, y: float) -> Point:
        return (
            x + 7 * math.sin(y / 41 + x / 97) + 4 * math.sin(y / 17 - x / 59),
            y + 6 * math.sin(x / 53 - y / 83) + 3 * math.sin(x / 23 + y / 31),
        )

    rows = int((foot - top) / high) + 3
    columns = int((right - left) / wide) + 3
    for j in range(-1, rows):
        run: list[Point] = []
        for i in range(-1, columns):
            shift = (0.5 if j % 2 else 0.0) + draw.uniform(-0.22, 0.22)
            at = warp(left + (i + shift) * wide, top + j * high)
            below = warp(left + (i + shift) * wide, top + (j + 1) * high)
            dry = at in land
            if dry and draw.random() < 0.86:
                run.append(at)
            else:
                if len(run) > 1:
                    yield _rough(run)
                run = []
            if dry and draw.random() < 0.7 and below in land:
                yield _rough([at, below])
        if len(run) > 1:
            yield _rough(run)


def _rough(points: list[Point]) -> str:
    """Return a path to a tenth of a unit, by short steps."""
    first, *rest = [(round(x, 1), round(y, 1)) for x, y in points]
    said = f"M{num(first[0], 1)} {num(first[1], 1)}l"
    before = first
    steps_said: list[str] = []
    for x, y in rest:
        steps_said.append(f"{num(x - before[0], 1)} {num(y - before[1], 1)}")
        before = (x, y)
    return said + " ".join(steps_said)


def cliffs(country: Country, frame: Frame) -> list[Element]:
    """Teeth along the shore where it is cliff: heavy at the brink, pointing to the sea."""
    teeth: list[str] = []
    brinks: list[str] = []
    for line in country.pack.lines:
        if line.kind != "cliff":
            continue
        chain = _shored(country, frame, line)
        side = _seaward(country, frame, chain)
        brink = beside(chain, -side * 4.2)
        brinks.append(straight(brink))
        for at, way in steps(brink, 2.5, 1.0):
            if frame.near(at):
                teeth.append(_tooth(at, way, side))
    if not teeth:
        return []
    return [
        path("".join(teeth), fill=INK.cliff),
        path("".join(brinks), fill="none", stroke=INK.cliff, stroke_width=0.9),
    ]


def _tooth(at: Point, way: Point, side: int) -> str:
    nx, ny = -way[1] * side, way[0] * side
    return (
        f"M{num(at[0] - way[0] * 0.8, 1)} {num(at[1] - way[1] * 0.8, 1)}"
        f"L{num(at[0] + nx * 4.4, 1)} {num(at[1] + ny * 4.4, 1)}"
        f"L{num(at[0] + way[0] * 0.8, 1)} {num(at[1] + way[1] * 0.8, 1)}Z"
    )


def _shored(country: Country, frame: Frame, line: Line) -> list[Point]:
    """Return a line along the shore, taken from the shore itself between its ends."""
    ends = country.plane.chain((line.points[0], line.points[-1]))
    middle = country.plane.at(*line.points[len(line.points) // 2])
    shore = min(country.shores, key=lambda ring: nearest(ring, middle).distance)
    ring = list(shore[:-1]) if shore[0] == shore[-1] else list(shore)
    a, b, m = (min(range(len(ring)), key=lambda i: math.dist(ring[i], p)) for p in (*ends, middle))
    onward = [ring[(a + i) % len(ring)] for i in range((b - a) % len(ring) + 1)]
    back = [ring[(a - i) % len(ring)] for i in range((a - b) % len(ring) + 1)]
    return frame.chain(onward if ring[m] in onward else back)


def _seaward(country: Country, frame: Frame, chain: Chain) -> int:
    """Return the side of the water on a chain along the shore: 1 is right of its run."""
    votes = 0
    shores = [Region(frame.chain(ring)) for ring in country.shores]
    for at, way in steps(chain, 9.0):
        for side in (1, -1):
            probe = (at[0] - way[1] * 2.0 * side, at[1] + way[0] * 2.0 * side)
            if not any(probe in land for land in shores):
                votes += side
    return 1 if votes >= 0 else -1


def cliff_sample(wide: float, y: float) -> list[Element]:
    """Cliffs for the key."""
    chain = [(1.0, y - 3), (wide - 1, y - 3)]
    return [
        path("".join(_tooth(at, way, 1) for at, way in steps(chain, 2.5, 1.0)), fill=INK.cliff),
        path(straight(chain), fill="none", stroke=INK.cliff, stroke_width=0.9),
    ]


def ridges(country: Country, frame: Frame) -> list[Element]:
    """Ridges as two rows of hachures, back to back."""
    strokes: list[str] = []
    for line in country.pack.lines:
        if line.kind != "ridge":
            continue
        chain = frame.chain(country.plane.chain(line.points))
        far = sum(math.dist(a, b) for a, b in pairwise(chain))
        reached = 0.0
        for at, way in steps(chain, 2.8):
            reached += 2.8
            if not frame.near(at):
                continue
            ease = min(1.0, reached / 18, (far - reached) / 18 + 0.25)
            for side in (1, -1):
                nx, ny = -way[1] * side, way[0] * side
                lean = unit((0, 0), (nx + way[0] * 0.15, ny + way[1] * 0.15))
                strokes.append(
                    f"M{num(at[0] + nx * 2.2, 1)} {num(at[1] + ny * 2.2, 1)}"
                    f"l{num(lean[0] * 6.5 * ease, 1)} {num(lean[1] * 6.5 * ease, 1)}"
                )
    if not strokes:
        return []
    return [
        path(
            "".join(strokes),
            fill="none",
            stroke=INK.hachure,
            stroke_width=0.75,
            stroke_opacity=0.75,
        )
    ]
