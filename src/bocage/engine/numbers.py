"""Whole numbers written by people."""

from __future__ import annotations

import re
from typing import Final

_WHOLE: Final = re.compile(r"[0-9]+")
_SIGNED: Final = re.compile(r"[+-]?[0-9]+")


def whole(text: str, *, signed: bool = False, digits: int = 9) -> int | None:
    """Return the number of a text, or None: plain digits only, at most `digits` of them.

    `str.isdigit` accepts `²`, and `int` refuses very long texts; a program that combined the two
    would crash.
    """
    found = (_SIGNED if signed else _WHOLE).fullmatch(text)
    if found is None or len(text.lstrip("+-")) > digits:
        return None
    return int(text)
