"""A unit's counter, drawn in its 64-unit module at one of three levels of detail.

As a counter shrinks, detail drops out and what remains grows: at 64 pixels everything, at
48 no names, at 32 neither size nor steps. The factor never goes.
"""

from __future__ import annotations

from bocage.engine.counters import BlankFace, Ladder, UnitFace
from bocage.press import tokens
from bocage.press import type as typ
from bocage.press.counters import bands
from bocage.press.counters.glyphs import GLYPHS, Pen
from bocage.press.lettering import text
from bocage.press.svg import Element, circle, group, layer, path, rect
from bocage.press.tokens import Detail, Nation
from bocage.press.type import Face

LABEL = tokens.NUMERAL_MEDIUM
LABEL_SIZE = 8.2
LABEL_LEAST = 6.2
"""No name is set smaller than this; the tables have a short form where it would be."""
LABEL_X = 12.4
"""Baseline of the name that reads up."""
SIDE_X = 52.4
"""Baseline of the code that reads down."""
TOP, FOOT = 5.5, 59.0
FACTOR_ROOM = 50.0
"""Width that factors may take."""
DISC = 8.6
LADDER_TOP = 51.6


def unit(face: UnitFace, detail: Detail) -> Element:
    """Return the counter as a group 64 units wide."""
    nation = tokens.NATIONS[face.nation]
    parts = bands.ground(nation)
    if face.reduced:
        parts.append(bands.flash(nation))
    if detail.size_mark and (size := _size(face, nation)):
        parts.append(layer("sizes", *size))
    parts.extend(_symbol(face, detail))
    if detail.names and (names := _names(face, nation)):
        parts.append(layer("names", *names))
    if values := _values(face, nation, detail):
        parts.append(layer("values", *values))
    parts.extend(bands.edge(nation.corner))
    return group(*parts)


def blank(face: BlankFace, detail: Detail) -> Element:
    """Return a back with nothing on it but the unit's name, to sort counters by."""
    nation = tokens.NATIONS[face.nation]
    parts = bands.ground(nation)
    if detail.px >= 48:
        step = 12.0
        first = 32 - step * (len(face.words) - 1) / 2 + 3
        for number, said in enumerate(face.words):
            size = typ.fitted(said, LABEL, 11, 48)
            at = (34, first + number * step)
            parts.append(text(at, said, LABEL, size, nation.ink, anchor="middle", opacity=0.75))
    parts.extend(bands.edge(nation.corner))
    return group(*parts)


def name_span(face: UnitFace) -> tuple[float, float]:
    """From where to where the name at the left may run."""
    top = TOP + 8 if face.corner else TOP
    if face.ladder is not None:
        return top, LADDER_TOP - 1
    wide = typ.width(face.factors, tokens.NUMERAL, 21) > 34
    return top, 41.5 if wide else FOOT


def side_span(face: UnitFace) -> tuple[float, float]:
    """From where to where the code at the right may run."""
    if face.ladder is not None:
        return TOP, LADDER_TOP - 1
    return TOP, 41.5 if face.disc else 47.0


def factor_size(face: UnitFace, detail: Detail) -> float:
    """Return the size at which the factors are set: that of the level, or what fits."""
    room = FACTOR_ROOM if detail.names else FACTOR_ROOM + 4
    if face.ladder is not None:
        size = _ladder_size(detail)
        if face.ladder.brackets and detail.px > 32:
            size -= 2.2  # brackets are taller than figures
        return typ.fitted(face.ladder.current, tokens.NUMERAL, size, room)
    return typ.fitted(face.factors, tokens.NUMERAL, detail.factor, room)


def _ladder_size(detail: Detail) -> float:
    return {64: 17.0, 48: 18.0, 32: 25.0}[detail.px]


