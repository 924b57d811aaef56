"""9.14.1, readings 4.33, 4.34 and 4.39: which way a unit retires, and what if it cannot.

Bearings are degrees clockwise from north, distances kilometres. The map finds the path;
here is what the path must satisfy.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Literal

from bocage.games.opcom.combat.settings import DEFAULT, Settings

Blocked = Literal["free", "step and stop", "step and isolated", "captured"]

_STRAIGHT = 1e-9


def bearing_back(attacks: Sequence[float]) -> float | None:
    """Straight back: the mean of the bearings in which the attackers came on.

    None where they came from all sides, so that there is no back.
    """
    east = sum(sin(radians(each)) for each in attacks)
    north = sum(cos(radians(each)) for each in attacks)
    if hypot(east, north) < _STRAIGHT * max(1, len(attacks)):
        return None
    return degrees(atan2(east, north)) % 360


def may_end_at(due: Fraction, there: float, settings: Settings = DEFAULT) -> bool:
    """Whether a town, a wood or the far end of a bridge is near enough to retire to instead."""
    snap = settings.tables.figures.shares["retreat.snap"]
    return due * (1 - snap) <= there <= due * (1 + snap)


def how_blocked(
    due: Fraction,
    free_km: float,
    status: int,
    *,
    refuge: bool,
    near_enemy: bool,
    settings: Settings = DEFAULT,
) -> Blocked:
    """Reading 4.34: what becomes of a unit whose way back is open for `free_km` alone.

    Args:
        due: how far it must retire.
        free_km: how much of that is open.
        status: its status after its losses.
        refuge: whether there is a place to stop in that can be defended.
        near_enemy: whether the way passes within a kilometre of an enemy.
    """
    if free_km >= due * settings.tables.figures.shares["retreat.open"] and not near_enemy:
        return "free"
    if refuge and not near_enemy:
        return "step and stop"
    return "captured" if status <= 1 else "step and isolated"


def thrown_back_km(start_line: float, settings: Settings = DEFAULT) -> float:
    """9.13: how far beaten attackers go back: to their start line, or 1 km if that is more."""
    return max(start_line, settings.tables.figures.wholes["retreat.least_back"])
