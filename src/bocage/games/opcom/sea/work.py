"""The end of a turn by the sea: engineers on beaches and runways (readings 12.4 and 12.11)."""

from __future__ import annotations

from dataclasses import replace

from bocage.games.opcom.pieces.orders import Cratering
from bocage.games.opcom.pieces.sea import SeaState
from bocage.games.opcom.position import Position
from bocage.games.opcom.sea.shore import AT_KM, engineers_at_work
from bocage.games.opcom.sea.state import beach_point
from bocage.games.opcom.ways import Point, km_between


def work_on_beaches(st: Position) -> None:
    """Count a turn of work wherever engineers have spent one; runways are blown up and mended."""
    if not st.sea:
        return
    sea = st.sea
    worked = tuple(
        done + int(engineers_at_work(st, beach_point(st.world, beach)))
        for done, beach in zip(sea.worked, st.world.data.sea.beaches, strict=True)
    )
    st.sea = replace(sea, worked=worked, craters=_craters(st, sea))


def _craters(st: Position, sea: SeaState) -> tuple[str, ...]:
    """Reading 12.11: who has spent the turn on a runway has blown it up, or mended it."""
    left = [area for area in sea.craters if not engineers_at_work(st, _runway(st, area))]
    for order in st.chores:
        if not isinstance(order, Cratering):
            continue
        team, area, unit = order.team, order.area, order.unit
        near = km_between(st.at(unit), _runway(st, area)) <= AT_KM
        if st.is_effective(unit) and near and not st.marks[unit] and area not in left:
            left.append(area)
            st.note(team, "runways blown", name=st.world.pack.area(area).name)
    return tuple(left)


def _runway(st: Position, area: str) -> Point:
    return st.world.sky.sites[area].at
