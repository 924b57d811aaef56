"""Charts as a player reads them: words in rows and columns, with citations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ChartTable:
    """One chart of a game, ready to be set on a page."""

    title: str
    rules: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[tuple[str, str], ...] = ()
    """Each remark with the rules it comes from."""
    ramp: Mapping[str, float] = field(default_factory=dict[str, float])
    """How dark the ground of a cell is, by the cell's word: 0 for the worst result to 1 for the
    best.
    """
    prose: bool = False
    """Whether cells are sentences, aligned left, rather than figures."""
