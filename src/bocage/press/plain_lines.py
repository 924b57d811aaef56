"""The lines of a plain drawing: water, roads, railways, slopes, fronts, bridges and fords."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Final, TypeVar

from bocage.maps.records import Link
from bocage.maps.vocabulary import WATER
from bocage.press.plain_looks import HACHURED, INK, PAPER, RELIEF, STROKES, WATER_EDGE, Stroke
from bocage.press.plain_sheet import number, polyline, smooth

if TYPE_CHECKING:
    from bocage.maps.pack import Pack
    from bocage.maps.records import Crossing, Line
    from bocage.press.plain_sheet import XY, Sheet

Node = TypeVar("Node", bound=Hashable)

_WATERS: Final = ("stream", "canal", "river", "major river")
"""From the least to the greatest, which is drawn last."""

_GREAT: Final = frozenset({"major", "main", "national", "primary", "highway", "club", "trunk"})
"""Words in a road's class that make it a great one."""


def chains(edges: Iterable[tuple[Node, Node]]) -> list[list[Node]]:
    """Edges joined end to end into as few unbroken lines as their forks allow."""
    near: dict[Node, list[Node]] = {}
    for u, v in edges:
        near.setdefault(u, []).append(v)
        near.setdefault(v, []).append(u)
    used: set[frozenset[Node]] = set()
    found: list[list[Node]] = []
    starts = [node for node, others in near.items() if len(others) != 2] + list(near)
    for start in starts:
        for first in near[start]:
            if frozenset((start, first)) in used:
                continue
            line = [start, first]
            used.add(frozenset((start, first)))
            while len(near[line[-1]]) == 2:
                on = next(n for n in near[line[-1]] if n != line[-2])
                if frozenset((line[-1], on)) in used:
                    break
                used.add(frozenset((line[-1], on)))
                line.append(on)
            found.append(line)
    return found


def courses(sheet: Sheet, kind: str) -> list[tuple[str, list[XY]]]:
    """The lines of one kind with their names: along hexsides, or as they are drawn."""
    pack = sheet.pack
    found: list[tuple[str, list[XY]]] = []
    on_sides = pack.kind == "hexes"
    names = {side.name for side in pack.sides if side.kind == kind} if on_sides else set[str]()
    for name in sorted(names):
        ends = [
            tuple(pack.grid.side_ends(side.a, side.b))
            for side in pack.sides
            if side.kind == kind and side.name == name
        ]
        found += [
            (name, [sheet.corner(vertex) for vertex in chain])
            for chain in chains((u, v) for u, v in ends)
        ]
    if found:  # what runs along hexsides is not drawn a second time
        return found
    return [
        (line.name, sheet.line(line.points))
        for line in pack.lines
        if line.kind == kind and len(line.points) > 1
    ]


def waters(sheet: Sheet) -> Iterator[str]:
    """Rivers, canals and streams, the great ones over the small."""
    for kind in _WATERS:
        lines = [line for _, line in courses(sheet, kind)]
        yield from stroked(STROKES[kind], lines, round_corners=kind != "canal")


def borders(sheet: Sheet) -> Iterator[str]:
    """Coast, ridges, front lines and limits."""
    for kind in ("ridge", "coast", "limit", "front"):
        lines = [line for _, line in courses(sheet, kind)]
        yield from stroked(STROKES[kind], lines, round_corners=False)


def stroked(look: Stroke, lines: Sequence[Sequence[XY]], *, round_corners: bool) -> Iterator[str]:
    """Lines with their casing; nothing where there are none."""
    data = "".join((smooth if round_corners else polyline)(line) for line in lines)
    if not data:
        return
    if look.edge:
        yield _path(data, look.edge, look.edge_width)
    yield _path(data, look.colour, look.width, look.dash)


def _path(data: str, colour: str, width: float, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}" stroke-linecap="butt"' if dash else ""
    return f'<path class="l" stroke="{colour}" stroke-width="{number(width)}"{dashed} d="{data}"/>'


# Roads and railways ----------------------------------------------------------------------


def is_great(road: Link | Line) -> bool:
    """Whether a road is one of the great ones."""
    return bool(_GREAT & set(road.grade.lower().replace("-", " ").split()))


def roads(pack: Pack) -> list[Link | Line]:
    """Every road, whether it joins hexes or places or is only drawn."""
    drawn = [line for line in pack.lines if line.kind == "road"]
    return [*(link for link in pack.links if link.kind == "road"), *drawn]


def routes(sheet: Sheet) -> Iterator[str]:
    """Railways, then roads, then the great roads."""
    pack = sheet.pack
    railways: list[Link | Line] = [link for link in pack.links if link.kind == "railway"]
    railways += [line for line in pack.lines if line.kind == "railway"]
    small = [road for road in roads(pack) if not is_great(road)]
    great = [road for road in roads(pack) if is_great(road)]
    for kind, ways in (("railway", railways), ("road", small), ("major road", great)):
        yield from stroked(STROKES[kind], _tracks(sheet, ways), round_corners=True)


