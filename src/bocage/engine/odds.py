"""Fights weighed before the dice: the ledger, every face of the die, and what may come of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
"""Whom a result is good for; `both` where it hurts both, `nobody` where it hurts neither."""


class NothingToWeighError(BocageError):
    """There is no such fight; its words say why, its code says it to programs."""

    def __init__(self, code: str, words: Words) -> None:
        super().__init__(code)
        self.code: Final = code
        """`not-gathered`, `nobody-there`, `nobody-near`, `own-side`, `not-near`, `no-guns`..."""
        self.words: Final = words


@dataclass(frozen=True, slots=True)
class Part:
    """A sum, and what it is made of."""

    code: str
    """The heading of the ledger."""
    name: Words
    total: Number | None
    """None where nothing is summed: notes."""
    rows: tuple[Row, ...]
    signed: bool = False
    """Whether it is a modifier, and said with its sign."""
    unit: str = ""
    """What it counts, where that is not factors: `col` for columns, `drm` for the die."""


@dataclass(frozen=True, slots=True)
class Likely:
    """A result, how likely it is, and what it does."""

    result: str
    """The code of the result as its chart has it."""
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
    """The result of each face of the die; empty where there is none, or another die comes first."""
    results: tuple[Likely, ...]
    taken: Fraction | None = None
    """The attacker stands in the hex afterwards, if both play for it."""
    held: Fraction | None = None
    """The defender does."""
    notes: tuple[Note, ...] = ()
    """What else happens: no die is rolled, friends nearby may be hit."""


def part(name: str, ledger: Ledger, heading: str, *, signed: bool = False, unit: str = "") -> Part:
    """The rows under a heading, with their sum."""
    rows = tuple(ledger.under(heading))
    return Part(heading, Words(name), ledger.total(heading), rows, signed, unit)


def notes(ledger: Ledger, heading: str) -> tuple[Part, ...]:
    """Rows that count nothing and say something; nothing where there are none."""
    rows = tuple(ledger.under(heading))
    return (Part(heading, Words("Note"), None, rows),) if rows else ()


def likely(
    shares: Mapping[str, Fraction],
    words: Mapping[str, str],
    favours: Mapping[str, Favours],
    said: Mapping[str, Words] | None = None,
) -> tuple[Likely, ...]:
    """The results in the order of `words`, then any others; by default one favours nobody."""
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
