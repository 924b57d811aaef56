"""Headquarters follow their units (11.0.d, reading 3.21), so that they can be supplied.

They do so at the end of each half of a turn and behind an overrun, by the way that their units
have opened.
"""

from __future__ import annotations

from bocage.games.opcom.moving.half import march_along
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.position import (
    HALTED,
    HOLD,
    MOVE,
    NON_TACT,
    QUEUED,
    RETREATED,
    STUCK,
    Position,
)
from bocage.games.opcom.ways import Point, km_between

BEHIND_KM = 3.0


def follow_units(st: Position) -> None:
    """Every headquarters without orders of its own closes up behind its units."""
    ordered = {unit for line in st.orders if _is_for(st, line) for unit in line.units}
    for hq in st.here():
        if hq.arm != "hq" or hq.number in ordered or st.level(hq.number) == 0:
            continue
        units = [
            u.number
            for u in st.here()
            if u.hq == hq.number and u.arm not in ("hq", "transport") and st.level(u.number) > 0
        ]
        if units and not st.marks[hq.number] & (HALTED | STUCK | QUEUED | RETREATED):
            _close_up(st, hq.number, units)


def _is_for(st: Position, line: Line) -> bool:
    """Whether a line is meant for the headquarters in it: one for a formation that holds is not."""
    return line.action != HOLD or all(st.world.units[u].arm == "hq" for u in line.units)


def _close_up(st: Position, hq: int, units: list[int]) -> None:
    middle = centroid([st.at(u) for u in units])
    if km_between(st.at(hq), middle) <= BEHIND_KM:
        return
    nearest = min(units, key=lambda u: (km_between(st.at(u), middle), u))
    team = st.world.units[hq].team
    line = Line(team, 0, (hq,), MOVE, NON_TACT, "", st.at(nearest))
    march_along(st, hq, line, until=(middle, BEHIND_KM), budget=0.5, behind=True)


def centroid(points: list[Point]) -> Point:
    """The middle of some points."""
    count = len(points)
    return sum(p[0] for p in points) // count, sum(p[1] for p in points) // count
