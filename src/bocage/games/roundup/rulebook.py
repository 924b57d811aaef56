"""Citing the rulebook of Operation Roundup.

`R("11.13.3")` is a case of the rulebook, `R("11.13.3.b")` a sentence of it, numbered on with
our letters, `R("reading 46")` one of our numbered readings. `rulebook.toml` has the cases
and sentences in our own words, `readings.md` the readings; a test checks every citation in
the program against them.
"""

from __future__ import annotations

from bocage.engine.rulings import Rule as R  # noqa: N817 - cited on every second line

__all__ = ["R"]
