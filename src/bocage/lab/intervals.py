"""Confidence intervals for shares and for means of many games.

>>> wilson(8, 10)
Interval(low=0.490..., high=0.943...)
>>> mean_interval([1.0, 2.0, 3.0, 4.0])
Interval(low=0.445..., high=4.554...)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final, NamedTuple

CONFIDENCE: Final = 0.95
"""How often an interval holds the true value."""


class Interval(NamedTuple):
    """A range of numbers."""

    low: float
    high: float


def wilson(times: int, out_of: int, confidence: float = CONFIDENCE) -> Interval:
    """Return Wilson's interval for a share of `times` in `out_of` games.

    Raises:
        ValueError: there are no games, or `times` exceeds `out_of`.
    """
    if not 0 <= times <= out_of or not out_of:
        raise ValueError(f"{times} of {out_of} is not a share")
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = times / out_of
    centre = share + z * z / (2 * out_of)
    spread = z * sqrt(share * (1 - share) / out_of + z * z / (4 * out_of * out_of))
    scale = 1 + z * z / out_of
    return Interval(max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale))


def mean_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """Return Student's interval for a mean.

    Raises:
        ValueError: there are fewer than two values.
    """
    if len(values) < 2:
        raise ValueError("an interval needs two values at least")
    spread = student(0.5 + confidence / 2, len(values) - 1) * stdev(values) / sqrt(len(values))
    mean = fmean(values)
    return Interval(mean - spread, mean + spread)


def student(share: float, freedom: int) -> float:
    """Return the quantile of Student's t for a share and degrees of freedom.

    >>> round(student(0.975, 1), 3), round(student(0.975, 499), 3)
    (12.706, 1.965)
    """
    if share == 0.5:
        return 0.0
    if share < 0.5:
        return -student(1 - share, freedom)
    low, high = 0.0, 1.0
    while _below(high, freedom) < share:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        if _below(middle, freedom) < share:
            low = middle
        else:
            high = middle
        if high - low < 1e-12 * high:
            break
    return (low + high) / 2


def _below(t: float, freedom: int) -> float:
    """Return the share of Student's distribution below a positive t."""
    return 1 - _beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2


def _beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function, by its continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    tiny = 1e-300
    found, c, d = 1.0, 1.0, 0.0
    for i in range(400):
        half = i // 2
        if i == 0:
            step = 1.0
        elif i % 2 == 0:
            step = half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
        else:
            step = -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
        d = 1 / (1 + step * d or tiny)
        c = 1 + step / (c or tiny)
        found *= c * d
        if abs(1 - c * d) < 1e-14:
            break
    return front * (found - 1)
