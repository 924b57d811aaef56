"""The soft ground of a sheet: tints of land and sea and an illustrative relief, as one picture.

The heights are invented between what is known: crests and rough hexes rise, waters lie in
valleys, polders are flat, and a gentle swell runs through the rest, stronger in bocage. The
light comes from the north-west.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from bocage.hexes.grid import ROW_HEIGHT
from bocage.press import tokens
from bocage.press.geometry import densified
from bocage.press.raster import (
    Grid,
    Raster,
    Swell,
    blurred,
    distances,
    doubled,
    png,
    within,
)
from bocage.press.sheets.terrain import ground_under, tint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bocage.press.sheets.coast import Coast
    from bocage.press.sheets.plan import Plan
    from bocage.press.sheets.waters import Course

CELL: Final = 4.0
"""Units to a pixel."""

BEYOND: Final = "beyond"
"""What lies off the map, among the grounds of `_cover`."""

_FAR: Final = 420.0
_WARP: Final = 5.0
"""How far a tint may stray from the side of its hex."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The picture of the ground, and the answers that other layers need about it."""

    raster: Raster
    picture: bytes
    """PNG."""
    coarse: Raster
    shore: Grid | None
    """How far the shore lies, negative on land, by the coarse raster."""


def ground(plan: Plan, waters: Sequence[Course], coast: Coast | None) -> Ground:
    """Return the picture, computed without the cache."""
    coarse = Raster(plan.window, CELL * 2)
    fine = coarse.finer()
    cover = {word: doubled(rows, fine) for word, rows in _cover(plan, coarse).items()}
    shore = _shore(coarse, coast) if coast is not None else None
    water, major = (
        doubled(distances(coarse, _samples(waters, kinds), _FAR), fine)
        for kinds in (("river", "major river"), ("major river",))
    )
    sea = doubled(shore, fine) if shore is not None else None
    heights = _heights(plan, fine, cover, water, major, sea)
    shade = _shade(heights, plan.k)
    picture = png(_colours(fine, cover, water, major, sea, heights, shade))
    return Ground(fine, picture, coarse, shore)


def _samples(waters: Sequence[Course], kinds: tuple[str, ...]) -> list[tuple[float, float]]:
    """Points along the valleys: the courses without their bends, which are the hexes'."""
    return [p for c in waters if c.kind in kinds for p in densified(_valley(c.points), 4.0)]


