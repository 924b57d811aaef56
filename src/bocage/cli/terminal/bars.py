"""Probabilities for the eye: a bar, per cent, and words."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

WIDE: Final = 20
"""Columns of a bar that is full."""

_WORDS: Final = (
    (Fraction(0), "never"),
    (Fraction(1, 12), "hardly ever"),
    (Fraction(1, 4), "unlikely"),
    (Fraction(2, 5), "possible"),
    (Fraction(3, 5), "about even"),
    (Fraction(3, 4), "likely"),
    (Fraction(11, 12), "very likely"),
    (Fraction(99, 100), "almost certain"),
)


def bar(share: Fraction, wide: int = WIDE) -> str:
    """Return a bar of so many columns for the whole: `######....`."""
    full = round(share * wide)
    if share and not full:
        full = 1
    return "#" * full + "." * (wide - full)


def per_cent(share: Fraction) -> str:
    """Per cent in four columns: ` 17%`; no chance above 0 or below 1 is rounded to 0 or 100."""
    whole = round(100 * share)
    if 0 < share < 1:
        whole = min(99, max(1, whole))
    return f"{whole:>3}%"


def in_words(share: Fraction) -> str:
    """Return a probability in words."""
    return next((word for most, word in _WORDS if share <= most), "certain")
