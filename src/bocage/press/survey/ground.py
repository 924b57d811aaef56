"""Woods, heaths, marshes, polders, lakes and bare rock: a tint each, and a sign that says which.

Signs are strewn in the grain of the country, never in ruled rows, and the ditches of a
polder run across its length, as they were dug. Tint and sign differ, so that a photocopy
still tells a wood from a heath.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING, Final

from bocage.press.boxes import Box
from bocage.press.geometry import (
    Chain,
    Region,
    area,
    bounds,
    centroid,
    dice,
    ragged,
    thinned,
    through,
)
from bocage.press.paths import straight
from bocage.press.survey.frame import Frame
from bocage.press.survey.looks import INK
from bocage.press.svg import Element, Point, element, group, num, path, ref, rotate

if TYPE_CHECKING:
    from bocage.press.survey.country import Country

_ORDER: Final = ("polder", "marsh", "heath", "woods", "open", "rough", "lake")

_DITCH_TILE: Final = (58.0, 17.0)
_DITCHES: Final = (
    "M0 2.2H31M37 2.2H58M11 7.9H58M0 7.9H6M0 13.4H22M27 13.4H49M5"
    "4 13.4H58M31 2.2v5.7M8.5 7.9v5.5M49 7.9v5.5"
)


def draw(country: Country, frame: Frame) -> list[Element]:
    """Return all ground that lies on the sheet, the widest kinds first."""
    found: list[Element] = []
    for kind in _ORDER:
        for each in country.pack.areas_of(kind):
            ring = country.ring(each)
            if len(ring) >= 3 and frame.shows_any(ring):
                found.extend(_area(kind, each.id, outline(kind, each.id, ring), frame))
    return found


def outline(kind: str, key: str, ring: Chain) -> list[Point]:
    """Return the drawn edge of an area in kilometres: rounded and a little ragged, as ground is."""
    smooth = through(ring, 0.25, closed=True) if len(ring) < 30 else list(ring)
    if kind == "polder":
        # Polders end at dykes and rivers, which are drawn where they are.
        return smooth if len(ring) < 14 else list(ring)
    reach = min(0.16, 0.04 * math.sqrt(abs(area(smooth))))
    return ragged(smooth, reach, key, 1.4)


def _area(kind: str, key: str, ring: Chain, frame: Frame) -> Iterator[Element]:
    seen = frame.ring(ring)
    if len(seen) < 3:
        return
    chain = thinned(seen, 1.6)
    data = straight(chain, closed=True)
    match kind:
        case "polder":
            yield path(data, fill=INK.polder, fill_opacity=0.85)
            tile = _ditches(_run(ring))
            yield path(data, fill=ref(tile)).needing(tile)
        case "marsh":
            yield path(data, fill=INK.marsh, fill_opacity=0.9)
            yield _strewn(chain, frame, key, 15, 9.5, _reed, stroke=INK.reed, stroke_width=0.75)
        case "heath":
            yield path(data, fill=INK.heath, fill_opacity=0.85)
            yield _strewn(chain, frame, key, 12.5, 9, _tuft, stroke=INK.tuft, stroke_width=0.75)
        case "woods":
            yield path(data, fill=INK.wood, stroke=INK.wood_edge, stroke_width=0.8)
            yield _strewn(chain, frame, key, 9.4, 7.4, _tree, stroke=INK.tree, stroke_width=0.8)
        case "rough":
            yield path(data, fill=INK.garrigue, fill_opacity=0.8)
            yield _strewn(chain, frame, key, 8, 6.5, _stone, stroke=INK.rock, stroke_width=0.7)
        case "lake":
            yield path(data, fill=INK.lake, stroke=INK.water_edge, stroke_width=1.1)
            yield from _ripples(chain, data, key)
        case _:
            yield path(data, fill=INK.ground)


def swatch(kind: str, wide: float, high: float) -> list[Element]:
    """Return a piece of ground for the key."""
    ring = [(0.0, 1.0), (wide, 1.0), (wide, high), (0.0, high)]
    box = Box(-9.0, -9.0, wide + 9, high + 9)
    edge = path(straight(ring, closed=True), fill="none", stroke=INK.quiet, stroke_width=0.4)
    return [*_area(kind, f"key-{kind}", ring, Frame(box, box, 1.0, 1)), edge]


def _run(ring: Chain) -> float:
    """Return the direction across an area's length in degrees, to the next fifteen."""
    mx, my = centroid(ring)
    xx = sum((x - mx) ** 2 for x, _ in ring)
    yy = sum((y - my) ** 2 for _, y in ring)
    xy = sum((x - mx) * (y - my) for x, y in ring)
    long = math.degrees(math.atan2(2 * xy, xx - yy)) / 2
    return round((long + 90) / 15) * 15 % 180


