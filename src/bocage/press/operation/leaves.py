"""Pages of words and tables in black and white: blocks set one below the other.

Lengths are millimetres. A table that runs over a page has its heading on each; a heading never
stands alone at the foot of a page, nor the last row of a table at the top of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bocage.press import tokens
from bocage.press import type as typ
from bocage.press.lettering import text
from bocage.press.papers import Paper
from bocage.press.svg import Drawing, Element, group, path, rect, translate
from bocage.press.type import Face

INK: Final = "#000000"
PALE: Final = "#e6e6e6"
MARGIN: Final = 14.0
TOP: Final = 26.0
FOOT: Final = 14.0
LEAD: Final = 1.25
"""Distance of lines, in sizes."""
_PAD: Final = 1.1
_RULE: Final = 0.25
_ROOM: Final = 1.03
"""A text may be so much wider than it is measured."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading over what follows; `new_page` begins it on a page of its own."""

    words: str
    new_page: bool = False


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph; with `mark`, an item of a list that begins with it."""

    words: str
    mark: str = ""
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Rows:
    """A table. Columns share the width by their weights; empty cells are to be written in."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    weights: tuple[float, ...]
    size: float = 3.2
    least: float = 0.0
    """Height of a row at least, for cells to write in."""


@dataclass(frozen=True, slots=True)
class Box:
    """A frame to write in, with a label in its corner; it takes the rest of its page."""

    label: str
    height: float
    """The height that it needs."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Paragraphs below a rule that stay on one page; with `blank`, room to write after it."""

    paragraphs: tuple[Prose, ...]
    blank: str = ""


Block = Heading | Prose | Rows | Box | Kept

