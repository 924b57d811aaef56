"""Asking a settings file for one key after the other."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, cast

from bocage.tables.faults import Fault


class Asker:
    """Asks for one key after the other and notes what does not fit."""

    def __init__(self, file: str, data: Mapping[str, Any], faults: list[Fault]) -> None:
        self._file = file
        self._data = data
        self._faults = faults

    def fault(self, key: str, value: object, reason: str) -> None:
        """Notes that the value of a key is wrong."""
        shown = "" if value is None else str(value)
        self._faults.append(Fault(self._file, 0, key, shown, reason))

    def _get(self, key: str) -> object:
        found: object = self._data
        for part in key.split("."):
            found = cast("dict[str, object]", found).get(part) if isinstance(found, dict) else None
        return found

    def text(self, key: str) -> str:
        """Return a text that may not be missing."""
        value = self._get(key)
        if isinstance(value, str) and value:
            return value
        self.fault(key, value, "expected a text")
        return ""

    def one_of(self, key: str, words: tuple[str, ...]) -> str:
        """Return one of some words; the first of them where the key is wrong."""
        value = self._get(key)
        if isinstance(value, str) and value in words:
            return value
        self.fault(key, value, "expected " + " or ".join(words))
        return words[0]

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts."""
        value = self._get(key)
        found = cast("list[object]", value) if isinstance(value, list) else [None]
        if all(isinstance(each, str) for each in found):
            return tuple(str(each) for each in found)
        self.fault(key, self._get(key), "expected a list of texts")
        return ()

    def number(self, key: str) -> float:
        """Return a number, neither infinite nor undefined."""
        value = self._get(key)
        if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value):
            return float(value)
        self.fault(key, value, "expected a number")
        return 0.0

    def span(self, key: str, *, ordered: bool = True) -> tuple[int, int]:
        """Return two whole numbers of 0 or more."""
        match self._get(key):
            case [int() as low, int() as high] if low >= 0 and (low <= high or not ordered):
                return low, high
            case value:
                expected = "expected [first, last]" if ordered else "expected two numbers"
                self.fault(key, value, expected)
                return 0, 0

    def words(self, key: str) -> dict[str, str]:
        """Return a table of texts; empty if it is missing."""
        value = self._get(key)
        found = cast("dict[str, object]", value) if isinstance(value, dict) else {}
        if value is not None and not (isinstance(value, dict) and _all_texts(found)):
            self.fault(key, self._get(key), "expected a table of texts")
            return {}
        return {word: str(said) for word, said in found.items()}


def _all_texts(words: Mapping[str, object]) -> bool:
    return all(isinstance(said, str) for said in words.values())
