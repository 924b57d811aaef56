"""12.0 Administrative Phase: markers are removed before the turn marker advances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.games.roundup.board.position import DROPPED, NOBODY, NOWHERE, REPLACED
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s15_optional.s15_01_hidden_directive import turn_ends
from bocage.games.roundup.words import events as told

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position


def administration(st: Position) -> None:
    """12.0: markers are removed and the turn marker advances."""
    st.aerial[0] = st.aerial[1] = NOWHERE
    st.set_tas(())
    st.tas_left = 0
    st.superiority = NOBODY
    turn_ends(st)
    for u in st.world.allied:
        st.marks[u] &= ~(REPLACED | DROPPED)
    if st.events is not None:
        st.events.append(told.MarkersRemoved(R("12.0.a")))
