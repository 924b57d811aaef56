"""Record tracks, tables and small pictures for the margins of a sheet.

Like `bocage.press.furniture`, everything is drawn from its upper left corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bocage.press import tokens
from bocage.press import type as typ
from bocage.press.furniture import Theme, at, boxed
from bocage.press.lettering import Anchor, text
from bocage.press.svg import Element, circle, group, line, path, rotate
from bocage.press.type import Face


@dataclass(frozen=True, slots=True)
class Cell:
    """One box of a track."""

    name: str
    """Its figure, in the upper left corner, or in the middle of an otherwise empty box."""
    note: tuple[str, ...] = ()
    """Lines at its foot."""
    tint: str | None = None
    ink: str | None = None
    picture: Element | None = None
    """Drawn about a point in the upper right corner, at most 18 units wide."""


def track(
    theme: Theme,
    cells: Sequence[Cell],
    *,
    columns: int,
    width: float,
    height: float,
    gap: float = 4,
    figure: float = 20,
) -> Element:
    """Boxes in rows, filled from the left."""
    parts: list[Element] = []
    for number, cell in enumerate(cells):
        row, column = divmod(number, columns)
        parts.append(
            at(
                column * (width + gap),
                row * (height + gap),
                _cell(theme, cell, width, height, figure),
            )
        )
    return group(*parts)


def _cell(theme: Theme, cell: Cell, width: float, height: float, figure: float) -> Element:
    ink = cell.ink or theme.accent
    parts = [boxed(theme, width, height, cell.tint or theme.cell)]
    if not cell.note and cell.picture is None:
        size = typ.fitted(cell.name, tokens.REGION, figure, width - 6)
        parts.append(
            text(
                *((width / 2, height / 2 + size * 0.24), cell.name, tokens.REGION, size, ink),
                anchor="middle",
                opacity=0.62,
            )
        )
        return group(*parts)
    parts.append(text((5, figure * 0.92), cell.name, tokens.TITLE, figure, ink))
    if cell.picture is not None:
        parts.append(at(width - 15, 15, cell.picture))
    small = min(
        (typ.fitted(n, tokens.NUMERAL_LIGHT, 9.6, width - 6) for n in cell.note), default=9.6
    )
    for number, said in enumerate(reversed(cell.note)):
        base = height - 4.5 - number * small * 1.06
        parts.append(
            text((width / 2, base), said, tokens.NUMERAL_LIGHT, small, ink, anchor="middle")
        )
    return group(*parts)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its place and its letters."""

    head: str
    x: float
    anchor: Anchor = "start"
    face: Face = tokens.PROSE


def table(
    theme: Theme,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    *,
    width: float,
    size: float = 10,
    leading: float = 1.45,
) -> tuple[Element, float]:
    """Return a table with a ruled head, and its height. A cell may have several lines (`\\n`)."""
    parts: list[Element] = []
    y = size
    for column in columns:
        face = tokens.NUMERAL_MEDIUM
        parts.append(
            text((column.x, y), column.head, face, size * 0.95, theme.accent, anchor=column.anchor)
        )
    y += size * 0.45
    parts.append(line((0, y), (width, y), stroke=theme.accent, stroke_width=1.1))
    for row in rows:
        deep = max(cell.count("\n") + 1 for cell in row)
        for column, cell in zip(columns, row, strict=True):
            for number, said in enumerate(cell.split("\n")):
                base = y + size * (1.1 + 1.08 * number)
                parts.append(
                    text(
                        *((column.x, base), said, column.face, size, theme.ink),
                        anchor=column.anchor,
                    )
                )
        y += size * (leading + 1.08 * (deep - 1))
        parts.append(line((0, y), (width, y), stroke=theme.muted, stroke_width=0.35))
    return group(*parts), y


# --- Small pictures, about 0, some 18 units wide ------------------------------------------


def sun(size: float = 1) -> Element:
    """Day, or clear weather."""
    rays = [line((0, -6.6 * size), (0, -9 * size), transform=rotate(i * 45)) for i in range(8)]
    return group(
        circle(0, 0, 4.8 * size, fill="#f6c94f"),
        *rays,
        stroke="#a86d14",
        stroke_width=1.3 * size,
    )


