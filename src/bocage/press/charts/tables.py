"""Setting one chart: widths of columns, heights of rows, and the elements.

Lengths are millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass

from bocage.engine.charts import ChartTable
from bocage.press import tokens, vision
from bocage.press import type as typ
from bocage.press.lettering import Anchor, text
from bocage.press.svg import Element, group, layer, path, rect
from bocage.press.type import Face

TITLE = tokens.TOWN
TITLE_SIZE = 4.4
HEAD = tokens.NUMERAL_MEDIUM
HEAD_SIZE = 3.0
CELL = tokens.NUMERAL_LIGHT
CELL_SIZE = 3.5
STUB = tokens.NUMERAL_MEDIUM
"""First column."""
NOTE = tokens.PROSE_ITALIC
NOTE_SIZE = 2.9
CITE = tokens.NUMERAL_MEDIUM
CITE_SIZE = 2.8
PAD = 1.4
"""Left and right of a cell."""
LEAD = 1.18
"""Distance of lines, in sizes."""
ROW_PAD = 0.75
PALE, DEEP = "#fbf7ec", "#cdbb8c"
"""Ends of the ramp behind results."""


@dataclass(frozen=True, slots=True)
class Set:
    """A chart that is set: how large it is, and its elements from (0, 0)."""

    width: float
    height: float
    element: Element


def natural_width(block: ChartTable) -> float:
    """The width at which no cell needs a second line (headings may)."""
    return sum(_natural(block))


def least_width(block: ChartTable) -> float:
    """The width below which some word would not fit its column."""
    return sum(_least(block))


def shade(share: float) -> str:
    """The ground of a result, from pale to deep."""
    return vision.mixed(PALE, DEEP, share)


def set_block(block: ChartTable, width: float) -> Set:
    """The chart at a width."""
    columns = _columns(block, width)
    ink = tokens.LIGHT.ink
    parts: list[Element] = []
    cite = cited(block.rules)
    title_room = width - typ.width(cite, CITE, CITE_SIZE) - 3
    size = typ.fitted(block.title, TITLE, TITLE_SIZE, title_room)
    parts.append(text((0, 4.2), block.title, TITLE, size, ink))
    at = (width, 4.2)
    parts.append(layer("rules", text(at, cite, CITE, CITE_SIZE, tokens.LIGHT.cite, anchor="end")))
    y = 6.0
    if any(block.head):
        y = _row(parts, block.head, columns, y, block, kind="head")
    for number, row in enumerate(block.rows):
        y = _row(parts, row, columns, y, block, kind="odd" if number % 2 else "even")
    rule = f"M0 6h{width:.2f}M0 {y:.2f}h{width:.2f}"
    parts.append(path(rule, stroke=ink, stroke_width=0.3, fill="none"))
    y += 0.6
    for said, rules in block.notes:
        lines = typ.wrapped(f"{said} ({cited(rules)})", NOTE, NOTE_SIZE, width)
        for line in lines:
            y += NOTE_SIZE * LEAD
            said_ = text((0, y), line, NOTE, NOTE_SIZE, tokens.LIGHT.muted)
            parts.append(layer("notes", said_))
    return Set(width, y + 1.0, group(*parts))


def _row(
    parts: list[Element],
    row: tuple[str, ...],
    columns: list[float],
    top: float,
    block: ChartTable,
    *,
    kind: str,
) -> float:
    """Adds a row and gives where it ends."""
    faces = [_face(number, kind) for number in range(len(row))]
    size = HEAD_SIZE if kind == "head" else CELL_SIZE
    lines = [
        typ.wrapped(said, face, size, wide - 2 * PAD)
        for said, face, wide in zip(row, faces, columns, strict=True)
    ]
    deep = max(1, *(len(each) for each in lines)) * size * LEAD + 2 * ROW_PAD
    if kind != "even":
        ground = tokens.LIGHT.bar if kind == "head" else "#f4ecd8"
        parts.append(rect(0, top, sum(columns), deep, fill=ground))
    x = 0.0
    for number, (said, face, wide) in enumerate(zip(row, faces, columns, strict=True)):
        share = block.ramp.get(said) if kind != "head" else None
        if share is not None:
            parts.append(rect(x + 0.15, top + 0.15, wide - 0.3, deep - 0.3, fill=shade(share)))
        left = number == 0 or block.prose or _leftish(block, number)
        first = top + (deep - len(lines[number]) * size * LEAD) / 2 + size * LEAD * 0.5
        for place, line in enumerate(lines[number]):
            foot = first + place * size * LEAD + size * face.cap / 2000
            where = (x + PAD, foot) if left else (x + wide / 2, foot)
            anchor: Anchor = "start" if left else "middle"
            ink = tokens.LIGHT.muted if kind == "head" else tokens.LIGHT.ink
            if kind != "head" and block.head[number] == "rule":
                ink = tokens.LIGHT.cite
            parts.append(text(where, line, face, size, ink, anchor=anchor))
        x += wide
    return top + deep


def _face(number: int, kind: str) -> Face:
    if kind == "head":
        return HEAD
    return STUB if number == 0 else CELL


def _leftish(block: ChartTable, number: int) -> bool:
    """Whether a column holds sentences."""
    return max((len(row[number]) for row in block.rows), default=0) > 16


def _natural(block: ChartTable) -> list[float]:
    found: list[float] = []
    for number in range(len(block.head)):
        face = STUB if number == 0 else CELL
        cells = max(typ.width(row[number], face, CELL_SIZE) for row in block.rows)
        heads = max((typ.width(w, HEAD, HEAD_SIZE) for w in block.head[number].split()), default=0)
        found.append(max(cells, heads) + 2 * PAD)
    return found


def _least(block: ChartTable) -> list[float]:
    found: list[float] = []
    for number in range(len(block.head)):
        face = STUB if number == 0 else CELL
        words = [(w, face, CELL_SIZE) for row in block.rows for w in row[number].split()]
        words += [(w, HEAD, HEAD_SIZE) for w in block.head[number].split()]
        found.append(max((typ.width(*word) for word in words), default=0) + 2 * PAD)
    return found


def _columns(block: ChartTable, width: float) -> list[float]:
    """Widths of columns: natural and stretched, or between least and natural."""
    natural, least = _natural(block), _least(block)
    spare = width - sum(natural)
    if spare >= 0:
        return [wide + spare / len(natural) for wide in natural]
    give = sum(natural) - sum(least)
    if give <= 0 or width < sum(least):
        return [wide * width / sum(least) for wide in least]
    share = (width - sum(least)) / give
    return [low + (wide - low) * share for low, wide in zip(least, natural, strict=True)]


def cited(rules: str) -> str:
    """Return several rules with a dot between them."""
    return " \u00b7 ".join(rules.split())
