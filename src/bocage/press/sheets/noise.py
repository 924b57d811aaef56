"""Chance for looks: the same everywhere and always, because it is worked out from numbers.

`chance` answers for a place and a seed; `Swell` is a smooth field without any grid to be
seen in it. Neither has to do with the dice of a game.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Final

from bocage.press.boxes import Box

_SIZE: Final = 64


def chance(*key: int) -> float:
    """A number from 0 to 1 that belongs to some whole numbers."""
    h = 0x9E3779B9
    for part in key:
        h ^= (part & 0xFFFFFFFF) * 0x85EBCA6B & 0xFFFFFFFF
        h = (h ^ h >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
        h = (h ^ h >> 12) * 0x297A2D39 & 0xFFFFFFFF
        h ^= h >> 15
    return h / 0x100000000


class Swell:
    """Smooth noise, about -1 to 1, that changes over so many units."""

    def __init__(self, seed: int, scale: float, octaves: int = 2, persistence: float = 0.5) -> None:
        rng = random.Random(seed)  # noqa: S311 - for looks
        self._octaves: list[tuple[float, float, list[list[float]]]] = [
            (
                persistence**i,
                2**i / scale,
                [[rng.uniform(-1, 1) for _ in range(_SIZE)] for _ in range(_SIZE)],
            )
            for i in range(octaves)
        ]
        # A spline evens the knots out; this brings the spread back to about one.
        self._gain = 1.9 / math.sqrt(sum(a * a for a, _, _ in self._octaves))

    def at(self, x: float, y: float) -> float:
        """The field at a point."""
        total = 0.0
        for size, per, knots in self._octaves:
            u, v = x * per, y * per
            i, j = math.floor(u), math.floor(v)
            wu, wv = _weights(u - i), _weights(v - j)
            for row in range(4):
                line = knots[(j + row - 1) % _SIZE]
                total += (
                    size
                    * wv[row]
                    * (
                        wu[0] * line[(i - 1) % _SIZE]
                        + wu[1] * line[i % _SIZE]
                        + wu[2] * line[(i + 1) % _SIZE]
                        + wu[3] * line[(i + 2) % _SIZE]
                    )
                )
        return total * self._gain

    def over(self, box: Box, cell: float) -> Callable[[float, float], float]:
        """The field within a box, looked up in a table: quicker than `at`, and as smooth."""
        left, top = box.left, box.top
        wide = math.ceil((box.right - left) / cell) + 2
        high = math.ceil((box.foot - top) / cell) + 2
        rows = self.rows(
            [left + i * cell for i in range(wide)], [top + j * cell for j in range(high)]
        )

        def look(x: float, y: float) -> float:
            u, v = (x - left) / cell, (y - top) / cell
            i, j = min(wide - 2, max(0, int(u))), min(high - 2, max(0, int(v)))
            s, t = u - i, v - j
            above, below = rows[j], rows[j + 1]
            a = above[i] + (above[i + 1] - above[i]) * s
            return a + (below[i] + (below[i + 1] - below[i]) * s - a) * t

        return look

    def rows(self, xs: Sequence[float], ys: Sequence[float]) -> list[list[float]]:
        """The field at the crossings of a grid, row by row; much quicker than `at`."""
        total: list[list[float]] = []
        for size, per, knots in self._octaves:
            columns = [(math.floor(x * per), _weights(x * per - math.floor(x * per))) for x in xs]
            low, high = columns[0][0] - 1, columns[-1][0] + 2
            taps = [(i - low, *w) for i, w in columns]
            gain = size * self._gain
            for number, y in enumerate(ys):
                v = y * per
                j = math.floor(v)
                a, b, c, d = (w * gain for w in _weights(v - j))
                lines = [knots[(j + r) % _SIZE] for r in (-1, 0, 1, 2)]
                mixed = [
                    a * lines[0][i % _SIZE]
                    + b * lines[1][i % _SIZE]
                    + c * lines[2][i % _SIZE]
                    + d * lines[3][i % _SIZE]
                    for i in range(low, high + 1)
                ]
                found = [
                    p * mixed[i - 1] + q * mixed[i] + r * mixed[i + 1] + s * mixed[i + 2]
                    for i, p, q, r, s in taps
                ]
                if number < len(total):
                    total[number] = [m + n for m, n in zip(total[number], found, strict=True)]
                else:
                    total.append(found)
        return total


def _weights(t: float) -> tuple[float, float, float, float]:
    """A cubic B-spline's share of four knots."""
    u = 1 - t
    return (
        u * u * u / 6,
        (3 * t * t * t - 6 * t * t + 4) / 6,
        (3 * u * u * u - 6 * u * u + 4) / 6,
        t * t * t / 6,
    )
