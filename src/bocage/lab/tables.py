"""The rows of a batch as a table that analysts open: CSV, one row a game."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bocage.lab.batches import Row

BEFORE: Final = ("game", "seed", "winner", "result")
AFTER: Final = ("decisions", "chances")
"""Columns before and after the game's own measures."""


def written(rows: Sequence[Row]) -> str:
    """Return some rows as CSV, with a heading; a measure that a game does not have is left
    empty.
    """
    measured = list(dict.fromkeys(name for row in rows for name in row.measures))
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((*BEFORE, *measured, *AFTER))
    for row in rows:
        values = [_said(row.measures[name]) if name in row.measures else "" for name in measured]
        writer.writerow(
            (row.game, row.seed, row.winner, row.result, *values, row.decisions, row.chances)
        )
    return out.getvalue()


def _said(value: float) -> str:
    return f"{value:g}"
