"""The quiet grid and the printed numbers of the hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.press import tokens
from bocage.press.svg import Element, Point, element, group, num, path

if TYPE_CHECKING:
    from bocage.press.sheets.plan import Plan


PALE: Final = "#f8f1dc"
WOODS_HALO: Final = 0.6
"""Colour and strength of the halo of a number among trees."""


def grid(plan: Plan) -> Element:
    """Return every side once: a pale line under a thin dark one, seen when looked for."""
    found: dict[frozenset[tuple[int, int]], str] = {}
    hexes = plan.pack.grid
    for h in hexes:
        corners = hexes.corners(h)
        points = plan.corners(h)
        for d in range(6):
            key = frozenset((corners[d], corners[(d + 1) % 6]))
            if key not in found:
                (x, y), (u, v) = points[d], points[(d + 1) % 6]
                found[key] = f"M{num(x, 1)} {num(y, 1)}L{num(u, 1)} {num(v, 1)}"
    chart, lines = tokens.MAP, tokens.MAP_LINES
    data = "".join(found.values())
    return group(
        path(
            data,
            stroke=chart.grid_light,
            stroke_width=lines.grid_light,
            stroke_opacity=chart.grid_light_opacity,
        ),
        path(data, stroke=chart.grid, stroke_width=lines.grid, stroke_opacity=chart.grid_opacity),
        fill="none",
    )


def number_at(plan: Plan, h: int) -> Point:
    """Return the place of a hex's number: the middle of its baseline, under the north corner."""
    x, y = plan.centres[h]
    return x, y - plan.side + number_size(plan) * 1.42


def number_size(plan: Plan) -> float:
    """Size of the figures."""
    return tokens.MAP_TYPE.number * plan.k


def numbers(plan: Plan) -> Element:
    """Return the numbers of all hexes; among trees each has a pale halo and darker ink."""
    chart = tokens.MAP
    plain: list[Element] = []
    shaded: list[Element] = []
    for h, said in enumerate(plan.pack.grid.numbers):
        x, y = number_at(plan, h)
        trees = plan.pack.hexes[h].terrain == "woods"
        (shaded if trees else plain).append(element("text", said, x=num(x, 1), y=num(y, 1)))
    halo = group(
        *shaded,
        fill="none",
        stroke=PALE,
        stroke_width=2.6 * plan.k,
        stroke_opacity=WOODS_HALO,
        stroke_linejoin="round",
    )
    return group(
        *([halo, group(*shaded, fill=chart.ink_number)] if shaded else ()),
        group(*plain, fill=chart.ink_number, fill_opacity=chart.ink_number_opacity),
        **tokens.NUMERAL_LIGHT.attrs(),
        font_size=number_size(plan),
        text_anchor="middle",
    )
