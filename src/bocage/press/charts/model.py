"""A chart as it is set: words in rows and columns, with citations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bocage.games.charts import Cell, Chart, Grid, Modifiers


@dataclass(frozen=True, slots=True)
class Block:
    """One chart, ready to be set."""

    title: str
    rules: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[tuple[str, str], ...] = ()
    """Remark and the rules it comes from."""
    ramp: Mapping[str, float] = field(default_factory=dict[str, float])
    """How dark the ground of a cell is by its word, 0 to 1: results from worst to best."""
    prose: bool = False
    """Whether cells are sentences, set to the left, and not figures."""


def block(chart: Chart) -> Block:
    """A chart of a game's data as a block."""
    notes = tuple((note.says, note.rules) for note in chart.notes)
    if isinstance(chart, Modifiers):
        lines = tuple((each.says, signed(each.value), each.rules) for each in chart.modifiers)
        return Block(chart.title, chart.rules, ("", chart.unit, "rule"), lines, notes)
    # Where cells change a number, nought is no change; where they count, it is nought.
    changes = any(isinstance(cell, int) and cell < 0 for row in chart.cells for cell in row)
    rows = tuple(
        (span(head), *(shown(cell, nought="\u2013" if changes else "0") for cell in cells))
        for head, cells in zip(chart.rows, chart.cells, strict=True)
    )
    head = (chart.corner, *chart.columns)
    prose = not any(isinstance(cell, int) for row in chart.cells for cell in row)
    return Block(chart.title, chart.rules, head, rows, notes, prose=prose and _wordy(chart))


def ramp(words: Sequence[str]) -> dict[str, float]:
    """Shades for results that run from the worst to the best."""
    last = max(1, len(words) - 1)
    return {word: place / last for place, word in enumerate(words)}


def signed(value: int) -> str:
    """A modifier with its sign; a true minus."""
    return f"+{value}" if value > 0 else minus(str(value))


def cited(rules: str) -> str:
    """Several rules with a dot between them."""
    return " \u00b7 ".join(rules.split())


def minus(said: str) -> str:
    """Hyphens before figures as minus signs."""
    return said.replace("-", "\u2212") if said.lstrip("-").isdigit() else said


def span(said: str) -> str:
    """`1..2` as `1-2` with a dash, `-2-` as `-2 or less`."""
    if ".." in said:
        low, high = said.split("..")
        joint = " to " if low.startswith("-") else "\u2013"
        return f"{minus(low)}{joint}{minus(high)}"
    if len(said) > 1 and said[-1] in "+-" and said[:-1].lstrip("-").isdigit():
        return f"{minus(said[:-1])} or {'more' if said[-1] == '+' else 'less'}"
    return minus(said)


def shown(cell: Cell, nought: str = "\u2013") -> str:
    """A cell as it is printed; a dash where it changes nothing."""
    if isinstance(cell, int):
        return minus(str(cell)) if cell else nought
    return span(cell)


def _wordy(chart: Grid) -> bool:
    return max(len(str(cell)) for row in chart.cells for cell in row) > 14
