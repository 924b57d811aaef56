"""How far units under way can go (7.2; see `games/reaching.py`)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import first
from bocage.games.falaise.ground import POINT
from bocage.games.falaise.moving import Moving
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.verbs import GO, STEP
from bocage.games.reaching import Reached
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.falaise.position import Position

_UNDER_FIRE: Final = "enters an enemy zone of control: he may fire"
_HALF: Final = "\N{VULGAR FRACTION ONE HALF}"


def reached(st: Position, seat: int) -> list[Reached]:
    """Every hex that `go` may name now, and the one that takes the whole move (7.2.1)."""
    top = st.stack[-1] if st.stack else None
    if not isinstance(top, Moving) or top.seat != seat:
        return []
    legal = top.legal(st)
    goals = [first(action) for action in legal if action >> 32 == GO.number]
    steps = {first(action) for action in legal if action >> 32 == STEP.number}
    alone = sorted(steps.difference(goals))
    return [*(_reached(st, top, h) for h in goals), *(_whole_move(st, top, h) for h in alone)]


def points_said(halves: int) -> str:
    """Half points as players say them: `3½`."""
    whole, half = divmod(halves, POINT)
    return f"{whole or ('' if half else 0)}{_HALF if half else ''}"


def _whole_move(st: Position, moving: Moving, h: int) -> Reached:
    notes: list[tuple[str, Rule]] = [("takes the whole move", R("7.2.1.a"))]
    if st.zone(moving.seat)[h] & ZONE:
        notes.append((_UNDER_FIRE, R("6.2")))
    way = (st.loc[moving.units[0]], h)
    return Reached(h, points_said(moving.points), way, tuple(notes))


def _reached(st: Position, moving: Moving, h: int) -> Reached:
    way, by_road = moving.way(st, h)
    if not by_road:
        way = moving.quiet(st, way)
    zone = st.zone(moving.seat)
    price = moving.road_cost if by_road else moving.step_cost
    spent = moving.road if by_road else moving.spent
    spent += sum(price(st, here, n) for here, n in pairwise(way))
    notes: list[tuple[str, Rule]] = []
    if by_road:
        notes.append(("by Road Movement", R("7.3")))
    if any(zone[n] & ZONE for n in way[1:]):
        notes.append((_UNDER_FIRE, R("6.2")))
    return Reached(h, points_said(spent), tuple(way), tuple(notes))
