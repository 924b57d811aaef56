"""Rectangles that things on a drawing fill, and the room a text takes, from the metrics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bocage.press import type as typ
from bocage.press.lettering import Anchor
from bocage.press.svg import Point
from bocage.press.type import Face

DEEP: Final = frozenset("gjpqyçQJ,;")
"""Letters that reach below the baseline."""
_ACCENTED: Final = frozenset("ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜ")


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle."""

    left: float
    top: float
    right: float
    foot: float

    def overlap(self, other: Box) -> float:
        """Area in common."""
        right = self.right if self.right < other.right else other.right
        left = self.left if self.left > other.left else other.left
        foot = self.foot if self.foot < other.foot else other.foot
        top = self.top if self.top > other.top else other.top
        return (right - left) * (foot - top) if right > left and foot > top else 0.0

    def grown(self, by: float) -> Box:
        """Larger on all four sides."""
        return Box(self.left - by, self.top - by, self.right + by, self.foot + by)

    def within(self, other: Box) -> bool:
        """Return whether it lies wholly in another."""
        return (
            self.left >= other.left
            and self.right <= other.right
            and self.top >= other.top
            and self.foot <= other.foot
        )

    def meets(self, a: Point, b: Point) -> bool:
        """Return whether a straight piece touches it (Liang and Barsky)."""
        enter, leave = 0.0, 1.0
        for start, step, low, high in (
            (a[0], b[0] - a[0], self.left, self.right),
            (a[1], b[1] - a[1], self.top, self.foot),
        ):
            if step == 0:
                if not low <= start <= high:
                    return False
                continue
            first, last = (low - start) / step, (high - start) / step
            if step < 0:
                first, last = last, first
            if first > enter:
                enter = first
            if last < leave:
                leave = last
            if enter > leave:
                return False
        return True

    @property
    def middle(self) -> Point:
        """Return the centre."""
        return (self.left + self.right) / 2, (self.top + self.foot) / 2


def text_box(
    at: Point, said: str, face: Face, size: float, anchor: Anchor = "start", spacing: float = 0
) -> Box:
    """Return the rectangle that the ink of a text on its baseline fills, from the metrics."""
    wide = typ.width(said, face, size, spacing) - spacing
    left = at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    over = 1.10 if _ACCENTED.isdisjoint(said) else 1.36
    under = 0.02 if DEEP.isdisjoint(said) else 0.24
    return Box(left, at[1] - face.cap * over / 1000 * size, left + wide, at[1] + under * size)
