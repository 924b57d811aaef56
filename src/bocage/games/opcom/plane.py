"""Points on the map and straight lines between them, in metres east and north of its origin."""

from __future__ import annotations

from math import hypot

Point = tuple[int, int]
"""Metres east and north."""


def metres(a: Point, b: Point) -> float:
    """Straight-line metres."""
    return hypot(a[0] - b[0], a[1] - b[1])


def km_between(a: Point, b: Point) -> float:
    """Straight-line kilometres, as ranges and passing distances are measured."""
    return metres(a, b) / 1000


def cross(a: Point, b: Point, p: Point, q: Point) -> bool:
    """Whether two straight stretches cross."""
    return _side(a, b, p) * _side(a, b, q) < 0 and _side(p, q, a) * _side(p, q, b) < 0


def _side(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
