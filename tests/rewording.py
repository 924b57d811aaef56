"""A pseudo-locale: every word of every sentence backwards, at the place where it is rendered."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager

from bocage.engine.words import SPOKEN

_FIELD = re.compile(r"(\{[^}]*\})")
_WORD = re.compile(r"[^\W\d_]+")


def backwards(template: str) -> str:
    """Return a template with each of its words backwards; fields in braces stay.

    >>> backwards("{unit:unit} may not enter {hex:hex}")
    '{unit:unit} yam ton retne {hex:hex}'
    """
    parts = _FIELD.split(template)
    return "".join(
        part if number % 2 else _WORD.sub(lambda word: word[0][::-1], part)
        for number, part in enumerate(parts)
    )


@contextmanager
def reworded() -> Generator[None]:
    """Within, every sentence is said with its words backwards."""
    assert SPOKEN.reword is None
    SPOKEN.reword = backwards
    try:
        yield
    finally:
        SPOKEN.reword = None
