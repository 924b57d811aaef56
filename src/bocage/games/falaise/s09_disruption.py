"""9.0 Disruption: how it begins, its effect on a Tactical Efficiency Rating, how it ends.

Ratings are printed, rolled, raised or disrupted (2.2, 6.2, 9.1, 11.6, 11.8).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bocage.games.falaise.board.position import DISRUPTED, NOT_STACKED, THIS_TURN
from bocage.games.falaise.pieces.units import ALLIED
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s06_communications import has_loc
from bocage.games.falaise.words import events as told

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.falaise.board.position import Position


# 9.1 Effects -------------------------------------------------------------------------------


def disrupt(st: Position, units: Sequence[int], rule: Rule, again: Rule | None = None) -> None:
    """Disrupt units (9.1); those already disrupted stay so, by the rule `again` if given."""
    hit = tuple(u for u in units if not st.marks[u] & DISRUPTED)
    for u in hit:
        st.marks[u] |= DISRUPTED
    if st.events is not None:
        if hit:
            st.events.append(told.Disrupted(hit, rule))
        if again is not None and len(hit) < len(units):
            same = tuple(u for u in units if u not in hit)
            st.events.append(told.StillDisrupted(same, again))


# 9.2 Recovery ------------------------------------------------------------------------------


def recovery(st: Position) -> None:
    """4.0, 9.2: finished units are free again; disruption is removed."""
    world, marks = st.world, st.marks
    recovered: dict[R, list[int]] = {}
    for u in range(world.count):
        if marks[u] & DISRUPTED and st.loc[u] >= 0 and (rule := recovers_by(st, u)):
            recovered.setdefault(rule, []).append(u)
    if st.events is not None:
        st.events.append(told.Freed(R("4.0.q")))
    for u in range(world.count):
        marks[u] &= ~THIS_TURN
    for rule, units in recovered.items():
        for u in units:
            marks[u] &= ~DISRUPTED
        if st.events is not None:
            st.events.append(told.Recovered(tuple(units), rule))


def recovers_by(st: Position, u: int) -> R | None:
    """Return the rule by which a disrupted unit recovers now, or None (9.2, reading 79)."""
    if st.side_of(u) == ALLIED:
        if not st.night:
            return R("9.2.a")
        return R("9.2.b") if has_loc(st, u) else None
    if st.night:
        told_why = st.events is not None and not has_loc(st, u)
        return R("reading 79") if told_why else R("9.2.c")
    return R("9.2.d") if st.world.ground.escaped[st.loc[u]] else None


# Ratings -----------------------------------------------------------------------------------


def ter(st: Position, u: int) -> int:
    """Return the current TER of a unit, never below 0.

    5.3, reading 88: Task Force Currie has its brigade's while it is stacked with it.
    """
    world = st.world
    if u == world.currie and world.brigade >= 0 and st.loc[u] == st.loc[world.brigade] >= 0:
        u = world.brigade
    return own_ter(st, u)


def own_ter(st: Position, u: int) -> int:
    """Return the TER of a unit by itself."""
    world, tables = st.world, st.world.tables
    found = st.ter_80 if world.rolled[u] else world.printed[u]
    if st.relieved and world.red[u]:
        found += tables.relieved
    if st.marks[u] & DISRUPTED:
        found += tables.disrupted
    return max(0, found)


def best_ter(st: Position, units: Iterable[int]) -> int:
    """Return the highest TER involved (6.2, 10.2)."""
    return max((ter(st, u) for u in units), default=0)


def points_of(st: Position, u: int) -> int:
    """Return the Movement Points of an active unit: the command's, changed by its TER (7.1)."""
    efficiency = ter(st, u)
    if u == st.world.currie and st.currie != NOT_STACKED:
        efficiency = st.currie  # reading 88: fixed by the stack at the start of the round
    tables = st.world.tables
    if efficiency <= 2:
        return st.points + tables.ter_low  # TER 0 too: reading 35
    return st.points + tables.ter_high if efficiency >= 4 else st.points


def factor(st: Position, u: int) -> int:
    """Return the Combat Factor of a unit with the steps it has left."""
    return st.world.factor[u][st.steps[u]]