def _size(face: UnitFace, nation: Nation) -> list[Element]:
    """Crosses, strokes or letters over the symbol."""
    ink = nation.ink
    size = face.size
    middle, top, foot, w = 32.0, 5.0, 10.8, 1.7
    parts: list[Element] = []
    if size and set(size) == {"X"}:
        step = 6.4 if len(size) < 3 else 5.7
        left = middle - (len(size) - 1) * step / 2 - 2.5
        half = 2.6
        data = "".join(
            f"M{left + i * step:.1f} {top + 0.3:.1f}l{2 * half:.1f} {2 * half:.1f}"
            f"m{-2 * half:.1f} 0l{2 * half:.1f} {-2 * half:.1f}"
            for i in range(len(size))
        )
        wide = (len(size) - 1) * step + 5.2
    elif size and set(size) == {"I"}:
        left = middle - (len(size) - 1) * 1.9
        data = "".join(f"M{left + i * 3.8:.1f} {top}V{foot}" for i in range(len(size)))
        wide = (len(size) - 1) * 3.8 + 1.7
    elif size:
        at = (middle, foot + 0.2)
        return [text(at, size, tokens.NUMERAL, 8.4, ink, anchor="middle", spacing=0.4)]
    else:
        return []
    if face.plate:
        parts.append(
            rect(
                *(middle - wide / 2 - 2.2, 3.2, wide + 4.4, 9.6),
                fill=tokens.NATIONS[face.nation].box,
                stroke=ink,
                stroke_width=0.9,
            )
        )
        ink = tokens.GLYPH_INK
    parts.append(path(data, fill="none", stroke=ink, stroke_width=w))
    return parts


def symbol_box(face: UnitFace, detail: Detail) -> tuple[float, float, float, float]:
    """Return the place of the symbol; a ladder under it takes a little of its height."""
    x, y, width, height = detail.box
    if face.ladder is not None and detail.px > 32:
        return x, y, width, height - 2.2
    return x, y, width, height


def _symbol(face: UnitFace, detail: Detail) -> list[Element]:
    x, y, width, height = symbol_box(face, detail)
    nation = tokens.NATIONS[face.nation]
    parts = [rect(x, y, width, height, fill=nation.box)]
    top = y
    if face.stripe:
        deep = height * (0.22 if detail.px > 32 else 0.26)
        parts.append(rect(x, y, width, deep, fill=face.stripe))
        top += deep
    pen = Pen(x, top, width, y + height - top, detail.glyph)
    parts.extend(GLYPHS[face.glyph](pen))
    if face.stripe:
        parts.append(
            path(
                f"M{x} {top:.2f}h{width}",
                stroke=tokens.GLYPH_INK,
                stroke_width=detail.frame * 0.6,
            )
        )
    parts.append(
        rect(
            *(x, y, width, height),
            fill="none",
            stroke=tokens.GLYPH_INK,
            stroke_width=detail.frame,
        )
    )
    return parts


def _names(face: UnitFace, nation: Nation) -> list[Element]:
    parts: list[Element] = []
    if face.label:
        parts.append(_upright(face.label, LABEL, LABEL_SIZE, LABEL_X, name_span(face), nation, -90))
    if face.side_label:
        light = tokens.NUMERAL_LIGHT
        parts.append(_upright(face.side_label, light, 7.8, SIDE_X, side_span(face), nation, 90))
    if face.corner:
        size = typ.fitted(face.corner, tokens.NUMERAL, 7.6, 16)
        parts.append(text((8.6, 11), face.corner, tokens.NUMERAL, size, nation.ink))
    if face.points:
        parts.append(text((15.4, 11), face.points, tokens.NUMERAL, 7.2, nation.ink))
    if face.lift:
        parts.extend(_lift(face.lift, nation.ink))
    return parts


def _upright(
    said: str,
    face: Face,
    size: float,
    x: float,
    span: tuple[float, float],
    nation: Nation,
    turned: float,
) -> Element:
    """Return a name along the edge: beside the symbol where it fits there, else within its span."""
    top, foot = span
    size = typ.fitted(said, face, size, foot - top)
    half = typ.width(said, face, size) / 2
    middle = min(max(24.0, top + half), foot - half)
    return text((x, middle), said, face, size, nation.ink, anchor="middle", turned=turned)


def _values(face: UnitFace, nation: Nation, detail: Detail) -> list[Element]:
    ink, size, base = nation.ink, factor_size(face, detail), detail.baseline
    parts: list[Element] = []
    if face.ladder is not None:
        parts.extend(_ladder(face.ladder, nation, detail, size))
    elif face.disc:
        parts.append(text((20, base), face.factors, tokens.NUMERAL, size, ink, anchor="middle"))
        parts.extend(_disc(face, nation, detail))
    elif face.factors:
        at = (33.0 if nation.band != "none" else 32.0, base)
        parts.append(text(at, face.factors, tokens.NUMERAL, size, ink, anchor="middle"))
    if face.words and detail.px >= 48:
        parts.extend(_words(face.words, ink))
    if detail.steps and face.steps:
        parts.extend(_steps(face, nation))
    return parts


