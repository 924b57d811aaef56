"""Woods: an outline a little within the hexes, and trees packed close, lit from the north-west."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.maps.shapes import inside
from bocage.press.geometry import chance, spline, wobbled
from bocage.press.paths import straight
from bocage.press.sheets.chains import inset, outlines
from bocage.press.svg import Element, Point, group, num, path

if TYPE_CHECKING:
    from bocage.press.sheets.plan import Plan


def rings(plan: Plan) -> list[list[Point]]:
    """Return the outlines of all woods."""
    hexes = [h for h, here in enumerate(plan.pack.hexes) if here.terrain == "woods"]
    found: list[list[Point]] = []
    for ring in outlines(plan.pack.grid, hexes):
        corners = inset([plan.corner(vertex) for vertex in ring], plan.hex * 0.07)
        smooth = spline(corners, 6, closed=True)
        found.append(wobbled(smooth, 1.7 * plan.k, f"{ring[0]}", wave=0.16, closed=True))
    return found


def drawn(plan: Plan) -> Element:
    """Return all woods."""
    edges = rings(plan)
    if not edges:
        return group()
    floor = "".join(straight(ring, closed=True) for ring in edges)
    rows: dict[int, list[Point]] = {}
    step, deep = 7.0 * plan.k, 5.2 * plan.k
    for number, ring in enumerate(edges):
        xs, ys = [p[0] for p in ring], [p[1] for p in ring]
        for j in range(int(min(ys) / deep), int(max(ys) / deep) + 2):
            for i in range(int(min(xs) / step), int(max(xs) / step) + 2):
                x = (i + (0.5 if j % 2 else 0) + 0.42 * (chance(i, j, 71) - 0.5)) * step
                y = (j + 0.5 * (chance(i, j, 72) - 0.5)) * deep
                if inside(x, y, ring) and chance(i, j, 73) < 0.97:
                    rows.setdefault(j, []).append((x, y))
        del number
    parts = [
        path(floor, fill="#2f4a24", fill_opacity=0.22, transform="translate(2.2 2.6)"),
        path(floor, fill="#7d9c5c", stroke="#4d6d36", stroke_width=1.0),
    ]
    for j in sorted(rows):
        parts.extend(_row(rows[j], j, plan.k))
    return group(*parts, stroke_linecap="round", fill="none")


def _row(trees: list[Point], row: int, k: float) -> list[Element]:
    """Return one row of crowns: shadows, crowns, lit sides; rows further south lie over it."""
    found: list[Element] = []
    shade = "".join(_dot(x + 1.3 * k, y + 1.5 * k) for x, y in trees)
    found.append(path(shade, stroke="#33502a", stroke_width=8.0 * k, stroke_opacity=0.45))
    for half, crown, light in ((0, "#6a8a4f", "#8eac6a"), (1, "#5f8048", "#80a05f")):
        some = [p for i, p in enumerate(trees) if (chance(i, row, 74) < 0.45) == bool(half)]
        if not some:
            continue
        size = 7.6 if half == 0 else 6.8
        found.append(path("".join(_dot(*p) for p in some), stroke=crown, stroke_width=size * k))
        lit = "".join(_dot(x - 1.2 * k, y - 1.3 * k) for x, y in some)
        found.append(path(lit, stroke=light, stroke_width=size * 0.58 * k))
    top = "".join(_dot(x - 1.8 * k, y - 1.9 * k) for x, y in trees)
    found.append(path(top, stroke="#afc68d", stroke_width=2.0 * k, stroke_opacity=0.8))
    return found


def _dot(x: float, y: float) -> str:
    return f"M{num(x, 1)} {num(y, 1)}h.01"
