"""The odds of an attack, from the words of reports about both sides, not from numbers of the rules.

A commander knows the arithmetic of combat as every officer does: guns and preparation decide,
and each attacking battalion pays for the attack. It uses only its reports.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bocage.ai.commander.picture import Enemy, Picture
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import Troops
from bocage.games.opcom.s09_combat.support import support_range

_GOOD: Final = 7.0
"""A battalion in good order, on the scale of the combat procedure."""
_HIS: Final = 5.5
"""The strength of an enemy battalion in its position. It is seldom complete."""
_POSITION: Final = 1.5
_UNPREPARED: Final = 3.0
_LONG: Final = 0.5
_BESIDE_KM: Final = 2.5
"""Enemies within this distance of each other are together."""
_CAB_RANK: Final = 6.0
_CALLED: Final = 8.0


def margin(
    picture: Picture,
    units: Sequence[Troops],
    target: Enemy,
    *,
    prepared: bool,
    air: bool = False,
) -> float:
    """Return the margin of an attack over its enemy before the die."""
    able = [u for u in units if u.status.role == "full"]
    if not able:
        return -99.0
    worth = {u.number: picture.worth.get(u.number, 0.0) for u in able}
    score = sum(_GOOD * each for each in worth.values())
    best = _GOOD * max(worth.values())
    guns = [*((g, picture.where[g.number]) for g in picture.guns), *_lent(picture)]
    fire = [_fires(picture, gun, km_between(at, target.at)) for gun, at in guns]
    score += sum(min(best, each) for each in fire)
    score -= sum(u.unit.light_infantry for u in able)
    tanks = sum(u.arm == "tank" for u in able)
    if not prepared:
        score -= _UNPREPARED * len(able)
    elif 0 < tanks < len(able) and any(fire):
        score += len(able)
    if air:
        score += _CALLED if prepared else _CAB_RANK
    his = sum(each.battalions for each in picture.near(target.at, _BESIDE_KM))
    return score - his * (_HIS if target.gone else _HIS + _POSITION)


def _lent(picture: Picture) -> list[tuple[Troops, Point]]:
    return [(picture.world.units[number], at) for number, at in picture.lent.items()]


def _fires(picture: Picture, gun: Troops, km: float) -> float:
    near, far = support_range(gun.arm, picture.world.tables)
    share = 1.0 if km <= near else _LONG if km <= far else 0.0
    full = 2 * _GOOD if gun.arm in ("medium", "heavy") else _GOOD
    return full * share * min(1.0, 2 * picture.worth.get(gun.number, 1.0))


def nearest(enemies: Iterable[Enemy], at: Point) -> Enemy | None:
    """Return the enemy nearest to a point."""
    return min(enemies, key=lambda each: (km_between(each.at, at), each.at), default=None)
