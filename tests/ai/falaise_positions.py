"""Positions of The Pocket at Falaise for the tests of its staff: an empty map, and who is put."""

from __future__ import annotations

from random import Random

from bocage.games.falaise.board.position import ACTIVE, DEAD, Position
from bocage.games.falaise.game import Falaise
from bocage.games.falaise.trials import midgame


def empty(game: Falaise, turn: int) -> Position:
    """Return the map on a turn, without a unit, the 86th Corps Zone open."""
    st = midgame(game.world, Random(1))
    for u in range(st.world.count):
        st.place(u, DEAD)
        st.marks[u] = 0
        st.steps[u] = 2 if st.world.two_step[u] else 1
    st.turn, st.points, st.zone_open = turn, 6, 1
    st.forget()
    return st


def put(st: Position, name: str, number: str, marks: int = ACTIVE) -> int:
    """Return a unit in a hex; Allied ones are active, unless they are marked otherwise."""
    u = st.world.unit_names.index(name)
    st.place(u, st.world.grid.hex(number))
    st.marks[u] = marks if u in st.world.allied else 0
    return u
