"""The fields of tables: from text to value, with the message if that fails.

A reader takes the text and gives the value or raises `FieldError` with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

Reader = Callable[[str], Any]
"""Text of a field to its value."""


class FieldError(ValueError):
    """Why a field's text is wrong; the caller knows which field it is."""


def text(value: str) -> str:
    """Return any text, as it is."""
    return value


def needed(value: str) -> str:
    """Return a text that may not be missing."""
    if not value:
        raise FieldError("is missing")
    return value


def yes_or_no(value: str) -> bool:
    """Return the value of `yes`, `no`, or empty for no."""
    if value not in ("yes", "no", ""):
        raise FieldError("expected yes or no")
    return value == "yes"


def whole(value: str) -> int:
    """Return a whole number of 0 or more; nothing means 0."""
    if not value:
        return 0
    if not value.isascii() or not value.isdigit():
        raise FieldError("expected a whole number")
    return int(value)


def number(low: float, high: float, *, empty: float | None = None) -> Reader:
    """Return the reader of a decimal number within bounds; `empty` is the value of a missing one,
    if allowed.
    """

    def read(value: str) -> float:
        if not value and empty is not None:
            return empty
        try:
            found = float(value)
        except ValueError:
            raise FieldError("expected a number") from None
        if not low <= found <= high:
            raise FieldError(f"expected a number from {low:g} to {high:g}")
        return found

    return read


def maybe(read: Reader) -> Reader:
    """Return a reader that gives None for an empty field, else the result of `read`."""

    def read_if_there(value: str) -> Any:
        return read(value) if value else None

    return read_if_there


@dataclass(frozen=True, slots=True)
class Word:
    """Reads one of some words."""

    words: Collection[str]
    empty: bool

    def __call__(self, value: str) -> str:
        """Return the word; raises `FieldError` for any other."""
        if value in self.words or (self.empty and not value):
            return value
        raise FieldError(_expected(value, self.words))


def word(words: Collection[str], *, empty: bool = False) -> Word:
    """Return a reader of one of some words; with `empty`, also of none."""
    return Word(words, empty)


def several(words: Collection[str]) -> Reader:
    """Return a set of words out of some, separated by blanks."""

    def read(value: str) -> frozenset[str]:
        found = value.split()
        for each in found:
            if each not in words:
                raise FieldError(f"'{each}' is not known, {_expected(each, words)}")
        if len(set(found)) != len(found):
            raise FieldError("a word is repeated")
        return frozenset(found)

    return read


def integer(low: int, high: int) -> Reader:
    """Return a whole number within bounds, which may not be missing."""

    def read(value: str) -> int:
        try:
            found = int(value)
        except ValueError:
            raise FieldError(f"expected a whole number from {low} to {high}") from None
        if not low <= found <= high:
            raise FieldError(f"expected a whole number from {low} to {high}")
        return found

    return read


def _expected(value: str, words: Collection[str]) -> str:
    near = get_close_matches(value, list(words), n=1)
    if near:
        return f"did you mean '{near[0]}'?"
    return "expected one of " + ", ".join(sorted(words)) if words else "none is declared"
