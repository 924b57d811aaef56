"""Layouts: what every game needs to lay out a position, with readable faults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn, TypeVar

from bocage.engine import numbers
from bocage.rules.judge import CaseError

Word = TypeVar("Word", bound=str)


def one_of(field: str, value: object, known: Sequence[Word]) -> Word:
    """Return a value that must be one of some words.

    Raises:
        CaseError: it is not one of them.
    """
    found = next((word for word in known if word == value), None)
    if found is None:
        _fail(field, value, " or ".join(known))
    return found


def whole(field: str, value: object, least: int, most: int) -> int:
    """Return a whole number between two others, written as such or as a text.

    Raises:
        CaseError: it is something else.
    """
    found = numbers.whole(str(value), signed=True)
    if found is None or not least <= found <= most:
        _fail(field, value, f"a whole number from {least} to {most}")
    return found


def _fail(field: str, value: object, expected: str) -> NoReturn:
    raise CaseError(f"{field} '{value}': expected {expected}")
