"""Grids of numbers over a sheet: smooth noise, blurs, distances, contours, pictures.

What is soft on a sheet is worked out here; whatever is sharp is drawn as vectors. It needs
numpy, contourpy and Pillow, which come with `bocage[print]`.
"""

from __future__ import annotations

import base64
import io
import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, Final, cast

import contourpy
import numpy as np
import numpy.typing as npt
from PIL import Image

from bocage.press.boxes import Box
from bocage.press.svg import Element, Point, element

Grid = npt.NDArray[np.float64]
"""A number for each pixel, row by row."""

_KNOTS: Final = 64
_QUALITY: Final = 90
"""Of JPEG."""


@dataclass(frozen=True, slots=True)
class Raster:
    """A grid of pixels over a box of the sheet."""

    box: Box
    cell: float
    """Units to a pixel."""

    @property
    def width(self) -> int:
        """Return the pixels in a row."""
        return math.ceil((self.box.right - self.box.left) / self.cell)

    @property
    def height(self) -> int:
        """Return the number of rows."""
        return math.ceil((self.box.foot - self.box.top) / self.cell)

    @property
    def xs(self) -> Grid:
        """Return the x of the middle of each pixel in a row."""
        return self.box.left + (np.arange(self.width, dtype=np.float64) + 0.5) * self.cell

    @property
    def ys(self) -> Grid:
        """Return the y of the middle of each row."""
        return self.box.top + (np.arange(self.height, dtype=np.float64) + 0.5) * self.cell

    def finer(self) -> Raster:
        """Return the same box with pixels half as large."""
        return Raster(self.box, self.cell / 2)


class Swell:
    """Smooth noise, about -1 to 1, that changes over so many units; no grid shows in it."""

    def __init__(self, seed: int, scale: float, octaves: int = 2, persistence: float = 0.5) -> None:
        rng = random.Random(seed)  # noqa: S311 - for looks
        self._octaves: list[tuple[float, float, Grid]] = [
            (
                persistence**i,
                2**i / scale,
                np.array([[rng.uniform(-1, 1) for _ in range(_KNOTS)] for _ in range(_KNOTS)]),
            )
            for i in range(octaves)
        ]
        # A spline evens the knots out; this brings the spread back to about one.
        self._gain = 1.9 / math.sqrt(sum(a * a for a, _, _ in self._octaves))

    def at(self, xs: Grid, ys: Grid) -> Grid:
        """Return the field at points."""
        total = np.zeros_like(xs)
        for size, per, knots in self._octaves:
            i, columns = _weights(xs * per)
            j, rows = _weights(ys * per)
            for n in range(4):
                line = (j + n - 1) % _KNOTS
                for m in range(4):
                    total += size * rows[n] * columns[m] * knots[line, (i + m - 1) % _KNOTS]
        return total * self._gain

    def rows(self, raster: Raster) -> Grid:
        """Return the field at every pixel of a raster."""
        total = np.zeros((raster.height, raster.width))
        for size, per, knots in self._octaves:
            down, across = (_spread(values * per) for values in (raster.ys, raster.xs))
            total += size * (down @ knots @ across.T)
        return total * self._gain


def _weights(values: Grid) -> tuple[npt.NDArray[np.int64], tuple[Grid, Grid, Grid, Grid]]:
    """Return the knot before each value, and a cubic B-spline's share of the four knots about
    it.
    """
    whole = np.floor(values)
    t = values - whole
    u = 1 - t
    shares = (
        u**3 / 6,
        (3 * t**3 - 6 * t**2 + 4) / 6,
        (3 * u**3 - 6 * u**2 + 4) / 6,
        t**3 / 6,
    )
    return whole.astype(np.int64), shares


def _spread(values: Grid) -> Grid:
    """Return each value as shares of all knots."""
    first, shares = _weights(values)
    found = np.zeros((len(values), _KNOTS))
    for n, share in enumerate(shares):
        np.add.at(found, (np.arange(len(values)), (first + n - 1) % _KNOTS), share)
    return found


def distances(raster: Raster, points: Iterable[Point], most: float) -> Grid:
    """Return how far each pixel lies from the nearest of some points, up to a most.

    The nearest point is handed from pixel to pixel over steps that halve; the distance to it
    is exact.
    """
    spots = np.array(list(points), dtype=float).reshape(-1, 2)
    xs, ys = np.meshgrid(raster.xs, raster.ys)
    best = np.full(xs.shape, most * most)
    if not len(spots):
        return best**0.5
    owner = np.full(xs.shape, -1, dtype=np.int64)

    def offer(rows: Any, columns: Any, theirs: npt.NDArray[np.int64]) -> None:
        dx, dy = xs[rows, columns] - spots[theirs, 0], ys[rows, columns] - spots[theirs, 1]
        far = np.where(theirs >= 0, dx * dx + dy * dy, np.inf)
        nearer = far < best[rows, columns]
        best[rows, columns] = np.where(nearer, far, best[rows, columns])
        owner[rows, columns] = np.where(nearer, theirs, owner[rows, columns])

    numbers = np.arange(len(spots))
    column, row = (
        np.floor((spots[:, axis] - start) / raster.cell).astype(np.int64)
        for axis, start in ((0, raster.box.left), (1, raster.box.top))
    )
    for dj, di in product((-1, 0, 1), repeat=2):
        i, j = column + di, row + dj
        on = (i >= 0) & (j >= 0) & (i < raster.width) & (j < raster.height)
        i, j, some = i[on], j[on], numbers[on]
        far = (raster.xs[i] - spots[some, 0]) ** 2 + (raster.ys[j] - spots[some, 1]) ** 2
        order = np.argsort(-far, kind="stable")  # of several on one pixel the nearest comes last
        first = np.full(xs.shape, -1, dtype=np.int64)
        first[j[order], i[order]] = some[order]
        offer(slice(None), slice(None), first)
    step = max(xs.shape)
    while step > 1:
        step = (step + 1) // 2
        for dj, di in product((-step, 0, step), repeat=2):
            if (dj or di) and abs(dj) < xs.shape[0] and abs(di) < xs.shape[1]:
                offer(_shifted(-dj), _shifted(-di), owner[_shifted(dj), _shifted(di)].copy())
    return best**0.5


