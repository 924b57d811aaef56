"""Marching battalions that are lifted by lorries (reading 3.8)."""

from __future__ import annotations

from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.position import Position
from bocage.games.opcom.ways import km_between

_NEAR_KM = 2.0
"""How near the lorries must be when the turn begins."""
_POINTS = 5
"""Of a transport unit's lift, for each battalion."""


def lorries(st: Position, line: Line) -> tuple[int, ...]:
    """The transport unit that goes along with a line because it lifts some of it."""
    if line.lift < 0 or not any(is_lifted(st, unit, line) for unit in line.units):
        return ()
    return (line.lift,)


def is_lifted(st: Position, unit: int, line: Line) -> bool:
    """Whether a battalion on foot rides in the lorries that its line names.

    They are near when the turn begins, carry no supplies, and lift a battalion for every five
    points of their capacity.
    """
    if unit not in _riders(st, line):
        return False
    start = (st.from_x[unit], st.from_y[unit])
    return km_between(start, (st.from_x[line.lift], st.from_y[line.lift])) <= _NEAR_KM


def _riders(st: Position, line: Line) -> tuple[int, ...]:
    """The first battalions on foot of a line for which its lorries have room."""
    if line.lift < 0 or not st.is_here(line.lift) or st.held(line.lift):
        return ()
    room = st.world.units[line.lift].unit.logistics_lift // _POINTS
    foot = [u for u in line.units if st.world.units[u].unit.mobility == "foot"]
    return tuple(foot[:room])
