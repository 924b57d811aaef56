"""Simple players for the fuzzer and the benchmarks: one that keeps busy, one that attacks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from bocage.engine.actions import first
from bocage.games.falaise.units import ALLIED
from bocage.games.falaise.verbs import ATTACK, END, GO, HOLD, PASS, PICK, PLACE, RELIEVE, STAY

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
    return type(st.stack[-1]).__name__ == "SetUp"


def aggressive(st: Position, legal: Sequence[Action], rng: Random) -> Action:
    """Moves towards the enemy and attacks; the Germans make for the Withdrawal Line."""
    kinds = {action >> 32 for action in legal}
    if ATTACK.number in kinds:
        return _any(legal, ATTACK.number, rng)
    if GO.number in kinds:
        goals = [first(action) for action in legal if action >> 32 == GO.number]
        sample = rng.sample(goals, min(12, len(goals)))
        position = st.world.grid.position
        if getattr(st.stack[-1], "seat", ALLIED) == ALLIED:
            zone = st.zone(ALLIED)
            return GO(min(sample, key=lambda h: (not zone[h], rng.random())))
        return GO(min(sample, key=lambda h: (position(h), rng.random())))
    if RELIEVE.number in kinds:
        return RELIEVE()
    return busy(st, legal, rng)


def _any(legal: Sequence[Action], kind: int, rng: Random) -> Action:
    return rng.choice([action for action in legal if action >> 32 == kind])
