"""Where the texts of a counter lie, from the metrics alone: used by the tests of counters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bocage.press import type as typ
from bocage.press.svg import Element


@dataclass(frozen=True)
class TextBox:
    """A text and the rectangle its capitals and figures fill."""

    said: str
    size: float
    left: float
    top: float
    right: float
    foot: float

    def clashes(self, other: TextBox, slack: float = 0.0) -> bool:
        """Return whether two rectangles overlap by more than the slack."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > slack
            and min(self.foot, other.foot) - max(self.top, other.top) > slack
        )

    def corners(self) -> list[tuple[float, float]]:
        """Return the four corners."""
        return [(x, y) for x in (self.left, self.right) for y in (self.top, self.foot)]


def boxes(of: Element) -> Iterator[TextBox]:
    """Yield the boxes of all texts that are not inside a moved group."""
    if of.tag == "text":
        yield _box(of)
    if of.get("transform") and of.tag == "g":
        return
    for child in of.children:
        if isinstance(child, Element):
            yield from boxes(child)


def _box(of: Element) -> TextBox:
    said = "".join(child for child in of.children if isinstance(child, str))
    face = next(
        f
        for f in typ.faces().values()
        if f.family == of.get("font-family") and str(f.weight) == of.get("font-weight")
    )
    size, x, y = (float(of.get(name) or "nan") for name in ("font-size", "x", "y"))
    spacing = float(of.get("letter-spacing") or 0)
    wide, high = typ.width(said, face, size, spacing), size * face.cap / 1000
    start = {"middle": -wide / 2, "end": -wide}.get(of.get("text-anchor") or "", 0.0)
    turned = re.fullmatch(r"rotate\((-?\d+) .*\)", of.get("transform") or "rotate(0 )")
    assert turned is not None, of.get("transform")
    match int(turned[1]):
        case 0:
            return TextBox(said, size, x + start, y - high, x + start + wide, y)
        case -90:
            return TextBox(said, size, x - high, y - start - wide, x, y - start)
        case 90:
            return TextBox(said, size, x, y + start, x + high, y + start + wide)
        case other:
            raise AssertionError(f"a counter's text is turned by {other}")