def _tracks(sheet: Sheet, ways: Sequence[Link | Line]) -> list[list[XY]]:
    """Routes as lines: as they are drawn, else through the middles of their hexes."""
    found = [sheet.line(way.points) for way in ways if len(way.points) > 1]
    by_name: dict[str, list[tuple[str, str]]] = {}
    for way in ways:
        if isinstance(way, Link) and len(way.points) < 2 and sheet.pack.kind == "hexes":
            by_name.setdefault(way.name, []).append((way.start, way.end))
    for edges in by_name.values():
        found += [
            [sheet.hex(sheet.pack.grid.hex(printed)) for printed in chain]
            for chain in chains(edges)
        ]
    return found


# Slopes ----------------------------------------------------------------------------------


def hachures(sheet: Sheet) -> Iterator[str]:
    """Short strokes on the lower side of slopes, and along escarpments and cliffs."""
    pack, parts = sheet.pack, list[str]()
    if pack.kind == "hexes":
        for side in pack.sides:
            if side.kind in HACHURED:
                u, v = sorted(pack.grid.side_ends(side.a, side.b))
                down = _unit_step(sheet.hex(side.a), sheet.hex(side.b))
                parts += _ticks([sheet.corner(u), sheet.corner(v)], sheet.unit * 0.13, down)
    for line in pack.lines:
        if line.kind in HACHURED and len(line.points) > 1:
            drawn = sheet.line(line.points)
            parts.append(polyline(drawn))
            for a, b in pairwise(drawn):
                dx, dy = _unit_step(a, b)
                parts += _ticks([a, b], 5, (-dy, dx))
    if parts:
        yield f'<path class="l" stroke="{RELIEF}" stroke-width="1.3" d="{"".join(parts)}"/>'


def _ticks(side: Sequence[XY], length: float, down: XY) -> list[str]:
    (ax, ay), (bx, by) = side
    count = max(1, round(hypot(bx - ax, by - ay) / 5))
    made: list[str] = []
    for i in range(count):
        t = (i + 0.5) / count
        x, y = ax + (bx - ax) * t, ay + (by - ay) * t
        made.append(polyline([(x, y), (x + down[0] * length, y + down[1] * length)]))
    return made


def _unit_step(a: XY, b: XY) -> XY:
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


# Crossings -------------------------------------------------------------------------------


def crossings(sheet: Sheet) -> Iterator[str]:
    """Bridges as brackets along the way, fords as dots, ferries as a ring."""
    for crossing in sheet.pack.crossings:
        yield crossing_sign(crossing.kind, crossing_point(sheet, crossing), _way(sheet, crossing))


def crossing_point(sheet: Sheet, crossing: Crossing) -> XY:
    """Where a crossing is drawn: on its hexside, or on a lattice where it stands."""
    if sheet.pack.kind == "lattice":
        return sheet.earth(crossing.lat, crossing.lon)
    (ax, ay), (bx, by) = sheet.hex(crossing.a), sheet.hex(crossing.b)
    return (ax + bx) / 2, (ay + by) / 2


def _way(sheet: Sheet, crossing: Crossing) -> XY:
    """Which way one crosses: along the road, else from hex to hex."""
    for link in sheet.pack.links_of(crossing.id):
        line = sheet.line(link.points)
        if len(line) > 1:
            a, b = (line[0], line[1]) if link.start == crossing.id else (line[-1], line[-2])
            if hypot(b[0] - a[0], b[1] - a[1]) > 0.1:
                return _unit_step(a, b)
    return _unit_step(sheet.hex(crossing.a), sheet.hex(crossing.b))


def crossing_sign(kind: str, place: XY, way: XY) -> str:
    """The sign of a bridge, ford or ferry at a place, laid along the way."""
    (x, y), (dx, dy) = place, way

    def to(along: float, aside: float) -> XY:
        return x + dx * along - dy * aside, y + dy * along + dx * aside

    if kind == "ford":
        dots = "".join(polyline([to(t, -2.5), to(t, 2.5)]) for t in (-4.5, 0, 4.5))
        return _cased(dots, WATER_EDGE, 1.6)
    if kind == "ferry":
        middle = f'cx="{number(x)}" cy="{number(y)}"'
        return f'<circle {middle} r="4" fill="{PAPER}" stroke="{WATER_EDGE}" stroke-width="1.6"/>'
    wing, half, width = 2.2, 5.0, 3.2
    bars = "".join(
        polyline(
            [
                to(-half - 1.6, s * (width + wing)),
                to(-half, s * width),
                to(half, s * width),
                to(half + 1.6, s * (width + wing)),
            ]
        )
        for s in (-1, 1)
    )
    return _cased(bars, INK, 1.1 if kind == "rail bridge" else 1.7)


def _cased(data: str, colour: str, width: float) -> str:
    return _path(data, PAPER, width + 1.8) + _path(data, colour, width)


def has(pack: Pack, kind: str) -> bool:
    """Whether a pack has a side or line of a kind."""
    return any(side.kind == kind for side in pack.sides) or any(
        line.kind == kind for line in pack.lines
    )


WATER_KINDS: Final = tuple(kind for kind in _WATERS if kind in WATER)
