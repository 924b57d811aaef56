"""Charts on paper: each set in rows and columns, then placed on pages of two columns.

Lengths are millimetres. A wide chart runs across both columns.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bocage.engine.charts import ChartTable
from bocage.press import tokens, vision
from bocage.press import type as typ
from bocage.press.lettering import Anchor, text
from bocage.press.papers import LICENCE, Paper
from bocage.press.svg import Drawing, Element, group, layer, path, rect, translate
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
    """Return the width at which no cell needs a second line (headings may)."""
    return sum(_natural(block))


def least_width(block: ChartTable) -> float:
    """Return the width below which some word would not fit its column."""
    return sum(_least(block))


def shade(share: float) -> str:
    """Return the ground of a result, from pale to deep."""
    return vision.mixed(PALE, DEEP, share)


def set_block(block: ChartTable, width: float) -> Set:
    """Return the chart at a width."""
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
    """Return whether a column holds sentences."""
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
    if spare >= 0 and block.prose:
        return [*natural[:-1], natural[-1] + spare]
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


LAYERS: Final[Mapping[str, str]] = {
    "paper": "the tint of the page",
    "words": "title and licence",
    "rules": "numbers of rules beside the titles",
    "notes": "notes under the charts",
}
"""What can be left out; the charts themselves always stay."""

MARGIN = 12.0
TOP = 25.0
FOOT = 12.0
GUTTER = 7.0
GAP = 4.5
"""Between a chart and the next below it."""
FEWEST = 3
"""Rows of a chart that begin at the foot of a column; fewer go to the next column."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A chart with its place on a page."""

    page: int
    x: float
    y: float
    set: Set
    block: ChartTable


def place(blocks: Sequence[ChartTable], paper: Paper, *, ordered: bool = False) -> list[Placed]:
    """Return where each chart stands, in their order as far as the pages allow.

    A page takes every chart that still fits it, so that a wide one that must wait for the
    next page leaves no hole behind. If they are `ordered`, they fill one column after the other,
    and a chart that does not fit continues in the next.

    Raises:
        ValueError: a chart is higher than a page.
    """
    if ordered:
        return _flow(blocks, paper)
    waiting = [(block, *_measured(block, paper)) for block in blocks]
    for block, made, _ in waiting:
        if made.height > paper.height - FOOT - TOP:
            raise ValueError(f"the chart '{block.title}' is higher than the page")
    found: list[Placed] = []
    page = 0
    while waiting:
        ends = (TOP, TOP)
        left: list[tuple[ChartTable, Set, bool]] = []
        for block, made, wide in waiting:
            where = _spot(made, paper, ends, wide=wide)
            if where is None:
                left.append((block, made, wide))
                continue
            column, y = where
            x = MARGIN + column * (_half(paper) + GUTTER)
            found.append(Placed(page, x, y, made, block))
            end = y + made.height + GAP
            ends = (end, end) if wide else (end, ends[1]) if column == 0 else (ends[0], end)
        waiting = left
        page += 1
    return found


def _flow(blocks: Sequence[ChartTable], paper: Paper) -> list[Placed]:
    """Return charts below each other in two columns, each cut where its column is full."""
    found: list[Placed] = []
    column, y = 0, TOP
    for block in blocks:
        rest, title = block, block.title
        while rest.rows:
            count = _fitting(rest, paper, y)
            if count < min(FEWEST, len(rest.rows)) and y > TOP:
                column, y = column + 1, TOP
                continue
            if not count:
                raise ValueError(f"a row of the chart '{title}' is higher than the page")
            part = replace(rest, rows=rest.rows[:count])
            made = set_block(part, _half(paper))
            page, side = divmod(column, 2)
            found.append(Placed(page, MARGIN + side * (_half(paper) + GUTTER), y, made, part))
            rest = replace(rest, title=f"{title}, continued", rows=rest.rows[count:])
            y += made.height + GAP
    return found


def _fitting(block: ChartTable, paper: Paper, y: float) -> int:
    """Return how many rows of a chart still fit a column. A heading keeps the row that follows."""

    def fits(count: int) -> bool:
        part = replace(block, rows=block.rows[:count])
        return y + set_block(part, _half(paper)).height <= paper.height - FOOT

    counts = range(1, len(block.rows) + 1)
    count = bisect_left(counts, True, key=lambda number: not fits(number))
    while 1 < count < len(block.rows) and block.rows[count - 1][-1].isupper():
        count -= 1
    return count


def _half(paper: Paper) -> float:
    return (paper.width - 2 * MARGIN - GUTTER) / 2


def _measured(block: ChartTable, paper: Paper) -> tuple[Set, bool]:
    """Return the chart set, and whether across both columns."""
    half = _half(paper)
    wide = least_width(block) > half or natural_width(block) > half * 1.2
    return set_block(block, 2 * half + GUTTER if wide else half), wide


def _spot(
    made: Set, paper: Paper, ends: tuple[float, float], *, wide: bool
) -> tuple[int, float] | None:
    """Column and height at which a chart still fits the page; the shorter column first."""
    bottom = paper.height - FOOT
    if wide:
        return (0, max(ends)) if max(ends) + made.height <= bottom else None
    for column in sorted((0, 1), key=lambda n: ends[n]):
        if ends[column] + made.height <= bottom:
            return column, ends[column]
    return None


def pages(
    title: str,
    blocks: Sequence[ChartTable],
    paper: Paper,
    kind: str = "Charts",
    *,
    ordered: bool = False,
) -> list[Drawing]:
    """Return the player aid of a game; `kind` is what its pages are called."""
    placed = place(blocks, paper, ordered=ordered)
    count = max(each.page for each in placed) + 1
    made: list[Drawing] = []
    for number in range(count):
        body = _paper(title, f"{kind}, {number + 1} of {count}", paper)
        for each in placed:
            if each.page == number:
                body.append(group(each.set.element, transform=translate(each.x, each.y)))
        size = (paper.width, paper.height)
        said = f"{title}, {kind.lower()} {number + 1} of {count}"
        made.append(Drawing(paper.width, paper.height, "mm", size, tuple(body), said))
    return made


def _paper(title: str, which: str, paper: Paper) -> list[Element]:
    ink, muted = tokens.LIGHT.ink, tokens.LIGHT.muted
    right = paper.width - MARGIN
    foot = paper.height - 6
    rules = f"M{MARGIN} 17.4H{right}M{MARGIN} 18.3H{right}"
    numbers = "Figures after a title are the numbers of its rules."
    return [
        rect(0, 0, paper.width, paper.height, fill="#ffffff"),
        layer("paper", rect(0, 0, paper.width, paper.height, fill=tokens.LIGHT.card)),
        layer(
            "words",
            text((MARGIN, 14), title, tokens.TITLE, 8.4, ink),
            text((right, 14), which, tokens.NUMERAL_MEDIUM, 4.2, muted, anchor="end"),
            path(rules, stroke=ink, stroke_width=0.35, fill="none"),
            text((MARGIN, foot), LICENCE, tokens.PROSE, 2.6, muted),
        ),
        layer("rules", text((right, foot), numbers, tokens.PROSE_ITALIC, 2.6, muted, anchor="end")),
    ]
