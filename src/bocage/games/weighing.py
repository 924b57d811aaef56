"""Fights weighed before the dice: the ledger, every face of the die, and what may come of it.

A game whose fights can be weighed has a module `weighing` with `weighed(st, seat, h, units)`.
What it gives is plain: a page, a terminal or a player of the program may use it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from bocage.engine.errors import BocageError
from bocage.engine.ledger import Ledger, Row
from bocage.engine.rulings import Rule
from bocage.engine.words import Words

FACES: Final = range(1, 7)


class NothingToWeighError(BocageError):
    """There is no such fight; the message says why."""


@dataclass(frozen=True, slots=True)
class Part:
    """A sum, and what it is made of."""

    name: str
    total: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Likely:
    """A result, how likely it is, and what it does."""

    result: str
    share: Fraction
    words: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Weighed:
    """One fight."""

    title: Words
    parts: tuple[Part, ...]
    odds: str
    """The column, or the modifier of the die."""
    rule: Rule
    faces: tuple[str, ...]
    """The result of each face of the die; empty where there is none, or another die comes first."""
    results: tuple[Likely, ...]
    taken: Fraction | None = None
    """The attacker stands in the hex afterwards, if both play for it."""
    held: Fraction | None = None
    """The defender does."""


def part(name: str, ledger: Ledger, heading: str, *, signed: bool = False) -> Part:
    """The rows under a heading, with their sum."""
    total = int(ledger.total(heading))
    said = f"{total:+d}" if signed else str(total)
    return Part(name, said, tuple(ledger.under(heading)))


def notes(ledger: Ledger, heading: str) -> tuple[Part, ...]:
    """Rows that count nothing and say something; nothing where there are none."""
    rows = tuple(ledger.under(heading))
    return (Part("Note", "", rows),) if rows else ()


def likely(
    shares: Mapping[str, Fraction],
    words: Mapping[str, str],
    said: Mapping[str, str] | None = None,
) -> tuple[Likely, ...]:
    """The results in the order of `words`, then any others."""
    order: Iterable[str] = (*(each for each in words if each in shares), *shares)
    return tuple(
        Likely(each, shares[each], words.get(each, ""), (said or {}).get(each, ""))
        for each in dict.fromkeys(order)
    )


def weighed(game: str, st: Any, seat: int, h: int | None, units: Sequence[int]) -> list[Weighed]:
    """The fights that are meant: of units against a hex, or what is being decided.

    Args:
        game: the id of the game.
        st: a position; it is not changed.
        seat: who asks.
        h: the hex that is attacked, or None for what is being decided now.
        units: who attacks; none for everybody who stands next to it.

    Raises:
        NothingToWeighError: there is no such fight.
    """
    if find_spec(f"bocage.games.{game}") is None or not find_spec(f"bocage.games.{game}.weighing"):
        raise NothingToWeighError("fights of this game cannot be weighed here")
    made: list[Weighed] = import_module(f"bocage.games.{game}.weighing").weighed(st, seat, h, units)
    return made
