"""Rivers and canals: courses through exactly the hexsides they stand for, and their strokes.

A river is a quadratic B-spline whose controls are the corners of its sides, so it passes
through the middle of each of them and rounds the corners. A canal joins the middles,
straightened. A side that two waters share is drawn once, with the river's course.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bocage.press import tokens
from bocage.press.geometry import beside, densified, simplified, spline, wobbled
from bocage.press.paths import along, length, straight
from bocage.press.sheets.chains import Ends, chains
from bocage.press.svg import Element, Point, group, path

if TYPE_CHECKING:
    from bocage.hexes.grid import Vertex
    from bocage.maps.records import Side
    from bocage.press.sheets.coast import Coast
    from bocage.press.sheets.plan import Plan

_KINDS: Final = ("major river", "river", "stream", "canal")
_SWING: Final = 1.1
"""How far a river swings from its curve at most, about."""


@dataclass(frozen=True, slots=True)
class Course:
    """One stroke of a water, the way it flows."""

    name: str
    kind: str
    points: tuple[Point, ...]
    widths: tuple[float, ...]
    """At each point."""
    own: tuple[int, int]
    """The first point on its own sides and the one after the last; beyond, it only joins up."""

    @property
    def broad(self) -> float:
        """Return its greatest width, casing and all."""
        return max(self.widths) + tokens.MAP_LINES.river_casing


def courses(plan: Plan, coast: Coast | None) -> tuple[Course, ...]:
    """Return every stroke of every water, rivers before canals."""
    grid = plan.pack.grid
    by_name: dict[tuple[str, str], list[Side]] = {}
    for side in plan.pack.sides:
        if side.kind in _KINDS:
            by_name.setdefault((side.name, side.kind), []).append(side)
    taken: set[Ends] = set()
    made: list[Course] = []
    for name, kind in sorted(by_name, key=lambda key: _KINDS.index(key[1])):
        sides = by_name[name, kind]
        ends = [grid.side_ends(side.a, side.b) for side in sides]
        mine = [side for side in ends if side not in taken]
        taken.update(mine)
        for chain in chains(mine):
            made.append(_course(plan, coast, name, kind, chain, made))
    return tuple(made)


def _course(
    plan: Plan,
    coast: Coast | None,
    name: str,
    kind: str,
    chain: list[Vertex],
    others: Sequence[Course],
) -> Course:
    corners = [plan.corner(vertex) for vertex in chain]
    if kind == "canal":
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(corners)]
        points = simplified([corners[0], *middles, corners[-1]], 0.066 * plan.hex)
    else:
        points = wobbled(spline(corners), _SWING * plan.k, name, wave=0.11 / plan.k)
    head = _beyond(plan, coast, chain, corners, others, first=True)
    foot = _beyond(plan, coast, chain, corners, others, first=False)
    whole = [*head[::-1], *points, *foot]
    rises = not head and kind != "canal"
    widths = tuple(_widths(plan, kind, whole, rises=rises))
    return Course(name, kind, tuple(whole), widths, (len(head), len(head) + len(points)))


def _beyond(
    plan: Plan,
    coast: Coast | None,
    chain: list[Vertex],
    corners: list[Point],
    others: Sequence[Course],
    *,
    first: bool,
) -> list[Point]:
    """Return the course after its last corner: into another, the sea, or off the map."""
    vertex, here = (chain[0], corners[0]) if first else (chain[-1], corners[-1])
    near: tuple[float, Point] | None = None
    for other in others:
        for point in densified(other.points, 5.0):
            far = math.dist(point, here)
            if far < plan.side * 0.42 and (near is None or far < near[0]):
                near = far, point
    if near is not None:
        return [near[1]]
    around = list(_hexes_at(plan, vertex))
    if len(around) == 3:
        return []
    inner = [plan.centres[h] for h in around]
    mx, my = (sum(p[i] for p in inner) / len(inner) for i in (0, 1))
    far = math.dist(here, (mx, my)) or 1.0
    reach = plan.hex * 1.1
    out = here[0] + (here[0] - mx) / far * reach, here[1] + (here[1] - my) / far * reach
    if coast is None or coast.on_land(*out):
        return [out]
    if not coast.on_land(*here):
        return []
    shore = coast.nearest(here)
    more = 1 + 5 / max(math.dist(shore, here), 1.0)
    return [(here[0] + (shore[0] - here[0]) * more, here[1] + (shore[1] - here[1]) * more)]


def _hexes_at(plan: Plan, vertex: Vertex) -> Iterator[int]:
    """Yield the hexes that meet in a corner: three inside the map."""
    x, y = plan.corner(vertex)
    found = (
        plan.where(x + plan.side * 0.3 * math.cos(turn), y + plan.side * 0.3 * math.sin(turn))
        for turn in (math.radians(30 + 60 * step) for step in range(6))
    )
    yield from dict.fromkeys(h for h in found if h is not None)


def _widths(plan: Plan, kind: str, points: Sequence[Point], *, rises: bool) -> Iterator[float]:
    if kind == "canal":
        yield from [tokens.MAP_LINES.canal[1] * plan.k] * len(points)
        return
    only = not any(side.kind == "major river" for side in plan.pack.sides)
    thin, thick = (
        tokens.MAP_LINES.river_major
        if kind == "major river"
        else (2.6, 5.8)
        if only  # where no river is greater than the others, all may be stronger
        else tokens.MAP_LINES.river_minor
    )
    full = length(points) or 1.0
    gone = 0.0
    before = points[0]
    for point in points:
        gone += math.dist(before, point)
        before = point
        width = thin + (thick - thin) * gone / full
        if rises:
            width *= min(1.0, 0.12 + 0.88 * gone / plan.side)
        yield width * plan.k


def drawn(plan: Plan, made: Sequence[Course]) -> Element:
    """Return all strokes: casings first, so that waters flow into each other."""
    rivers = [c for c in made if c.kind != "canal"]
    canals = [c for c in made if c.kind == "canal"]
    casing = tokens.MAP_LINES.river_casing * plan.k
    chart = tokens.MAP
    canal_data = "".join(straight(c.points) for c in canals)
    canal_casing, canal_fill = (width * plan.k for width in tokens.MAP_LINES.canal)
    ticks = "".join(_ticks(c, plan) for c in canals)
    parts = [
        path(
            canal_data, stroke=chart.water_name, stroke_width=canal_casing, stroke_linejoin="bevel"
        ),
        path("".join(_ribbon(c, casing) for c in rivers), fill=chart.water_casing),
        path(canal_data, stroke="#a3cbe2", stroke_width=canal_fill, stroke_linejoin="bevel"),
        path("".join(_ribbon(c, 0) for c in rivers), fill=chart.water),
        path(ticks, stroke=chart.water_name, stroke_width=1.1 * plan.k),
        path(
            "".join(straight(beside(c.points, -0.8)) for c in rivers if c.broad > 6),
            stroke="#b4d5e6",
            stroke_width=1.7,
            stroke_linecap="round",
            stroke_opacity=0.7,
        ),
    ]
    return group(*(p for p in parts if p.get("d")), fill="none")


def _ribbon(course: Course, more: float) -> str:
    half = [(width + more) / 2 for width in course.widths]
    right = beside(course.points, half)
    left = beside(course.points, [-h for h in half])
    return straight([*right, *left[::-1]], closed=True)


def _ticks(course: Course, plan: Plan) -> str:
    """Short strokes across a canal."""
    every, half = tokens.MAP_LINES.canal_tick * plan.k, 4.0 * plan.k
    full = length(course.points)
    parts: list[str] = []
    for i in range(1, int(full / every)):
        (x, y), turn = along(course.points, i * every)
        dx, dy = -math.sin(math.radians(turn)) * half, math.cos(math.radians(turn)) * half
        parts.append(straight([(x - dx, y - dy), (x + dx, y + dy)]))
    return "".join(parts)
