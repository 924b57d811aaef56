"""Fights as lines: the sums of both sides, every modifier with its rule, every chance."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from rich.text import Text

from bocage.cli.terminal.bars import bar, in_words, per_cent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bocage.cli.terminal.face import Line
    from bocage.engine.ledger import Row
    from bocage.engine.odds import Likely, Part, Weighed
    from bocage.engine.words import Nouns

WIDEST: Final = 5
"""Columns of the longest result in a table of chances."""


def fight_lines(found: Weighed, nouns: Nouns, book: str) -> list[Line]:
    """Return the ledger of a fight and its possible results."""
    lines: list[Line] = [Text(found.title.say(nouns), style="bold")]
    for part in found.parts:
        lines += _sum(part, nouns, book)
    if found.taken is not None:
        rule = found.rule.cited(book)
        lines.append(Text(f"{found.odds.say(nouns)} ({rule})", style="bold"))
    lines += [f"  {e.words.say(nouns)} ({e.rule.cited(book)})" for e in found.notes]
    lines += _chances(found.results, nouns)
    if found.taken is not None and found.held is not None:
        taken, held = likely(found.taken), likely(found.held)
        lines.append(f"Taking the hex: {taken}; the defender holds it: {held}")
    return lines


def _sum(part: Part, nouns: Nouns, book: str) -> Iterator[Line]:
    if part.total is None:
        yield from (f"  note  {row_said(row, nouns, book)}" for row in part.rows)
        return
    yield f"{part.name.say(nouns)} {format(int(part.total), '+d' if part.signed else 'd')}"
    for row in part.rows:
        yield f"  {int(row.value):+3d} {part.unit:<4}{row_said(row, nouns, book)}"


def row_said(row: Row, nouns: Nouns, book: str) -> str:
    """Return a row in words, with its rule."""
    return f"{row.words.say(nouns)} ({row.rule.cited(book)})"


def _chances(results: tuple[Likely, ...], nouns: Nouns) -> Iterator[Line]:
    """Yield each result with its chance as a bar, and what it means."""
    wide = max((len(each.result) for each in results), default=0)
    wide = wide if wide <= WIDEST else 0
    for each in results:
        said = "" if wide else each.result
        said = said if each.words is None else each.words.say(nouns)
        note = "" if each.note is None else f"; {each.note.say(nouns)}"
        label = f"{each.result:<{wide}} " if wide else ""
        yield f"  {label}{bar(each.share)} {per_cent(each.share)}  {said}{note}"


def likely(share: Fraction) -> str:
    """Return a probability in per cent and words: `33% (possible)`."""
    return f"{per_cent(share).strip()} ({in_words(share)})"
