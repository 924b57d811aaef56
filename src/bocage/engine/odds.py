"""Fights before the dice: the ledger, every face of the die, and the possible results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from bocage.engine.errors import BocageError
from bocage.engine.ledger import Ledger, Number, Row
from bocage.engine.reach import Note
from bocage.engine.rulings import Rule
from bocage.engine.words import Words

FACES: Final = range(1, 7)

Favours = Literal["attacker", "defender", "both", "nobody"]
"""The side that a result favours; `both` if it hurts both, `nobody` if it hurts neither."""


class NothingToWeighError(BocageError):
    """There is no such fight; its words say why to people, its code to programs."""

    def __init__(self, code: str, words: Words) -> None:
        super().__init__(code)
        self.code: Final = code
        """`not-gathered`, `nobody-there`, `nobody-near`, `own-side`, `not-near`, `no-guns`..."""
        self.words: Final = words


@dataclass(frozen=True, slots=True)
class Part:
    """A sum and its terms."""

    code: str
    """The heading of the ledger."""
    name: Words
    total: Number | None
    """The sum; None for notes."""
    rows: tuple[Row, ...]
    signed: bool = False
    """Whether it is a modifier, shown with its sign."""
    unit: str = ""
    """The unit, unless it counts factors: `col` for columns, `drm` for the die."""


@dataclass(frozen=True, slots=True)
class Likely:
    """A result, its probability and its effect."""

    result: str
    """The result's code on its chart."""
    share: Fraction
    favours: Favours
    words: Words | None = None
    note: Words | None = None


@dataclass(frozen=True, slots=True)
class Weighed:
    """One fight."""

    title: Words
    parts: tuple[Part, ...]
    odds: Words
    """The column, or the modifier of the die."""
    rule: Rule
    faces: tuple[str, ...]
    """The result of each face of the die; empty if no die is rolled or another die comes first."""
    results: tuple[Likely, ...]
    taken: Fraction | None = None
    """The chance that the attacker stands in the hex afterwards, if both sides play for it."""
    held: Fraction | None = None
    """The chance that the defender does."""
    notes: tuple[Note, ...] = ()
    """Other effects: no die is rolled, friends nearby may be hit."""


Weigh = Callable[[], Weighed]
"""Works out a fight that was fought; an event has it, because few are asked for their ledger."""


def part(name: str, ledger: Ledger, heading: str, *, signed: bool = False, unit: str = "") -> Part:
    """Return the rows under a heading, with their sum."""
    rows = tuple(ledger.under(heading))
    return Part(heading, Words(name), ledger.total(heading), rows, signed, unit)


def notes(ledger: Ledger, heading: str) -> tuple[Part, ...]:
    """Return the rows that count nothing and only say something; empty if there are none."""
    rows = tuple(ledger.under(heading))
    return (Part(heading, Words("Note"), None, rows),) if rows else ()


def likely(
    shares: Mapping[str, Fraction],
    words: Mapping[str, str],
    favours: Mapping[str, Favours],
    said: Mapping[str, Words] | None = None,
) -> tuple[Likely, ...]:
    """Return the results in the order of `words`, then any others; by default one favours
    nobody.
    """
    order: Iterable[str] = (*(each for each in words if each in shares), *shares)
    return tuple(
        Likely(
            each,
            shares[each],
            favours.get(each, "nobody"),
            Words(words[each]) if each in words else None,
            (said or {}).get(each),
        )
        for each in dict.fromkeys(order)
    )
