"""A large sheet cut into pages of home paper, which overlap so that they can be glued.

Lengths are millimetres. The sheet is divided into the fewest pages; each page says where it
belongs, and has marks to cut along and a ruler that shows whether it was printed at full size.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

from bocage.press import tokens
from bocage.press.lettering import text
from bocage.press.papers import Paper
from bocage.press.svg import Drawing, Element, line, path

MARGIN: Final = 9.0
"""What home printers leave white, and where the marks stand."""
OVERLAP: Final = 8.0
"""What two neighbouring pages share: the strip for the glue."""
RULER: Final = 50.0


@dataclass(frozen=True, slots=True)
class Tile:
    """One page of a sheet: where it belongs, and which part of the sheet it shows."""

    row: int
    column: int
    left: float
    """Of the part, on the sheet."""
    top: float
    width: float
    height: float

    @property
    def name(self) -> str:
        """Return a letter for the row and a number for the column: B3."""
        return f"{'ABCDEFGH'[self.row]}{self.column + 1}"


@dataclass(frozen=True, slots=True)
class Tiling:
    """A sheet on pages of a paper, upright or turned."""

    paper: Paper
    """As it is fed: wider than high if it is turned."""
    sheet: tuple[float, float]
    columns: int
    rows: int

    @property
    def room(self) -> tuple[float, float]:
        """Return the part of a page that can show the sheet."""
        return self.paper.width - 2 * MARGIN, self.paper.height - 2 * MARGIN

    def tiles(self) -> list[Tile]:
        """Return the pages, row by row. All show equally much, and the outer ones end at the
        edges of the sheet."""
        wide, high = self.room
        lefts = _starts(self.sheet[0], wide, self.columns)
        tops = _starts(self.sheet[1], high, self.rows)
        return [
            Tile(row, column, left, top, min(wide, self.sheet[0]), min(high, self.sheet[1]))
            for row, top in enumerate(tops)
            for column, left in enumerate(lefts)
        ]


def tiling(sheet: tuple[float, float], paper: Paper) -> Tiling:
    """Return the way to cut a sheet that needs the fewest pages; upright if both need as many."""
    turned = Paper(paper.name, paper.height, paper.width)
    found = [
        Tiling(each, sheet, *(_count(long, room) for long, room in zip(sheet, rooms, strict=True)))
        for each in (paper, turned)
        for rooms in [(each.width - 2 * MARGIN, each.height - 2 * MARGIN)]
    ]
    return min(found, key=lambda each: each.columns * each.rows)


def _count(long: float, room: float) -> int:
    return max(1, ceil((long - OVERLAP) / (room - OVERLAP)))


def _starts(long: float, room: float, count: int) -> list[float]:
    """Return the starts of a number of equal parts; the last part ends where the sheet ends."""
    if count == 1:
        return [0.0]
    return [number * (long - room) / (count - 1) for number in range(count)]


def frame(title: str, tile: Tile, of: Tiling) -> Drawing:
    """Return the frame of a part: its place, marks, neighbours, the ruler."""
    paper, ink, muted = of.paper, tokens.LIGHT.ink, tokens.LIGHT.muted
    left, top = MARGIN, MARGIN
    right, foot = left + tile.width, top + tile.height
    where = f"row {tile.row + 1} of {of.rows}, column {tile.column + 1} of {of.columns}"
    said = f"{title}: {tile.name}, {where}"
    marks = "".join(
        f"M{x} {y - 4 * dy}V{y - dy}M{x - 4 * dx} {y}H{x - dx}"
        for x, dx in ((left, 1), (right, -1))
        for y, dy in ((top, 1), (foot, -1))
    )
    glue = "Cut along the marks; glue each page over the edge of the one before it."
    under = paper.height - 3.2
    body: list[Element] = [
        path(marks, stroke=ink, stroke_width=0.15, fill="none"),
        text((left + 6, 6), said, tokens.NUMERAL_MEDIUM, 3.2, ink),
        text((right - 6, 6), glue, tokens.PROSE_ITALIC, 2.6, muted, anchor="end"),
        *_ruler(left + 6, under),
        text(
            (left + 6 + RULER + 3, under),
            f"{RULER:g} mm if printed at 100 %",
            tokens.PROSE,
            2.6,
            muted,
        ),
    ]
    size = (paper.width, paper.height)
    return Drawing(*size, "mm", size, tuple(body), said)


def _ruler(left: float, at: float) -> list[Element]:
    ticks = "".join(f"M{left + n} {at}v{-2 if n % 10 == 0 else -1}" for n in range(0, 51, 5))
    return [
        line((left, at), (left + RULER, at), stroke=tokens.LIGHT.ink, stroke_width=0.2),
        path(ticks, stroke=tokens.LIGHT.ink, stroke_width=0.2, fill="none"),
    ]
