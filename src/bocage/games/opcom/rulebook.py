"""Citations of the rulebook of OP COM.

`R("9.9")` is the ninth heading of section 9, `R("9.9.unprepared")` a sentence under it,
`R("9.14.2")` a note that the book numbers itself, `R("reading 4.30")` one of our numbered
readings. `rulebook.toml` says in our own words what each heading and sentence decides;
`readings.md` has the readings. A test checks every citation in the program against both.
"""

from __future__ import annotations

from bocage.engine.rulings import Rule as R  # noqa: N817 - cited on every second line

__all__ = ["R"]
