"""Roads and railways, and the bridges and fords that carry them.

On a board whose roads join hexes each hex draws its own piece: from the middle of one side
to the middle of the other, or to the centre where roads meet or a settlement stands. The
point where a road crosses a side belongs to the side, so that the pieces always meet.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bocage.maps.pack import pair
from bocage.press import tokens
from bocage.press.geometry import chance, through
from bocage.press.paths import straight
from bocage.press.svg import Element, Point, group, path, rotate, translate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bocage.press.sheets.plan import Plan
    from bocage.press.sheets.towns import Towns
    from bocage.press.sheets.waters import Course

_RANK: Final = {"national": 2, "main": 2, "major": 2, "departmental": 1, "local": 0, "": 1}


@dataclass(frozen=True, slots=True)
class Roads:
    """All roads as chains of points by grade (0 local, 1 ordinary, 2 national), and railways."""

    pieces: tuple[tuple[int, tuple[Point, ...]], ...]
    railways: tuple[tuple[Point, ...], ...]


def roads(plan: Plan, towns: Towns) -> Roads:
    """Return the roads of a board, whether its links or its lines tell them."""
    pieces = _linked(plan) if plan.pack.links else _traced(plan, towns, "road")
    rails = [chain for _, chain in _traced(plan, towns, "railway")]
    return Roads(tuple(pieces), tuple(rails))


def crossing_point(plan: Plan, a: int, b: int) -> Point:
    """Return the point where a road crosses a side: its middle, or near it on dry ground."""
    a, b = pair(a, b)
    mx, my = plan.middle(a, b)
    if (a, b) in plan.waters:
        return mx, my
    (x, y), (u, v) = plan.centres[a], plan.centres[b]
    aside = (chance(a, b, 81) - 0.5) * 0.16
    return mx - (v - y) * aside, my + (u - x) * aside


def _linked(plan: Plan) -> list[tuple[int, tuple[Point, ...]]]:
    grid = plan.pack.grid
    grade: dict[tuple[int, int], int] = {}
    for link in plan.pack.links:
        if link.kind == "road":
            both = pair(grid.hex(link.start), grid.hex(link.end))
            grade[both] = max(grade.get(both, 0), _RANK.get(link.grade, 1))
    joined: dict[int, list[int]] = {}
    for a, b in grade:
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    found: list[tuple[int, tuple[Point, ...]]] = []
    for h, others in sorted(joined.items()):
        through = len(others) == 2 and not plan.pack.hexes[h].settlement
        ends = [crossing_point(plan, h, n) for n in others]
        grades = [grade[pair(h, n)] for n in others]
        if through and grades[0] == grades[1]:
            found.append((grades[0], _bent(ends[0], _soft_centre(plan, h), ends[1])))
            continue
        centre = plan.centres[h]
        for n, end, rank in zip(others, ends, grades, strict=True):
            (x, y), (u, v) = centre, plan.centres[n]
            # It leaves the side squarely and then turns to the centre.
            knee = end[0] - (u - x) * 0.22, end[1] - (v - y) * 0.22
            found.append((rank, _bent(centre, knee, end)))
        if len(others) == 1 and (out := _way_out(plan, h)):
            found.append((grades[0], (centre, out)))
    return found


def _soft_centre(plan: Plan, h: int) -> Point:
    x, y = plan.centres[h]
    by = plan.hex * 0.2
    return x + (chance(h, 82) - 0.5) * by, y + (chance(h, 83) - 0.5) * by


def _way_out(plan: Plan, h: int) -> Point | None:
    """Return the point where a road that ends in a hex of the rim leaves the sheet."""
    x, y = plan.centres[h]
    places = plan.pack.places_in(h)
    if not any(place.kind == "exit" for place in places):
        return None
    rim = plan.rim
    gaps = {
        (x, rim.top - 90): y - rim.top,
        (x, rim.foot + 90): rim.foot - y,
        (rim.left - 90, y): x - rim.left,
        (rim.right + 90, y): rim.right - x,
    }
    return min(gaps, key=gaps.__getitem__)


def _bent(a: Point, knee: Point, b: Point, steps: int = 7) -> tuple[Point, ...]:
    found: list[Point] = []
    for step in range(steps + 1):
        t = step / steps
        p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
        found.append((p * a[0] + q * knee[0] + r * b[0], p * a[1] + q * knee[1] + r * b[1]))
    return tuple(found)


def _traced(plan: Plan, towns: Towns, kind: str) -> list[tuple[int, tuple[Point, ...]]]:
    """Return lines of the pack, drawn to the towns where the sheet has them."""
    found: list[tuple[int, tuple[Point, ...]]] = []
    for line in plan.pack.lines:
        if line.kind == kind:
            chain = [towns.drawn_at(plan.earth(*point)) for point in line.points]
            found.append((_RANK.get(line.grade, 1), tuple(through(chain, 6.0, knots=0))))
    return found


def drawn_roads(plan: Plan, made: Roads) -> Element:
    """Return the roads: casings under all fills, the great ones last."""
    chart, lines = tokens.MAP, tokens.MAP_LINES
    k = plan.k
    if plan.pack.links:
        looks = {
            0: ("#6b5a40", 2.7, "#f5e6bd", 1.4),
            1: (chart.road_casing, lines.road[0], chart.road_minor, lines.road[1]),
            2: (chart.road_casing, lines.road_major[0], chart.road_major, lines.road_major[1]),
        }
    else:  # roads that no rule asks for stand back behind the waters
        looks = {
            0: ("#8d7550", 2.2, "#f5e6bd", 1.1),
            1: ("#8d7550", 2.6, chart.road_minor, 1.5),
            2: ("#96523a", 3.3, "#e6a183", 2.0),
        }
    data = {
        grade: "".join(straight(points) for rank, points in made.pieces if rank == grade)
        for grade in looks
    }
    parts = [
        path(data[grade], stroke=look[0], stroke_width=look[1] * k)
        for grade, look in looks.items()
        if data[grade]
    ]
    parts.extend(
        path(data[grade], stroke=look[2], stroke_width=look[3] * k)
        for grade, look in looks.items()
        if data[grade]
    )
    return group(*parts, fill="none", stroke_linecap="round", stroke_linejoin="round")


def drawn_railways(plan: Plan, made: Roads) -> Element:
    """Return the railways: a line with ties."""
    if not made.railways:
        return group()
    lines = tokens.MAP_LINES
    tie, every = lines.rail_tie
    data = "".join(straight(points) for points in made.railways)
    k = plan.k
    return group(
        path(data, stroke_width=lines.rail * k),
        path(data, stroke_width=tie * k, stroke_dasharray=f"1.1 {every * k - 1.1:.1f}"),
        fill="none",
        stroke="#3b352c",
        stroke_opacity=0.82,
    )


def drawn_crossings(plan: Plan, waters: Sequence[Course]) -> Element:
    """Bridges with their parapets, fords as broken lines."""
    parts: list[Element] = []
    for crossing in plan.pack.crossings:
        (x, y), (u, v) = plan.centres[crossing.a], plan.centres[crossing.b]
        mx, my = plan.middle(crossing.a, crossing.b)
        turn = math.degrees(math.atan2(v - y, u - x))
        broad = _width_at(waters, crossing.over, (mx, my))
        half = broad / 2 + 4.6 * plan.k
        mark = _bridge(half, plan.k) if "bridge" in crossing.kind else _ford(half, plan.k)
        parts.append(group(mark, transform=f"{translate(mx, my)} {rotate(turn)}"))
    return group(*parts, fill="none", stroke_linecap="round")


def _width_at(waters: Sequence[Course], name: str, point: Point) -> float:
    best, width = math.inf, 4.0
    for course in waters:
        if course.name == name:
            for p, w in zip(course.points, course.widths, strict=True):
                if (far := math.dist(p, point)) < best:
                    best, width = far, w
    return width


def _bridge(half: float, k: float) -> Element:
    w, f = 3.5 * k, 2.6 * k
    flare = "".join(
        f"M{sx * (half + f):.1f} {sy * (w + f):.1f}L{sx * half:.1f} {sy * w:.1f}"
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    deck = f"M{-half:.1f} {-w:.1f}H{half:.1f}M{-half:.1f} {w:.1f}H{half:.1f}"
    return path(deck + flare, stroke="#241d16", stroke_width=1.5 * k)


def _ford(half: float, k: float) -> Element:
    w = 3.4 * k
    return path(
        f"M{-half - 1:.1f} {-w:.1f}H{half + 1:.1f}M{-half - 1:.1f} {w:.1f}H{half + 1:.1f}",
        stroke="#241d16",
        stroke_width=1.5 * k,
        stroke_dasharray="2.4 2.2",
        stroke_linecap="butt",
    )
