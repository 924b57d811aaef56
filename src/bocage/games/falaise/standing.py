"""Standing orders for Op-Fire: what a seat leaves behind so that it need not be asked (6.2).

They answer for it, with an ordinary action that goes into the log; where they say nothing the
seat is asked. Of several stacks the one with the best chance of a hit fires.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from bocage.games.falaise.efficiency import factor
from bocage.games.falaise.opfire import STRONG, OpFire, firing_hexes, firing_units
from bocage.games.falaise.tables import HIT
from bocage.games.falaise.verbs import FIRE, PASS

if TYPE_CHECKING:
    from bocage.engine.actions import Action
    from bocage.games.falaise.position import Position


def _best(st: Position, top: OpFire, least: int) -> int | None:
    """The stack of at least so many factors that does the most; the first of equals."""
    aim = top.came if top.breaking else top.into

    def strength(h: int) -> int:
        return sum(factor(st, u) for u in firing_units(st, top.seat, h, aim))

    def worth(h: int) -> tuple[int, int]:
        odds = top.odds(st, h)
        effects = [odds.resolve(die) for die in range(1, 7)]
        return effects.count(HIT), sum(effects)

    able = [h for h in firing_hexes(st, top.seat, aim) if strength(h) >= least]
    return max(able, key=worth) if able else None


def always(st: Position) -> Action | None:
    """Fire at whoever can be fired at."""
    top = st.stack[-1]
    if not isinstance(top, OpFire):
        return None
    h = _best(st, top, 0)
    return PASS() if h is None else FIRE(h)


def strong(st: Position) -> Action | None:
    """Fire with stacks of three factors or more; pass where there is none."""
    top = st.stack[-1]
    if not isinstance(top, OpFire):
        return None
    h = _best(st, top, STRONG)
    return PASS() if h is None else FIRE(h)


def never(st: Position) -> Action | None:
    """Hold all fire."""
    return PASS() if isinstance(st.stack[-1], OpFire) else None


ORDERS: Final[Mapping[str, Callable[[Position], Action | None]]] = {
    "fire": always,
    "fire-3": strong,
    "hold-fire": never,
}
"""By the name under which a seat leaves them."""
