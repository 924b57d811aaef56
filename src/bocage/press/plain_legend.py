"""Around a plain drawing: its frame, title, key, scale, north and where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil, cos, floor, pi, sin
from typing import TYPE_CHECKING, Final

from bocage.press import plain_ground, plain_lines
from bocage.press.plain_looks import FRONT, INK, MUTED, RELIEF, STROKES, ground
from bocage.press.plain_names import LETTERINGS
from bocage.press.plain_sheet import MARGIN, at, escaped, number, polygon

if TYPE_CHECKING:
    from bocage.maps.pack import Pack
    from bocage.press.plain_sheet import XY, Sheet

Drawn = Callable[[float, float], str]
"""Draws a sample around a point."""

_COLUMN: Final = 205.0
_LINE: Final = 30.0
_LONGEST: Final = 26
"""Letters that fit a column of the key."""
_NICE: Final = (1, 2, 5, 10, 20, 50)


def height(sheet: Sheet) -> float:
    """How much room the title and key need below the map."""
    rows = ceil(len(_entries(sheet)) / _columns(sheet))
    return 78 + rows * _LINE + 16 + 14 * len(_credits(sheet.pack)) + 12


def frame(sheet: Sheet) -> str:
    """The neat line around the map."""
    size = f'width="{number(sheet.width)}" height="{number(sheet.height)}"'
    return f'<rect {at(MARGIN, MARGIN)} {size} fill="none" stroke="{INK}" stroke-width="1.6"/>'


def legend(sheet: Sheet) -> Iterator[str]:
    """Title, scale, north, key and credits."""
    top = MARGIN + sheet.height + 40
    pack = sheet.pack
    across = "Plain drawing, true to scale."
    if pack.kind == "hexes":
        across = f"One hex is {pack.projection.hex_km:g} km across. Plain drawing."
    yield _said(pack.title, MARGIN, top, 30, INK, "s b")
    yield _said(across, MARGIN, top + 20, 12, MUTED)
    yield from _scale(sheet, MARGIN + sheet.width - 46, top - 6)
    yield from _north(sheet, MARGIN + sheet.width - 14, top - 2)
    columns = _columns(sheet)
    entries = _entries(sheet)
    rows = ceil(len(entries) / columns)
    for i, (said, draw) in enumerate(entries):
        x, y = MARGIN + (i // rows) * _COLUMN, top + 52 + (i % rows) * _LINE
        yield draw(x + 16, y)
        yield _said(said, x + 40, y + 4, 12.5, INK)
    below = top + 52 + rows * _LINE + 6
    for i, line in enumerate(_credits(pack)):
        yield _said(line, MARGIN, below + 14 * i, 10, MUTED)


def _said(said: str, x: float, y: float, size: float, colour: str, style: str = "a") -> str:
    attributes = f'class="{style}" {at(x, y)} font-size="{number(size)}" fill="{colour}"'
    return f"<text {attributes}>{escaped(said)}</text>"


def _columns(sheet: Sheet) -> int:
    return max(1, floor(sheet.width / _COLUMN))


def _credits(pack: Pack) -> list[str]:
    return [f"Sources: {source}." for source in pack.sources] + [f"Licence: {pack.licence}."]


# The key ---------------------------------------------------------------------------------


def _entries(sheet: Sheet) -> list[tuple[str, Drawn]]:
    pack = sheet.pack
    found: list[tuple[str, Drawn]] = []
    if pack.kind == "hexes":
        words = plain_ground.terrains(pack)
        found += [(_ground_name(pack, word), _patch(word)) for word in words]
        used = {each.settlement for each in pack.hexes}
        built = [word for word in pack.settlement_words if word in used]
        if built:
            said = " or ".join(_short(pack.settlement_words[word]).lower() for word in built)
            found.append((_capital(said), _built))
    else:
        kinds = {area.kind for area in pack.areas}
        covers = [kind for kind in plain_ground.COVERS if kind in kinds]
        told = [plain_ground.common_ground(pack), *plain_ground.uncovered(pack)]
        found += [(_ground_name(pack, word), _patch(word)) for word in told]
        found += [(_capital(kind), _patch(kind)) for kind in covers if kind not in told]
        if any(each.terrain == "sea" for each in pack.hexes):
            found.append(("Sea", _patch("sea")))
    signs = ("city", "port", "town", "village", "height", "airfield", "fort")
    there = {place.kind for place in pack.places}
    found += [(_capital(kind), _sign(kind)) for kind in signs if kind in there]
    for kind in ("major river", "river", "canal", "stream", "coast", "front", "limit", "ridge"):
        if plain_lines.has(pack, kind):
            said = {"front": "Front line", "limit": _limit_name(pack)}.get(kind, _capital(kind))
            found.append((said, _stroke(kind)))
    if any(plain_lines.has(pack, kind) for kind in ("slope", "escarpment", "cliff")):
        found.append(("Slope, strokes point down", _slope))
    found += _route_entries(pack)
    for kind in ("bridge", "rail bridge", "ford", "ferry"):
        if any(crossing.kind == kind for crossing in pack.crossings):
            found.append((_capital(kind), _crossing(kind)))
    rings = {area.kind for area in pack.areas} & {"drop zone", "air zone"}
    if pack.kind == "lattice" and rings:
        found.append((_capital(" or ".join(sorted(rings))), _ring))
    return found


def _route_entries(pack: Pack) -> list[tuple[str, Drawn]]:
    great = any(plain_lines.is_great(each) for each in plain_lines.roads(pack))
    small = any(not plain_lines.is_great(each) for each in plain_lines.roads(pack))
    found: list[tuple[str, Drawn]] = []
    if great:
        found.append(("Main road", _stroke("major road")))
    if small:
        found.append(("Other road" if great else "Road", _stroke("road")))
    if plain_lines.has(pack, "railway") or any(link.kind == "railway" for link in pack.links):
        found.append(("Railway", _stroke("railway")))
    return found


def _limit_name(pack: Pack) -> str:
    named = {side.name for side in pack.sides if side.kind == "limit"}
    named |= {line.name for line in pack.lines if line.kind == "limit"}
    return _capital(named.pop()) if len(named) == 1 else "Boundary"


def _patch(word: str) -> Drawn:
    def draw(x: float, y: float) -> str:
        look = ground(word)
        shape = polygon(_hexagon(x, y, 13))
        tint = f'<path fill="{look.tint}" stroke="#4b4436" stroke-width=".7" d="{shape}"/>'
        return tint + plain_ground.marks(word, look, [(x, y)], 24)

    return draw


def _built(x: float, y: float) -> str:
    plain = _hexagon(x, y, 13)
    edge = f'<path fill="none" stroke="#4b4436" stroke-width=".7" d="{polygon(plain)}"/>'
    return f'<path {plain_ground.BUILT} d="{polygon(_hexagon(x, y, 9.4))}"/>{edge}'


def _hexagon(x: float, y: float, radius: float) -> list[XY]:
    return [(x + radius * sin(i * pi / 3), y - radius * cos(i * pi / 3)) for i in range(6)]


def _sign(kind: str) -> Drawn:
    def draw(x: float, y: float) -> str:
        look = LETTERINGS[kind]
        colour = "#7d2a1e" if kind in ("city", "port", "town", "village") else look.colour
        shape = plain_ground.scaled(look.sign, 36)
        return f'<path fill="{colour}" d="M{number(x)} {number(y)}{shape}"/>'

    return draw


def _stroke(kind: str) -> Drawn:
    def draw(x: float, y: float) -> str:
        line = [(x - 16, y), (x + 16, y)]
        return "".join(plain_lines.stroked(STROKES[kind], [line], round_corners=False))

    return draw


def _slope(x: float, y: float) -> str:
    ticks = "".join(f"M{number(x + i)} {number(y - 3)}v7" for i in range(-14, 16, 4))
    return f'<path class="l" stroke="{RELIEF}" stroke-width="1.3" d="{ticks}"/>'


def _crossing(kind: str) -> Drawn:
    return lambda x, y: plain_lines.crossing_sign(kind, (x, y), (1.0, 0.0))


def _ring(x: float, y: float) -> str:
    paint = 'fill="#24466e" fill-opacity=".1" stroke="#24466e" stroke-width="1.6"'
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="11" {paint} stroke-dasharray="5 4"/>'


def _ground_name(pack: Pack, word: str) -> str:
    """How the pack says a terrain, if that fits the key; else the plain word."""
    said = _short(pack.terrain_words.get(word, word))
    return said if len(said) <= _LONGEST else _capital(word)


def _short(said: str) -> str:
    """The first words of a saying, without what it explains."""
    return _capital(said.split(":")[0].split(";")[0].split(",")[0])


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]


# Graticule, scale and north ---------------------------------------------------------------


def graticule(sheet: Sheet) -> Iterator[str]:
    """Fine lines of latitude and longitude at round steps, with their figures at the rim."""
    pack = sheet.pack
    p = pack.projection
    left, top = MARGIN, MARGIN
    south, west = p.to_earth(sheet.west, sheet.north + sheet.height / sheet.unit)
    north, east = p.to_earth(sheet.west - sheet.width / sheet.unit, sheet.north)
    step = 0.1 if north - south > 0.35 else 0.05
    lines, said = list[str](), list[str]()
    for i in range(ceil(south / step), floor(north / step) + 1):
        _, y = sheet.earth(i * step, (west + east) / 2)
        lines.append(f"M{number(left)} {number(y)}h{number(sheet.width)}")
        said.append(f"<text {at(left + 14, y - 2)}>{i * step:.2f}°</text>")
    for i in range(ceil(west / step), floor(east / step) + 1):
        x, _ = sheet.earth((south + north) / 2, i * step)
        lines.append(f"M{number(x)} {number(top)}v{number(sheet.height)}")
        said.append(f"<text {at(x + 14, top + 10)}>{i * step:.2f}°</text>")
    paint = 'stroke="#6d5a8c" stroke-width=".6" stroke-opacity=".45"'
    yield f'<path fill="none" {paint} d="{"".join(lines)}"/>'
    yield f'<g class="n" font-size="9">{"".join(said)}</g>'


def _scale(sheet: Sheet, right: float, y: float) -> Iterator[str]:
    """A bar of a round number of kilometres."""
    per_km = sheet.unit / sheet.pack.projection.hex_km
    km = max((each for each in _NICE if each * per_km <= 220), default=1)
    left = right - km * per_km
    half = (left + right) / 2
    bar = f"M{number(left)} {number(y - 5)}v5H{number(right)}v-5"
    yield f'<path fill="none" stroke="{INK}" stroke-width="1.4" d="{bar}"/>'
    thick = f"M{number(left)} {number(y - 2)}H{number(half)}"
    yield f'<path stroke="{INK}" stroke-width="4" d="{thick}"/>'
    yield (
        f'<text class="a" {at(right, y + 14)} font-size="11" fill="{INK}" '
        f'text-anchor="end">{km} km</text>'
    )


def _north(sheet: Sheet, x: float, y: float) -> Iterator[str]:
    """An arrow to true north; the sheet may be turned."""
    turn = sheet.pack.projection.rotation
    yield (
        f'<g transform="rotate({number(turn)} {number(x)} {number(y)})">'
        f'<path fill="{FRONT}" d="M{number(x)} {number(y - 16)}l5 22l-5 -4l-5 4z"/>'
        f'<text class="s b" {at(x, y - 18)} font-size="11" fill="{INK}" '
        'text-anchor="middle">N</text></g>'
    )
