"""Small pictures worked out pixel by pixel: grids of numbers, blurs, distances, PNG.

Plain Python is quick enough, because such a picture only carries soft tints and shading;
whatever is sharp on a sheet is drawn as vectors.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from bocage.press.boxes import Box
from bocage.press.svg import Point

Rows = list[list[float]]


@dataclass(frozen=True, slots=True)
class Raster:
    """A grid of pixels over a box of the sheet."""

    box: Box
    cell: float
    """Units to a pixel."""

    @property
    def width(self) -> int:
        """Pixels in a row."""
        return math.ceil((self.box.right - self.box.left) / self.cell)

    @property
    def height(self) -> int:
        """Rows."""
        return math.ceil((self.box.foot - self.box.top) / self.cell)

    @property
    def xs(self) -> list[float]:
        """Where the middles of the pixels of a row lie."""
        return [self.box.left + (i + 0.5) * self.cell for i in range(self.width)]

    @property
    def ys(self) -> list[float]:
        """Where the middles of the rows lie."""
        return [self.box.top + (i + 0.5) * self.cell for i in range(self.height)]

    def finer(self) -> Raster:
        """The same box with pixels half as large."""
        return Raster(self.box, self.cell / 2)


def distances(raster: Raster, points: Iterable[Point], most: float) -> Rows:
    """How far each pixel's middle lies from the nearest of some points, up to a most.

    The nearest point is handed on from pixel to pixel in two sweeps; the distance to it is
    exact.
    """
    wide, high = raster.width, raster.height
    left, top, cell = raster.box.left, raster.box.top, raster.cell
    nearest: list[list[Point | None]] = [[None] * wide for _ in range(high)]
    far = most * most
    best: Rows = [[far] * wide for _ in range(high)]
    for point in points:
        i, j = int((point[0] - left) // cell), int((point[1] - top) // cell)
        for row in (j - 1, j, j + 1):
            for column in (i - 1, i, i + 1):
                if 0 <= row < high and 0 <= column < wide:
                    dx = left + (column + 0.5) * cell - point[0]
                    dy = top + (row + 0.5) * cell - point[1]
                    if (d := dx * dx + dy * dy) < best[row][column]:
                        best[row][column] = d
                        nearest[row][column] = point
    forward = ((-1, 0), (-1, -1), (0, -1), (1, -1))
    xs, ys = raster.xs, raster.ys
    for rows, columns, steps in (
        (range(high), range(wide), forward),
        (range(high - 1, -1, -1), range(wide - 1, -1, -1), [(-a, -b) for a, b in forward]),
    ):
        for j in rows:
            here, mine, y = best[j], nearest[j], ys[j]
            for di, dj in steps:
                if not 0 <= j + dj < high:
                    continue
                theirs = nearest[j + dj]
                for i in columns:
                    if not 0 <= i + di < wide or (near := theirs[i + di]) is None:
                        continue
                    dx, dy = xs[i] - near[0], y - near[1]
                    if (d := dx * dx + dy * dy) < here[i]:
                        here[i] = d
                        mine[i] = near
    return [[math.sqrt(d) for d in row] for row in best]


def doubled(rows: Rows, raster: Raster) -> Rows:
    """A grid brought to pixels half as large; `raster` is the finer one."""
    wide, high = raster.width, raster.height
    columns = [min(len(rows[0]) - 1, max(0, (i - 1) // 2)) for i in range(wide)]
    nexts = [min(len(rows[0]) - 1, c + 1) for c in columns]
    shares = [0.25 if i % 2 else 0.75 for i in range(wide)]
    if wide:
        shares[0] = 0.0

    def row_of(row: Sequence[float]) -> list[float]:
        return [
            row[c] + (row[n] - row[c]) * s for c, n, s in zip(columns, nexts, shares, strict=True)
        ]

    broad = [row_of(row) for row in rows]
    found: Rows = []
    for j in range(high):
        a = min(len(rows) - 1, max(0, (j - 1) // 2))
        b = min(len(rows) - 1, a + 1)
        share = 0.0 if j == 0 else 0.25 if j % 2 else 0.75
        found.append([p + (q - p) * share for p, q in zip(broad[a], broad[b], strict=True)])
    return found


def blurred(rows: Rows, radius: int, times: int = 2) -> Rows:
    """Each pixel the mean of those about it; twice or thrice is nearly a bell."""
    if radius < 1:
        return rows
    for _ in range(times):
        for _ in range(2):
            rows = [
                list(column) for column in zip(*(_box(row, radius) for row in rows), strict=True)
            ]
    return rows


def _box(row: Sequence[float], radius: int) -> list[float]:
    padded = [row[0]] * radius + list(row) + [row[-1]] * radius
    sums = [0.0, *accumulate(padded)]
    width = 2 * radius + 1
    return [(b - a) / width for a, b in zip(sums, sums[width:], strict=False)]


def png(pixels: Sequence[bytes], width: int, channels: int) -> bytes:
    """Rows of samples as a PNG: 1 grey, 2 grey with alpha, 3 colour, 4 colour with alpha."""
    colour = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    raw = bytearray()
    above = bytes(width * channels)
    for row in pixels:
        raw.append(2)  # the filter "up" suits soft tints
        raw += bytes((a - b) & 255 for a, b in zip(row, above, strict=True))
        above = row
    head = struct.pack(">IIBBBBB", width, len(pixels), 8, colour, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", head)
        + _chunk(b"IDAT", zlib.compress(bytes(raw), 7))
        + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
