"""Questions of the debrief to the master map: who holds what, what is in supply (11.1, 11.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from bocage.games.opcom.position import BLOWN, GONE, Position
from bocage.games.opcom.supply_lines import Roads
from bocage.games.opcom.ways import Point, km_between
from bocage.games.opcom.world import Troops

HELD_KM = 1.0
SIDES = {"allied": 0, "axis": 1}
NAMES = ("the Allies", "the Axis")


def point_of(st: Position, name: str) -> Point:
    """A place or crossing of the map by its id."""
    thing = st.world.pack.points_by_id[name]
    return st.world.ways.xy(thing.lat, thing.lon)


def name_of(st: Position, name: str) -> str:
    """What people call it."""
    return st.world.pack.points_by_id[name].name.partition(" (")[0]


def near(st: Position, side: int, at: Point, km: float = HELD_KM) -> list[Troops]:
    """Effective units of a side that fight, within so many kilometres."""
    return [
        u
        for u in st.here()
        if u.side == side
        and u.fights
        and st.level(u.number) > 0
        and km_between(st.at(u.number), at) <= km
    ]


def is_held(st: Position, side: int, name: str, km: float = HELD_KM) -> tuple[bool, str]:
    """Reading 11.1: whether a side holds a place, and why or why not."""
    at = point_of(st, name)
    ours, theirs = near(st, side, at, km), near(st, 1 - side, at, km)
    place = name_of(st, name)
    if theirs:
        return False, f"{theirs[0].name} is at {place}"
    if not ours:
        return False, f"nobody of ours is at {place}"
    return True, f"{ours[0].name} holds {place}"


def stands(st: Position, crossing: str) -> bool:
    """Whether a bridge is intact."""
    return not st.bridges[st.world.ways.crossing_numbers[crossing]] & BLOWN


def in_supply(
    st: Position, side: int, name: str, depots: Sequence[str], *, heavy: bool = False
) -> tuple[bool, str]:
    """Reading 11.2: whether an open road joins a place to a depot."""
    roads = Roads(st, side, heavy=heavy)
    at = point_of(st, name)
    for i, dump in enumerate(st.world.dumps):
        ours = dump.id in depots and st.depot_side[i] == side + 1
        if ours and roads.join((st.depot_x[i], st.depot_y[i]), at):
            return True, f"the road from {dump.name} is open"
    return False, "no open road leads there"


def steps_left(st: Position, units: Sequence[Troops]) -> tuple[int, int]:
    """Steps that units still have, and that they began with; the captured have none."""
    left = whole = 0
    for unit in units:
        steps = unit.status.last_step - unit.unit.start_step
        whole += steps
        if st.where[unit.number] != GONE:
            left += max(0, unit.status.last_step - st.steps[unit.number])
    return left, whole


def of_formations(st: Position, side: int, names: Sequence[str]) -> list[Troops]:
    """Units of some divisions that fight; no name means all of the side."""
    return [
        u
        for u in st.world.units
        if u.side == side and u.fights and (not names or u.unit.division in names)
    ]


def texts(more: Mapping[str, Any], key: str) -> list[str]:
    """A list of names of a line, or one."""
    value = more.get(key, [])
    return (
        [str(each) for each in cast("list[Any]", value)]
        if isinstance(value, list)
        else [str(value)]
    )
