"""A position of Operation Roundup as a drawing: the plain map with the counters on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bocage.games.roundup.counters import Counters
from bocage.games.roundup.position import NOBODY, NOWHERE
from bocage.games.roundup.units import ALLIED, NATIONS
from bocage.press import plain
from bocage.press.counters import roundup as faces
from bocage.press.counters.bands import MODULE
from bocage.press.counters.drawing import face
from bocage.press.counters.model import Face, MarkerFace
from bocage.press.plain_sheet import sheet_of
from bocage.press.svg import Drawing, Element, group, scale, translate
from bocage.press.tokens import DETAILS

if TYPE_CHECKING:
    from bocage.games.roundup.position import Position
    from bocage.press.plain_sheet import Sheet

SIZE: Final = 31.0
"""Side of a counter; a hex is 44 across."""
SMALL: Final = 14.0
"""Side of a marker."""
_STEP: Final = 5.0
"""How far each counter of a stack lies from the one below."""
_VIEW: Final = re.compile(r'viewBox="0 0 (?P<wide>[\d.]+) (?P<high>[\d.]+)"')


def drawn(st: Position) -> str:
    """The drawing as SVG text."""
    under = plain.draw(st.world.pack)
    view = _VIEW.search(under)
    if view is None:
        raise AssertionError("the plain map says how large it is")
    size = float(view["wide"]), float(view["high"])
    sheet = sheet_of(st.world.pack)
    body = (group(*_units(st, sheet)), group(*_markers(st, sheet)))
    over = Drawing(*size, "px", size, body, f"Turn {st.turn}").svg()
    return under.replace("</svg>", f"{over}</svg>")


def _units(st: Position, sheet: Sheet) -> Iterator[Element]:
    """Stacks, the division lowest, shifted so that each is seen."""
    counters = faces.counters(Counters(st.world.units, ()))
    heights: dict[int, int] = {}
    for u, counter in enumerate(counters):
        h = st.loc[u]
        if h < 0:
            continue
        reduced = st.world.is_division[u] and st.steps[u] == 1
        raised = _STEP * heights.get(h, 0)
        heights[h] = heights.get(h, 0) + 1
        yield _placed(counter.back if reduced else counter.front, sheet.hex(h), SIZE, raised)


def _markers(st: Position, sheet: Sheet) -> Iterator[Element]:
    """Beachheads, aerial supply and TAS, in the corners of their hexes."""
    for marker, h in enumerate(st.beachheads):
        if h >= 0:
            nation = NATIONS[marker // 2]
            yield _marker(sheet, h, "beach", f"{nation.upper()} BEACH", nation, (-15, 15))
    for name, h in zip(NATIONS, st.aerial, strict=True):
        if h != NOWHERE:
            yield _marker(sheet, h, "crate-chute", f"{name.upper()} SUPPLY", name, (15, 15))
    if st.superiority != NOBODY:
        side = "allied" if st.superiority == ALLIED else "german"
        for h in st.tas:
            yield _marker(sheet, h, "plane", "TAS", side, (-15, -15))


def _marker(
    sheet: Sheet, h: int, picture: str, word: str, tint: str, off: tuple[float, float]
) -> Element:
    x, y = sheet.hex(h)
    return _placed(MarkerFace(picture, word, tint), (x + off[0], y + off[1]), SMALL, 0)


def _placed(of: Face, centre: tuple[float, float], size: float, raised: float) -> Element:
    x, y = centre[0] - size / 2 + raised, centre[1] - size / 2 - raised
    return group(face(of, DETAILS[32]), transform=f"{translate(x, y)} {scale(size / MODULE)}")
