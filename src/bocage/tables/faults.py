"""The faults of a table, worded so that a person with a spreadsheet can correct them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Fault(NamedTuple):
    """One fault: its file, row, field and value, and the reason."""

    file: str
    """Name of the file within its folder."""
    row: int
    """Line as a spreadsheet counts it (the heading is 1); 0 where no row is meant."""
    field: str
    """The column or key; empty if the whole row is meant."""
    value: str
    """The faulty value."""
    reason: str
    """Why it is wrong, and what was expected."""

    def __str__(self) -> str:
        where = self.file + (f" row {self.row}" if self.row else "")
        what = ", ".join(part for part in (self.field and f"field {self.field}",) if part)
        shown = f" '{self.value}'" if self.value else ""
        return f"{where}{', ' + what if what else ''}{shown}: {self.reason}"


class DataError(ValueError):
    """Data that cannot be read; `faults` has every reason found."""

    kind = "data of"
    """The kind of thing that was read, for the message."""

    def __init__(self, name: str, faults: Sequence[Fault]) -> None:
        self.name = name
        self.faults = tuple(faults)
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{self.kind} {name}: {faults[0]}{more}")
