"""The furniture round a map: frames, titles, scale, compass, tracks, boxes and tables.

Every function returns an element drawn from its upper left corner, so that a sheet moves
it into place with `at`. A `Theme` holds the inks; lengths are the drawing's own units, and
`size` scales lettering. Rooms for counters are as large as asked: say how wide a counter is.

    body.append(at(40, 30, title_block(theme, "FALAISE", "The closing of the pocket")))
    body.append(at(40, 200, scale_bar(theme, unit_per_km=49.7, step=2, steps=5)))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bocage.press import tokens
from bocage.press import type as typ
from bocage.press.lettering import Anchor, text
from bocage.press.svg import Element, Value, circle, group, line, num, path, rect, rotate, translate
from bocage.press.type import Face


@dataclass(frozen=True, slots=True)
class Theme:
    """The inks and papers of one sheet's furniture."""

    accent: str = "#3a1a10"
    """Titles and headings."""
    ink: str = "#2e2518"
    """Rules, frames and figures."""
    muted: str = "#5f5138"
    """Small print."""
    paper: str = tokens.MAP.paper
    cell: str = "#f6eed8"
    """Empty boxes."""
    rule: float = 1.2


def at(x: float, y: float, *elements: Element) -> Element:
    """Elements moved to a place."""
    return group(*elements, transform=translate(x, y))


def frame(x: float, y: float, width: float, height: float, theme: Theme) -> Element:
    """Return a neat line: a strong rule with a fine one outside it."""
    return group(
        rect(x, y, width, height, stroke_width=2.4),
        rect(x - 7, y - 7, width + 14, height + 14, stroke_width=0.9),
        fill="none",
        stroke=theme.ink,
    )


def panel(width: float, height: float, theme: Theme, *, opacity: float = 1) -> Element:
    """Return a sheet of paper to stand on the sea: double rule and a soft edge to the
    south-east.
    """
    return group(
        rect(4, 5, width, height, fill="#1b2a30", opacity=0.20),
        rect(0, 0, width, height, fill=theme.paper, opacity=opacity if opacity < 1 else None),
        rect(0, 0, width, height, fill="none", stroke=theme.ink, stroke_width=2.2),
        rect(5, 5, width - 10, height - 10, fill="none", stroke=theme.ink, stroke_width=0.7),
    )


def heading(
    said: str, theme: Theme, *, size: float = 17, anchor: Anchor = "start", spacing: float = 2.2
) -> Element:
    """Return a heading in spaced capitals, its baseline at 0."""
    return text(
        (0, 0), said.upper(), tokens.TOWN, size, theme.accent, anchor=anchor, spacing=spacing
    )


def lines(
    said: Sequence[str],
    theme: Theme,
    *,
    face: Face = tokens.PROSE,
    size: float = 11,
    ink: str | None = None,
    anchor: Anchor = "start",
    leading: float = 1.22,
) -> Element:
    """Return lines of small print, the first baseline at 0."""
    return group(
        *(
            text((0, number * size * leading), each, face, size, ink or theme.muted, anchor=anchor)
            for number, each in enumerate(said)
        )
    )


def prose(
    said: str, theme: Theme, width: float, *, face: Face = tokens.PROSE, size: float = 11
) -> tuple[Element, float]:
    """Return a paragraph broken to a width, and its height."""
    broken = typ.wrapped(said, face, size, width)
    return lines(broken, theme, face=face, size=size), len(broken) * size * 1.22


def title_block(
    theme: Theme,
    title: str,
    subtitle: str,
    *,
    size: float = 60,
    over: str = "",
    anchor: Anchor = "start",
    width: float | None = None,
) -> Element:
    """Return a title, a line under it, and what the sheet is; the top of the block is at 0.

    With a `width` the title is set no wider than it.
    """
    spacing = size * 0.07
    if width is not None:
        wide = typ.width(title, tokens.TITLE, size, spacing) - spacing
        size *= min(1.0, width / wide)
        spacing = size * 0.07
    top = 0.0
    parts: list[Element] = []
    if over:
        top = size * 0.34
        wide = size * 0.08
        place = (wide / 2 if anchor == "middle" else 0.0, top * 0.7)
        parts.append(
            text(
                *(place, over.upper(), tokens.REGION, size * 0.24, theme.accent),
                anchor=anchor,
                spacing=wide,
            )
        )
    base = top + size * 0.72
    # Letter-spacing trails the last letter: half of it would push a centred title left.
    shift = spacing / 2 if anchor == "middle" else 0
    parts.append(
        text((shift, base), title, tokens.TITLE, size, theme.accent, anchor=anchor, spacing=spacing)
    )
    small = min(size * 0.27, 22.0)
    if width is not None:
        small = typ.fitted(subtitle, tokens.WATER, small, width)
    parts.append(
        text((0, base + small * 1.45), subtitle, tokens.WATER, small, theme.muted, anchor=anchor)
    )
    return group(*parts)


