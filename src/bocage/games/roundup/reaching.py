"""How far a unit under way can go (10.0; see `games/reaching.py`)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from bocage.engine.actions import first
from bocage.games.reaching import Reached
from bocage.games.roundup.moving import Moving, step_cost
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.verbs import GO
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.roundup.position import Position


def reached(st: Position, seat: int) -> list[Reached]:
    """Every hex that `go` may name now."""
    top = st.stack[-1] if st.stack else None
    if not isinstance(top, Moving) or top.seat != seat:
        return []
    goals = [first(action) for action in top.legal(st) if action >> 32 == GO.number]
    return [_reached(st, top, h) for h in goals]


def _reached(st: Position, moving: Moving, h: int) -> Reached:
    way = moving.way(st, h)[0]
    u = moving.unit
    spent = moving.spent + sum(step_cost(st, u, here, n) for here, n in pairwise(way))
    notes: list[tuple[str, Rule]] = []
    if spent > moving.points:
        notes.append(("in a column", R("10.6")))
    if st.zone(moving.seat)[h] & ZONE:
        notes.append(("enemy zone of control: it stops", R("3.2.1")))
    return Reached(h, str(spent), tuple(way), tuple(notes))
