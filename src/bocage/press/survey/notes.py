"""Words in the margin of a sheet: how to give a reference, what is guessed, whose work it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bocage.press import furniture
from bocage.press import type as typ
from bocage.press.lettering import text
from bocage.press.survey import grid, zones
from bocage.press.survey.looks import INK
from bocage.press.svg import Element, group, layer
from bocage.press.tokens import PROSE_ITALIC, TOWN

if TYPE_CHECKING:
    from bocage.press.survey.country import Country
    from bocage.press.survey.frame import Page
    from bocage.press.survey.theatres import Theatre

THEME: Final = furniture.Theme(accent=INK.ink, ink=INK.ink, muted=INK.quiet)
NOTE: Final = 10.6
"""The size of the words."""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the margin, drawn from its upper left corner."""

    element: Element
    height: float


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a sheet about itself."""

    country: Country
    theatre: Theatre
    page: Page
    part: str
    control: bool


def reference(words: Words, width: float) -> Block:
    """Return a block on how to give a grid reference, with the grid's origin and a place of this
    sheet."""
    theatre, country = words.theatre, words.country
    lat, lon = theatre.origin
    example = next(
        (
            place
            for kind in ("city", "town", "village")
            for place in country.pack.places
            if place.kind == kind and words.page.frame.shows(country.plane.at(place.lat, place.lon))
        ),
        None,
    )
    said = [
        f"Lines are whole kilometres east and north of {_degrees(lat, 'N', 'S')} "
        f"{_degrees(lon, 'E', 'W')}, "
        "on the plane of the map pack. This is the pack's own grid, not a wartime one."
    ]
    if len("".join(theatre.letters)) > 1:
        said.append("Large letters name the squares of 100 km.")
    if theatre.grid_note:
        said.append(theatre.grid_note)
    if example is not None:
        figure = grid.reference(theatre, country.plane.at(example.lat, example.lon))
        said.append(
            "To a hundred metres: letter, easting, northing. "
            f"{example.name.split(' (')[0]} is {figure}."
        )
    return _prose("The grid", said, width)


def notes(words: Words, width: float) -> Block:
    """Return the notes: what players must know, what is guessed, and whose work it is."""
    pack, theatre = words.country.pack, words.theatre
    said: list[str] = []
    if words.control:
        said.append(
            "Figures are unit points a turn: in boxes over a crossing (p: prepared for "
            "demolition), in ovals through a town, on a road along it."
            if pack.crossings
            else "Figures are unit points a turn: in ovals through a town, on a road along "
            "it; after the name of a beach, port, gap or airfield into or through it."
        )
    elif pack.crossings:
        said.append("Capacities of crossings are unknown until learnt.")
    if theatre.heights:
        said.append("Relief is illustrative, from spot heights; slopes cannot be measured.")
    said.extend(theatre.notes)
    credit = _prose("Notes", said, width)
    if secret := zones.told(words.country, words.page.frame):
        # Whoever may not see the zones may not read of them either.
        more = [furniture.prose(paragraph, THEME, width, size=NOTE) for paragraph in secret]
        for block, high in more:
            at = furniture.at(0, credit.height + 8, block)
            credit = Block(
                group(credit.element, layer("drop-zones", at)), credit.height + high + 3.5
            )
    sources = [
        *(f"{source[:1].upper()}{source[1:].rstrip('.')}." for source in pack.sources),
        *([theatre.heights_credit] if theatre.heights_credit and theatre.heights else []),
        f"Sheet: {pack.licence}, the bocage authors. {theatre.history}",
    ]
    small, high = _lines(sources, width, 8.6)
    return Block(
        group(credit.element, furniture.at(0, credit.height + 6, small)), credit.height + 6 + high
    )


def _prose(title: str, said: Sequence[str], width: float) -> Block:
    parts = [text((0, 12), title.upper(), TOWN, 11.5, INK.ink, spacing=1.2)]
    y = 28.0
    for paragraph in said:
        block, high = furniture.prose(paragraph, THEME, width, size=NOTE)
        parts.append(furniture.at(0, y, block))
        y += high + 3.5
    return Block(group(*parts), y - 8)


def _lines(said: Sequence[str], width: float, size: float) -> tuple[Element, float]:
    parts: list[Element] = []
    y = size
    for paragraph in said:
        for broken in typ.wrapped(paragraph, PROSE_ITALIC, size, width):
            parts.append(text((0, y), broken, PROSE_ITALIC, size, INK.quiet))
            y += size * 1.2
        y += 1.5
    return group(*parts), y


def _degrees(value: float, plus: str, minus: str) -> str:
    whole, minutes = divmod(round(abs(value) * 60), 60)
    return f"{whole}° {minutes:02d}′ {plus if value >= 0 else minus}"