def _disc(face: UnitFace, nation: Nation, detail: Detail) -> list[Element]:
    """Return the rating, in the ground's colour on a disc of ink."""
    size = 15.5 if detail.px > 32 else 18.5
    radius = DISC if detail.px > 32 else 10.2
    x = 42.0 if detail.px > 32 else 45.0
    y = detail.baseline - detail.factor * tokens.NUMERAL.digit / 2000
    parts = [circle(x, y, radius, fill=nation.ink)]
    if face.disc_red:
        ring = radius + 1.7
        parts.append(circle(x, y, ring, fill="none", stroke="#b3231c", stroke_width=2))
    at = (x, y + size * tokens.NUMERAL.digit / 2000)
    parts.append(text(at, face.disc, tokens.NUMERAL, size, nation.base, anchor="middle"))
    return parts


def _ladder(ladder: Ladder, nation: Nation, detail: Detail, size: float) -> list[Element]:
    """Return the level now, and under it every level, those lost struck out."""
    ink = nation.ink
    base = {64: 49.2, 48: 51.6, 32: detail.baseline}[detail.px]
    at = (32.0, base)
    parts = [text(at, ladder.current, tokens.NUMERAL, size, ink, anchor="middle")]
    if detail.px == 32:
        return parts
    left, right, top, high = 8.6, 56.6, LADDER_TOP, 8.2
    wide = (right - left) / len(ladder.levels)
    if detail.px == 48:
        top, high = 54.2, 5.2
    for number, level in enumerate(ladder.levels):
        lost = number < ladder.lost
        now = number == ladder.lost
        x = left + number * wide
        parts.append(
            rect(
                *(x + 0.4, top, wide - 0.8, high),
                fill=ink if now else "none",
                stroke=ink,
                stroke_width=0.8,
                opacity=0.55 if lost else None,
            )
        )
        if detail.names:
            figure = typ.fitted(str(level), tokens.NUMERAL, 8.4, wide - 1.4)
            foot = top + high / 2 + figure * tokens.NUMERAL.digit / 2000
            colour = nation.base if now else ink
            where = (x + wide / 2, foot)
            parts.append(text(where, str(level), tokens.NUMERAL, figure, colour, anchor="middle"))
        if lost:
            slash = f"M{x + 0.4:.2f} {top + high:.2f}L{x + wide - 0.4:.2f} {top:.2f}"
            parts.append(path(slash, stroke=ink, stroke_width=1))
    return parts


def _words(words: tuple[str, ...], ink: str) -> list[Element]:
    """Return the lines under the symbol, on a counter that hides its figures."""
    step = 9.4
    first = 50.2 - step * (len(words) - 1) / 2 + 2
    return [
        text(
            (32, first + number * step),
            said,
            LABEL,
            typ.fitted(said, LABEL, 9.6, 46),
            ink,
            anchor="middle",
        )
        for number, said in enumerate(words)
    ]


def _lift(said: str, ink: str) -> list[Element]:
    """Return a crate, and how many points it carries."""
    right, size = 51.0, 7.2
    x = right - typ.width(said, tokens.NUMERAL, size) - 5.2
    crate = f"M{x:.2f} 6.2h4.2v4.6h-4.2ZM{x:.2f} 6.2l4.2 4.6m0 -4.6l-4.2 4.6"
    return [
        path(crate, fill="none", stroke=ink, stroke_width=0.7),
        text((right, 11), said, tokens.NUMERAL, size, ink, anchor="end"),
    ]


def _steps(face: UnitFace, nation: Nation) -> list[Element]:
    """Return two full dots, or one ring where a step is lost; one dot for a unit of one step."""
    # A cut corner leaves less room than a round one.
    x, low = (57.0, 57.4) if nation.corner == "round" else (56.4, 54.6)
    r = 2.1
    if face.reduced:
        return [circle(x, low, r - 0.4, fill="none", stroke=nation.ink, stroke_width=1.2)]
    return [circle(x, y, r, fill=nation.ink) for y in (low, low - 5.8)[: face.steps]]
