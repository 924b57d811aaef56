"""Searches for where a unit can go, each remembered until another is asked for.

What may be done and doing it ask the same search one after the other. Its answer depends on
nothing but the four things asked, and a field of the map is never changed in place, so the
last answer holds as long as the same four come again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.hexes.kernels import Workspace

if TYPE_CHECKING:
    from bocage.hexes.kernels import Mobility


class Search:
    """One remembered search. `table` changes the field before each, byte by byte."""

    __slots__ = ("_budget", "_field", "_mobility", "_start", "table", "work")

    def __init__(self, size: int, table: bytes | None = None) -> None:
        self.work: Final = Workspace(size)
        self.table: Final = table
        self._mobility: Mobility | None = None
        self._start = -1
        self._budget = 0
        self._field = b""

    def reach(self, mobility: Mobility, start: int, budget: int, field: bytes) -> Workspace:
        """The work space with everything that can be reached from `start`."""
        if (
            field is self._field
            and start == self._start
            and budget == self._budget
            and mobility is self._mobility
        ):
            return self.work
        self._mobility = None  # if the search fails, nothing is remembered
        seen = field if self.table is None else field.translate(self.table)
        self.work.reach(mobility, start, budget, seen)
        self._mobility, self._start = mobility, start
        self._budget, self._field = budget, field
        return self.work
