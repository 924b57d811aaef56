"""The margin of a sheet: header, scales, north, how to give a reference, notes, credits."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bocage.press import furniture
from bocage.press import type as typ
from bocage.press.boxes import Box
from bocage.press.lettering import text
from bocage.press.survey import grid, legend
from bocage.press.survey.looks import INK
from bocage.press.survey.theatres import WHOLE
from bocage.press.svg import Element, group, line, path, rotate, scale, translate
from bocage.press.tokens import (
    NUMERAL,
    NUMERAL_LIGHT,
    NUMERAL_MEDIUM,
    PROSE_ITALIC,
    TITLE,
    TOWN,
)

if TYPE_CHECKING:
    from bocage.press.survey.country import Country
    from bocage.press.survey.frame import Page
    from bocage.press.survey.theatres import Theatre

THEME: Final = furniture.Theme(accent=INK.ink, ink=INK.ink, muted=INK.quiet)
MILE: Final = 1.609344
_GAP: Final = 16.0
_NOTE: Final = 10.6

PLAYERS: Final = "FOR OFFICIAL USE · NOT TO BE PUBLISHED"
CONTROL: Final = "CONTROL ONLY · NOT TO BE SHOWN TO PLAYERS"


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the margin, drawn from its upper left corner."""

    element: Element
    height: float


@dataclass(frozen=True, slots=True)
class Words:
    """What a sheet says of itself."""

    country: Country
    theatre: Theatre
    page: Page
    part: str
    control: bool


def header(words: Words) -> list[Element]:
    """Country and scale at the left, the warning in the middle, the title at the right."""
    box = words.page.header
    theatre, base = words.theatre, box.foot - 22
    fraction = f"1:{words.page.frame.denominator:,}"
    sub = (
        f"{theatre.sheet} · {words.part if words.part != WHOLE else 'whole sheet'} · first edition"
    )
    warning = CONTROL if words.control else PLAYERS
    left = f"{theatre.country} {fraction}"
    right = theatre.title
    found = [
        text((box.left, base), left, NUMERAL, 27, INK.ink, spacing=0.6),
        text((box.left, base + 18), sub, NUMERAL_LIGHT, 14.5, INK.ink),
        text((box.right, base), right, TITLE, 30, INK.ink, anchor="end", spacing=1.0),
        text(
            (box.right, base + 18),
            "Kilometre grid of the map pack · figures purple",
            NUMERAL_LIGHT,
            14.5,
            INK.ink,
            anchor="end",
        ),
    ]
    room_left = box.left + typ.width(left, NUMERAL, 27, 0.6) + 30
    room_right = box.right - typ.width(right, TITLE, 30, 1.0) - 30
    # The warning keeps to the middle of the sheet while it can, else of the room that is left.
    middle = (box.left + box.right) / 2
    size = 30.0
    wide = typ.width(warning, NUMERAL_MEDIUM, size, size * 0.12)
    if middle - wide / 2 < room_left or middle + wide / 2 > room_right:
        middle = (room_left + room_right) / 2
        size = min(size, size * (room_right - room_left) / wide)
    if size > 9:
        found.append(
            text(
                (middle, base + 2),
                warning,
                NUMERAL_MEDIUM,
                size,
                INK.control,
                anchor="middle",
                spacing=size * 0.12,
            )
        )
    return found


def scales(words: Words, width: float, size: float = 1) -> Block:
    """The scale in figures, and bars of kilometres and miles."""
    per_km = words.page.frame.per_km / size  # the margin may be enlarged, the bars never
    parts = [
        text(
            *((0, 13), f"SCALE 1:{words.page.frame.denominator:,}", NUMERAL_MEDIUM, 14, INK.ink),
            spacing=0.8,
        )
    ]
    y = 26.0
    for unit, name in ((per_km, "km"), (per_km * MILE, "miles")):
        step, steps = _bar(unit, width - 46)
        parts.append(
            furniture.at(
                4,
                y,
                furniture.scale_bar(THEME, unit_per_km=unit, step=step, steps=steps, name=name),
            )
        )
        y += 28
    return Block(group(*parts), y + 2)


