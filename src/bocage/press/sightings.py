"""Sightings on a map: where an enemy was believed to be, how old that is, and where he was.

A ring with a question mark, paler the older it is; a line leads to the enemy who was nearest
in truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from bocage.press.lettering import text
from bocage.press.svg import Element, Point, circle, group, line, rect
from bocage.press.tokens import NUMERAL

_INK: Final = "#b3123a"
_RADIUS: Final = 5.4
_SIZE: Final = 6.2
_WIDE: Final = 0.42
"""Of the size of a letter, on the average."""
_LINE: Final = 7.6
_PALER: Final = 0.1
"""By turn."""
_LEAST: Final = 0.35


@dataclass(frozen=True, slots=True)
class Mark:
    """One sighting."""

    lat: float
    lon: float
    words: str
    """What was believed, in a few words."""
    age: int
    true: tuple[float, float] | None
    """Where the nearest enemy was."""
    right: bool
    """Whether nothing was wrong with it."""


def drawn(marks: Sequence[Mark], at: Callable[[float, float], Point]) -> Iterator[Element]:
    """The marks, the oldest first, so that fresh ones lie on top.

    Several in one place share a ring, and have their words one below the other.
    """
    placed: list[Point] = []
    for mark in sorted(marks, key=lambda each: -each.age):
        x, y = at(mark.lat, mark.lon)
        below = sum(hypot(x - a, y - b) < _RADIUS for a, b in placed)
        placed.append((x, y))
        yield _drawn(mark, (x, y), at, below)


def _drawn(mark: Mark, spot: Point, at: Callable[[float, float], Point], below: int) -> Element:
    x, y = spot
    parts: list[Element] = []
    if mark.true is not None:
        end = at(*mark.true)
        if hypot(end[0] - x, end[1] - y) > _RADIUS:
            parts.append(line(spot, end, stroke=_INK, stroke_width=1.3, stroke_dasharray="3 2"))
            parts.append(circle(end[0], end[1], 2.0, fill=_INK))
    dash = None if mark.right else "2.6 1.6"
    parts += [
        circle(x, y, _RADIUS, fill="#fffdf6", fill_opacity=0.85),
        circle(x, y, _RADIUS, fill="none", stroke=_INK, stroke_width=1.3, stroke_dasharray=dash),
    ]
    parts.append(text((x, y + 3.0), "?", NUMERAL, 8.6, _INK, anchor="middle"))
    wide, top = len(mark.words) * _SIZE * _WIDE + 2.4, y - _LINE / 2 + below * _LINE
    left = x + _RADIUS + 0.8
    parts.append(rect(left, top, wide, _LINE, rx=0.9, fill="#fffdf6", fill_opacity=0.88))
    parts.append(text((left + 1.2, top + _LINE - 2.1), mark.words, NUMERAL, _SIZE, _INK))
    return group(*parts, opacity=max(_LEAST, 1 - _PALER * mark.age))
