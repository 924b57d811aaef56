"""15.3 Storm at sea: no naval guns, and one unit a beachhead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.games.roundup.board.charts import STORM
from bocage.games.roundup.board.position import LANDED
from bocage.games.roundup.options import STORM_AT_SEA
from bocage.games.roundup.pieces.units import ALLIED

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position


def guns_are_silent(st: Position) -> bool:
    """15.3: in Storm no naval gunfire helps."""
    return bool(st.switches & STORM_AT_SEA) and st.weather == STORM


def beach_is_full(st: Position, h: int) -> bool:
    """Return whether a beachhead has taken in its one unit of the turn, in Storm (15.3)."""
    if not st.switches & STORM_AT_SEA or st.weather != STORM or h not in st.beachheads:
        return False
    return any(st.marks[u] & LANDED for u in st.at(h, ALLIED))
