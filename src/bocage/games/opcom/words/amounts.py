"""Shares and counts in words: `half`, `a third`, `twice`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

_SHARES: Final[Mapping[Fraction, str]] = {
    Fraction(1): "all",
    Fraction(1, 2): "half",
    Fraction(1, 3): "a third",
    Fraction(2, 3): "two thirds",
    Fraction(1, 4): "a quarter",
    Fraction(3, 4): "three quarters",
}
_TIMES: Final = ("never", "once", "twice")


def share(part: Fraction) -> str:
    """Return a share of something: `half`, or `2 in 5`."""
    return _SHARES.get(part) or f"{part.numerator} in {part.denominator}"


def times(number: int) -> str:
    """Return how often: `twice`, or `3 times`."""
    return _TIMES[number] if number < len(_TIMES) else f"{number} times"


def days(half_days: int) -> str:
    """Return a time in turns as people say it: `a day`, `2 days`, or `3 half days`."""
    if half_days % 2:
        return "half a day" if half_days == 1 else f"{half_days} half days"
    return "a day" if half_days == 2 else f"{half_days // 2} days"
