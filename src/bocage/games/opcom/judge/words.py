"""The words of a question: what stands in order, `name=value`, and what is merely said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

from bocage.engine.rulings import Rule, Ruling
from bocage.rules.judge import Answer, CaseError
from bocage.rules.layouts import one_of

Word = TypeVar("Word", bound=str)


class Said:
    """Words after the first of a question, taken one after the other; all must be used."""

    def __init__(self, words: Sequence[str]) -> None:
        self._plain = [word for word in words if "=" not in word]
        self._named = dict(word.split("=", 1) for word in words if "=" in word)

    def word(self, name: str) -> str:
        """Return the next plain word. `name` says what it should be if it is missing."""
        if not self._plain:
            raise CaseError(f"expected {name}")
        return self._plain.pop(0)

    def one_of(self, name: str, known: Iterable[Word]) -> Word:
        """Return the next plain word, which must be one of `known`."""
        return one_of(name, self.word(name), tuple(known))

    def number(self, name: str) -> Fraction:
        """Return the next word, a number."""
        return _number(name, self.word(name))

    def numbers(self) -> list[Fraction]:
        """Return all remaining words as numbers."""
        found = [_number("number", word) for word in self._plain]
        self._plain.clear()
        return found

    def rest(self) -> list[str]:
        """Return all remaining words."""
        found, self._plain = self._plain, []
        return found

    def flag(self, name: str) -> bool:
        """Return whether a word is said."""
        if name in self._plain:
            self._plain.remove(name)
            return True
        return False

    def value(self, name: str, default: str = "") -> str:
        """Return the value of `name=value`."""
        return self._named.pop(name, default)

    def count(self, name: str, default: int = 0) -> int:
        """Return a whole number said as `name=value`."""
        return int(_number(name, self.value(name, str(default))))

    def done(self) -> None:
        """Refuse words that are left over."""
        left = [*self._plain, *self._named]
        if left:
            raise CaseError(f"cannot read '{left[0]}' in the question")


def _number(name: str, word: str) -> Fraction:
    try:
        return Fraction(word)
    except (ValueError, ZeroDivisionError):
        raise CaseError(f"{name} '{word}': expected a number") from None


def plain(number: float | Fraction) -> int | str:
    """Return a number as a case writes it: whole, or as a decimal text."""
    fraction = Fraction(number)
    return int(fraction) if fraction.denominator == 1 else str(float(fraction))


def ruled(ruling: Ruling, *also: Rule) -> Answer:
    """Return whether something is allowed. `also` are rules that allow it."""
    return Answer("yes" if ruling else "no", (*ruling.rules, *also))
