"""The kilometre grid: lines, figures in the margin, letters of the great squares.

The lines run along the axes of the pack's projection at whole kilometres from the theatre's
origin; nothing is fitted by eye.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bocage.press.lettering import text
from bocage.press.survey.frame import BORDER
from bocage.press.survey.looks import INK, SIZES
from bocage.press.svg import Element, path, rect
from bocage.press.tokens import NUMERAL, NUMERAL_LIGHT, REGION

if TYPE_CHECKING:
    from bocage.press.survey.frame import Frame
    from bocage.press.survey.theatres import Theatre

_SQUARE: Final = 100
_FIRM: Final = 10


def eastings(frame: Frame) -> list[tuple[int, float]]:
    """Return the whole kilometres east that cross the sheet, each with its x."""
    first, last = math.ceil(frame.country.left), math.floor(frame.country.right)
    return [(km, frame.at((km, 0))[0]) for km in range(first, last + 1)]


def northings(frame: Frame) -> list[tuple[int, float]]:
    """Return the whole kilometres north that cross the sheet, each with its y."""
    first, last = math.ceil(-frame.country.foot), math.floor(-frame.country.top)
    return [(km, frame.at((0, -km))[1]) for km in range(first, last + 1)]


def draw(frame: Frame) -> list[Element]:
    """Return the lines."""
    box = frame.paper
    fine: list[str] = []
    firm: list[str] = []
    for km, x in eastings(frame):
        (firm if km % _FIRM == 0 else fine).append(f"M{x:.2f} {box.top:.2f}V{box.foot:.2f}")
    for km, y in northings(frame):
        (firm if km % _FIRM == 0 else fine).append(f"M{box.left:.2f} {y:.2f}H{box.right:.2f}")
    return [
        path(
            "".join(data),
            fill="none",
            stroke=INK.purple,
            stroke_width=width,
            stroke_opacity=strength,
        )
        for data, width, strength in ((fine, 0.45, 0.42), (firm, 1.05, 0.62))
        if data
    ]


def figures(frame: Frame, *, small: bool = False) -> list[Element]:
    """Return the figures in the band, two digits a line, the tens larger."""
    every = next(n for n in (1, 2, 5, 10) if n * frame.per_km >= 22)
    box = frame.paper
    found: list[Element] = []
    for km, x in eastings(frame):
        if (km % every and km % _FIRM) or not box.left + 5 < x < box.right - 5:
            continue
        found.extend(_figure(km, x, y, small) for y in (box.top - 8, box.foot + 16))
    for km, y in northings(frame):
        if (km % every and km % _FIRM) or not box.top + 5 < y < box.foot - 5:
            continue
        found.extend(_figure(km, x, y + 3.8, small) for x in (box.left - 13, box.right + 13))
    return found


def _figure(km: int, x: float, y: float, small: bool) -> Element:
    ten = km % _FIRM == 0
    size = (SIZES.figure_ten if ten else SIZES.figure) * (0.86 if small else 1)
    face = NUMERAL if ten else NUMERAL_LIGHT
    said = f"{km % _SQUARE:02d}"
    return text((x, y + (1 if ten else 0)), said, face, size, INK.purple, anchor="middle")


def letters(frame: Frame, theatre: Theatre) -> Iterator[Element]:
    """Yield the letter of each great square, large and pale, in the corners where squares meet."""
    box = frame.country
    for row, line in enumerate(theatre.letters):
        for column, letter in enumerate(line):
            west, east = column * _SQUARE, (column + 1) * _SQUARE
            north, south = -(row + 1) * _SQUARE, -row * _SQUARE
            left, right = max(west, box.left), min(east, box.right)
            top, foot = max(north, box.top), min(south, box.foot)
            if right - left < 2 or foot - top < 2:
                continue
            for x, y in ((left, top), (right, foot)):
                px, py = frame.at((x, y))
                at = (px + (17 if x == left else -17), py + (31 if y == top else -12))
                yield text(at, letter, REGION, 34, INK.purple, anchor="middle", fill_opacity=0.34)


def border(frame: Frame) -> list[Element]:
    """Return the neat line, the kilometre ladder and the heavy outer line."""
    box = frame.paper
    outer = box.grown(BORDER)
    step = _ladder_step(frame)
    dark: list[str] = []
    for lines, across in ((eastings(frame), True), (northings(frame), False)):
        for km, at in lines:
            if km % step or (km // step) % 2:
                continue
            end = at + (step if across else -step) * frame.per_km
            low, high = (box.left, box.right) if across else (box.top, box.foot)
            a, b = max(low, min(at, end)), min(high, max(at, end))
            if b <= a:
                continue
            if across:
                dark.extend(f"M{a:.2f} {y:.2f}H{b:.2f}" for y in (box.top - 1.6, box.foot + 1.6))
            else:
                dark.extend(f"M{x:.2f} {a:.2f}V{b:.2f}" for x in (box.left - 1.6, box.right + 1.6))
    return [
        rect(
            outer.left,
            outer.top,
            outer.right - outer.left,
            outer.foot - outer.top,
            fill="none",
            stroke=INK.frame,
            stroke_width=2.6,
        ),
        rect(
            box.left - 3.2,
            box.top - 3.2,
            box.right - box.left + 6.4,
            box.foot - box.top + 6.4,
            fill="none",
            stroke=INK.frame,
            stroke_width=0.7,
        ),
        path("".join(dark), fill="none", stroke=INK.frame, stroke_width=2.4),
        rect(
            box.left,
            box.top,
            box.right - box.left,
            box.foot - box.top,
            fill="none",
            stroke=INK.frame,
            stroke_width=0.9,
        ),
    ]


def _ladder_step(frame: Frame) -> int:
    return next(n for n in (1, 2, 5, 10) if n * frame.per_km >= 12)


def reference(theatre: Theatre, point: tuple[float, float]) -> str:
    """Return the reference of a point of the plane to a hundred metres, with its letter."""
    east, north = point[0], -point[1]
    letter = ""
    row, column = int(north // _SQUARE), int(east // _SQUARE)
    if 0 <= row < len(theatre.letters) and 0 <= column < len(theatre.letters[row]):
        letter = theatre.letters[row][column] + " "
    return f"{letter}{int(east * 10) % 1000:03d}{int(north * 10) % 1000:03d}"
