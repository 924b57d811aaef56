"""Counters on the table: lying on the map, spent, selected, marked, stacked, or far away.

None of these needs a filter, so that print and every renderer show them alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from bocage.press import tokens
from bocage.press.counters import bands
from bocage.press.lettering import text
from bocage.press.paths import cut_box, rounded_box
from bocage.press.svg import Element, group, path, translate
from bocage.press.tokens import Corner

STEP = (5.5, -5.0)
"""The offset of each counter of a stack from the one under it."""
MARKER_SCALE = 0.56


def lying(counter: Element, corner: Corner) -> Element:
    """Return a counter that lies on paper: two soft edges of shadow, the light from the
    north-west.
    """
    return group(
        path(_grown(corner, 1.0), fill="#000000", fill_opacity=0.12, transform=translate(0.6, 2.0)),
        path(_grown(corner, 0.0), fill="#000000", fill_opacity=0.22, transform=translate(0.4, 1.5)),
        counter,
    )


def spent(counter: Element, corner: Corner) -> Element:
    """A counter that has done its part this turn: paled, its shape still plain."""
    veil = path(bands.outline(corner), fill=tokens.LIGHT.bg, fill_opacity=0.55)
    return group(counter, veil)


def selected(counter: Element, corner: Corner) -> Element:
    """Return a counter in hand: a ring outside its edge, never a fill."""
    ring = _grown(corner, 3.0)
    return group(
        path(ring, fill="none", stroke="#ffffff", stroke_width=5),
        path(ring, fill="none", stroke=tokens.LIGHT.action, stroke_width=3),
        counter,
    )


def marked(counter: Element, marker: Element) -> Element:
    """Return a counter under a marker, which leaves its factors free."""
    moved = f"{translate(33, -15)} scale({MARKER_SCALE})"
    return group(counter, group(marker, transform=moved))


def stack(counters: Sequence[Element]) -> Element:
    """Counters on top of each other, the first lowest."""
    placed = [
        group(counter, transform=translate(number * STEP[0], number * STEP[1]))
        for number, counter in enumerate(counters)
    ]
    return group(*placed)


def chip(nation: str, units: int) -> Element:
    """Return a stack seen from afar: colour, shape, band, and the number of its units."""
    look = tokens.NATIONS[nation]
    size, face = 46.0, tokens.NUMERAL
    foot = 32 + size * face.digit / 2000
    middle = 34.0 if look.band != "none" else 32.0
    return group(
        *bands.ground(look),
        text((middle, foot), str(units), face, size, look.ink, anchor="middle"),
        path(bands.outline(look.corner), fill="none", stroke=tokens.EDGE, stroke_width=4),
    )


def _grown(corner: Corner, by: float) -> str:
    size = bands.MODULE - 2 * bands.INSET + 2 * by
    start = bands.INSET - by
    if corner == "round":
        return rounded_box(start, start, size, size, tokens.CORNER_ROUND + by)
    return cut_box(start, start, size, size, tokens.CORNER_CUT + by * 0.6)
