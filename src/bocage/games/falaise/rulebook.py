"""Citing the rulebook of The Pocket at Falaise.

`R("6.2")` is a case of the rulebook, `R("reading 52")` one of our numbered readings.
`rulebook.toml` has the cases in our own words, `readings.md` the readings; a test checks
every citation in the program against them.
"""

from __future__ import annotations

from bocage.engine.rulings import Rule as R  # noqa: N817 - cited on every second line

__all__ = ["R"]
