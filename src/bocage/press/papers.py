"""Sizes of paper, and the margins and small print that sheets share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper in millimetres, upright."""

    name: str
    width: float
    height: float


PAPERS: Final[Mapping[str, Paper]] = {
    "a4": Paper("A4", 210.0, 297.0),
    "letter": Paper("US Letter", 215.9, 279.4),
}

A3: Final = Paper("A3", 297.0, 420.0)
"""Only for maps: counters and charts keep the size of home paper."""

LICENCE: Final = "Counters, charts and tables: CC BY 4.0, the bocage authors"
