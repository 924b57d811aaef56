"""Ledgers as lines: the sums of both sides, every modifier with its rule, every chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from bocage.cli.terminal.bars import bar, in_words, per_cent

if TYPE_CHECKING:
    from bocage.cli.terminal.face import Line
    from bocage.engine.ledger import Ledger, Row
    from bocage.engine.words import Nouns

WIDEST: Final = 5
"""Columns of the longest result in a table of chances."""


def row_line(row: Row, nouns: Nouns, book: str, unit: str = "") -> str:
    """A row with its value: ` +1 col naval gunfire (Roundup 11.9)`."""
    return f"  {int(row.value):+3d} {unit:<4}{row_said(row, nouns, book)}"


def row_said(row: Row, nouns: Nouns, book: str) -> str:
    """A row in words, with its rule."""
    return f"{row.words.say(nouns)} ({row.rule.cited(book)})"


def sum_lines(
    title: str, ledger: Ledger, heading: str, nouns: Nouns, book: str, unit: str = ""
) -> list[Line]:
    """A sum, and what it is made of."""
    total = int(ledger.total(heading))
    said = f"{total:+d}" if unit else str(total)
    rows = (row_line(row, nouns, book, unit) for row in ledger.under(heading))
    return [f"{title} {said}", *rows]


def chance_lines(
    shares: Mapping[str, Fraction],
    words: Mapping[str, str],
    order: Iterable[str] = (),
    notes: Mapping[str, str] | None = None,
) -> list[Line]:
    """Each result with its chance as a bar, in an order, and what it means."""
    ordered = [each for each in order if each in shares] or list(shares)
    wide = max((len(each) for each in ordered), default=0)
    wide = wide if wide <= WIDEST else 0
    lines: list[Line] = []
    for result in ordered:
        share = shares[result]
        said = words.get(result, "" if wide else result)
        note = f"; {notes[result]}" if notes and result in notes else ""
        label = f"{result:<{wide}} " if wide else ""
        lines.append(f"  {label}{bar(share)} {per_cent(share)}  {said}{note}")
    return lines


def likely(share: Fraction) -> str:
    """A probability in per cent and words: `33% (possible)`."""
    return f"{per_cent(share).strip()} ({in_words(share)})"
