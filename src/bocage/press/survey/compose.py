"""A whole sheet: the map, its margin, its insets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.press.survey import grid
from bocage.press.survey.content import content
from bocage.press.survey.country import country_of
from bocage.press.survey.frame import page_of
from bocage.press.survey.looks import INK
from bocage.press.survey.theatres import WHOLE, part, theatre_of
from bocage.press.svg import Drawing, layer, rect

if TYPE_CHECKING:
    from bocage.maps.pack import Pack


def draw(
    pack: Pack, *, paper: str = "a2", part_name: str = WHOLE, control: bool = False
) -> Drawing:
    theatre = theatre_of(pack)
    country = country_of(pack, theatre)
    window = part(theatre, part_name)
    box = country.plane.lattice() if window is None else country.plane.window(window)
    page = page_of(paper, box)
    made = content(country, theatre, page.frame, control=control)
    return Drawing(
        page.width * page.unit_mm,
        page.height * page.unit_mm,
        "mm",
        (page.width, page.height),
        (
            layer("paper", rect(0, 0, page.width, page.height, fill=INK.paper)),
            *made.elements,
            layer("margin", *grid.border(page.frame), *grid.figures(page.frame)),
        ),
        pack.title,
    )


def layers_of(pack: Pack) -> tuple[str, ...]:
    return draw(pack).layers()
