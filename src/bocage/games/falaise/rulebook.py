"""Citing the rulebook of The Pocket at Falaise, and what each case and reading decides.

`R("6.2")` is a case of the rulebook, `R("reading 52")` one of our numbered readings.
`rulebook.toml` has the cases in our own words, `readings.md` the readings; a test checks
every citation in the program against them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from bocage.engine.rulings import Rule as R  # noqa: N817 - cited on every second line
from bocage.rules.index import Index, load_index
from bocage.rules.readings import Reading, load_readings

__all__ = ["R", "index", "readings"]

_HERE: Final = Path(__file__).parent


@cache
def index() -> Index:
    """Return the rulebook, in its order."""
    return load_index(_HERE / "rulebook.toml")


@cache
def readings() -> Mapping[R, Reading]:
    """Return every reading, in order."""
    return load_readings(_HERE / "readings.md")