_HEADING, _HEADING_SIZE = tokens.TOWN, 5.2
_PROSE, _PROSE_SIZE = tokens.PROSE, 3.7
_CELL, _STUB, _HEAD = tokens.PROSE, tokens.PROSE_BOLD, tokens.NUMERAL_MEDIUM
_INDENT: Final = 5.5
_BREAKS: Final = "-/."
"""A word that is too long for its column is cut after one of these, if it has one."""
_BLANK: Final = 12.0
"""Height of the room to write below paragraphs."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """Something that is not cut, and what goes above it again on a new page."""

    height: float
    elements: tuple[Element, ...]
    holds: bool = False
    """Whether it stays with what follows."""
    again: _Piece | None = None
    new_page: bool = False
    box: Box | None = None
    """A frame that takes the rest of the page, instead of elements."""


def pages(
    title: str, note: str, blocks: Sequence[Block], paper: Paper, *, foot: str = ""
) -> list[Drawing]:
    """Return the blocks on as many pages as they need, each with its title and number."""
    width = paper.width - 2 * MARGIN
    pieces = [piece for block in blocks for piece in _set(block, width)]
    sheets: list[list[Element]] = [[]]
    room = paper.height - FOOT - TOP
    y = 0.0
    for number, piece in enumerate(pieces):
        need = piece.height
        following = number
        while pieces[following].holds and following + 1 < len(pieces):
            following += 1
            need += pieces[following].height
        if need > room:  # they cannot stay together on any page
            need = piece.height
        if y and (piece.new_page or y + need > room):
            sheets.append([])
            y = 0.0
            if piece.again is not None:
                sheets[-1] += _at(piece.again, y)
                y += piece.again.height
        if piece.box is not None:
            piece = _framed(piece.box.label, room - y, width)
        sheets[-1] += _at(piece, y)
        y += piece.height
    return [
        _page(title, note, number, len(sheets), body, paper, foot)
        for number, body in enumerate(sheets, 1)
    ]


def _at(piece: _Piece, y: float) -> list[Element]:
    return [group(*piece.elements, transform=translate(MARGIN, TOP + y))]


def _page(
    title: str,
    note: str,
    number: int,
    count: int,
    body: Sequence[Element],
    paper: Paper,
    foot: str,
) -> Drawing:
    right = paper.width - MARGIN
    which = f"{number} of {count}" if count > 1 else ""
    room = right - MARGIN - typ.width(note, tokens.NUMERAL_MEDIUM, 4.2) * _ROOM - 6
    head = [
        rect(0, 0, paper.width, paper.height, fill="#ffffff"),
        text((MARGIN, 16), title, tokens.TITLE, typ.fitted(title, tokens.TITLE, 8.0, room), INK),
        text((right, 16), note, tokens.NUMERAL_MEDIUM, 4.2, INK, anchor="end"),
        path(f"M{MARGIN} 19.5H{right}", stroke=INK, stroke_width=0.5, fill="none"),
        text((MARGIN, paper.height - 6), foot, tokens.NUMERAL_MEDIUM, 3.4, INK),
        text((right, paper.height - 6), which, tokens.NUMERAL_MEDIUM, 3.4, INK, anchor="end"),
    ]
    size = (paper.width, paper.height)
    said = f"{title}, {number} of {count}"
    return Drawing(paper.width, paper.height, "mm", size, (*head, *body), said)


def _set(block: Block, width: float) -> list[_Piece]:
    match block:
        case Heading():
            size = typ.fitted(block.words, _HEADING, _HEADING_SIZE, width / _ROOM)
            words = text((0, 6.6), block.words, _HEADING, size, INK)
            return [_Piece(9.0, (words,), holds=True, new_page=block.new_page)]
        case Prose():
            return _prose(block, width)
        case Rows():
            return _rows(block, width)
        case Box():
            return [_Piece(block.height, (), box=block)]
        case Kept():
            return _kept(block, width)


def _framed(label: str, height: float, width: float) -> _Piece:
    frame = rect(0, 1, width, height - 2, fill="none", stroke=INK, stroke_width=_RULE)
    said = text((1.2, 4.4), label, tokens.NUMERAL_MEDIUM, 3.0, INK)
    return _Piece(height, (frame, said))


def _kept(block: Kept, width: float) -> list[_Piece]:
    rule = path(f"M0 1H{width}", stroke=INK, stroke_width=_RULE, fill="none")
    found = [_Piece(2.6, (rule,))]
    for each in block.paragraphs:
        found += _prose(each, width)
    if block.blank:
        found.append(_framed(block.blank, _BLANK, width))
    return [*(replace(each, holds=True) for each in found[:-1]), found[-1]]


def _prose(block: Prose, width: float) -> list[_Piece]:
    face = tokens.PROSE_BOLD if block.bold else _PROSE
    left = _INDENT if block.mark else 0.0
    lines = typ.wrapped(block.words, face, _PROSE_SIZE, (width - left) / _ROOM) or [""]
    high = _PROSE_SIZE * LEAD
    found: list[_Piece] = []
    for number, line in enumerate(lines):
        parts = [text((left, _PROSE_SIZE), line, face, _PROSE_SIZE, INK)]
        if block.mark and not number:
            parts.append(text((0, _PROSE_SIZE), block.mark, tokens.PROSE_BOLD, _PROSE_SIZE, INK))
        last = number == len(lines) - 1
        found.append(
            _Piece(high + (1.2 if last else 0), tuple(parts), holds=not last and not number)
        )
    return found


def _rows(block: Rows, width: float) -> list[_Piece]:
    whole = sum(block.weights)
    columns = [width * each / whole for each in block.weights]
    head = _row(block.head, columns, _HEAD, _HEAD, min(3.0, block.size), 0.0, ground=PALE)
    head = _Piece(head.height, head.elements, holds=True)
    found = [head]
    for row in block.rows:
        made = _row(row, columns, _STUB, _CELL, block.size, block.least)
        found.append(_Piece(made.height, made.elements, again=head))
    last = found[-1]
    found[-1] = replace(last, height=last.height + 2.0)
    if len(block.rows) > 1:
        found[-2] = replace(found[-2], holds=True)
    return found


def _row(
    cells: Sequence[str],
    columns: Sequence[float],
    stub: Face,
    face: Face,
    size: float,
    least: float,
    ground: str = "",
) -> _Piece:
    faces = [stub if not number else face for number in range(len(cells))]
    lines = [
        [part for said in cell.split("\n") for part in _broken(said, of, size, wide)]
        for cell, of, wide in zip(cells, faces, columns, strict=True)
    ]
    high = max(least, max(1, *(len(each) for each in lines)) * size * LEAD + 2 * _PAD)
    parts: list[Element] = []
    if ground:
        parts.append(rect(0, 0, sum(columns), high, fill=ground))
    x = 0.0
    for each, of, wide in zip(lines, faces, columns, strict=True):
        for number, line in enumerate(each):
            at = (x + _PAD, _PAD + size * (0.86 + number * LEAD))
            parts.append(text(at, line, of, size, INK))
        x += wide
    edges = [0.0]
    for wide in columns:
        edges.append(edges[-1] + wide)
    lines_drawn = "".join(f"M{edge:.2f} 0v{high:.2f}" for edge in edges)
    frame = f"M0 0h{x:.2f}M0 {high:.2f}h{x:.2f}{lines_drawn}"
    parts.append(path(frame, stroke=INK, stroke_width=_RULE, fill="none"))
    return _Piece(high, tuple(parts))


def _broken(said: str, of: Face, size: float, wide: float) -> list[str]:
    """Return a cell in lines that fit its column; a word that is too long is cut after a hyphen,
    a stroke or a point, or else between letters.
    """
    room = (wide - 2 * _PAD) / _ROOM
    found: list[str] = []
    for line in typ.wrapped(said, of, size, room):
        left = line
        while typ.width(left, of, size) > room and len(left) > 1:
            fits = max(
                n for n in range(1, len(left)) if n == 1 or typ.width(left[:n], of, size) <= room
            )
            fits = max(left.rfind(mark, 0, fits) + 1 for mark in _BREAKS) or fits
            found.append(left[:fits])
            left = left[fits:]
        found.append(left)
    return found


def side_by_side(rows: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return rows in two halves side by side, to be read downwards."""
    half = -(-len(rows) // 2)
    right = (*rows[half:], ("",) * len(rows[0]))
    return tuple((*rows[i], *right[i]) for i in range(half))