def _bar(unit: float, room: float) -> tuple[float, int]:
    """The step and number of steps of a bar that fills its room with round figures."""
    best = (0.5, 2)
    for step in (0.5, 1.0, 2.0, 5.0, 10.0, 20.0):
        steps = int(room // (unit * step))
        if steps >= 3:
            best = (step, min(steps, 6))
            if steps <= 6:
                break
    return best


def north(words: Words, width: float) -> Block:
    """Grid north and the needle, with what is known of them."""
    theatre = words.theatre
    turn = words.country.pack.projection.rotation
    parts = [
        line((26, 64), (26, 14), stroke=INK.ink, stroke_width=1.4),
        path("M26 6l4 11h-8Z", fill=INK.ink),
        text((26, 76), "GN", NUMERAL_MEDIUM, 10.5, INK.ink, anchor="middle"),
    ]
    said = [
        "Grid north is true north all over the sheet."
        if not turn
        else f"True north lies {abs(turn):g}° {'east' if turn > 0 else 'west'} of grid north."
    ]
    if theatre.magnetic:
        parts.append(
            group(
                line((26, 64), (26, 24), stroke=INK.control, stroke_width=1.1),
                path("M26 18l0 9h3.6Z", fill=INK.control),
                transform=rotate(-max(theatre.magnetic, 6) * 1.6, (26, 64)),
            )
        )
        parts.append(text((4, 22), "MN", NUMERAL_MEDIUM, 9.5, INK.control, anchor="middle"))
        degrees = f"{math.floor(theatre.magnetic)}{'½' if theatre.magnetic % 1 else ''}°"
        said.append(
            f"The needle pointed about {degrees} west of it in {theatre.year}; "
            "the drawing exaggerates."
        )
    height = 16.0
    for paragraph in said:
        block, high = furniture.prose(paragraph, THEME, width - 66, size=_NOTE)
        parts.append(furniture.at(62, height, block))
        height += high + 3
    return Block(group(*parts), max(84.0, height + 6))


def reference(words: Words, width: float) -> Block:
    """Where the grid begins, and how to give a reference, with a place of this sheet."""
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
    """What players must know, what is guessed, and whose work it is."""
    pack, theatre = words.country.pack, words.theatre
    said: list[str] = []
    if pack.crossings:
        said.append(
            "Figures in red boxes are the points a crossing passes in a turn; "
            "p means prepared for demolition."
            if words.control
            else "Capacities of crossings are unknown until learnt."
        )
    if theatre.heights:
        said.append("Relief is illustrative, from spot heights; slopes cannot be measured.")
    said.extend(theatre.notes)
    if pack.areas_of("drop zone"):
        said.append("Zones that overlap share one lozenge.")
    credit = _prose("Notes", said, width)
    sources = [
        *(f"{source[:1].upper()}{source[1:].rstrip('.')}." for source in pack.sources),
        *(
            ["Heights: GeoNames (CC BY 4.0) and our own."]
            if theatre.heights == "holland.csv"
            else []
        ),
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
        block, high = furniture.prose(paragraph, THEME, width, size=_NOTE)
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


# Laying out -----------------------------------------------------------------------------------

_COLUMN: Final = 176.0
"""Width of a column of the key."""
_FIRST: Final = 300.0
"""Width of the column with the scales."""
_NOTES: Final = 250.0
_INSET: Final = 250.0
"""The least width and height of an inset."""
_SIZES: Final = (1.7, 1.55, 1.4, 1.3, 1.2, 1.1, 1.0, 0.94, 0.88, 0.82)
"""How much the margin is enlarged where there is room, or drawn together where there is little."""


def lay_out(words: Words) -> tuple[list[Element], Box | None]:
    """The margin's pieces in their places, as large as they fit, and the room left for insets."""
    arrange = _beside if words.page.beside else _below
    for size in _SIZES:
        made = arrange(words, size)
        if made is not None:
            return made
    raise ValueError("the margin does not fit the paper")


def _key_columns(words: Words, height: float) -> list[list[legend.Section]]:
    columns: list[list[legend.Section]] = [[]]
    used = 0.0
    for section in legend.sections(words.country, control=words.control):
        tall = legend.height(section) + 6
        if used and used + tall > height:
            columns.append([])
            used = 0.0
        columns[-1].append(section)
        used += tall
    return columns


def _key(columns: list[list[legend.Section]], wide: float) -> Block:
    parts: list[Element] = []
    tallest = 0.0
    for number, column in enumerate(columns):
        y = 0.0
        for section in column:
            parts.append(group(legend.drawn(section), transform=translate(number * wide, y)))
            y += legend.height(section) + 6
        tallest = max(tallest, y)
    return Block(group(*parts), tallest)


def _below(words: Words, size: float) -> tuple[list[Element], Box | None] | None:
    """Columns under the map: scales and grid, key, notes, insets; None if they do not fit."""
    box = words.page.legend
    wide, high = (box.right - box.left) / size, (box.foot - box.top) / size
    first = [scales(words, _FIRST, size), north(words, _FIRST), reference(words, _FIRST)]
    columns = _key_columns(words, high)
    said = notes(words, _NOTES)
    key = _FIRST + 2 * _GAP
    prose = key + _COLUMN * len(columns) + _GAP
    end = prose + _NOTES + 1.5 * _GAP
    tallest = max(sum(block.height + 10 for block in first), said.height)
    count = len(words.theatre.insets.get(words.part, ()))
    need = (end + count * (_INSET / size + 14)) if count else end - 1.5 * _GAP
    # Insets are given up before the margin is drawn together.
    if tallest > high or (need if size > 1 else end - 1.5 * _GAP) > wide:
        return None
    parts = [
        furniture.at(key, 0, _key(columns, _COLUMN).element),
        furniture.at(prose, 0, said.element),
    ]
    y = 0.0
    for block in first:
        parts.append(furniture.at(0, y, block.element))
        y += block.height + 10
    room = Box(box.left + end * size, box.top, box.right, box.foot)
    roomy = count and room.right - room.left > _INSET and high * size > _INSET
    return [_sized(parts, box, size)], room if roomy else None


def _beside(words: Words, size: float) -> tuple[list[Element], Box | None] | None:
    """One column beside the map, insets on top; None if it does not fit."""
    box = words.page.legend
    wide, high = (box.right - box.left) / size, (box.foot - box.top) / size
    fits = max(1, int(wide // _COLUMN))
    total = sum(legend.height(s) + 6 for s in legend.sections(words.country, control=words.control))
    columns = _key_columns(words, total / fits + 40)
    while len(columns) > fits:
        total *= 1.06
        columns = _key_columns(words, total / fits + 40)
    blocks = [
        scales(words, wide, size),
        _key(columns, wide / fits),
        north(words, min(wide, 330)),
        reference(words, wide),
        notes(words, wide),
    ]
    need = sum(block.height + 16 for block in blocks)
    count = len(words.theatre.insets.get(words.part, ()))
    if need + (wide * 0.8 if count and size > 1 else 0) > high or wide < _COLUMN:
        return None
    spare = (high - need) * size
    tall = min(spare - 24, (box.right - box.left) * 1.3)
    room = Box(box.left, box.top, box.right, box.top + tall) if count and tall > _INSET else None
    parts: list[Element] = []
    y = (room.foot - room.top + 24) / size if room else 0.0
    # What room is left goes between the pieces, so that the column fills its paper.
    loose = max(0.0, min(46.0, (high - need - y) / len(blocks)))
    for block in blocks:
        parts.append(furniture.at(0, y, block.element))
        y += block.height + 16 + loose
    return [_sized(parts, box, size)], room


def _sized(parts: list[Element], box: Box, size: float) -> Element:
    moved = translate(box.left, box.top)
    return group(*parts, transform=moved if size == 1 else f"{moved} {scale(size)}")


def rooms(room: Box, most: int) -> Iterator[Box]:
    """Equal boxes side by side for as many insets as fit, each with room for its title."""
    count = max(1, min(most, int((room.right - room.left + 14) // (_INSET + 14))))
    wide = (room.right - room.left - 14 * (count - 1)) / count
    for number in range(count):
        left = room.left + number * (wide + 14)
        yield Box(left, room.top + 18, left + wide, room.foot - 2)
