"""4.0 Supply: the current supply of a unit, and the effects of its lack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.games.roundup.options import PARACHUTED
from bocage.hexes.kernels import UNREACHED

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position

NONE: Final = 0
OVERLAND: Final = 1
COASTAL: Final = 2
AERIAL: Final = 3
FIRST_TURN: Final = 4

BY_DROP: Final = 5
"""15.12: what German parachutists carry with them."""

KINDS: Final = ("out of supply", "overland", "coastal", "aerial", "turn 1", "by drop")


def traces_overland(st: Position, u: int) -> bool:
    """Return whether a path leads to a source that serves this unit (4.2, 4.4)."""
    return st.net(st.side_of(u), st.world.nation[u])[st.loc[u]] < UNREACHED


def supply(st: Position, u: int) -> int:
    """Return the supply of a unit now (4.0). On turn 1 all are supplied (4.6)."""
    if st.turn == 1:
        return FIRST_TURN
    return supply_kind(st, u)


def supply_kind(st: Position, u: int) -> int:
    """Return the supply a unit would have, turn 1 or not (75b); overland before coastal, then
    aerial.
    """
    if traces_overland(st, u):
        return OVERLAND
    if u >= st.world.german.start:
        return BY_DROP if is_supplied_by_drop(st, u) else NONE
    h = st.loc[u]
    if st.world.coastal[h]:
        return COASTAL
    return AERIAL if st.aerial[st.world.nation[u]] == h else NONE


def is_supplied_by_drop(st: Position, u: int) -> bool:
    """Return whether a German parachute unit is in supply by its drop, on that turn and the next
    (15.12).
    """
    dropped = st.optional[PARACHUTED]
    return 0 < dropped <= st.turn <= dropped + 1 and st.world.units[u].airborne


def halved(factor: int) -> int:
    """1.5, 4.1: half, rounded up."""
    return (factor + 1) // 2
