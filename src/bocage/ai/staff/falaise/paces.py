"""The reach of German units: their classes, their remaining moves, and the odds of a way."""

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
"""The half points by night and by day of a German unit of TER 3, on the mean of the Activation
die (7.1).
"""
PACE: Final = 11
"""The half points of a turn's march."""
CERTAIN: Final = 0.5
HOPELESS: Final = 1.5
"""The shares of the remaining moves at which a way is certain, and at which it is hopeless."""


def kind_of(world: World, u: int) -> int:
    """Return the class of a unit for ways."""
    return ARMOUR if world.armor[u] else WHEELS if world.mech[u] else FOOT


def budget(st: Position, u: int, shaken: int = 0) -> float:
    """Return a German unit's mean half points for the rest of the game.

    `shaken` is a change to its TER.
    """
    extra = _by_ter(ter(st, u) + shaken)
    first = st.turn + bool(st.marks[u] & (FINISHED | MOVED))
    return _moves(first, last_turn(st.world), extra)


def lasting_budget(st: Position, u: int) -> float:
    """Return the same for a unit that recovers: disruption passes (9.2), so the unit keeps its
    way.
    """
    first = st.turn + bool(st.marks[u] & (FINISHED | MOVED))
    return _moves(first, last_turn(st.world), _by_ter(st.world.printed[u]))


def budget_after(st: Position, u: int) -> float:
    """Return a German unit's mean half points from the next turn on."""
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
    """Return the probability that a way of so many half points succeeds with so many left."""
    if far >= UNREACHED or left <= 0:
        return 0.0
    return min(1.0, max(0.0, (hopeless - far / left) / (hopeless - certain)))
