"""The seven tables of a pack: file, columns in order, and how each field is read.

The columns stand in the order of the fields of the records they fill.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bocage.maps import fields, vocabulary
from bocage.maps.records import Area, Crossing, Hex, Line, Link, Place, Side
from bocage.tables import Table

if TYPE_CHECKING:
    from bocage.hexes.grid import Grid


HEXES_FILE = "hexes.csv"
"""Read first, because the other tables speak of its hexes."""

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "hexes.csv": ("hex", "terrain", "settlement", "flags", "land"),
    "sides.csv": ("a", "b", "kind", "name", "note"),
    "crossings.csv": (
        *("id", "name", "kind", "a", "b", "over", "carries", "class", "capacity"),
        *("prepared", "state", "lat", "lon", "note"),
    ),
    "places.csv": ("id", "name", "kind", "hex", "lat", "lon", "size", "capacity", "note"),
    "links.csv": (
        *("id", "kind", "name", "from", "to", "km", "class", "capacity", "points", "note"),
    ),
    "areas.csv": (
        *("id", "kind", "name", "hexes", "lat", "lon", "radius_km", "points", "class", "note"),
    ),
    "lines.csv": ("id", "kind", "name", "points", "class", "note"),
}
"""The columns of each table, in order. Writers and readers share them."""


def tables(
    grid: Grid, terrain: Mapping[str, str], settlement: Mapping[str, str], flags: Mapping[str, str]
) -> tuple[Table, ...]:
    """Return the tables of a pack on this grid with these words, `hexes.csv` first."""
    a_hex = fields.hex_of(grid)
    point = (fields.latitude, fields.longitude)
    maybe_point = (fields.maybe(fields.latitude), fields.maybe(fields.longitude))
    km = fields.number(0, 1000)
    readers: dict[str, tuple[type[Any], tuple[fields.Reader, ...], tuple[str, ...]]] = {
        "hexes.csv": (
            Hex,
            (
                a_hex,
                fields.word(terrain),
                fields.word(settlement, empty=True),
                fields.several(flags),
                fields.number(0, 1, empty=1.0),
            ),
            ("hex",),
        ),
        "sides.csv": (
            Side,
            (a_hex, a_hex, fields.word(vocabulary.SIDES), fields.text, fields.text),
            ("a", "b", "kind", "name"),
        ),
        "crossings.csv": (
            Crossing,
            (
                fields.needed,
                fields.needed,
                fields.word(vocabulary.CROSSINGS),
                a_hex,
                a_hex,
                fields.needed,
                fields.needed,
                fields.text,
                fields.whole,
                fields.yes_or_no,
                fields.text,
                *point,
                fields.text,
            ),
            ("id",),
        ),
        "places.csv": (
            Place,
            (
                fields.needed,
                fields.needed,
                fields.word(vocabulary.PLACES),
                fields.maybe(a_hex),
                *point,
                fields.text,
                fields.whole,
                fields.text,
            ),
            ("id",),
        ),
        "links.csv": (
            Link,
            (
                fields.needed,
                fields.word(vocabulary.LINKS),
                fields.needed,
                fields.needed,
                fields.needed,
                km,
                fields.text,
                fields.whole,
                fields.points,
                fields.text,
            ),
            ("id",),
        ),
        "areas.csv": (
            Area,
            (
                fields.needed,
                fields.word(vocabulary.AREAS),
                fields.needed,
                fields.hexes_of(grid),
                *maybe_point,
                fields.number(0, 1000, empty=0.0),
                fields.points,
                fields.text,
                fields.text,
            ),
            ("id",),
        ),
        "lines.csv": (
            Line,
            (
                fields.needed,
                fields.word(vocabulary.LINES),
                fields.needed,
                fields.points,
                fields.text,
                fields.text,
            ),
            ("id",),
        ),
    }
    return tuple(
        Table(file, record, tuple(zip(HEADINGS[file], columns, strict=True)), key)
        for file, (record, columns, key) in readers.items()
    )
