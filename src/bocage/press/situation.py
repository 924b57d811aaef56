"""A sheet of a real map with troops on it: the situation at one moment, and what was believed.

Units that stand together share a tray, tied to their place; trays make room for each other, so that
every symbol can be read. A sighting is a ring with a question mark, paler the older it is; a line
leads to the nearest actual enemy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from typing import TYPE_CHECKING, Final

from bocage.press.boxes import Box
from bocage.press.counters.glyphs import GLYPHS, Pen
from bocage.press.lettering import text
from bocage.press.survey import WHOLE
from bocage.press.survey.compose import draw, page_for
from bocage.press.survey.frame import plane_of
from bocage.press.survey.theatres import theatre_of
from bocage.press.svg import (
    Drawing,
    Element,
    Point,
    circle,
    group,
    layer,
    line,
    path,
    rect,
    scale,
    translate,
)
from bocage.press.tokens import NATIONS, NUMERAL

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

_INK: Final = "#b3123a"
_RADIUS: Final = 5.4
_SIZE: Final = 6.2
_LETTER: Final = 0.42
"""Of the size of a letter, on the average."""
_LINE: Final = 7.6
_PALER: Final = 0.1
"""By turn."""
_FAINTEST: Final = 0.35


@dataclass(frozen=True, slots=True)
class Mark:
    """One sighting."""

    lat: float
    lon: float
    words: str
    """What was believed, in a few words."""
    age: int
    true: tuple[float, float] | None
    """Where the nearest enemy was."""
    right: bool
    """Whether nothing was wrong with it."""


def sighted(marks: Sequence[Mark], at: Callable[[float, float], Point]) -> Iterator[Element]:
    """Yield the marks, the oldest first, so that fresh ones lie on top.

    Several in one place share a ring, and have their words one below the other.
    """
    placed: list[Point] = []
    for mark in sorted(marks, key=lambda each: -each.age):
        x, y = at(mark.lat, mark.lon)
        below = sum(hypot(x - a, y - b) < _RADIUS for a, b in placed)
        placed.append((x, y))
        yield _sighted(mark, (x, y), at, below)


def _sighted(mark: Mark, spot: Point, at: Callable[[float, float], Point], below: int) -> Element:
    x, y = spot
    parts: list[Element] = []
    if mark.true is not None:
        end = at(*mark.true)
        if hypot(end[0] - x, end[1] - y) > _RADIUS:
            parts.append(line(spot, end, stroke=_INK, stroke_width=1.3, stroke_dasharray="3 2"))
            parts.append(circle(end[0], end[1], 2.0, fill=_INK))
    dash = None if mark.right else "2.6 1.6"
    parts += [
        circle(x, y, _RADIUS, fill="#fffdf6", fill_opacity=0.85),
        circle(x, y, _RADIUS, fill="none", stroke=_INK, stroke_width=1.3, stroke_dasharray=dash),
    ]
    parts.append(text((x, y + 3.0), "?", NUMERAL, 8.6, _INK, anchor="middle"))
    wide, top = len(mark.words) * _SIZE * _LETTER + 2.4, y - _LINE / 2 + below * _LINE
    left = x + _RADIUS + 0.8
    parts.append(rect(left, top, wide, _LINE, rx=0.9, fill="#fffdf6", fill_opacity=0.88))
    parts.append(text((left + 1.2, top + _LINE - 2.1), mark.words, NUMERAL, _SIZE, _INK))
    return group(*parts, opacity=max(_FAINTEST, 1 - _PALER * mark.age))


_WIDE: Final = 20.0
_HIGH: Final = 12.5
_NAME: Final = 5.4
"""Room for a name below a symbol."""
_ROW: Final = 4
_TOGETHER: Final = 13.0
"""Units on the paper within which units share a tray."""
_HEADQUARTERS: Final = "HQ"
"""The glyph of those who are drawn first of a crowd."""
_ROUNDS: Final = 160
_MARGIN: Final = 70.0
"""Units of ground shown beyond the points that a picture is about."""
_PAGE: Final = 300.0
"""Millimetres that it is wide at least."""
_LEAST: Final = 520.0
"""No such picture is narrower."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit on the map."""

    lat: float
    lon: float
    side: str
    """Units of different sides never share a tray."""
    nation: str
    """Key of `tokens.NATIONS`."""
    glyph: str
    """Key of `counters.glyphs.GLYPHS`."""
    label: str
    figure: str = ""
    """What is written above the symbol: its status, for Control."""
    spent: bool = False
    """Whether it is not a fighting unit any more: it is drawn pale."""