def rule(width: float, theme: Theme) -> Element:
    """Return a double rule, strong above fine."""
    return group(
        line((0, 0), (width, 0), stroke_width=1.8),
        line((0, 3.6), (width, 3.6), stroke_width=0.6),
        stroke=theme.accent,
    )


def scale_bar(
    theme: Theme,
    *,
    unit_per_km: float,
    step: float,
    steps: int,
    name: str = "kilometres",
    size: float = 10.5,
) -> Element:
    """Return a bar of alternate black and white, figures under it; 0 is its upper left corner."""
    wide, height = unit_per_km * step, 5
    parts = [
        rect(
            i * wide,
            0,
            wide,
            height,
            fill=theme.ink if i % 2 == 0 else theme.cell,
            stroke=theme.ink,
            stroke_width=0.8,
        )
        for i in range(steps)
    ]
    for i in range(steps + 1):
        said = f"{i * step:g}" + (f" {name}" if i == steps else "")
        face = tokens.NUMERAL_LIGHT
        # The figure stands under its mark, the word after it.
        start = i * wide - typ.width(f"{i * step:g}", face, size) / 2
        parts.append(text((start, height + size * 1.1), said, face, size, theme.ink))
    return group(*parts)


def compass(
    theme: Theme, radius: float, *, true_north: float = 0, caption: Sequence[str] = ()
) -> Element:
    """Return a compass about 0, its rose at true north; a red dart shows the map's own north.

    `true_north` is degrees clockwise from the map's north.
    """
    marks = [
        line(
            (0, -radius),
            (0, -radius * (0.80 if i % 9 == 0 else 0.88 if i % 3 == 0 else 0.93)),
            transform=rotate(i * 10),
            stroke_width=1.6 if i % 9 == 0 else 0.7,
        )
        for i in range(36)
    ]
    # Long points lie over short ones.
    points = [_point_of_rose(theme, radius, i) for i in (1, 3, 5, 7, 2, 6, 0, 4)]
    name = text(
        *((0, -radius * 1.08), "N", tokens.TITLE, radius * 0.42, theme.accent), anchor="middle"
    )
    rose = group(
        circle(0, 0, radius, fill=theme.cell, fill_opacity=0.75, stroke_width=1.3),
        circle(0, 0, radius * 0.93, fill="none", stroke_width=0.5),
        *marks,
        *points,
        stroke=theme.ink,
    )
    found = [group(rose, name, transform=rotate(true_north) if true_north else None)]
    if true_north:
        red = tokens.MAP.front
        found.append(path(f"M0 {-radius * 1.14:.1f}l3.2 9h-6.4Z", fill=red))
        found.append(
            line(
                *((0, -radius * 1.04), (0, -radius * 0.12)),
                stroke=red,
                stroke_width=1.1,
                stroke_dasharray="3.5 2.5",
            )
        )
    if caption:
        size = max(9.5, radius * 0.2)
        said = lines(caption, theme, face=tokens.WATER, size=size, anchor="middle")
        found.append(at(0, radius + size * 1.5, said))
    return group(*found)


def _point_of_rose(theme: Theme, radius: float, number: int) -> Element:
    far = radius * (0.86 if number % 4 == 0 else 0.74 if number % 2 == 0 else 0.42)
    half = radius * (0.12 if number % 2 == 0 else 0.08)
    tip, waist = num(-far), num(-half * 1.25)
    return group(
        path(f"M0 {tip}L{num(half)} {waist}L0 0Z", fill=theme.accent, stroke="none"),
        path(f"M0 {tip}L{num(-half)} {waist}L0 0Z", fill=theme.cell, stroke_width=0.6),
        transform=rotate(number * 45),
    )


def holding_box(
    theme: Theme,
    width: float,
    height: float,
    title: str,
    *,
    note: str = "",
    tint: str | None = None,
    picture: Element | None = None,
    size: float = 13,
) -> Element:
    """Return a box for counters off the map, with its title within the upper edge."""
    parts = [
        rect(
            *(0, 0, width, height),
            rx=4,
            fill=tint or theme.cell,
            stroke=theme.ink,
            stroke_width=theme.rule,
        )
    ]
    if picture is not None:
        parts.append(at(width / 2, height / 2 + size * 0.6, picture))
    said = typ.fitted(title, tokens.TOWN, size, width - 14)
    parts.append(text((8, size * 1.25), title, tokens.TOWN, said, theme.accent))
    if note:
        small = size * 0.74
        broken = typ.wrapped(note, tokens.PROSE, small, width - 14)
        parts.append(at(8, size * 1.25 + small * 1.35, lines(broken, theme, size=small)))
    return group(*parts)


def boxed(theme: Theme, width: float, height: float, fill: str, **attrs: Value) -> Element:
    """Return a plain box of a track."""
    return rect(
        0, 0, width, height, rx=3, fill=fill, stroke=theme.ink, stroke_width=theme.rule, **attrs
    )
