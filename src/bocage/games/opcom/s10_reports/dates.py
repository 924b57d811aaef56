"""Half days in words: `17 September 1944, morning`."""

from __future__ import annotations

from datetime import date
from typing import Final

from bocage.games.opcom.board.scenario import TurnRow

_HALVES: Final = {"am": "morning", "pm": "afternoon"}
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


def in_full(row: TurnRow) -> str:
    """Return the half day for the head of a report."""
    day = date.fromisoformat(row.date)
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}, {_HALVES[row.half]}"


def in_short(row: TurnRow) -> str:
    """Return the half day for the origin of a message: `18 September, morning`."""
    day = date.fromisoformat(row.date)
    return f"{day.day} {_MONTHS[day.month - 1]}, {_HALVES[row.half]}"
