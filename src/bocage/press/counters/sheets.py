"""Counters laid out for the printer: fronts and backs, with marks to cut by.

A sheet is two pages. The back is laid out in mirror image, so that a page printed on both
sides and turned over its long edge has each back behind its front.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bocage.engine.counters import Counter
from bocage.press import tokens
from bocage.press import type as typ
from bocage.press.counters.bands import MODULE
from bocage.press.counters.drawing import face
from bocage.press.lettering import text
from bocage.press.papers import LICENCE, Paper
from bocage.press.svg import Drawing, Element, group, layer, path, rect, scale, translate
from bocage.press.tokens import Detail

LAYERS: Final[Mapping[str, str]] = {
    "words": "title, hints and licence",
    "marks": "marks to cut by",
    "sizes": "sizes of units",
    "names": "names and codes of units",
    "values": "factors, ratings, levels and steps",
}
"""What can be left out; grounds, symbols and markers always stay."""

MARGIN_SIDE = 8.0
MARGIN_TOP = 19.0
MARGIN_FOOT = 13.0
TICK = 4.0
"""Length of the cut marks outside the block."""
CROSS = 1.1
"""Half length of the crosses between counters."""


@dataclass(frozen=True, slots=True)
class CounterSheet:
    """One sheet of counters: its front and back pages."""

    front: Drawing
    back: Drawing


@dataclass(frozen=True, slots=True)
class Layout:
    """The arrangement of counters of a size on a paper."""

    paper: Paper
    size_mm: float

    @property
    def columns(self) -> int:
        """Counters in a row."""
        return int((self.paper.width - 2 * MARGIN_SIDE) // self.size_mm)

    @property
    def rows(self) -> int:
        """Rows on a page."""
        return int((self.paper.height - MARGIN_TOP - MARGIN_FOOT) // self.size_mm)

    @property
    def left(self) -> float:
        """Left edge of the block, which stands in the middle of the page."""
        return (self.paper.width - self.columns * self.size_mm) / 2

    def place(self, number: int, *, mirrored: bool) -> tuple[float, float]:
        """Upper left corner of the n-th counter."""
        row, column = divmod(number, self.columns)
        if mirrored:
            column = self.columns - 1 - column
        return self.left + column * self.size_mm, MARGIN_TOP + row * self.size_mm


def sheets(
    title: str, counters: Sequence[Counter], layout: Layout, detail: Detail
) -> list[CounterSheet]:
    """Return all counters, each as often as its count says, on as many sheets as they need."""
    pieces = [counter for counter in counters for _ in range(counter.count)]
    room = layout.columns * layout.rows
    blocks = [pieces[start : start + room] for start in range(0, len(pieces), room)]
    return [
        CounterSheet(
            _page(title, number, len(blocks), block, layout, detail, back=False),
            _page(title, number, len(blocks), block, layout, detail, back=True),
        )
        for number, block in enumerate(blocks, start=1)
    ]


def _page(
    title: str,
    number: int,
    of: int,
    block: Sequence[Counter],
    layout: Layout,
    detail: Detail,
    *,
    back: bool,
) -> Drawing:
    paper = layout.paper
    body: list[Element] = [rect(0, 0, paper.width, paper.height, fill="#ffffff")]
    body.append(layer("words", *_heading(title, number, of, layout, back=back)))
    body.append(layer("marks", _marks(len(block), layout, mirrored=back)))
    for place, counter in enumerate(block):
        x, y = layout.place(place, mirrored=back)
        side = counter.back if back else counter.front
        moved = f"{translate(x, y)} {scale(layout.size_mm / MODULE)}"
        body.append(group(face(side, detail), transform=moved))
    said = f"{title}, counters {number} of {of}, {'back' if back else 'front'}"
    size = (paper.width, paper.height)
    return Drawing(paper.width, paper.height, "mm", size, tuple(body), said)


def _heading(title: str, number: int, of: int, layout: Layout, *, back: bool) -> list[Element]:
    ink, muted = tokens.LIGHT.ink, tokens.LIGHT.muted
    left, right = layout.left, layout.paper.width - layout.left
    which = f"Counters, sheet {number} of {of}: {'back' if back else 'front'}"
    hint = (
        "Print on the reverse of the front, turned over the long edge."
        if back
        else f"Print at 100 %: a counter is {layout.size_mm:.1f} mm wide."
    )
    foot = layout.paper.height - 5.5
    room = right - left - typ.width(hint, tokens.PROSE_ITALIC, 3.2) - 6
    return [
        text((left, 11.5), title, tokens.TITLE, typ.fitted(title, tokens.TITLE, 6.4, room), ink),
        text((right, 9), which, tokens.NUMERAL_MEDIUM, 3.6, ink, anchor="end"),
        text((right, 13), hint, tokens.PROSE_ITALIC, 3.2, muted, anchor="end"),
        text((left, foot), LICENCE, tokens.PROSE, 2.6, muted),
    ]


def _marks(count: int, layout: Layout, *, mirrored: bool) -> Element:
    """Ticks round the block, and small crosses where four counters meet."""
    size = layout.size_mm
    columns = min(count, layout.columns)
    rows = -(-count // layout.columns)
    left = layout.left + (layout.columns - columns) * size * mirrored
    xs = [left + column * size for column in range(columns + 1)]
    ys = [MARGIN_TOP + row * size for row in range(rows + 1)]
    top, foot, right, out = ys[0], ys[-1], xs[-1], TICK - 1
    data = [f"M{x:.3f} {top - TICK:.3f}v{out}M{x:.3f} {foot + 1:.3f}v{out}" for x in xs]
    data += [f"M{left - TICK:.3f} {y:.3f}h{out}M{right + 1:.3f} {y:.3f}h{out}" for y in ys]
    data += [
        f"M{x - CROSS:.3f} {y:.3f}h{2 * CROSS}M{x:.3f} {y - CROSS:.3f}v{2 * CROSS}"
        for x in xs
        for y in ys
    ]
    return path("".join(data), fill="none", stroke="#8a8578", stroke_width=0.12)
