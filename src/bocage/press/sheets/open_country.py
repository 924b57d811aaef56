"""The sheet of any other hex map: as large as the map needs, a title and a scale under it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.press import tokens
from bocage.press.boxes import Box
from bocage.press.furniture import Theme, at, compass, lines, scale_bar, title_block
from bocage.press.sheets.board import Board, Caption
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


def board(pack: Pack) -> Board:
    """The map on its sheet."""
    grid = pack.grid
    wide = ((max(grid.xs) - min(grid.xs)) / 2 + 1) * _HEX + 2 * _RIM
    high = ((max(grid.ys) - min(grid.ys)) * 3**0.5 / 2 + 2 / 3**0.5) * _HEX + 2 * _RIM
    across = max(wide, _LEAST - 2 * _EDGE)
    left = _EDGE + (across - wide) / 2
    window = Box(left, _EDGE, left + wide, _EDGE + high)
    view = (across + 2 * _EDGE, high + _EDGE + _STRIP)
    plan = Plan(pack, _HEX, (left + _RIM, _EDGE + _RIM), window, view)
    captions = tuple(
        Caption(
            *(place.name.upper(), plan.earth(place.lat, place.lon), 26, "#7d6c3a", tokens.WATER, 11)
        )
        for place in pack.places
        if place.kind == "label" and (place.note == "country" or place.size in {"region", "sea"})
    )
    return Board(plan, captions=captions)


def margins(of: Board) -> list[Element]:
    """Title, scale and compass."""
    plan = of.plan
    wide, high = plan.view
    per_km = plan.hex / plan.pack.projection.hex_km
    step = max(1, round(120 / per_km))
    room = wide - 2 * _EDGE - 150
    return [
        at(
            *(_EDGE, high - _STRIP + 26),
            title_block(
                *(THEME, plan.pack.title.upper(), "Relief is illustrative"), size=44, width=room
            ),
        ),
        at(
            *(_EDGE, high - 48),
            scale_bar(
                THEME,
                unit_per_km=per_km,
                step=step,
                steps=max(1, int(min(4, room / (step * per_km)))),
                name="km",
            ),
        ),
        at(_EDGE, high - 22, lines([f"A hex is {plan.pack.projection.hex_km:g} km across"], THEME)),
        at(
            *(wide - _EDGE - 60, high - _STRIP / 2 + 8),
            compass(THEME, 40, true_north=plan.pack.projection.rotation),
        ),
    ]
