"""Citing the rulebook of Operation Roundup, and what each case and reading decides.

`R("11.13.3")` is a case of the rulebook, `R("11.13.3.b")` a sentence of it, numbered on with
our letters, `R("reading 46")` one of our numbered readings. `rulebook.toml` has the cases
and sentences in our own words, `readings.md` the readings; a test checks every citation in
the program against them.
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
    """Return every numbered case of the rulebook, without its sentences."""
    return {rule: entry for rule, entry in index().items() if entry.is_case}


@cache
def readings() -> Mapping[R, Reading]:
    """Return every reading, in order."""
    return load_readings(_HERE / "readings.md")
