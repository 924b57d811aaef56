"""Tactical Efficiency Ratings: printed, rolled, raised, disrupted (2.2, 6.2, 9.1, 11.6, 11.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bocage.games.falaise.position import DISRUPTED, NOT_STACKED

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position


def ter(st: Position, u: int) -> int:
    """The current TER of a unit, never below 0.

    5.3, reading 88: Task Force Currie has its brigade's while it is stacked with it.
    """
    world = st.world
    if u == world.currie and world.brigade >= 0 and st.loc[u] == st.loc[world.brigade] >= 0:
        u = world.brigade
    return own_ter(st, u)


def own_ter(st: Position, u: int) -> int:
    """The TER of a unit by itself."""
    world, tables = st.world, st.world.tables
    found = st.ter_80 if world.rolled[u] else world.printed[u]
    if st.relieved and world.red[u]:
        found += tables.relieved
    if st.marks[u] & DISRUPTED:
        found += tables.disrupted
    return max(0, found)


def best_ter(st: Position, units: Iterable[int]) -> int:
    """6.2, 10.2: the highest TER involved."""
    return max((ter(st, u) for u in units), default=0)


def points_of(st: Position, u: int) -> int:
    """7.1: the Movement Points of an active unit: the command's, changed by its TER."""
    efficiency = ter(st, u)
    if u == st.world.currie and st.currie != NOT_STACKED:
        efficiency = st.currie  # reading 88: fixed by the stack at the start of the round
    tables = st.world.tables
    if efficiency <= 2:
        return st.points + tables.ter_low  # TER 0 too: reading 35
    return st.points + tables.ter_high if efficiency >= 4 else st.points


def factor(st: Position, u: int) -> int:
    """The Combat Factor of a unit with the steps it has left."""
    return st.world.factor[u][st.steps[u]]
