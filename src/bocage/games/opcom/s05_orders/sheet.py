"""An order sheet as a team wrote it (5.1): its head, and rows by kind, word for word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypedDict, cast

Value = str | int | list[str]
"""What a field says: a text, a number, yes or no, or a list of texts."""
Row = Mapping[str, Value]
"""One row of a sheet: its fields by name."""


class Sheet(TypedDict, total=False):
    """Whose sheet it is, for when, and its rows by kind."""

    team: str
    date: str
    half: str
    turn: str
    faults: list[str]
    """Sentences about what could not be read of a file, kept with what could."""
    order: Sequence[Row]
    supply: Sequence[Row]
    dump: Sequence[Row]
    attach: Sequence[Row]
    blow: Sequence[Row]
    build: Sequence[Row]
    fire: Sequence[Row]
    rail: Sequence[Row]
    message: Sequence[Row]
    air: Sequence[Row]
    sail: Sequence[Row]
    bombard: Sequence[Row]
    divert: Sequence[Row]
    strike: Sequence[Row]
    scuttle: Sequence[Row]
    crater: Sequence[Row]


HEAD: Final = ("team", "date", "half", "turn")
FAULTS: Final = "faults"
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "order": (
        *("unit", "orders", "support", "ammo", "fuel", "action", "posture", "stand_fast"),
        *("counter_attack", "objective", "route", "night", "column", "after", "air"),
        *("cab_rank", "priority", "infiltrate", "lifted_by"),
    ),
    "supply": ("from", "to", "ammo", "fuel", "by"),
    "dump": ("dump", "to"),
    "attach": ("unit", "to"),
    "blow": ("bridge",),
    "build": ("bridge", "engineers", "column"),
    "fire": ("guns", "at", "mission"),
    "rail": ("unit", "to"),
    "message": ("to", "by", "text"),
    "air": ("mission", "squadrons", "zone", "at", "for", "lift", "to", "night"),
    "sail": ("fleet", "zone"),
    "bombard": ("fleet", "at"),
    "divert": ("convoy", "beach"),
    "strike": ("squadrons", "zone"),
    "scuttle": ("port",),
    "crater": ("airfield", "by"),
}
"""What each kind of row may say."""


def rows(sheet: Sheet, kind: str) -> Sequence[Row]:
    """Return the rows of a kind, in their order."""
    return cast("Mapping[str, Sequence[Row]]", sheet).get(kind, ())


def with_rows(sheet: Sheet, more: Mapping[str, Sequence[Row]]) -> Sheet:
    """Return the sheet with these rows. A kind without rows is left out."""
    return cast("Sheet", {**sheet, **{kind: found for kind, found in more.items() if found}})


def texts(value: Value) -> list[str]:
    """Return the texts of a field that holds one or several."""
    several = value if isinstance(value, list) else [value]
    return [str(each).strip() for each in several if str(each).strip()]
