"""Plane shapes that a pack draws: whether a point lies in a ring."""

from __future__ import annotations

from collections.abc import Sequence


def inside(x: float, y: float, ring: Sequence[tuple[float, float]]) -> bool:
    """Return whether a point lies in a ring of points (even-odd rule; it need not be closed)."""
    found = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found
