"""The soft ground of a sheet: tints of land and sea and an illustrative relief, as one picture.

The heights are invented between what is known: crests and rough hexes rise, waters lie in
valleys, polders are flat, and a gentle swell runs through the rest, stronger in bocage. The
light comes from the north-west.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bocage.press import tokens
from bocage.press.sheets.coast import densified
from bocage.press.sheets.noise import Swell
from bocage.press.sheets.raster import Raster, Rows, blurred, distances, doubled, png

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bocage.press.sheets.coast import Coast
    from bocage.press.sheets.plan import Plan
    from bocage.press.sheets.waters import Course

CELL: Final = 4.0
"""Units to a pixel."""

TINTS: Final = {
    "clear": tokens.MAP.plain,
    "bocage": tokens.MAP.bocage,
    "woods": "#b4c690",
    "polder": "#c3d8ba",  # a little stronger than its token: the strips are paler
    "rough": "#e2cfa0",
    "sand": tokens.MAP.sand,
}
"""The tint of each ground, on the map and in its key."""

BEYOND: Final = "beyond"
"""What lies off the map, among the grounds of `_cover`."""

_FAR: Final = 420.0
_WARP: Final = 5.0
"""How far a tint may stray from the side of its hex."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The picture of the ground and what other layers ask about it."""

    raster: Raster
    picture: bytes
    """PNG."""
    shore: Rows | None
    """How far the shore lies, negative on land; twice as coarse as the picture."""


def ground(plan: Plan, waters: Sequence[Course], coast: Coast | None) -> Ground:
    """Works the picture out; this takes a few seconds."""
    coarse = Raster(plan.window, CELL * 2)
    fine = coarse.finer()
    cover = {word: doubled(rows, fine) for word, rows in _cover(plan, coarse).items()}
    shore = _shore(coarse, coast) if coast is not None else None
    water = doubled(distances(coarse, _samples(waters, ("river", "major river")), _FAR), fine)
    major = doubled(distances(coarse, _samples(waters, ("major river",)), _FAR), fine)
    sea = doubled(shore, fine) if shore is not None else None
    heights = _heights(plan, fine, cover, water, major, sea)
    shade = _shade(heights, plan.k)
    rows = _colours(fine, cover, water, major, sea, heights, shade)
    return Ground(fine, png(rows, fine.width, 3), shore)


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


def _shore(raster: Raster, coast: Coast) -> Rows:
    """Signed distance to the shore: positive at sea."""
    far = distances(raster, coast.samples, 1500.0)
    found: Rows = []
    edges = [
        edge
        for ring in (coast.land, coast.far_land)
        if ring
        for edge in zip(ring, (*ring[1:], ring[0]), strict=True)
    ]
    for y, row in zip(raster.ys, far, strict=True):
        cuts = sorted(
            (bx - ax) * (y - ay) / (by - ay) + ax
            for (ax, ay), (bx, by) in edges
            if (ay > y) != (by > y)
        )
        signed: list[float] = []
        for x, d in zip(raster.xs, row, strict=True):
            within = sum(1 for cut in cuts if cut < x) % 2
            signed.append(-d if within else d)
        found.append(signed)
    return found


def _cover(plan: Plan, raster: Raster) -> dict[str, Rows]:
    """How much of each ground there is at each pixel, its edges frayed and softened."""
    pack = plan.pack
    codes = {word: number for number, word in enumerate(pack.terrain_words)}
    xs, ys = raster.xs, raster.ys
    aside = Swell(11, 46 * plan.k, 2).rows(xs, ys)
    down = Swell(12, 46 * plan.k, 2).rows(xs, ys)
    ground_of = [codes[ground_under(plan, h)] for h in pack.grid]
    nearest = pack.grid.nearest
    warp = _WARP * plan.k
    inner = plan.rim.grown(-plan.hex * 1.05)
    marks: list[list[int]] = []
    beyond: Rows = []
    for j, y in enumerate(ys):
        row: list[int] = []
        off: list[float] = []
        for x, a, b in zip(xs, aside[j], down[j], strict=True):
            h = nearest(*plan.plane(x + a * warp, y + b * warp))
            off.append(1.0 if h is None and nearest(*plan.plane(x, y)) is None else 0.0)
            if h is None:
                # Beyond the rim the country goes on as it is at the edge.
                x, y_ = min(inner.right, max(inner.left, x)), min(inner.foot, max(inner.top, y))
                h = nearest(*plan.plane(x, y_))
            row.append(-1 if h is None else ground_of[h])
        marks.append(row)
        beyond.append(off)
    found: dict[str, Rows] = {BEYOND: beyond}
    for word, code in codes.items():
        mask = [[1.0 if mark == code else 0.0 for mark in row] for row in marks]
        found[word] = blurred(mask, 1, 1)
    return found


