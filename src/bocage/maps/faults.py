"""The faults of a map pack, worded so that a person with a spreadsheet can correct them."""

from __future__ import annotations

from bocage.tables.faults import DataError
from bocage.tables.faults import Fault as PackFault

__all__ = ["PackError", "PackFault"]


class PackError(DataError):
    """A pack that cannot be read; `faults` has every reason found."""

    kind = "map pack"
