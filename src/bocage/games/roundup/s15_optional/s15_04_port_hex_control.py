"""15.4 Port hex control: a German marker defends every port hex until a step loss removes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.games.roundup.board.position import FOUGHT, REPLACED
from bocage.games.roundup.options import PORT_HEX_CONTROL, STORMED
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.words import events as told

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position

FACTOR: Final = 1
"""15.4: with which a marker defends, alone or with a unit."""


def marker_targets(st: Position, seat: int) -> list[int]:
    """Return the hexes whose marker the Allies may attack now, though it has no zone of control
    (15.4).
    """
    if seat != ALLIED or not st.switches & PORT_HEX_CONTROL:
        return []
    able = {st.loc[u] for u in st.world.allied if not st.marks[u] & (FOUGHT | REPLACED)}
    near = st.world.near
    return [h for h in st.markers() if st.has_fresh_marker(h) and able.intersection(near(h))]


def defends(st: Position, h: int, by: int) -> bool:
    """Return whether a marker takes part in the defence of a hex (15.4)."""
    return by == ALLIED and st.has_fresh_marker(h)


def phase_is_over(st: Position) -> None:
    """11.0: in the next Combat Phase every marker may be attacked again."""
    st.optional[STORMED : STORMED + 3] = bytes(3)


def lose_marker(st: Position, h: int) -> None:
    """15.4: a step loss that no unit takes removes the marker."""
    st.clear_marker(h)
    if st.events is not None:
        st.events.append(told.MarkerRemoved(h, R("15.4.f")))


def defends_alone(st: Position, h: int, by: int) -> bool:
    """Return whether nothing but a marker holds the hex that was attacked (15.4)."""
    return by == ALLIED and st.has_marker(h) and not st.at(h, GERMAN)
