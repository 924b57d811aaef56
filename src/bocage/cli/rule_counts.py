"""A table of how often each rule decided something in many games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.table import Table

from bocage.cli.output import NARROW
from bocage.rules.unmet import BY_CHANCE, met

if TYPE_CHECKING:
    from rich.console import Console

    from bocage.rules.unmet import Book


def show_counts(out: Console, book: Book, counts: Mapping[str, int], games: int) -> None:
    """Print every sentence and reading, how often it decided something, or why it never did."""
    found = met(book, counts)
    table = Table(box=None, pad_edge=False)
    table.add_column("entry", no_wrap=True)
    table.add_column("times", justify="right", no_wrap=True)
    table.add_column("what it is about, or why it never does", overflow="fold")
    for each in found:
        times = f"{each.times:,}" if each.times else "never"
        shown = f"{each.title}: {each.why}" if each.why else each.title
        if out.width >= NARROW:
            table.add_row(each.rule, times, shown, style="" if each.times else "dim")
        else:
            out.print(f"{each.rule} {times} {shown}", markup=False, soft_wrap=True)
    if out.width >= NARROW:
        out.print(table, markup=False)
    for word, some in (
        ("sentences", [each for each in found if not each.rule.startswith("reading")]),
        ("readings", [each for each in found if each.rule.startswith("reading")]),
    ):
        never = [each for each in some if not each.times]
        chance = sum(each.why == BY_CHANCE for each in never)
        out.print(
            f"{games} games: {len(some) - len(never)} of {len(some)} {word} decided something, "
            f"{len(never)} never, {chance} of them by chance alone.",
            markup=False,
            soft_wrap=True,
        )
