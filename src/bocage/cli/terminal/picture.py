"""A position as a drawing: the plain map of a game with its counters on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.engine.counters import Face, MarkerFace
from bocage.press import plain
from bocage.press.counters.bands import MODULE
from bocage.press.counters.drawing import face
from bocage.press.plain_sheet import sheet_of
from bocage.press.svg import Drawing, Element, group, scale, translate
from bocage.press.tokens import DETAILS

if TYPE_CHECKING:
    from bocage.maps.pack import Pack
    from bocage.press.plain_sheet import Sheet

SIZE: Final = 31.0
"""Side of a counter; a hex is 44 across."""
SMALL: Final = 14.0
"""Side of a marker."""
_STEP: Final = 5.0
"""How far each counter of a stack lies from the one below."""
_VIEW: Final = re.compile(r'viewBox="0 0 (?P<wide>[\d.]+) (?P<high>[\d.]+)"')


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
    """The drawing as SVG text; of a stack the first unit lies lowest."""
    under = plain.draw(pack)
    view = _VIEW.search(under)
    if view is None:
        raise AssertionError("the plain map says how large it is")
    size = float(view["wide"]), float(view["high"])
    sheet = sheet_of(pack)
    body = (group(*_stacked(units, sheet)), group(*_marked(markers, sheet)))
    over = Drawing(*size, "px", size, body, title).svg()
    return under.replace("</svg>", f"{over}</svg>")


def _stacked(units: Iterable[Lying], sheet: Sheet) -> Iterator[Element]:
    """Stacks, shifted so that each counter is seen."""
    heights: dict[int, int] = {}
    for each in units:
        raised = _STEP * heights.get(each.hex, 0)
        heights[each.hex] = heights.get(each.hex, 0) + 1
        yield _placed(each.face, sheet.hex(each.hex), SIZE, raised)


def _marked(markers: Iterable[Marked], sheet: Sheet) -> Iterator[Element]:
    for each in markers:
        x, y = sheet.hex(each.hex)
        yield _placed(each.face, (x + each.off[0], y + each.off[1]), SMALL, 0)


def _placed(of: Face, centre: tuple[float, float], size: float, raised: float) -> Element:
    x, y = centre[0] - size / 2 + raised, centre[1] - size / 2 - raised
    return group(face(of, DETAILS[32]), transform=f"{translate(x, y)} {scale(size / MODULE)}")
