"""Whole numbers that somebody wrote."""

from __future__ import annotations

import re
from typing import Final

_WHOLE: Final = re.compile(r"[0-9]+")
_SIGNED: Final = re.compile(r"[+-]?[0-9]+")


def whole(text: str, *, signed: bool = False, digits: int = 9) -> int | None:
    """The number that a text is, or None: plain digits and no others, at most so many.

    `str.isdigit` takes `²` for a digit, and `int` refuses what is too long; both would end a
    program that asked the one and trusted the other.
    """
    found = (_SIGNED if signed else _WHOLE).fullmatch(text)
    if found is None or len(text.lstrip("+-")) > digits:
        return None
    return int(text)
