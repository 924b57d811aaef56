"""Ledgers: numbers with their reasons.

Numbers are computed from rows, so nothing uncited can count. The preview and the resolution use the
same object: the odds shown are the odds rolled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from bocage.engine.rulings import Rule
from bocage.engine.switches import BOARD, is_off
from bocage.engine.words import Nouns, Words

Number = int | Fraction


class Row(NamedTuple):
    """One reason: its heading, its value, its rule, its words."""

    heading: str
    value: Number
    rule: Rule
    words: Words


@dataclass(slots=True)
class Ledger:
    """Rows in the order in which they were found."""

    rows: list[Row] = field(default_factory=list[Row])

    def add(self, heading: str, value: Number, rule: Rule, template: str, **about: object) -> None:
        """Enter a reason, unless its rule, or a reading of it, is switched off."""
        if BOARD.off and is_off(*rule.cites):
            return
        if BOARD.heard is not None:
            BOARD.heard.extend(rule.cites)
        self.rows.append(Row(heading, value, rule, Words(template, about)))

    def under(self, *headings: str) -> Iterator[Row]:
        """Yield the rows under some headings."""
        return (row for row in self.rows if row.heading in headings)

    def total(self, *headings: str) -> Number:
        """Return the sum of the rows under some headings."""
        total: Number = 0
        for row in self.rows:
            if row.heading in headings:
                total += row.value
        return total

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules cited, in order, each with the readings that it is read by."""
        return tuple(rule for row in self.rows for rule in row.rule.cites)

    def lines(self, nouns: Nouns, book: str) -> list[str]:
        """Return each row as a line of text: `+1 TAS over 2609 (Outpost 7.5)`."""
        return [
            f"{_signed(r.value)}  {r.words.say(nouns)} ({r.rule.cited(book)})" for r in self.rows
        ]


def distribution(results: Iterable[str]) -> dict[str, Fraction]:
    """Return the probability of each result if all of these are equally likely, in order of
    appearance.
    """
    found = list(results)
    return {each: Fraction(found.count(each), len(found)) for each in dict.fromkeys(found)}


def _signed(value: Number) -> str:
    return f"{value:+}" if isinstance(value, int) else f"{'+' if value > 0 else ''}{value}"
