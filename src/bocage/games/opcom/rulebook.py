"""Citations of the rulebook of OP COM.

`R("9.9")` is the ninth heading of section 9, `R("9.9.unprepared")` a sentence under it,
`R("9.14.2")` a note that the book numbers itself, `R("reading 4.30")` one of our numbered
readings. `rulebook.toml` says in our own words what each heading and sentence decides;
`readings.md` has the readings. A test checks every citation in the program against both.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from bocage.engine.rulings import Rule as R  # noqa: N817 - cited on every second line
from bocage.rules.index import Entry, Index, load_index
from bocage.rules.readings import Reading, load_readings

__all__ = ["R", "cases", "index", "readings"]

_HERE: Final = Path(__file__).parent


@cache
def index() -> Index:
    """Return the rulebook to the sentence, in its order."""
    return load_index(_HERE / "rulebook.toml")


@cache
def cases() -> Mapping[R, Entry]:
    """Return every section, heading and numbered note, without its sentences."""
    return {rule: entry for rule, entry in index().items() if entry.is_case}


@cache
def readings() -> Mapping[R, Reading]:
    """Return every reading, in order."""
    return load_readings(_HERE / "readings.md")
