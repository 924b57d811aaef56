"""The sheet of any hex map: as large as the map needs; title, scale and legend under it.

It is the layout of maps that have none of their own, and of every map drawn plain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.press import tokens
from bocage.press.boxes import Box
from bocage.press.furniture import Theme, at, compass, lines, scale_bar, title_block
from bocage.press.sheets.board import Board, Caption
from bocage.press.sheets.key import legend, legend_height
from bocage.press.sheets.layout import Layout
from bocage.press.sheets.plan import Plan
from bocage.press.svg import Element

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

THEME: Final = Theme()
_HEX: Final = 66.0
"""15.8 mm."""
_EDGE: Final = 54.0
_RIM: Final = 10.0
_STRIP: Final = 150.0
_LEAST: Final = 760.0
"""The narrowest sheet: a title and a compass must stand side by side."""


def layout() -> Layout:
    """Return the layout of the sheet."""
    return Layout(THEME, board, margins)


def board(pack: Pack, *, plain: bool = False) -> Board:
    """Return the map on its sheet."""
    grid = pack.grid
    wide = ((max(grid.xs) - min(grid.xs)) / 2 + 1) * _HEX + 2 * _RIM
    high = ((max(grid.ys) - min(grid.ys)) * 3**0.5 / 2 + 2 / 3**0.5) * _HEX + 2 * _RIM
    across = max(wide, _LEAST - 2 * _EDGE)
    left = _EDGE + (across - wide) / 2
    window = Box(left, _EDGE, left + wide, _EDGE + high)
    view = (across + 2 * _EDGE, high + _EDGE + _STRIP + legend_height(pack, across) + 20)
    plan = Plan(pack, _HEX, (left + _RIM, _EDGE + _RIM), window, view)
    captions = tuple(
        Caption(
            *(place.name.upper(), plan.earth(place.lat, place.lon), 26),
            tokens.MAP.water_name if place.size == "sea" else "#7d6c3a",
            *(tokens.WATER, 11, "sea" if place.size == "sea" else "country"),
        )
        for place in pack.places
        if place.kind == "label" and (place.note == "country" or place.size in {"region", "sea"})
    )
    return Board(plan, captions=captions, plain=plain)


def margins(of: Board) -> list[Element]:
    """Return title, scale, compass and legend."""
    plan = of.plan
    wide, foot = plan.view[0], plan.window.foot
    per_km = plan.hex / plan.pack.projection.hex_km
    step = max(1, round(120 / per_km))
    room = wide - 2 * _EDGE - 150
    note = "" if of.plain else "Relief is illustrative"
    title = title_block(THEME, plan.pack.title.upper(), note, size=44, width=room)
    steps = max(1, int(min(4, room / (step * per_km))))
    bar = scale_bar(THEME, unit_per_km=per_km, step=step, steps=steps, name="km")
    return [
        at(_EDGE, foot + 26, title),
        at(_EDGE, foot + _STRIP - 48, bar),
        at(
            *(_EDGE, foot + _STRIP - 22),
            lines([f"A hex is {plan.pack.projection.hex_km:g} km across"], THEME),
        ),
        at(
            *(wide - _EDGE - 60, foot + _STRIP / 2 + 8),
            compass(THEME, 40, true_north=plan.pack.projection.rotation),
        ),
        at(_EDGE, foot + _STRIP, legend(THEME, plan.pack, wide - 2 * _EDGE, plain=of.plain)),
    ]
