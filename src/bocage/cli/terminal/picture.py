"""A position as a drawing: the plain map of a game with its counters on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.engine.counters import Face, MarkerFace
from bocage.press import cache, render, sheets
from bocage.press.counters.bands import MODULE
from bocage.press.counters.drawing import face
from bocage.press.svg import Drawing, Element, group, scale, translate
from bocage.press.tokens import DETAILS

if TYPE_CHECKING:
    from bocage.maps.pack import Pack
    from bocage.press.sheets.plan import Plan

_SHOWN: Final = 2 / 3
"""Pixels to a unit of the sheet, unless the caller says otherwise."""
SIZE: Final = 46.0
"""Side of a counter; a hex is 66 across."""
SMALL: Final = 21.0
"""Side of a marker."""
_OFF: Final = 1.5
"""What the games give as distances from the middle, on a hex of 44 units."""
_STEP: Final = 7.5
"""How far each counter of a stack lies from the one below."""


class Lying(NamedTuple):
    """A counter in a hex."""

    hex: int
    face: Face


class Marked(NamedTuple):
    """A marker in a hex, so far from its middle."""

    hex: int
    face: MarkerFace
    off: tuple[float, float]


def drawn(pack: Pack, title: str, units: Iterable[Lying], markers: Iterable[Marked]) -> str:
    """Return the drawing as SVG text; of a stack the first unit lies lowest."""
    plan = sheets.board_of(pack, plain=True).plan

    def make() -> bytes:
        wide, high = (side * _SHOWN for side in plan.view)
        sheet = sheets.sheet(pack, plain=True)
        return render.svg(replace(sheet, width=wide, height=high, unit="px"))

    under = cache.kept(pack, "picture", make).decode()
    body = (group(*_stacked(units, plan)), group(*_marked(markers, plan)))
    over = Drawing(*plan.view, "px", plan.view, body, title)
    return under.replace("</svg>", f"{render.svg(over).decode()}</svg>")


def _stacked(units: Iterable[Lying], plan: Plan) -> Iterator[Element]:
    """Stacks, shifted so that each counter is seen."""
    heights: dict[int, int] = {}
    for each in units:
        raised = _STEP * heights.get(each.hex, 0)
        heights[each.hex] = heights.get(each.hex, 0) + 1
        yield _placed(each.face, plan.centres[each.hex], SIZE, raised)


def _marked(markers: Iterable[Marked], plan: Plan) -> Iterator[Element]:
    for each in markers:
        x, y = plan.centres[each.hex]
        yield _placed(each.face, (x + _OFF * each.off[0], y + _OFF * each.off[1]), SMALL, 0)


def _placed(of: Face, centre: tuple[float, float], size: float, raised: float) -> Element:
    x, y = centre[0] - size / 2 + raised, centre[1] - size / 2 - raised
    return group(face(of, DETAILS[32]), transform=f"{translate(x, y)} {scale(size / MODULE)}")
