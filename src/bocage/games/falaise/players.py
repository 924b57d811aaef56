"""A simple player for the fuzzer and the benchmarks: random, but it keeps busy."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from bocage.games.falaise.setup import SetUp
from bocage.games.falaise.verbs import END, HOLD, PASS, PICK, PLACE, STAY

if TYPE_CHECKING:
    from bocage.engine.actions import Action
    from bocage.games.falaise.position import Position

_IDLE = frozenset({END.number, STAY.number, PASS.number, HOLD.number})


def busy(st: Position, legal: Sequence[Action], rng: Random) -> Action:
    """Uniform, but it neither ends a phase nor stays while it can do something.

    In set-up it places units and picks none up again, unless there is no other way.
    """
    top = legal[0]
    kind = top >> 32
    if kind == END.number and len(legal) > 1 and legal[1] >> 32 == PICK.number:
        return top if _is_set_up(st) else rng.choice(legal)
    if kind in _IDLE and len(legal) > 1:
        return legal[1 + int(rng.random() * (len(legal) - 1))]
    if kind == PLACE.number:
        last = len(legal)
        while last > 1 and legal[last - 1] >> 32 == PICK.number:
            last -= 1
        return legal[int(rng.random() * last)]
    return legal[int(rng.random() * len(legal))]


def _is_set_up(st: Position) -> bool:
    return isinstance(st.stack[-1], SetUp)
