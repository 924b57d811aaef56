"""12.10: what reconnaissance from the air sees of a unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bocage.engine.ledger import Ledger
from bocage.games.opcom.combat.settings import DEFAULT, Settings
from bocage.games.opcom.rulebook import R

SCORE: Final = "score"
NOTHING: Final = "nothing"
_COLUMNS: Final = {
    (True, True): 0,
    (True, False): 1,
    (False, False): 2,
    (False, True): 3,
}
"""Vehicles and moving, by the column of the chart (reading 8.7)."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A unit as it is from above."""

    vehicles: bool
    """Armoured or mechanised."""
    moving: bool
    covered: bool
    """In woods or a built-up area."""
    built_up: bool
    crowd: int
    """Units in the same grid square, itself included."""


def has_cover(sight: Sight, settings: Settings = DEFAULT) -> Ledger:
    """12.10.b to 12.10.d: rows under `cover`; a total of 1 or more hides the unit."""
    found = Ledger()
    if not sight.covered:
        return found
    found.add("cover", 1, R("12.10.b"), "in cover")
    if sight.vehicles and sight.built_up:
        found.add("cover", -1, R("12.10.d"), "vehicles in a built-up area have no cover")
    elif sight.crowd > settings.tables.figures.wholes["air.dense"]:
        rule = R("12.10.c").read(R("reading 8.18"))
        found.add("cover", -1, rule, "an exceptional concentration")
    return found


def score(sight: Sight, die: int, *, weather: bool, settings: Settings = DEFAULT) -> Ledger:
    """The die with what changes it; `weather` is whether there is none for close support."""
    found = Ledger()
    found.add(SCORE, die, R("12.10.a"), "a die of {die}", die=die)
    if sight.crowd > settings.tables.figures.wholes["air.crowd"]:
        found.add(SCORE, 1, R("12.10.e"), "more than three units in the square")
    if weather:
        found.add(SCORE, -2, R("reading 8.12"), "in this weather")
    return found


def seen(sight: Sight, die: int, *, weather: bool = False, settings: Settings = DEFAULT) -> str:
    """12.10.table: what is reported of a unit."""
    if has_cover(sight, settings).total("cover") > 0:
        return NOTHING
    total = int(score(sight, die, weather=weather, settings=settings).total(SCORE))
    row = next(cells for span, cells in settings.tables.sky.recce if total in span)
    return row[_COLUMNS[sight.vehicles, sight.moving]]
