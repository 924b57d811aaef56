"""Charts on paper: two columns, wide charts across both, as many pages as needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bocage.engine.charts import ChartTable
from bocage.press import tokens
from bocage.press.charts import tables
from bocage.press.lettering import text
from bocage.press.papers import LICENCE, Paper
from bocage.press.svg import Drawing, Element, group, layer, path, rect, translate

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


@dataclass(frozen=True, slots=True)
class Placed:
    """A chart with its place on a page."""

    page: int
    x: float
    y: float
    set: tables.Set
    block: ChartTable


def place(blocks: Sequence[ChartTable], paper: Paper) -> list[Placed]:
    """Each chart where it stands, in its order as far as the pages allow.

    A page takes every chart that still fits it, so that a wide one that must wait for the
    next page leaves no hole behind.

    Raises:
        ValueError: a chart is higher than a page.
    """
    waiting = [(block, *_measured(block, paper)) for block in blocks]
    for block, made, _ in waiting:
        if made.height > paper.height - FOOT - TOP:
            raise ValueError(f"the chart '{block.title}' is higher than the page")
    found: list[Placed] = []
    page = 0
    while waiting:
        ends = (TOP, TOP)
        left: list[tuple[ChartTable, tables.Set, bool]] = []
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


def _half(paper: Paper) -> float:
    return (paper.width - 2 * MARGIN - GUTTER) / 2


def _measured(block: ChartTable, paper: Paper) -> tuple[tables.Set, bool]:
    """The chart set, and whether across both columns."""
    half = _half(paper)
    wide = tables.least_width(block) > half or tables.natural_width(block) > half * 1.2
    return tables.set_block(block, 2 * half + GUTTER if wide else half), wide


def _spot(
    made: tables.Set, paper: Paper, ends: tuple[float, float], *, wide: bool
) -> tuple[int, float] | None:
    """Column and height at which a chart still fits the page; the shorter column first."""
    bottom = paper.height - FOOT
    if wide:
        return (0, max(ends)) if max(ends) + made.height <= bottom else None
    for column in sorted((0, 1), key=lambda n: ends[n]):
        if ends[column] + made.height <= bottom:
            return column, ends[column]
    return None


def pages(title: str, blocks: Sequence[ChartTable], paper: Paper) -> list[Drawing]:
    """The player aid of a game."""
    placed = place(blocks, paper)
    count = max(each.page for each in placed) + 1
    made: list[Drawing] = []
    for number in range(count):
        body = _paper(title, number + 1, count, paper)
        for each in placed:
            if each.page == number:
                body.append(group(each.set.element, transform=translate(each.x, each.y)))
        size = (paper.width, paper.height)
        said = f"{title}, charts {number + 1} of {count}"
        made.append(Drawing(paper.width, paper.height, "mm", size, tuple(body), said))
    return made


def _paper(title: str, number: int, count: int, paper: Paper) -> list[Element]:
    ink, muted = tokens.LIGHT.ink, tokens.LIGHT.muted
    right = paper.width - MARGIN
    foot = paper.height - 6
    rules = f"M{MARGIN} 17.4H{right}M{MARGIN} 18.3H{right}"
    which = f"Charts, {number} of {count}"
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
