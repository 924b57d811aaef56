"""What a move costs, hex by hex, with the rule of every point (10.2, 7.4, 10.6)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bocage.games.roundup.charts import TERRAINS
from bocage.games.roundup.inundation import is_flooded
from bocage.games.roundup.moving import Moving, step_cost
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.world import FLOODED_POLDER
from bocage.hexes.kernels import DEAR, ZONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bocage.engine.rulings import Rule
    from bocage.games.roundup.position import Position


class Paid(NamedTuple):
    """One step of a way: where to, what for, and what has been spent by then."""

    hex: int
    cost: int
    reasons: tuple[tuple[str, Rule], ...]
    spent: int


def paid(st: Position, moving: Moving, way: Sequence[int]) -> list[Paid]:
    """The steps along a way of neighbouring hexes, for a unit under way."""
    found: list[Paid] = []
    spent = moving.spent
    for here, h in pairwise(way):
        cost = step_cost(st, moving.unit, here, h)
        spent += cost
        found.append(Paid(h, cost, _reasons(st, moving, here, h), spent))
    return found


def _reasons(st: Position, moving: Moving, here: int, h: int) -> tuple[tuple[str, Rule], ...]:
    world = st.world
    name = TERRAINS[world.terrain[h]]
    found = [(f"{name} {world.charts.points[name]}", R("10.2"))]
    if world.is_polder[h] and is_flooded(st):
        found = [(f"flooded polder {FLOODED_POLDER}", R("15.6"))]
    if world.water[h] >> world.grid.direction(h, here) & 1:
        found.append((f"over water +{world.charts.points['water']}", R("10.2")))
    flags = st.zone(moving.seat)[h]
    if flags & DEAR:
        found.append(("enemy TAS +1", R("7.4")))
    if flags & ZONE:
        found.append(("enemy zone of control: it stops", R("3.2.1")))
    return tuple(found)


def lines_of(st: Position, moving: Moving, way: Sequence[int]) -> list[str]:
    """The steps as lines, and what they come to."""
    numbers = st.world.grid.numbers
    lines: list[str] = []
    steps = paid(st, moving, way)
    for step in steps:
        why = ", ".join(f"{words} ({rule})" for words, rule in step.reasons)
        lines.append(f"  {numbers[step.hex]}  {step.cost} MP, {step.spent} in all: {why}")
    spent = steps[-1].spent if steps else moving.spent
    have = f"it has {moving.points}"
    if moving.column:
        have += f", or {2 * moving.points} in a column (10.6)"
    lines.append(f"  {spent} MP; {have}")
    return lines
