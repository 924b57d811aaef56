"""The ground of a plain drawing: hexes tinted and marked, or the areas of a lattice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from math import ceil, floor
from typing import TYPE_CHECKING, Final

from bocage.maps.shapes import inside
from bocage.press.plain_looks import PAPER, SEA, Ground, ground
from bocage.press.plain_sheet import MARGIN, at, number, polygon, polyline

if TYPE_CHECKING:
    from bocage.maps.pack import Pack
    from bocage.maps.records import Area
    from bocage.press.plain_sheet import XY, Sheet

COVERS: Final = (
    "polder",
    "marsh",
    "heath",
    "open",
    "walled fields",
    "woods",
    "built-up",
    "lake",
)
"""Kinds of area that are ground, the lowest first."""

WET: Final = frozenset({"sea", "water"})
"""Terrains of cells that are drawn as the sea, or by a line or area of their own."""

_FILLED = 'fill="#24466e" fill-opacity=".12" stroke="#24466e" stroke-width="1.6"'
_OUTLINED = 'fill="none" stroke="#24466e" stroke-opacity=".6"'

BUILT: Final = 'fill="#dba78c" fill-opacity=".55"'
"""The paint of a settlement's hex."""

RINGS: Final[dict[str, str]] = {
    "airfield": _FILLED,
    "port": _FILLED,
    "drop zone": f'{_FILLED} stroke-dasharray="5 4"',
    "sector": f'{_OUTLINED} stroke-width="1.4" stroke-dasharray="9 4"',
    "air zone": f'{_OUTLINED} stroke-width="1" stroke-dasharray="3 5"',
    "sea zone": f'{_OUTLINED} stroke-width="1" stroke-dasharray="2 6"',
}
"""Kinds of area that are outlined on a lattice, and how."""


def terrains(pack: Pack) -> list[str]:
    """The terrains that occur, in the order in which the pack declares them."""
    used = {each.terrain for each in pack.hexes}
    return [word for word in pack.terrain_words if word in used]


def hexes(sheet: Sheet) -> Iterator[str]:
    """Every hex by terrain: one tinted shape and one shape of marks for each."""
    pack = sheet.pack
    for word in terrains(pack):
        look = ground(word)
        cells = [each.hex for each in pack.hexes if each.terrain == word]
        tinted = "".join(polygon(sheet.corners(h)) for h in cells)
        yield f'<path fill="{look.tint}" stroke="{look.tint}" stroke-width=".6" d="{tinted}"/>'
        bare = [h for h in cells if not pack.hexes[h].settlement]
        yield marks(word, look, (sheet.hex(h) for h in bare), sheet.unit)


def built(sheet: Sheet) -> Iterator[str]:
    """A warm ground in the middle of every hex that has a settlement."""
    data = "".join(
        polygon(_inset(sheet.corners(each.hex), 0.72))
        for each in sheet.pack.hexes
        if each.settlement
    )
    if data:
        yield f'<path {BUILT} d="{data}"/>'


def _inset(corners: list[XY], share: float) -> list[XY]:
    x, y = sum(c[0] for c in corners) / 6, sum(c[1] for c in corners) / 6
    return [(x + (cx - x) * share, y + (cy - y) * share) for cx, cy in corners]


def marks(word: str, look: Ground, places: Iterable[XY], unit: float) -> str:
    """The mark of a terrain at several places."""
    if not look.mark:
        if look.tint != PAPER:
            return ""
        letters = "".join(f"<text {at(x, y + unit * 0.2)}>{word[:1]}</text>" for x, y in places)
        return f'<g class="n" font-size="{number(unit * 0.3)}">{letters}</g>'
    shape = scaled(look.mark, unit)
    data = "".join(f"M{number(x)} {number(y)}{shape}" for x, y in places)
    if look.filled:
        return f'<path fill="{look.ink}" fill-opacity=".8" d="{data}"/>'
    width = number(unit * 0.028)
    return (
        f'<path class="l" stroke="{look.ink}" stroke-width="{width}" stroke-opacity=".75" '
        f'd="{data}"/>'
    )