def moon() -> Element:
    """Night."""
    return path("M2 -8A8 8 0 1 0 7.4 5A6.6 6.6 0 1 1 2 -8Z", fill="#ece3bb")


def cloud(size: float = 1, *, dark: bool = False) -> Element:
    """Overcast, or the top of a storm."""
    s = size
    return path(
        f"M{-8 * s} {4 * s}a{4.2 * s} {4.2 * s} 0 0 1 {0.6 * s} {-8 * s}"
        f"a{6 * s} {6 * s} 0 0 1 {11.2 * s} {-0.6 * s}"
        f"a{4.3 * s} {4.3 * s} 0 0 1 {3 * s} {8.6 * s}Z",
        fill="#7f8f96" if dark else "#ccd5d6",
        stroke="#34444a" if dark else "#4b5b60",
        stroke_width=1.1 * s,
    )


def storm(size: float = 1) -> Element:
    """Return a dark cloud with lightning."""
    s = size
    bolt = path(
        f"M{1 * s} {3 * s}l{-4 * s} {6 * s}h{3 * s}l{-1.5 * s} {5 * s}"
        f"l{5.5 * s} {-7 * s}h{-3 * s}l{2 * s} {-4 * s}Z",
        fill="#f5d567",
        stroke="#5a430a",
        stroke_width=0.7 * s,
    )
    return group(cloud(size, dark=True), bolt)


def cup(size: float = 1, *, ink: str = "#5f5138") -> Element:
    """Return an opaque cup, for what is drawn blindly."""
    s = size
    return group(
        path(f"M{-9 * s} {-11 * s}h{18 * s}l{-2.6 * s} {21 * s}q{-6.4 * s} {3 * s} {-12.8 * s} 0Z"),
        path(
            f"M{-9 * s} {-11 * s}a{9 * s} {2.6 * s} 0 0 1 {18 * s} 0"
            f"a{9 * s} {2.6 * s} 0 0 1 {-18 * s} 0Z"
        ),
        fill="none",
        stroke=ink,
        stroke_width=1.4 * s,
        opacity=0.34,
    )


def anchor(size: float = 1, *, ground: str = "#22465a", ink: str = "#f4efe0") -> Element:
    """Return a port."""
    s = size
    glyph = path(
        f"M0 {-4 * s}V{8.2 * s}M{-4.4 * s} {-1.4 * s}H{4.4 * s}M{-7.6 * s} {3 * s}"
        f"Q{-6.4 * s} {8.4 * s} 0 {8.4 * s}Q{6.4 * s} {8.4 * s} {7.6 * s} {3 * s}"
        f"M{-9 * s} {5.4 * s}l{1.4 * s} {-2.4 * s}l{2.4 * s} {1.3 * s}"
        f"M{9 * s} {5.4 * s}l{-1.4 * s} {-2.4 * s}l{-2.4 * s} {1.3 * s}"
    )
    return group(
        circle(0, 0, 14.5 * s, fill=ground, stroke=ink, stroke_width=1.6 * s),
        group(
            circle(0, -6.2 * s, 2.3 * s),
            glyph,
            fill="none",
            stroke=ink,
            stroke_width=1.8 * s,
            stroke_linecap="round",
            stroke_linejoin="round",
        ),
    )


def landing_arrow(size: float) -> Element:
    """Return a landing site: an arrow that points to the right."""
    s = size
    points = ((-13, -5.5), (2, -5.5), (2, -11), (15, 0), (2, 11), (2, 5.5), (-13, 5.5))
    data = "M" + "L".join(f"{x * s:g} {y * s:g}" for x, y in points) + "Z"
    return group(
        path(data, fill="#1b2a30", opacity=0.25, transform="translate(1.2 1.6)"),
        path(
            data,
            fill="#f4efe0",
            stroke="#22465a",
            stroke_width=1.6 * s,
            stroke_linejoin="round",
        ),
    )
