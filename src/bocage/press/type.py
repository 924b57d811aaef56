"""The fonts of the press, and the width of a text in them.

Widths come from `fonts/metrics.json`, made from the fonts themselves, so that no font
library is needed. Pair kerning is left out: over the 2,214 names of our tables a measured
width is at most 5.5 % more than the true one and at most 3.1 % less, so leave that much room.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from bocage.press.svg import Value

METRICS: Final = "metrics.json"


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One font: a family in one weight and slant. Heights are in thousandths of the size."""

    key: str
    """Name of its files in `fonts/`, without the ending."""
    family: str
    weight: int
    italic: bool
    ascent: int
    descent: int
    cap: int
    """Height of capitals."""
    x: int
    """Height of small letters."""
    digit: int
    """Height of the figure 1; Alegreya's figures are old-style and lower than its capitals."""
    widths: Mapping[str, int]

    def attrs(self) -> dict[str, Value]:
        """Return the attributes that ask for this face, for a text or for a group of texts."""
        found: dict[str, Value] = {"font_family": self.family, "font_weight": str(self.weight)}
        if self.italic:
            found["font_style"] = "italic"
        return found


@cache
def faces() -> Mapping[str, Face]:
    """Return every face, by key."""
    text = (files("bocage.press") / "fonts" / METRICS).read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return {key: Face(key=key, **facts) for key, facts in found.items()}


def face(key: str) -> Face:
    """Return the face with this key, such as `barlow-condensed-700` or `alegreya-500-italic`."""
    try:
        return faces()[key]
    except KeyError:
        raise KeyError(f"there is no typeface '{key}'; there are {', '.join(faces())}") from None


def width(said: str, of: Face, size: float, spacing: float = 0) -> float:
    """Width of a text at a size, with so much added after each letter."""
    return _thousandths(said, of) * size / 1000 + spacing * len(said)


@lru_cache(maxsize=1 << 14)
def _thousandths(said: str, of: Face) -> int:
    """Width of a text in thousandths of its size; a name is measured at many places."""
    unknown = of.widths["n"]
    return sum(of.widths.get(c, unknown) for c in said)


def advances(said: str, of: Face, size: float, spacing: float = 0) -> list[float]:
    """Return the advance of each letter."""
    unknown = of.widths["n"]
    return [of.widths.get(c, unknown) * size / 1000 + spacing for c in said]


def missing(said: str, of: Face) -> str:
    """Return the characters of a text that a face does not have."""
    return "".join(dict.fromkeys(c for c in said if c not in of.widths))


def fitted(said: str, of: Face, size: float, room: float) -> float:
    """Return the size at which a text fits the room: the size given, or as much less as needed."""
    wide = width(said, of, size)
    return size if wide <= room else size * room / wide


def wrapped(said: str, of: Face, size: float, room: float) -> list[str]:
    """Return the text broken between words into lines that fit; a longer word stands alone."""
    lines: list[str] = []
    for word in said.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, of, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