def _shifted(by: int) -> slice:
    return slice(by, None) if by >= 0 else slice(None, by)


def doubled(rows: Grid, raster: Raster) -> Grid:
    """Return a grid brought to pixels half as large; `raster` is the finer one."""
    for axis, count in ((0, raster.height), (1, raster.width)):
        at = np.clip((np.arange(count) - 0.5) / 2, 0, rows.shape[axis] - 1)
        low = at.astype(int)
        high = np.minimum(low + 1, rows.shape[axis] - 1)
        share = (at - low).reshape((-1, 1) if axis == 0 else (1, -1))
        rows = np.take(rows, low, axis) * (1 - share) + np.take(rows, high, axis) * share
    return rows


def blurred(rows: Grid, radius: int, times: int = 2) -> Grid:
    """Return each pixel as the mean of those about it; twice or thrice is nearly a bell."""
    wide = 2 * radius + 1
    for _ in range(2 * times):  # down, and across as down
        sums = np.cumsum(np.pad(rows, ((radius + 1, radius), (0, 0)), mode="edge"), axis=0)
        rows = ((sums[wide:] - sums[:-wide]) / wide).T
    return rows


def within(raster: Raster, ring: Sequence[Point]) -> npt.NDArray[np.bool_]:
    """Return whether each pixel lies within a ring."""
    xs, ys = raster.xs, raster.ys
    found = np.zeros((raster.height, raster.width), dtype=bool)
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        rows = (ys < ay) != (ys < by)
        if rows.any():
            cuts = (bx - ax) * (ys[rows] - ay) / (by - ay) + ax
            found[rows] ^= cuts[:, None] < xs[None, :]
    return found


def contours(xs: Grid, ys: Grid, rows: Grid, level: float) -> list[list[Point]]:
    """Return the lines along which a grid has a level; a closed one ends where it begins."""
    made = contourpy.contour_generator(xs, ys, rows).lines(level)
    return [[(float(x), float(y)) for x, y in line] for line in cast("list[Grid]", made)]


# Pictures ---------------------------------------------------------------------------------

_TILE: Final = 128
"""Units (and pixels) of the tile of grain."""


def grain(name: str) -> Element:
    """Return paper as a pattern."""
    picture = element("image", width=_TILE, height=_TILE, href=href(grain_tile(), "png"))
    return element(
        "pattern", picture, id=name, width=_TILE, height=_TILE, patternUnits="userSpaceOnUse"
    )


@cache
def grain_tile() -> bytes:
    """Return a PNG of faint specks, darker and lighter, with fibres along the row; it tiles."""
    rng = np.random.default_rng(1944)
    specks, fibres = rng.random((2, _TILE, _TILE)) - 0.5
    fibre = sum(np.roll(fibres, n, axis=1) for n in range(6)) / 6
    value = specks * 0.5 + fibre * 1.5
    return png(np.stack([np.where(value > 0, 255, 40), np.floor(abs(value) * 20)], axis=2))


def href(picture: bytes, kind: str) -> str:
    """Return a picture as an address that holds it."""
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"


def png(pixels: Grid) -> bytes:
    """Return pixels of two (grey and alpha) or three samples (colour) as a PNG."""
    return _saved(_image(pixels), "PNG")


def enlarged(picture: bytes, times: int, grain: bytes) -> bytes:
    """Return a picture as JPEG, enlarged smoothly, with a tile of grain laid over it."""
    small = Image.open(io.BytesIO(picture)).convert("RGB")
    size = (small.width * times, small.height * times)
    large = small.resize(size, Image.Resampling.BICUBIC)
    tile = Image.open(io.BytesIO(grain)).convert("RGBA")
    cover = Image.new("RGBA", size)
    for x in range(0, size[0], tile.width):
        for y in range(0, size[1], tile.height):
            cover.paste(tile, (x, y))
    large.paste(cover, (0, 0), cover)
    return _saved(large, "JPEG", quality=_QUALITY, subsampling=0)


def _image(pixels: Grid) -> Image.Image:
    samples = np.clip(np.floor(pixels + 0.5), 0, 255).astype(np.uint8)
    return Image.fromarray(samples, "LA" if pixels.shape[2] == 2 else "RGB")


def _saved(image: Image.Image, kind: str, **how: Any) -> bytes:
    found = io.BytesIO()
    image.save(found, kind, **how)
    return found.getvalue()