def scaled(mark: str, unit: float) -> str:
    """Path data made for a hex one unit wide, at another size; arc flags stay as they are."""

    def arc(found: re.Match[str]) -> str:
        rx, ry, turn, large, sweep, x, y = found[1].split()
        return (
            f"a{_times(rx, unit)} {_times(ry, unit)} {turn} {large} {sweep} "
            f"{_times(x, unit)} {_times(y, unit)}"
        )

    pieces = re.findall(r"[a-zA-Z][^a-zA-Z]*", mark)
    made = [
        re.sub(r"a([^a-zA-Z]*)", arc, piece)
        if piece[0] == "a"
        else re.sub(r"-?[.\d]+", lambda found: _times(found[0], unit), piece)
        for piece in pieces
    ]
    return "".join(made)


def _times(value: str, unit: float) -> str:
    return number(float(value) * unit)


def grid(sheet: Sheet) -> Iterator[str]:
    """The sides of all hexes, each once, seen when looked for."""
    cells = sheet.pack.grid
    parts: list[str] = []
    for h in cells:
        corners = sheet.corners(h)
        # North-east, east and south-east are this hex's own; the others where no one else is.
        sides = [d for d in range(6) if d < 3 or cells.neighbour(h, d) is None]
        parts += [
            polyline([corners[d % 6] for d in range(first, last + 2)])
            for first, last in _runs(sides)
        ]
    data = "".join(parts)
    yield f'<path class="l" stroke="#4b4436" stroke-width=".8" stroke-opacity=".4" d="{data}"/>'


def _runs(sides: list[int]) -> Iterator[tuple[int, int]]:
    first = last = sides[0]
    for d in sides[1:]:
        if d != last + 1:
            yield first, last
            first = d
        last = d
    yield first, last


def seas(sheet: Sheet) -> Iterator[str]:
    """The sea of a hex map: all that lies seaward of its coast line, over the hexes."""
    for line in sheet.pack.lines:
        if line.kind == "coast" and len(line.points) > 2:
            outline = _seaward(sheet, sheet.line(line.points))
            yield f'<path fill="{SEA}" d="{polygon(outline)}"/>'


def _seaward(sheet: Sheet, coast: list[XY]) -> list[XY]:
    """A coast that runs from border to border, closed around the corners that lie seaward."""
    left, top = MARGIN, MARGIN
    right, bottom = left + sheet.width, top + sheet.height
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]

    def border(place: XY) -> tuple[float, XY]:
        """How far around the border, clockwise from the first corner, and the point there."""
        x, y = place
        return min(
            ((y - top, (0 + (x - left) / sheet.width, (x, top)))),
            ((right - x, (1 + (y - top) / sheet.height, (right, y)))),
            ((bottom - y, (2 + (right - x) / sheet.width, (x, bottom)))),
            ((x - left, (3 + (bottom - y) / sheet.height, (left, y)))),
        )[1]

    (start, first), (end, last) = border(coast[0]), border(coast[-1])
    ahead, behind = end + (start - end) % 4, end - (end - start) % 4
    clockwise = [corners[i % 4] for i in range(ceil(end), ceil(ahead))]
    back = [corners[i % 4] for i in range(floor(end), floor(behind), -1)]
    rings = [[first, *coast, last, *way] for way in (clockwise, back)]
    inland = [sheet.hex(each.hex) for each in sheet.pack.hexes if each.land == 1]
    return min(rings, key=lambda ring: sum(inside(x, y, ring) for x, y in inland))


