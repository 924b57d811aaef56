"""The changing state of the sea, one plain value in the position."""

from __future__ import annotations

from bocage.games.opcom.board.position import DUE, Position
from bocage.games.opcom.board.sea_records import Beach
from bocage.games.opcom.board.ways import Point
from bocage.games.opcom.board.world import Troops, World
from bocage.games.opcom.pieces.sea import SeaState

LOST = 99
"""A due turn that never comes."""
THERE = 1
"""A fleet at sea in its zone."""
ON_ITS_WAY = 2
TURNED_BACK = 3


def put(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """Return the same with one other."""
    return (*values[:index], value, *values[index + 1 :])


def at_first(world: World) -> SeaState:
    """Return the sea at the beginning."""
    data = world.data.sea
    if not data.convoys:
        return SeaState()
    names = [beach.id for beach in data.beaches]
    due = tuple(_planned(world, i) for i in range(len(data.convoys)))
    return SeaState(
        0,
        due,
        tuple(0 for _ in data.convoys),
        tuple(names.index(convoy.beach) for convoy in data.convoys),
        0,
        tuple(battery.magazine for battery in data.batteries),
        tuple(0 for _ in names),
        tuple(0 for _ in names),
        tuple(0 for _ in names),
        tuple(0 if fleet.sails_by else 1 for fleet in data.fleets),
        tuple("" for _ in data.fleets),
        data.base_ammo,
        data.base_fuel,
        (),
    )


def aboard(world: World, convoy: int) -> frozenset[int]:
    """Return the units of a convoy, wherever they are."""
    names = set(world.data.sea.convoys[convoy].formations)
    return frozenset(
        u.number
        for u in world.units
        if u.unit.arrival_mode.startswith("sea") and {u.unit.division, u.unit.brigade} & names
    )


def comes_by_sea(unit: Troops) -> bool:
    """Return whether it never arrives by itself."""
    return unit.unit.arrival_mode.startswith("sea")


def waiting(st: Position, beach: int) -> list[Troops]:
    """Return the units off a beach, in the order of the landing table (reading 12.4)."""
    sea = st.sea
    ready: set[int] = set()
    for i, convoy in enumerate(sea.beaches):
        if convoy == beach and sea.sailed[i] and sea.due[i] <= st.turn:
            late = sea.due[i] - _planned(st.world, i)
            ready |= {
                n
                for n in aboard(st.world, i)
                if st.where[n] == DUE and st.world.units[n].unit.arrival_turn + late <= st.turn
            }
    return sorted((st.world.units[n] for n in ready), key=lambda u: (u.unit.arrival_turn, u.number))


def landing_table(world: World, beach: str) -> dict[int, int]:
    """Return the planned unit points to land over a beach, by turn."""
    found: dict[int, int] = {}
    for i, convoy in enumerate(world.data.sea.convoys):
        if convoy.beach == beach:
            for number in aboard(world, i):
                unit = world.units[number].unit
                found[unit.arrival_turn] = found.get(unit.arrival_turn, 0) + unit.size_points
    return found


def _planned(world: World, convoy: int) -> int:
    """Return the turn in which the first of a convoy are to land."""
    return min((world.units[n].unit.arrival_turn for n in aboard(world, convoy)), default=LOST)


def is_cratered(st: Position, area: str) -> bool:
    """Return whether landings on an airfield are impossible (reading 12.11)."""
    return area in st.sea.craters


def beach_point(world: World, beach: Beach) -> Point:
    """Return the place where units appear."""
    place = world.pack.place(beach.id)
    return world.ways.xy(place.lat, place.lon)
