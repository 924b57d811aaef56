"""Where a moving unit can go, and what every step costs by which rule (10.2, 7.4, 10.6)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from bocage.engine.actions import first
from bocage.engine.reach import Note, Step, Way
from bocage.engine.words import Words
from bocage.games.roundup.board.charts import TERRAINS
from bocage.games.roundup.board.world import FLOODED_POLDER
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s10_movement import Moving, step_cost
from bocage.games.roundup.s15_optional.s15_06_inundation import is_flooded
from bocage.games.roundup.words.verbs import GO, STEP
from bocage.hexes.kernels import DEAR, NO_LIMIT, UNREACHED, ZONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bocage.engine.actions import Action
    from bocage.games.roundup.board.position import Position


def reach(st: Position, seat: int) -> list[Way]:
    """Return the way to every hex that `go` may name now."""
    top = st.stack[-1] if st.stack else None
    if not isinstance(top, Moving) or top.seat != seat:
        return []
    goals = [first(action) for action in top.legal(st) if action >> 32 == GO.number]
    return [_way(st, top, top.way(st, h)[0]) for h in goals]


def way(st: Position, seat: int, action: Action) -> Way | None:
    """Return the way of `go` or `step`; where `go` may not be, the cheapest way there is."""
    top = st.stack[-1] if st.stack else None
    kind, h = action >> 32, first(action)
    if not isinstance(top, Moving) or top.seat != seat or kind not in (GO.number, STEP.number):
        return None
    here = st.loc[top.unit]
    if kind == STEP.number:
        return _way(st, top, (here, h)) if st.world.grid.are_neighbours(here, h) else None
    if hexes := top.way(st, h)[0]:
        return _way(st, top, hexes)
    if h == here:
        return None
    work = st.world.scratch.work
    hexes = work.path(top.mobility(st), here, h, st.zone(seat), NO_LIMIT)
    return None if work.costs[h] >= UNREACHED else _way(st, top, hexes, allowed=False)


def _way(st: Position, moving: Moving, hexes: Sequence[int], *, allowed: bool = True) -> Way:
    steps: list[Step] = []
    spent = moving.spent
    for here, h in pairwise(hexes):
        cost = step_cost(st, moving.unit, here, h)
        spent += cost
        steps.append(Step(h, cost, spent, _notes(st, moving, here, h)))
    notes = [Note("column", Words("in a column"), R("10.6"))] if spent > moving.points else []
    if st.zone(moving.seat)[hexes[-1]] & ZONE:
        notes.append(_ZONE)
    means = [Note("points", Words("it has {points}", {"points": moving.points}), R("10.1"))]
    if moving.column:
        words = Words("or {points} in a column", {"points": 2 * moving.points})
        means.append(Note("column", words, R("10.6")))
    return Way(
        (moving.unit,),
        hexes[0],
        tuple(steps),
        spent,
        2 * moving.points if moving.column else moving.points,
        tuple(notes),
        tuple(means),
        allowed,
    )


_ZONE = Note("zone", Words("enemy zone of control: it stops"), R("3.2.1"))


def _notes(st: Position, moving: Moving, here: int, h: int) -> tuple[Note, ...]:
    world = st.world
    name = TERRAINS[world.terrain[h]]
    points = {"name": name, "points": world.charts.points[name]}
    found = [Note("terrain", Words("{name} {points}", points), R("10.2"))]
    if world.is_polder[h] and is_flooded(st):
        words = Words("flooded polder {points}", {"points": FLOODED_POLDER})
        found = [Note("flood", words, R("15.6"))]
    if world.water[h] >> world.grid.direction(h, here) & 1:
        words = Words("over water +{points}", {"points": world.charts.points["water"]})
        found.append(Note("water", words, R("10.2")))
    flags = st.zone(moving.seat)[h]
    if flags & DEAR:
        found.append(Note("tas", Words("enemy TAS +1"), R("7.4")))
    if flags & ZONE:
        found.append(_ZONE)
    return tuple(found)
