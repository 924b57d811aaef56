"""Units at status 0 that are built anew (reading 7.5)."""

from __future__ import annotations

from bocage.games.opcom.position import Position
from bocage.games.opcom.recovery import is_rebuilt
from bocage.games.opcom.ways import km_between

_AT_DUMP_KM = 2.0
_CLEAR_KM = 5.0
"""As for rest (reading 7.1)."""


def is_shattered(st: Position, unit: int) -> bool:
    """Whether a unit that once fought is at status 0."""
    return st.level(unit) == 0 and st.status(unit).levels[0] > 0


def rebuild(st: Position) -> None:
    """At the end of a turn: whoever has been at a dump long enough is a company group again."""
    for unit in st.here():
        number = unit.number
        if not is_shattered(st, number):
            continue
        st.clear[number] = min(200, st.clear[number] + 1) if _is_clear(st, number) else 0
        if is_rebuilt(st.clear[number], at_dump=True):
            st.rebuilt[number], st.steps[number], st.clear[number] = 1, 0, 0
            st.note(unit.team, "company group", number)


def _is_clear(st: Position, unit: int) -> bool:
    side, at = st.world.units[unit].side, st.at(unit)
    if any(km_between(at, st.at(e.number)) <= _CLEAR_KM for e in st.enemies(side)):
        return False
    return is_at_dump(st, unit)


def is_at_dump(st: Position, unit: int) -> bool:
    """Whether a unit is at a dump of its side."""
    side, at = st.world.units[unit].side, st.at(unit)
    return any(
        st.depot_side[i] == side + 1
        and km_between((st.depot_x[i], st.depot_y[i]), at) <= _AT_DUMP_KM
        for i in range(len(st.world.dumps))
    )
