"""Positions of Market Garden and Malta for tests of the debrief."""

from __future__ import annotations

from functools import cache

from bocage.engine.table import Table
from bocage.games.opcom.board.position import GONE, Position
from bocage.games.opcom.game import OpCom


@cache
def game(name: str) -> OpCom:
    """Return the game in a scenario, made once."""
    return OpCom(scenario=name)


@cache
def _first_morning(name: str) -> Position:
    table: Table[Position] = Table.new(game(name), scenario=name, seed=b"d" * 32)
    return table.state


def begun(name: str = "market-garden") -> Position:
    """Return the first morning, to be changed as one likes."""
    return _first_morning(name).copy()


def put(st: Position, unit: str, place: str) -> None:
    """A unit at a place or crossing of the map."""
    thing = st.world.pack.points_by_id[place]
    st.place(st.world.by_id[unit], st.world.ways.xy(thing.lat, thing.lon))


def clear(st: Position, side: int) -> None:
    """Nobody of a side on the map."""
    for unit in st.world.units:
        if unit.side == side:
            st.where[unit.number] = GONE


def team(st: Position, seat: str) -> int:
    """Return the number of a team."""
    return next(i for i, each in enumerate(st.world.teams) if each.seat == seat)
