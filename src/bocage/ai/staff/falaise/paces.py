"""How far German units still come: their classes, the moves they have left, and what a way of
some length means for them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.falaise.ways import ARMOUR, FOOT, WHEELS
from bocage.games.falaise.board.position import FINISHED, MOVED
from bocage.games.falaise.s04_sequence import last_turn
from bocage.games.falaise.s09_disruption import ter
from bocage.hexes.kernels import UNREACHED

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.board.world import World

NIGHT: Final = 12
DAY: Final = 9
"""Half points that a German unit of TER 3 has on the mean of the Activation die (7.1)."""
PACE: Final = 11
"""Half points of a turn's march."""
CERTAIN: Final = 0.5
HOPELESS: Final = 1.5
"""Shares of the moves left that a way may take: up to the one it will be gone, from the other
on it will not."""


def kind_of(world: World, u: int) -> int:
    """Return the class of a unit for ways."""
    return ARMOUR if world.armor[u] else WHEELS if world.mech[u] else FOOT


def budget(st: Position, u: int, shaken: int = 0) -> float:
    """Half points that a German unit has left in the game, on the mean, if its TER is changed by
    so much."""
    extra = _by_ter(ter(st, u) + shaken)
    first = st.turn + bool(st.marks[u] & (FINISHED | MOVED))
    return _moves(first, last_turn(st.world), extra)


def lasting_budget(st: Position, u: int) -> float:
    """Return the same for one who recovers: a disruption passes (9.2), and is no reason to turn
    round.
    """
    first = st.turn + bool(st.marks[u] & (FINISHED | MOVED))
    return _moves(first, last_turn(st.world), _by_ter(st.world.printed[u]))


def budget_after(st: Position, u: int) -> float:
    """Half points that a German unit has left from the next turn on, on the mean."""
    return _moves(st.turn + 1, last_turn(st.world), _extra(st, u))


def _extra(st: Position, u: int) -> int:
    return _by_ter(ter(st, u))


def _by_ter(efficiency: int) -> int:
    return 4 if efficiency >= 4 else -2 if efficiency <= 2 else 0


@cache
def _moves(first: int, last: int, extra: int) -> float:
    turns = last + 1 - first
    nights = sum(turn % 2 for turn in range(first, last + 1))
    return nights * (NIGHT + extra) + (turns - nights) * (DAY + extra)


def chance(far: int, left: float, certain: float = CERTAIN, hopeless: float = HOPELESS) -> float:
    """Return how likely a way of so many half points is done with so many left."""
    if far >= UNREACHED or left <= 0:
        return 0.0
    return min(1.0, max(0.0, (hopeless - far / left) / (hopeless - certain)))