def _ditches(degrees: float) -> Element:
    wide, high = _DITCH_TILE
    lines = path(_DITCHES, fill="none", stroke=INK.ditch, stroke_width=0.62)
    return element(
        "pattern",
        lines,
        id=f"ditches-{num(degrees)}",
        width=wide,
        height=high,
        patternUnits="userSpaceOnUse",
        patternTransform=rotate(degrees),
    )


def _strewn(
    ring: Chain,
    frame: Frame,
    word: str,
    wide: float,
    high: float,
    sign: Callable[[float, float, Random], str],
    **look: str | float,
) -> Element:
    """Signs over a ring, one a cell of a jittered lattice, none across the edge."""
    draw = dice(word)
    within = Region(ring)
    left, top, right, foot = bounds(ring)
    data: list[str] = []
    row = 0
    y = top + high / 2
    while y < foot:
        x = left + wide / 2 + (wide / 2 if row % 2 else 0)
        while x < right:
            dx, dy = draw.uniform(-0.3, 0.3) * wide, draw.uniform(-0.25, 0.25) * high
            px, py = x + dx, y + dy
            box = frame.paper
            if (
                box.left - 4 < px < box.right + 4
                and box.top - 4 < py < box.foot + 4
                and all((px + u, py + v) in within for u, v in ((-3.2, 1), (3.4, 1), (0, -3)))
            ):
                data.append(sign(px, py, draw))
            x += wide
        y += high
        row += 1
    return path("".join(data), fill="none", stroke_linecap="round", **look)


def _tree(x: float, y: float, draw: Random) -> str:
    r = draw.uniform(1.7, 2.4)
    return f"M{num(x - r, 1)} {num(y, 1)}a{num(r, 1)} {num(r, 1)} 0 1 1 {num(2 * r, 1)} 0h1.7"


def _tuft(x: float, y: float, draw: Random) -> str:
    h = draw.uniform(2.8, 3.8)
    return f"M{num(x, 1)} {num(y, 1)}v{num(-h, 1)}m-1.7 {num(h, 1)}l-.9-2.3m4.3 2.3l.9-2.3"


def _reed(x: float, y: float, draw: Random) -> str:
    w = draw.uniform(3.4, 4.8)
    return (
        f"M{num(x - w, 1)} {num(y, 1)}h{num(2 * w, 1)}"
        f"m{num(-w - 1.4, 1)}-.6v-2.8m1.4 2.8v-3.7m1.5 3.7v-2.6"
    )


def _stone(x: float, y: float, draw: Random) -> str:
    if draw.random() < 0.6:
        return f"M{num(x, 1)} {num(y, 1)}h.1"
    return f"M{num(x - 1.3, 1)} {num(y, 1)}l1-1.5 1.6.4"


def _ripples(ring: Chain, data: str, key: str) -> Iterator[Element]:
    """Yield two waterlines within a lake, by strokes that are cut to it."""
    clip = element("clipPath", path(data), id=f"lake-{key}")
    lines = [
        path(data, fill="none", stroke=colour, stroke_width=width)
        for width, colour in (
            (15.0, INK.waterline),
            (13.9, INK.lake),
            (7.0, INK.waterline),
            (5.8, INK.lake),
        )
    ]
    del ring
    yield group(*lines, clip_path=ref(clip), opacity=0.6).needing(clip)
    yield path(data, fill="none", stroke=INK.water_edge, stroke_width=1.1)
