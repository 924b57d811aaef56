"""Units out of touch with their headquarters: known where they were last reported (10.2).

This is an option (reading 10.4). Without it, every unit is known where it is.
"""

from __future__ import annotations

from typing import Final

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.ways import Point
from bocage.games.opcom.pieces.told import UnitRow

UNCONFIRMED: Final = " (not confirmed)"
"""Follows the place of such a unit."""


def last_told(st: Position, unit: int) -> UnitRow | None:
    """Return the row by which its team knows a unit that is out of touch; None for any other."""
    if st.setting("positions") == "exact" or is_in_touch(st, unit):
        return None
    troops = st.world.units[unit]
    return next((row for row in st.told[troops.team].units if row.id == troops.id), None)


def known_at(st: Position, unit: int) -> Point:
    """Return where a unit is as far as its team knows."""
    last = last_told(st, unit)
    return st.at(unit) if last is None else (last.x, last.y)


def is_in_touch(st: Position, unit: int) -> bool:
    """Return whether a headquarters above a unit is near enough to hear of it (reading 10.4)."""
    hq = st.world.units[unit].hq
    seen: set[int] = {unit}
    while hq >= 0 and hq not in seen:
        if st.is_here(hq) and st.km(unit, hq) <= st.figures.reports.radio:
            return True
        seen.add(hq)
        hq = st.world.units[hq].hq
    return st.world.units[unit].hq < 0