def ground_under(plan: Plan, h: int) -> str:
    """The ground to show under a hex, beneath its trees or houses."""
    pack = plan.pack
    here = pack.hexes[h]
    around = [pack.hexes[n].terrain for n in pack.grid.around(h)]
    if here.terrain == "woods":
        # Trees stand on what lies about them; their own outline is drawn, not tinted.
        near = [t for n in (1, 2) for m in pack.grid.ring(h, n) if (t := pack.hexes[m].terrain)]
        open_ground = [t for t in near if t in {"clear", "bocage", "polder"}]
        return max(sorted(set(open_ground)), key=open_ground.count, default="clear")
    if here.settlement and around.count("polder") >= 3:
        return "polder"
    return here.terrain


def _heights(
    plan: Plan,
    raster: Raster,
    cover: dict[str, Rows],
    water: Rows,
    major: Rows,
    sea: Rows | None,
) -> Rows:
    xs, ys = raster.xs, raster.ys
    k = plan.k
    swell = Swell(21, 240 * k, 4, 0.48).rows(xs, ys)
    ripple = Swell(22, 58 * k, 3, 0.5).rows(xs, ys)
    bumps = _bumps(plan, raster)
    broken = Swell(23, 34 * k, 2).rows(xs, ys)
    hilly = blurred(cover["bocage"], 10) if "bocage" in cover else None
    flat = blurred(cover["polder"], 8) if "polder" in cover else None
    deep = [math.exp(-d / 8) for d in range(200)]
    found: Rows = []
    for j in range(len(ys)):
        row: list[float] = []
        for i in range(len(xs)):
            if sea and sea[j][i] >= 0:
                row.append(-4.0)
                continue
            hill = hilly[j][i] if hilly else 0.42
            z = swell[j][i] * (17 + 34 * hill) + ripple[j][i] * (1.4 + 8.5 * hill)
            z += bumps[j][i] * (1 + 0.3 * broken[j][i]) + 62 * hill
            z -= (19 + 20 * hill) * deep[min(199, int(water[j][i] / 3.2 / k))]
            z -= (34 + 30 * hill) * deep[min(199, int(major[j][i] / 4.6 / k))]
            if flat:
                z *= 1 - 0.95 * flat[j][i]
            if sea:
                z *= min(1.0, max(0.1, -sea[j][i] / 30))
            row.append(z)
        found.append(row)
    return blurred(found, 1, 1)


def _bumps(plan: Plan, raster: Raster) -> Rows:
    """Crests and rough ground as bells round their hexes."""
    pack = plan.pack
    found: Rows = [[0.0] * raster.width for _ in range(raster.height)]
    radius = plan.hex * 0.58
    reach = int(3 * radius / raster.cell)
    for h, here in enumerate(pack.hexes):
        high = 62.0 if "crest" in here.flags else 40.0 if here.terrain == "rough" else 0.0
        if not high:
            continue
        x, y = plan.centres[h]
        ci = int((x - raster.box.left) / raster.cell)
        cj = int((y - raster.box.top) / raster.cell)
        for j in range(max(0, cj - reach), min(raster.height, cj + reach + 1)):
            dy = raster.box.top + (j + 0.5) * raster.cell - y
            row = found[j]
            for i in range(max(0, ci - reach), min(raster.width, ci + reach + 1)):
                dx = raster.box.left + (i + 0.5) * raster.cell - x
                bell = high * math.exp(-(dx * dx + dy * dy) / (2 * radius * radius))
                if bell > row[i]:
                    row[i] = bell
    return found


