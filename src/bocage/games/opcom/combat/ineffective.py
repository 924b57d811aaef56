"""9.5: units that are no longer effective: they retire, are captured, and give prisoners."""

from __future__ import annotations

from fractions import Fraction

from bocage.games.opcom.combat.settings import DEFAULT, Settings
from bocage.games.opcom.profiles import Status


def is_effective(status: Status, steps: int) -> bool:
    """9.5: a unit below status 1 is no longer effective."""
    return status.level(steps) >= 1


def must_retire_km(settings: Settings = DEFAULT) -> int:
    """Reading 4.40: how far such a unit goes back in each turn."""
    return settings.tables.figures.wholes["retreat.ineffective"]


def is_captured(enemy_km: float, *, has_route: bool, settings: Settings = DEFAULT) -> bool:
    """9.5, reading 4.40: an effective enemy next to it, and no way out."""
    return enemy_km <= settings.tables.figures.wholes["retreat.captured"] and not has_route


def prisoners(status: Status, steps: int, settings: Settings = DEFAULT) -> int:
    """Reading 7.6: about how many prisoners a captured unit gives.

    Args:
        status: its profile.
        steps: lost before the blow that finished it.
        settings: the tables looked up in.
    """
    figures = settings.tables.figures
    least, most = figures.pairs["prisoners.battalion"]
    full = max(status.levels)
    if not full:
        return 0
    found = least + (most - least) * Fraction(status.level(steps), full)
    if full <= figures.wholes["prisoners.small_status"]:
        found *= figures.shares["prisoners.small"]
    step = figures.wholes["prisoners.round"]
    return int(found / step + Fraction(1, 2)) * step
