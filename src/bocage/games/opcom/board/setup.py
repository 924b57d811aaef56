"""What a new position has besides its units: stocks and dumps, squadrons, the sea."""

from __future__ import annotations

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import FUEL, dump_ammo, dump_side
from bocage.games.opcom.s14_sea.state import at_first


def equip(st: Position) -> None:
    """Everything that a position begins with on the ground, in the air and at sea."""
    st.sea = at_first(st.world)
    _aloft(st)
    _stocked(st)


def _aloft(st: Position) -> None:
    """12: every squadron at home, every lift waiting."""
    sky = st.world.sky
    sides = {"": 0, "allied": 1, "axis": 2}
    st.squadrons = bytearray(unit.strength for unit in sky.units)
    st.lifts = bytearray(len(sky.lifts))
    st.strips = bytearray(sides[strip.side] for strip in sky.strips)
    st.hushed = bytearray(len(st.world.units) + len(sky.flak))
    st.pace = bytearray([100]) * len(st.world.units)
    st.sorties = st.ranks = ()
    st.flying = st.close_support = "yes"
    st.grounded = ()
    st.scattered = ()


def _stocked(st: Position) -> None:
    """11.0: what headquarters, guns and dumps have at the beginning."""
    for row in st.world.data.supplies:
        if row.kind == "stack":
            holder = st.world.by_id[row.holder]
            st.give(holder, st.world.units[holder].ammo, row.ammo)
            st.give(holder, FUEL, row.fuel)
    for i, dump in enumerate(st.world.dumps):
        if dump.from_turn <= 1:
            open_dump(st, i)


def open_dump(st: Position, dump: int) -> None:
    """A dump comes into being with what it has at first."""
    row = st.world.dumps[dump]
    assert row.lat is not None
    assert row.lon is not None
    st.depot_x[dump], st.depot_y[dump] = st.world.ways.xy(row.lat, row.lon)
    st.depot_side[dump] = 1 + dump_side(st.world, row)
    holder = len(st.world.units) + dump
    st.give(holder, dump_ammo(st.world, row), row.ammo)
    st.give(holder, FUEL, row.fuel)
