"""The margin of a sheet: header, scales, north, and all its pieces in their places."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from bocage.press import furniture
from bocage.press import type as typ
from bocage.press.boxes import Box
from bocage.press.lettering import text
from bocage.press.survey import legend
from bocage.press.survey.looks import INK
from bocage.press.survey.notes import NOTE, THEME, Block, Words, notes, reference
from bocage.press.survey.theatres import WHOLE
from bocage.press.svg import Element, group, line, path, rotate, scale, translate
from bocage.press.tokens import NUMERAL, NUMERAL_LIGHT, NUMERAL_MEDIUM, TITLE

MILE: Final = 1.609344
_GAP: Final = 16.0

PLAYERS: Final = "FOR OFFICIAL USE · NOT TO BE PUBLISHED"
CONTROL: Final = "CONTROL ONLY · NOT TO BE SHOWN TO PLAYERS"


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
            "Kilometre grid of the map pack",
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
    """Return the scale in figures, and bars of kilometres and miles."""
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
    """Return the step and number of steps of a bar that fills its room with round figures."""
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
        block, high = furniture.prose(paragraph, THEME, width - 66, size=NOTE)
        parts.append(furniture.at(62, height, block))
        height += high + 3
    return Block(group(*parts), max(84.0, height + 6))


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
    """Return the margin's pieces in their places, as large as they fit, and the room left for
    insets.
    """
    arrange = _beside if words.page.beside else _below
    for size in _SIZES:
        made = arrange(words, size)
        if made is not None:
            return made
    raise ValueError("the margin does not fit the paper")


def _key_columns(words: Words, height: float) -> list[list[legend.Section]]:
    columns: list[list[legend.Section]] = [[]]
    used = 0.0
    for section in legend.sections(words.country, words.page.frame, control=words.control):
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
    """Return one column beside the map, insets on top; None if it does not fit."""
    box = words.page.legend
    wide, high = (box.right - box.left) / size, (box.foot - box.top) / size
    fits = max(1, int(wide // _COLUMN))
    total = sum(
        legend.height(s) + 6
        for s in legend.sections(words.country, words.page.frame, control=words.control)
    )
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
