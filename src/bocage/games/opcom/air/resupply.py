"""12.2: how many of the supply points that are flown in arrive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bocage.engine.ledger import Ledger
from bocage.games.opcom.combat.settings import DEFAULT, Settings
from bocage.games.opcom.rulebook import R

SCORE: Final = "score"
"""The heading of the ledger: the die and everything that changes it."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Supplies flown to one place."""

    points: int
    poor: bool = False
    """Poor ground, and no airstrip."""
    contested: bool = False
    """Enemy air cover in the zone, undefeated (reading 9.9)."""
    fighters: bool = False
    """Enemy fighters have broken through to the stream (reading 9.9)."""
    flak: bool = False
    airstrip: bool = False
    afdag: bool = False


def score(delivery: Delivery, die: int, settings: Settings = DEFAULT) -> Ledger:
    """12.2.a: the die and its factors."""
    factors = settings.tables.sky.resupply_factors
    found = Ledger()
    found.add(SCORE, die, R("12.2.a"), "a die of {die}", die=die)
    if delivery.poor:
        found.add(SCORE, factors["poor_terrain"], R("12.2.poor"), "poor ground")
    if delivery.contested:
        rule = R("12.2.contested").read(R("reading 9.9"))
        found.add(SCORE, factors["contested"], rule, "the zone is contested")
    if delivery.afdag:
        rule = R("12.2.afdag").read(R("reading 9.10"))
        found.add(SCORE, factors["afdag"], rule, "landed on an airstrip where an AFDAG works")
    elif delivery.airstrip:
        found.add(SCORE, factors["airstrip"], R("12.2.airstrip"), "landed on an airstrip")
    if delivery.fighters:
        rule = R("12.2.fighters").read(R("reading 9.9"))
        found.add(SCORE, factors["fighters"], rule, "enemy fighters intervene")
    if delivery.flak:
        found.add(SCORE, factors["flak"], R("12.2.flak"), "enemy flak intervenes")
    return found


def arriving(points: int, total: int, settings: Settings = DEFAULT) -> int:
    """12.2.table: what arrives of one to ten points at a score."""
    if not points:
        return 0
    row = next(cells for span, cells in settings.tables.sky.resupply if total in span)
    return row[len(row) - points]


def loads(points: int, settings: Settings = DEFAULT) -> list[int]:
    """Reading 6.12: more than ten points are rolled for in loads of ten."""
    most = settings.tables.figures.wholes["air.load"]
    return [min(most, points - at) for at in range(0, points, most)]


def delivered(delivery: Delivery, dice: Sequence[int], settings: Settings = DEFAULT) -> int:
    """The points that arrive: one die for each load."""
    found = 0
    for points, die in zip(loads(delivery.points, settings), dice, strict=True):
        found += arriving(points, int(score(delivery, die, settings).total(SCORE)), settings)
    return found
