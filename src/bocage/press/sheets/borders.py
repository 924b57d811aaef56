"""Lines and zones that rules ask for: the front, limits, zones, edges of victory, the shore."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.press import tokens
from bocage.press.geometry import evened, spline, thinned
from bocage.press.paths import smooth, straight
from bocage.press.sheets.chains import chains, inset, outlines
from bocage.press.svg import Element, Point, element, group, path, ref

if TYPE_CHECKING:
    from collections.abc import Collection

    from bocage.press.sheets.ground import Ground
    from bocage.press.sheets.plan import Plan


def side_line(plan: Plan, kind: str) -> list[list[Point]]:
    """Return the sides of a kind as smooth chains along the hexes."""
    grid = plan.pack.grid
    sides = [grid.side_ends(s.a, s.b) for s in plan.pack.sides if s.kind == kind]
    return [spline([plan.corner(v) for v in chain], 4) for chain in chains(sides)]


def front(plan: Plan) -> Element:
    """Return the front at the start: dashes over a glow, on exactly its hexsides."""
    lines = tokens.MAP_LINES
    data = "".join(straight(chain) for chain in side_line(plan, "front"))
    if not data:
        return group()
    glow, faint = lines.front_glow
    ink = tokens.MAP.front
    dash, gap = lines.front_dash
    return group(
        path(data, stroke=ink, stroke_width=glow + 2, stroke_opacity=faint + 0.06),
        path(data, stroke="#fbf2da", stroke_width=lines.front + 1.8, stroke_opacity=0.75),
        path(data, stroke=ink, stroke_width=lines.front + 0.5, stroke_dasharray=f"{dash} {gap}"),
        fill="none",
        stroke_linejoin="round",
    )


def limit(plan: Plan) -> Element:
    """Return a limit of play: dash, dot, dot."""
    data = "".join(straight(chain) for chain in side_line(plan, "limit"))
    if not data:
        return group()
    ink = tokens.MAP.withdrawal
    return group(
        path(data, stroke=ink, stroke_width=9, stroke_opacity=0.14),
        path(data, stroke="#fbf2da", stroke_width=4.6, stroke_opacity=0.7),
        path(data, stroke=ink, stroke_width=2.7, stroke_dasharray="14 4 2.5 4 2.5 4"),
        fill="none",
        stroke_linejoin="round",
    )


def frontier(plan: Plan) -> Element:
    """Return a frontier between countries, drawn as the pack has its course."""
    found = [line for line in plan.pack.lines if line.kind == "limit" and "frontier" in line.id]
    if not found:
        return group()
    data = "".join(straight(plan.line(line.points)) for line in found)
    return group(
        path(data, stroke="#8a5a8c", stroke_width=6 * plan.k, stroke_opacity=0.16),
        path(data, stroke="#5d3d60", stroke_width=1.5 * plan.k, stroke_dasharray="9 3.5 1.5 3.5"),
        fill="none",
        stroke_linejoin="round",
    )


def zone(plan: Plan, hexes: Collection[int], name: str, ink: str, *, strength: float) -> Element:
    """Return a zone: 45-degree hatching within a broken edge."""
    pattern = element(
        "pattern",
        path("M0 0V9", stroke=ink, stroke_width=1.3, stroke_opacity=strength),
        id=f"{plan.scope}hatch-{name}",
        width=9,
        height=9,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
    rings = outlines(plan.pack.grid, hexes)
    corners = [[plan.corner(v) for v in ring] for ring in rings]
    inner = [spline(inset(ring, plan.hex * 0.07), 4, closed=True) for ring in corners]
    data = "".join(straight(ring, closed=True) for ring in corners)
    edge = "".join(straight(ring, closed=True) for ring in inner)
    return group(
        path(data, fill=ref(pattern)).needing(pattern),
        path(
            edge,
            fill="none",
            stroke=ink,
            stroke_width=2.2,
            stroke_dasharray="10 4 2 4",
            stroke_opacity=0.8,
        ),
    )


def waterlines(plan: Plan, ground: Ground) -> Element:
    """Return lines along the shore, fainter and further apart out to sea."""
    from bocage.press.raster import contours

    raster, shore = ground.coarse, ground.shore
    assert shore is not None
    parts: list[Element] = []
    for number, far in enumerate(tokens.MAP.waterlines):
        lines = contours(raster.xs, raster.ys, shore, far * plan.k)
        even = (thinned(evened(line, 2), 7) for line in lines)
        data = "".join(smooth(line) for line in even if len(line) > 3)
        parts.append(
            path(data, stroke="#3f7791", stroke_width=0.85, stroke_opacity=0.62 - 0.085 * number)
        )
    return group(*parts, fill="none", stroke_linejoin="round")
