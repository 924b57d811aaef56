"""15.13 Allied reaction: in the turn after a German drop the Allies have more of everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.games.roundup.options import PARACHUTED, REACTION

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position


def is_reacting(st: Position) -> bool:
    """Return whether the Germans dropped in the turn before (15.13)."""
    dropped = st.optional[PARACHUTED]
    return bool(st.switches & REACTION) and dropped > 0 and st.turn == dropped + 1


def more_dice(st: Position) -> int:
    """Return the additional die of the Allies for air superiority (15.13)."""
    return int(is_reacting(st))


def may_replace_in_zones(st: Position) -> bool:
    """15.13: divisional replacements may go to units in an enemy zone of control."""
    return is_reacting(st)