def _shade(heights: Rows, k: float) -> Rows:
    """Light and dark of the slopes: about -0.4 to 0.4, 0 on the level."""
    steep = 0.098 / k
    found: Rows = []
    last = len(heights) - 1
    level = 0.66
    for j, row in enumerate(heights):
        above, below = heights[max(0, j - 1)], heights[min(last, j + 1)]
        lit: list[float] = []
        for i in range(len(row)):
            gx = (row[min(len(row) - 1, i + 1)] - row[i - 1 if i else 0]) * steep
            gy = (below[i] - above[i]) * steep
            light = (0.53 * gx + 0.53 * gy + level) / math.sqrt(gx * gx + gy * gy + 1)
            lit.append(max(-0.42, min(0.36, light - level)))
        found.append(lit)
    return found


_RGB = tuple[float, float, float]


def _rgb(colour: str) -> _RGB:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _colours(
    raster: Raster,
    cover: dict[str, Rows],
    water: Rows,
    major: Rows,
    sea: Rows | None,
    heights: Rows,
    shade: Rows,
) -> list[bytes]:
    chart = tokens.MAP
    tints = {word: _rgb(tint) for word, tint in TINTS.items()}
    plain = tints["clear"]
    others = [
        (rows, tints.get(word, plain))
        for word, rows in cover.items()
        if word not in {"clear", BEYOND}
    ]
    meadow, high = _rgb(chart.meadow), _rgb(chart.high_ground)
    sand, shallow, deep = _rgb(chart.sand), _rgb(chart.sea_shallow), _rgb(chart.sea_deep)
    mottle = Swell(31, 110, 3).rows(raster.xs, raster.ys)
    dry = cover.get("polder")
    found: list[bytes] = []
    for j in range(raster.height):
        line = bytearray()
        for i in range(raster.width):
            m = mottle[j][i]
            if sea is not None and (off := sea[j][i]) > 0:
                depth = 1 - math.exp(-off / 190)
                wash = 0.5 * math.exp(-off * off / 60) if off < 30 else 0.0
                for n in (0, 1, 2):
                    tint = shallow[n] + (deep[n] - shallow[n]) * depth + 4 * m
                    line.append(min(255, max(0, int(tint + (sand[n] - tint) * wash + 0.5))))
                continue
            r, g, b = plain
            for rows, (tr, tg, tb) in others:
                share = rows[j][i]
                if share > 0.004:
                    r, g, b = r + (tr - r) * share, g + (tg - g) * share, b + (tb - b) * share
            r, g, b = r + 4 * m, g + 3 * m, b + 5 * m
            near, main = water[j][i], major[j][i]
            wet = 0.0
            if near < 40:
                wet = 0.34 * math.exp(-near * near / 90)
            if main < 60:
                wet = max(wet, 0.7 * math.exp(-main * main / 420))
            if wet > 0.01:
                if dry:
                    wet *= 1 - dry[j][i]
                r, g, b = (
                    r + (meadow[0] - r) * wet,
                    g + (meadow[1] - g) * wet,
                    b + (meadow[2] - b) * wet,
                )
            warm = min(0.20, max(0.0, (heights[j][i] - 48) / 240))
            r, g, b = r + (high[0] - r) * warm, g + (high[1] - g) * warm, b + (high[2] - b) * warm
            off_map = 0.5 * cover[BEYOND][j][i]
            if off_map:
                r, g, b = r + (226 - r) * off_map, g + (217 - g) * off_map, b + (194 - b) * off_map
            s = shade[j][i] * (1 - off_map)
            if s < 0:
                r, g, b = r * (1 + s * 0.52), g * (1 + s * 0.56), b * (1 + s * 0.62)
            else:
                r, g, b = r + (255 - r) * s * 0.62, g + (255 - g) * s * 0.6, b + (238 - b) * s * 0.5
            if sea is not None and (off := sea[j][i]) > -24:
                dry_sand = 0.9 * math.exp(-off * off / 90)
                r, g, b = (
                    r + (sand[0] - r) * dry_sand,
                    g + (sand[1] - g) * dry_sand,
                    b + (sand[2] - b) * dry_sand,
                )
            line += bytes(
                (
                    0 if r < 0 else 255 if r > 255 else int(r + 0.5),
                    0 if g < 0 else 255 if g > 255 else int(g + 0.5),
                    0 if b < 0 else 255 if b > 255 else int(b + 0.5),
                )
            )
        found.append(bytes(line))
    return found
