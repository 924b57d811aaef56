"""The grounds of counters: the outline that says the side, the band that says the nation."""

from __future__ import annotations

from bocage.press import tokens
from bocage.press.paths import cut_box, rounded_box
from bocage.press.svg import Element, clip, group, path, rect, ref
from bocage.press.tokens import Corner, Nation

MODULE = 64.0
INSET = 0.8
BAND = 5.0
"""Width of the band at the left edge."""


def outline(corner: Corner) -> str:
    """Return the edge of a counter as path data."""
    size = MODULE - 2 * INSET
    if corner == "round":
        return rounded_box(INSET, INSET, size, size, tokens.CORNER_ROUND)
    return cut_box(INSET, INSET, size, size, tokens.CORNER_CUT)


CLIPS = {corner: clip(f"counter-{corner}", path(outline(corner))) for corner in ("round", "cut")}
"""Clip paths of the two shapes."""


def ground(nation: Nation) -> list[Element]:
    """Return the tint, and the nation's band over its left edge."""
    corner = nation.corner
    shape = path(outline(corner), fill=nation.base)
    parts = _band(nation)
    if not parts:
        return [shape]
    clipped = group(*parts, clip_path=ref(CLIPS[corner])).needing(CLIPS[corner])
    return [shape, clipped]


def edge(corner: Corner, ink: str = tokens.EDGE) -> list[Element]:
    """Return the lit bevel and the dark rim, drawn over everything else."""
    inner = rounded_box if corner == "round" else cut_box
    size = MODULE - 2 * INSET - 2.2
    radius = (tokens.CORNER_ROUND if corner == "round" else tokens.CORNER_CUT) - 0.8
    light = inner(INSET + 1.1, INSET + 1.1, size, size, radius)
    return [
        path(light, fill="none", stroke="#ffffff", stroke_opacity=0.3, stroke_width=0.9),
        path(outline(corner), fill="none", stroke=ink, stroke_width=1.2),
    ]


FLASH_OPACITY = 0.34


def pale(nation: Nation) -> str:
    """Return the colour of the flash: towards white, or towards grey where the ink is white."""
    return "#ffffff" if nation.ink < "#80" else "#9aa0a2"


def flash(nation: Nation) -> Element:
    """Return the pale diagonal of a reduced unit."""
    corner = CLIPS[nation.corner]
    stripe = path("M-4 68L68 -4V11L11 68Z", fill=pale(nation), fill_opacity=FLASH_OPACITY)
    return group(stripe, clip_path=ref(corner)).needing(corner)


def _band(nation: Nation) -> list[Element]:
    colours = nation.band_colours
    top, whole = 0.0, MODULE
    match nation.band:
        case "none":
            return []
        case "solid":
            return [rect(0, top, BAND, whole, fill=colours[0])]
        case "split":
            half = whole / 2
            return [
                rect(0, top, BAND, half, fill=colours[0]),
                rect(0, half, BAND, half, fill=colours[1]),
            ]
        case "thirds" | "pales":
            third = whole / 3
            if nation.band == "thirds":
                return [
                    rect(0, number * third, BAND, third, fill=colour)
                    for number, colour in enumerate(colours)
                ]
            each = BAND / 3 + 0.5
            return [
                rect(number * each, top, each, whole, fill=colour)
                for number, colour in enumerate(colours)
            ]
        case "halves":
            each = BAND / 2 + 0.3
            return [
                rect(0, top, each, whole, fill=colours[0]),
                rect(each, top, each, whole, fill=colours[1]),
            ]
        case "lines":
            return [rect(x, top, 1.4, whole, fill=colours[0]) for x in (2.2, 4.8)]
        case "diagonals":
            wide = BAND + 0.4
            stripes = "".join(
                f"M0 {y + 5}L{wide} {y}v4L0 {y + 9}Z" for y in range(-6, int(whole), 8)
            )
            return [rect(0, top, wide, whole, fill=colours[0]), path(stripes, fill=colours[1])]
        case "checks":
            side = (BAND + 0.4) / 2
            squares = "".join(
                f"M{(row % 2) * side:.2f} {row * 4}h{side:.2f}v4h{-side:.2f}Z" for row in range(16)
            )
            return [
                rect(0, top, 2 * side, whole, fill=colours[0]),
                path(squares, fill=colours[1]),
            ]
        case "notches":
            teeth = "".join(f"M{BAND} {y}l-2.6 3.2l2.6 3.2Z" for y in range(2, int(whole), 9))
            return [rect(0, top, BAND, whole, fill=colours[0]), path(teeth, fill=colours[1])]