@dataclass(slots=True)
class _Tray:
    at: Point
    pieces: list[Piece] = field(default_factory=list[Piece])
    more: int = 0
    """How many pieces are on it that are not drawn."""
    x: float = 0.0
    y: float = 0.0

    @property
    def columns(self) -> int:
        return min(_ROW, self._cells)

    @property
    def _cells(self) -> int:
        return len(self.pieces) + bool(self.more)

    @property
    def width(self) -> float:
        return self.columns * (_WIDE + 1.2) + 1.2

    @property
    def height(self) -> float:
        return -(-self._cells // _ROW) * (_HIGH + _NAME + 1.2) + 1.2


def situation(
    pack: Pack,
    pieces: Sequence[Piece],
    *,
    paper: str = "a1",
    part: str = WHOLE,
    control: bool = True,
    marks: Sequence[Mark] = (),
    caption: str = "",
    on: Drawing | None = None,
    around: Sequence[tuple[float, float]] = (),
    larger: float = 1.0,
    most: int = 0,
) -> Drawing:
    """Return the sheet with the pieces on it; those beyond its edge are left out.

    Symbols are so much `larger` than usual, as small paper needs them. With `most`, no more than
    so many are drawn of those that stand together, and how many others there are: a crowd would
    push its neighbours far from where they stand.

    With `on`, a sheet of the same pack, paper and part that was drawn before is used again.
    With `around`, latitudes and longitudes, only the ground about these points is shown.

    Raises:
        KeyError: no such paper.
        UnknownPartError: the theatre has no such part.
    """
    theatre = theatre_of(pack)
    plane = plane_of(pack, theatre)
    frame = page_for(plane, theatre, paper, part).frame
    whole = on or draw(pack, paper=paper, part=part, control=control)

    def spot(lat: float, lon: float) -> Point:
        return frame.at(plane.at(lat, lon))

    placed = [(spot(each.lat, each.lon), each) for each in pieces]
    box = _about([spot(*each) for each in around], frame.paper)
    shown = [(at, each) for at, each in placed if _is_in(at, box)]
    small = [((at[0] / larger, at[1] / larger), each) for at, each in shown]
    edge = (box.left / larger, box.top / larger, box.right / larger, box.foot / larger)
    trays = _spread(_gathered(small, most), edge)
    parts = [*(_tie(tray) for tray in trays), *(_tray(tray) for tray in trays)]
    drawn = layer("units", *parts, transform=None if larger == 1.0 else scale(larger))
    inside = [each for each in marks if _is_in(spot(each.lat, each.lon), box)]
    seen = layer("sightings", *sighted(inside, spot))
    words = layer("caption", *_caption(caption, (box.left, box.top))) if caption else None
    added = (drawn, *((seen,) if marks else ()), *((words,) if words is not None else ()))
    made = replace(whole, body=(*whole.body, *added))
    return _cut(made, box) if around else made


def _about(points: Sequence[Point], paper: Box) -> Box:
    """Return the box about some points, with a margin, within the neat line; all of it about
    none.
    """
    inside = [each for each in points if _is_in(each, paper)]
    if not inside:
        return paper
    across, down = zip(*inside, strict=True)
    middle = ((min(across) + max(across)) / 2, (min(down) + max(down)) / 2)
    wide = max(_LEAST, max(across) - min(across) + 2 * _MARGIN)
    high = max(_LEAST * 0.7, max(down) - min(down) + 2 * _MARGIN)
    return Box(
        max(paper.left, middle[0] - wide / 2),
        max(paper.top, middle[1] - high / 2),
        min(paper.right, middle[0] + wide / 2),
        min(paper.foot, middle[1] + high / 2),
    )


def _cut(drawing: Drawing, box: Box) -> Drawing:
    """Return the part of a drawing in a box, at the same scale or larger."""
    wide, high = box.right - box.left, box.foot - box.top
    moved = group(*drawing.body, transform=translate(-box.left, -box.top))
    grown = max(1.0, _PAGE / (drawing.width * wide / drawing.view[0]))
    return replace(
        drawing,
        width=drawing.width * wide / drawing.view[0] * grown,
        height=drawing.height * high / drawing.view[1] * grown,
        view=(wide, high),
        body=(moved,),
    )


def _is_in(at: Point, box: Box) -> bool:
    return box.left <= at[0] <= box.right and box.top <= at[1] <= box.foot


def _caption(words: str, corner: Point) -> list[Element]:
    """Return the caption of the picture, in its corner."""
    x, y = corner[0] + 4, corner[1] + 4
    wide = len(words) * 10.5 * 0.4 + 8
    return [
        rect(
            x,
            y,
            wide,
            14,
            rx=1.5,
            fill="#fffdf6",
            fill_opacity=0.92,
            stroke="#111",
            stroke_width=0.4,
        ),
        text((x + 4, y + 9.8), words, NUMERAL, 10.5, "#111"),
    ]


def _gathered(placed: list[tuple[Point, Piece]], most: int = 0) -> list[_Tray]:
    """Pieces of one side that stand near each other, on one tray; `most` of them are drawn."""
    trays: list[_Tray] = []
    for at, piece in sorted(placed, key=lambda each: (each[0][1], each[0][0], each[1].label)):
        for tray in trays:
            near = hypot(tray.at[0] - at[0], tray.at[1] - at[1]) <= _TOGETHER
            same = tray.pieces[0].side == piece.side
            if near and same and (most or len(tray.pieces) < 3 * _ROW):
                tray.pieces.append(piece)
                break
        else:
            trays.append(_Tray(at, [piece]))
    for tray in trays:
        if most and len(tray.pieces) > most + 1:
            tray.pieces.sort(key=lambda each: each.glyph != _HEADQUARTERS)
            tray.more = len(tray.pieces) - most
            del tray.pieces[most:]
        tray.x = tray.at[0] - tray.width / 2
        tray.y = tray.at[1] - tray.height - 3
    return trays


def _spread(trays: list[_Tray], edge: tuple[float, float, float, float]) -> list[_Tray]:
    """Push trays apart until none covers another, or as far as there is room."""
    for _ in range(_ROUNDS):
        moved = False
        for i, one in enumerate(trays):
            for other in trays[i + 1 :]:
                moved |= _part(one, other)
        for tray in trays:
            tray.x = min(max(tray.x, edge[0]), edge[2] - tray.width)
            tray.y = min(max(tray.y, edge[1]), edge[3] - tray.height)
        if not moved:
            break
    return trays


def _part(one: _Tray, other: _Tray) -> bool:
    over_x = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    over_y = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    if over_x <= 0 or over_y <= 0:
        return False
    if over_x < over_y:
        push = over_x / 2 + 0.2
        sign = 1 if one.x + one.width / 2 <= other.x + other.width / 2 else -1
        one.x, other.x = one.x - sign * push, other.x + sign * push
    else:
        push = over_y / 2 + 0.2
        sign = 1 if one.y + one.height / 2 <= other.y + other.height / 2 else -1
        one.y, other.y = one.y - sign * push, other.y + sign * push
    return True


def _tie(tray: _Tray) -> Element:
    x = min(max(tray.at[0], tray.x), tray.x + tray.width)
    y = min(max(tray.at[1], tray.y), tray.y + tray.height)
    ink = NATIONS[tray.pieces[0].nation].base
    return group(
        line((x, y), tray.at, stroke="#111", stroke_width=1.6),
        line((x, y), tray.at, stroke=ink, stroke_width=0.9),
        circle(tray.at[0], tray.at[1], 1.5, fill="#111"),
    )


def _tray(tray: _Tray) -> Element:
    parts: list[Element] = [
        rect(
            tray.x,
            tray.y,
            tray.width,
            tray.height,
            rx=1.2,
            fill="#fffdf6",
            fill_opacity=0.86,
            stroke="#111",
            stroke_width=0.35,
        )
    ]
    for i, piece in enumerate(tray.pieces):
        x = tray.x + 1.2 + (i % _ROW) * (_WIDE + 1.2)
        y = tray.y + 1.2 + (i // _ROW) * (_HIGH + _NAME + 1.2)
        parts += _piece(piece, x, y)
    if tray.more:
        i = len(tray.pieces)
        x = tray.x + 1.2 + (i % _ROW) * (_WIDE + 1.2) + _WIDE / 2
        y = tray.y + 1.2 + (i // _ROW) * (_HIGH + _NAME + 1.2) + _HIGH
        parts.append(text((x, y), f"+{tray.more}", NUMERAL, 9.6, "#111", anchor="middle"))
    return group(*parts)


_CUT: Final = 3.0
"""Of the corners of Axis units: side is a shape, as on counters."""


def _outline(piece: Piece, x: float, y: float) -> str:
    """Return the edge of a unit: square for the Allies, with cut corners for the Axis."""
    cut = _CUT if piece.side == "axis" else 0.0
    across, down = _WIDE - 2 * cut, _HIGH - 2 * cut
    return (
        f"M{x + cut:.2f} {y:.2f}h{across}l{cut} {cut}v{down}l{-cut} {cut}"
        f"h{-across}l{-cut} {-cut}v{-down}Z"
    )


def _piece(piece: Piece, x: float, y: float) -> list[Element]:
    ground = NATIONS[piece.nation].base
    pale = 0.45 if piece.spent else 1.0
    pen = Pen(x + 1.2, y + 1.2, _WIDE - 7.6 if piece.figure else _WIDE - 2.4, _HIGH - 2.4, 0.7)
    found = [
        path(
            _outline(piece, x, y), fill=ground, fill_opacity=pale, stroke="#111", stroke_width=0.4
        ),
        rect(pen.x, pen.y, pen.width, pen.height, fill="#fffdf6", stroke=pen.ink, stroke_width=0.5),
        *GLYPHS[piece.glyph](pen),
    ]
    if piece.figure:
        at = (x + _WIDE - 3.2, y + _HIGH / 2 + 2)
        found.append(
            text(at, piece.figure, NUMERAL, 6.6, NATIONS[piece.nation].ink, anchor="middle")
        )
    label = piece.label if len(piece.label) <= 11 else piece.label[:10] + "."
    found.append(
        text((x + _WIDE / 2, y + _HIGH + 4.3), label, NUMERAL, 4.4, "#111", anchor="middle")
    )
    return found
