"""What is wrong with a table, said so that a person with a spreadsheet can mend it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Fault(NamedTuple):
    """One thing wrong: which file, which row, which field, what stands there, and why not."""

    file: str
    """Name of the file within its folder."""
    row: int
    """Line as a spreadsheet counts it (the heading is 1); 0 where no row is meant."""
    field: str
    """Column or key; empty where the whole row is meant."""
    value: str
    """What stands there."""
    reason: str
    """Why it cannot stand, and what was expected."""

    def __str__(self) -> str:
        where = self.file + (f" row {self.row}" if self.row else "")
        what = ", ".join(part for part in (self.field and f"field {self.field}",) if part)
        shown = f" '{self.value}'" if self.value else ""
        return f"{where}{', ' + what if what else ''}{shown}: {self.reason}"


class DataError(ValueError):
    """Data that cannot be read; `faults` has every reason found."""

    kind = "data of"
    """What the message calls the thing that was read."""

    def __init__(self, name: str, faults: Sequence[Fault]) -> None:
        self.name = name
        self.faults = tuple(faults)
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{self.kind} {name}: {faults[0]}{more}")
