"""Questions of the debrief to the master map: who holds what, what is in supply (11.1, 11.2)."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.opcom.board.position import BLOWN, GONE, Position
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import Troops
from bocage.games.opcom.s11_supplies.roads import Roads

SIDES = {"allied": 0, "axis": 1}
NAMES = ("the Allies", "the Axis")


def point_of(st: Position, name: str) -> Point:
    """Return a place or crossing of the map by its id."""
    thing = st.world.pack.points_by_id[name]
    return st.world.ways.xy(thing.lat, thing.lon)


def name_of(st: Position, name: str) -> str:
    """Return the common name of a point."""
    return st.world.pack.points_by_id[name].name.partition(" (")[0]


def near(
    st: Position, side: int, at: Point, km: float | None = None, formations: Sequence[str] = ()
) -> list[Troops]:
    """Return the effective fighting units of a side, or of some divisions of it, near a point.

    The default distance is that of reading 11.1.
    """
    km = st.figures.debrief.held if km is None else km
    return [
        u
        for u in st.world.units_of[side]
        if u.fights
        and (not formations or u.unit.division in formations)
        and km_between(st.at(u.number), at) <= km
        and st.is_effective(u.number)
    ]


def is_held(st: Position, side: int, name: str, km: float | None = None) -> tuple[bool, str]:
    """Return whether a side holds a place, and why or why not (reading 11.1)."""
    at = point_of(st, name)
    ours, theirs = near(st, side, at, km), near(st, 1 - side, at, km)
    place = name_of(st, name)
    if theirs:
        return False, f"{theirs[0].name} is at {place}"
    if not ours:
        return False, f"no unit of {NAMES[side]} is at {place}"
    return True, f"{ours[0].name} holds {place}"


def stands(st: Position, crossing: str) -> bool:
    """Return whether a bridge is intact."""
    return not st.bridges[st.world.ways.crossing_numbers[crossing]] & BLOWN


def in_supply(
    st: Position,
    side: int,
    name: str,
    depots: Sequence[str],
    *,
    heavy: bool = False,
    ferries: int = 0,
) -> tuple[bool, str]:
    """Return whether an open road over bridges joins a place to a depot (reading 11.2).

    Where so many `ferries` will do for a bridge, as many must each open a road of their own.
    """
    by_water = frozenset(c.id for c in st.world.crossings if c.kind == "ferry")
    found = _road_from(st, side, name, depots, Roads(st, side, heavy=heavy, without=by_water))
    if found:
        return True, f"the road from {found} is open"
    if not ferries:
        return False, "no open road leads there"
    open_ones = [
        each
        for each in sorted(by_water)
        if _road_from(st, side, name, depots, Roads(st, side, without=by_water - {each}))
    ]
    said = " and ".join(name_of(st, each) for each in open_ones) or "none"
    return len(open_ones) >= ferries, f"no bridge leads there; ferries that do: {said}"


def _road_from(st: Position, side: int, name: str, depots: Sequence[str], roads: Roads) -> str:
    """Return the name of the depot from which a road leads to a place, or an empty text."""
    at = point_of(st, name)
    for i, dump in enumerate(st.world.dumps):
        ours = dump.id in depots and st.depot_side[i] == side + 1
        if ours and roads.join((st.depot_x[i], st.depot_y[i]), at):
            return dump.name
    return ""


def steps_left(st: Position, units: Sequence[Troops]) -> tuple[int, int]:
    """Return the steps that units still have and those they began with. The captured have none.

    A rebuilt unit (reading 7.5) has the steps of a company.
    """
    left = whole = 0
    for unit in units:
        steps = unit.status.last_step - unit.unit.start_step
        whole += steps
        if st.where[unit.number] != GONE:
            left += max(0, st.status(unit.number).last_step - st.steps[unit.number])
    return left, whole


def of_formations(st: Position, side: int, names: Sequence[str]) -> list[Troops]:
    """Return the fighting units of some divisions, or of the whole side if no name is given."""
    return [
        u
        for u in st.world.units
        if u.side == side and u.fights and (not names or u.unit.division in names)
    ]