def _valley(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    reach = 14
    found: list[tuple[float, float]] = []
    for i in range(len(points)):
        some = points[max(0, i - reach) : i + reach + 1]
        found.append((sum(p[0] for p in some) / len(some), sum(p[1] for p in some) / len(some)))
    return found


def _shore(raster: Raster, coast: Coast) -> Grid:
    """Signed distance to the shore: positive at sea."""
    far = distances(raster, coast.samples, 1500.0)
    land = within(raster, coast.land)
    if coast.far_land:
        land ^= within(raster, coast.far_land)
    return np.where(land, -far, far)


def _cover(plan: Plan, raster: Raster) -> dict[str, Grid]:
    """Return the share of each ground at each pixel, its edges frayed and softened."""
    pack = plan.pack
    codes = {word: number for number, word in enumerate(pack.terrain_words)}
    ground_of = np.array([codes[ground_under(plan, h)] for h in pack.grid])
    xs, ys = np.meshgrid(raster.xs, raster.ys)
    aside, down = (Swell(seed, 46 * plan.k, 2).rows(raster) for seed in (11, 12))
    warp = _WARP * plan.k
    inner = plan.rim.grown(-plan.hex * 1.05)
    hexes = _hexes_at(plan, xs + aside * warp, ys + down * warp)
    off = hexes < 0
    beyond = off & (_hexes_at(plan, xs, ys) < 0)
    # Beyond the rim the country goes on as it is at the edge.
    edge = _hexes_at(plan, np.clip(xs, inner.left, inner.right), np.clip(ys, inner.top, inner.foot))
    hexes = np.where(off, edge, hexes)
    marks = np.where(hexes < 0, -1, ground_of[hexes])
    found = {BEYOND: beyond.astype(float)}
    for word, code in codes.items():
        found[word] = blurred((marks == code).astype(float), 1, 1)
    return found


def _hexes_at(plan: Plan, xs: Grid, ys: Grid) -> npt.NDArray[np.int64]:
    """Return the hex of each point, or -1; `Grid.nearest` for many points."""
    grid = plan.pack.grid
    west, south = plan.plane(0, 0)
    lean = 0 if grid.shifted_west == "odd" else 1
    x = 2 * (west - xs / plan.hex) - lean
    r = (south + ys / plan.hex) / ROW_HEIGHT
    q = (x - r) / 2
    s = -q - r
    rq, rr, rs = np.rint(q), np.rint(r), np.rint(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    first = (dq > dr) & (dq > ds)
    rq, rr = np.where(first, -rr - rs, rq), np.where(~first & (dr > ds), -rq - rs, rr)
    column, row = (2 * rq + rr + lean).astype(np.int64), rr.astype(np.int64)
    hx, hy = np.array(grid.xs, dtype=np.int64), np.array(grid.ys, dtype=np.int64)
    left, top = hx.min(), hy.min()
    table = np.full((hy.max() - top + 1, hx.max() - left + 1), -1, dtype=np.int64)
    table[hy - top, hx - left] = np.arange(len(grid))
    i, j = column - left, row - top
    known = (i >= 0) & (j >= 0) & (i < table.shape[1]) & (j < table.shape[0])
    return np.where(known, table[np.where(known, j, 0), np.where(known, i, 0)], -1)


def _heights(
    plan: Plan, raster: Raster, cover: dict[str, Grid], water: Grid, major: Grid, sea: Grid | None
) -> Grid:
    k = plan.k
    hill = blurred(cover["bocage"], 10) if "bocage" in cover else np.full(water.shape, 0.42)
    z = Swell(21, 240 * k, 4, 0.48).rows(raster) * (17 + 34 * hill)
    z += Swell(22, 58 * k, 3, 0.5).rows(raster) * (1.4 + 8.5 * hill)
    z += _bumps(plan, raster) * (1 + 0.3 * Swell(23, 34 * k, 2).rows(raster)) + 62 * hill
    z -= (19 + 20 * hill) * np.exp(-water / (25.6 * k))
    z -= (34 + 30 * hill) * np.exp(-major / (36.8 * k))
    if "polder" in cover:
        z *= 1 - 0.95 * blurred(cover["polder"], 8)
    if sea is not None:
        z = np.where(sea >= 0, -4.0, z * np.clip(-sea / 30, 0.1, 1.0))
    return blurred(z, 1, 1)


def _bumps(plan: Plan, raster: Raster) -> Grid:
    """Crests and rough ground as bells round their hexes."""
    found = np.zeros((raster.height, raster.width))
    xs, ys = raster.xs, raster.ys
    radius = plan.hex * 0.58
    for h, here in enumerate(plan.pack.hexes):
        high = 62.0 if "crest" in here.flags else 40.0 if here.terrain == "rough" else 0.0
        if not high:
            continue
        x, y = plan.centres[h]
        across, down = (
            slice(*np.searchsorted(values, (at - 3 * radius, at + 3 * radius)))
            for values, at in ((xs, x), (ys, y))
        )
        dx, dy = xs[across] - x, ys[down] - y
        bell = np.exp(-(dy[:, None] ** 2 + dx[None, :] ** 2) / (2 * radius * radius))
        found[down, across] = np.maximum(found[down, across], high * bell)
    return found


def _shade(heights: Grid, k: float) -> Grid:
    """Light and dark of the slopes: about -0.4 to 0.4, 0 on the level."""
    steep, level = 0.098 / k, 0.66
    edged = np.pad(heights, 1, mode="edge")
    gx = (edged[1:-1, 2:] - edged[1:-1, :-2]) * steep
    gy = (edged[2:, 1:-1] - edged[:-2, 1:-1]) * steep
    light = (0.53 * gx + 0.53 * gy + level) / np.sqrt(gx * gx + gy * gy + 1)
    return np.clip(light - level, -0.42, 0.36)


def _rgb(colour: str) -> Grid:
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], dtype=float)


def _mixed(under: Grid, over: Grid, share: Grid) -> Grid:
    return under + (over - under) * share[..., None]


def _colours(
    raster: Raster,
    cover: dict[str, Grid],
    water: Grid,
    major: Grid,
    sea: Grid | None,
    heights: Grid,
    shade: Grid,
) -> Grid:
    chart = tokens.MAP
    mottle = Swell(31, 110, 3).rows(raster)
    land: Grid = np.broadcast_to(_rgb(tint("clear")), (*water.shape, 3))
    for word, share in cover.items():
        if word not in {"clear", BEYOND}:
            land = _mixed(land, _rgb(tint(word)), share)
    land = land + mottle[..., None] * np.array([4.0, 3.0, 5.0])
    wet = np.maximum(0.34 * np.exp(-(water**2) / 90), 0.7 * np.exp(-(major**2) / 420))
    if "polder" in cover:
        wet *= 1 - cover["polder"]
    land = _mixed(land, _rgb(chart.meadow), wet)
    land = _mixed(land, _rgb(chart.high_ground), np.clip((heights - 48) / 240, 0, 0.20))
    off_map = 0.5 * cover[BEYOND]
    land = _mixed(land, np.array([226.0, 217.0, 194.0]), off_map)
    s = (shade * (1 - off_map))[..., None]
    dark = land * (1 + s * np.array([0.52, 0.56, 0.62]))
    light = land + (np.array([255.0, 255.0, 238.0]) - land) * s * np.array([0.62, 0.6, 0.5])
    land = np.where(s < 0, dark, light)
    if sea is None:
        return land
    sand = _rgb(chart.sand)
    land = _mixed(land, sand, np.where(sea > -24, 0.9 * np.exp(-(sea**2) / 90), 0.0))
    deep = _mixed(_rgb(chart.sea_shallow), _rgb(chart.sea_deep), 1 - np.exp(-sea / 190))
    wash = np.where(sea < 30, 0.5 * np.exp(-(sea**2) / 60), 0.0)
    deep = _mixed(deep + 4 * mottle[..., None], sand, wash)
    land[sea > 0] = deep[sea > 0]
    return land
