"""9.16, 9.17: interdiction, bombing and counter-battery."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bocage.games.opcom.combat.fight import Gun
from bocage.games.opcom.combat.settings import DEFAULT, Settings
from bocage.games.opcom.combat.support import support_range
from bocage.games.opcom.tables import Strike

Effect = Literal["step", "stop", "none"]
"""A step lost and immobilised; immobilised; no effect."""

__all__ = [
    "Effect",
    "begins_anew",
    "effect",
    "force_of",
    "force_of_guns",
    "is_fixed",
    "may_bomb",
    "support_range",
]


def effect(force: int, die: int, *, heavy: bool = False, settings: Settings = DEFAULT) -> Effect:
    """9.16.table: what happens to one unit.

    Args:
        force: squadrons or artillery battalions on the map square; none has no effect.
        die: 1 to 6, one for each unit.
        heavy: whether they are heavy squadrons.
    """
    row = _row(force, heavy=heavy, settings=settings)
    if row is None:
        return "none"
    if die in row.step:
        return "step"
    return "stop" if die in row.stop else "none"


def _row(force: int, *, heavy: bool, settings: Settings) -> Strike | None:
    for row in settings.tables.strikes:
        span = row.heavy if heavy else row.tactical
        if span is not None and force in span:
            return row
    return None


def force_of(tactical: int, heavy: int, settings: Settings = DEFAULT) -> tuple[int, bool]:
    """Reading 8.1: a mixed force as tactical squadrons; the number, and whether it is heavy."""
    if heavy and not tactical:
        return heavy, True
    return tactical + heavy * settings.tables.figures.wholes["interdiction.heavy_as"], False


def force_of_guns(guns: Sequence[Gun], settings: Settings = DEFAULT) -> int:
    """Reading 8.4: each artillery unit counts one, beyond effective range a half; whole ones."""
    halves = 0
    for gun in guns:
        effective, long = gun.ranges or support_range(gun.arm, settings.tables)
        if gun.status.level(gun.steps) and gun.km <= max(effective, long):
            halves += 2 if gun.km <= effective else 1
    return halves // 2


def is_fixed(die: int, turns_in_place: int, settings: Settings = DEFAULT) -> bool:
    """9.17: whether firing artillery is fixed; +1 for every turn after the first in its place."""
    return die + max(0, turns_in_place - 1) >= settings.tables.figures.wholes["interdiction.fix"]


def may_bomb(nearest_friend_km: float, settings: Settings = DEFAULT) -> bool:
    """Reading 8.3: the bomb line; nearer to friends the mission aborts."""
    return nearest_friend_km >= settings.tables.figures.wholes["interdiction.bomb_line"]


def begins_anew(moved_km: float, settings: Settings = DEFAULT) -> bool:
    """Reading 8.6: whether guns have moved so far that counter-battery begins anew."""
    return moved_km >= settings.tables.figures.wholes["interdiction.reset"]