def covers(sheet: Sheet) -> Iterator[str]:
    """The ground of a lattice: sea and land, then woods, polder and towns as areas."""
    pack = sheet.pack
    frame = f'{at(MARGIN, MARGIN)} width="{number(sheet.width)}" height="{number(sheet.height)}"'
    most = common_ground(pack)
    islands = land(sheet)
    if islands:
        yield f'<rect {frame} fill="{SEA}"/>'
        yield f'<clipPath id="map-land"><path d="{islands}"/></clipPath>'
        yield from _painted(most, _path_of(islands))
    else:
        yield from _painted(most, lambda paint: f"<rect {frame} {paint}/>")
    clip = ' clip-path="url(#map-land)"' if islands else ""
    for word in uncovered(pack):
        cells = [each.hex for each in pack.hexes if each.terrain == word]
        data = "".join(polygon(sheet.corners(h)) for h in cells)
        yield f"<g{clip}>"
        yield from _painted(word, _path_of(data))
        yield "</g>"
    areas = [area for area in pack.areas if area.kind in COVERS]
    for area in sorted(areas, key=lambda area: COVERS.index(area.kind)):
        for shape in shapes(sheet, area):
            yield from _painted(area.kind, shape)


def _painted(word: str, shape: Callable[[str], str]) -> Iterator[str]:
    """A shape in the tint of a ground, and once more with its marks."""
    look = ground(word)
    yield shape(f'fill="{look.tint}"')
    if look.mark:
        yield shape(f'fill="url(#{pattern_id(word)})"')


def land(sheet: Sheet) -> str:
    """Path data of the islands whose coast is a closed line; nothing where there are none."""
    rings = [
        line.points
        for line in sheet.pack.lines
        if line.kind == "coast" and len(line.points) > 3 and line.points[0] == line.points[-1]
    ]
    return "".join(polygon(sheet.line(ring)) for ring in rings)


def common_ground(pack: Pack) -> str:
    """The terrain that most cells on land have."""
    tally: dict[str, int] = {}
    for each in pack.hexes:
        if each.terrain not in WET:
            tally[each.terrain] = tally.get(each.terrain, 0) + 1
    return max(tally, key=lambda word: tally[word], default="clear")


def uncovered(pack: Pack) -> list[str]:
    """The terrains of a lattice that only its cells tell, and no area."""
    told = {area.kind for area in pack.areas} | {common_ground(pack)}
    return [word for word in terrains(pack) if word not in told and word not in WET]


def patterns(pack: Pack) -> Iterator[str]:
    """Definitions of the marks that fill the areas of a lattice."""
    kinds = {area.kind for area in pack.areas if area.kind in COVERS}
    for kind in sorted(kinds | {common_ground(pack), *uncovered(pack)}):
        look = ground(kind)
        if look.mark:
            one = marks(kind, look, [(7, 6)], 20)
            two = marks(kind, look, [(18, 16)], 20)
            yield (
                f'<pattern id="{pattern_id(kind)}" width="22" height="20" '
                f'patternUnits="userSpaceOnUse">{one}{two}</pattern>'
            )


def pattern_id(kind: str) -> str:
    """The name of a ground's pattern within the drawing."""
    return "p-" + kind.replace(" ", "-")


def rings(sheet: Sheet) -> Iterator[str]:
    """Zones of a lattice, outlined: drop zones, airfields, air and sea zones."""
    for area in sheet.pack.areas:
        look = RINGS.get(area.kind, "")
        if look:
            for shape in shapes(sheet, area):
                yield shape(look)


def _path_of(data: str) -> Callable[[str], str]:
    return lambda paint: f'<path {paint} d="{data}"/>'


def shapes(sheet: Sheet, area: Area) -> Iterator[Callable[[str], str]]:
    """What an area looks like, as functions from paint attributes to an element."""
    if area.points:
        yield _path_of(polygon(sheet.line(area.points)))
    elif area.lat is not None and area.lon is not None and area.radius_km:
        x, y = sheet.earth(area.lat, area.lon)
        radius = area.radius_km / sheet.pack.projection.hex_km * sheet.unit
        place = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
        yield lambda paint: f"<circle {place} {paint}/>"
    elif area.hexes:
        yield _path_of("".join(polygon(sheet.corners(h)) for h in area.hexes))
