"""6.4: times and places of movement by rail."""

from __future__ import annotations

from bocage.engine.ledger import Ledger
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.opcom.combat.settings import DEFAULT, Settings
from bocage.games.opcom.rulebook import R

HALF_TURNS = "half turns"
_ENEMY_KM = 2
"""Reading 3.19: no train near the enemy."""


def journey(*, vehicles: bool, settings: Settings = DEFAULT) -> Ledger:
    """How long a unit takes from embarking to standing beside the line, under `half turns`."""
    found = Ledger()
    column = 1 if vehicles else 0
    steps = (
        ("embark in a town or village", R("6.4.a"), "to embark"),
        ("travel, any distance", R("6.4.f"), "on the way, however far"),
        ("disembark", R("6.4.b"), "to disembark"),
    )
    for row, rule, words in steps:
        found.add(HALF_TURNS, settings.tables.rail[row][column], rule, words)
    return found


def may_embark(unit: int, *, at_town: bool, points: int, lift: int, enemy_km: float = 99) -> Ruling:
    """Whether a unit boards a train here: `points` are those aboard with it."""
    if not at_town:
        words = "{unit:unit} boards a train in a town or village on the line"
        return refuse(R("6.4.c"), words, unit=unit)
    if points > lift:
        words = "{unit:unit} does not fit: the train lifts {lift} points"
        return refuse(R("6.4.e"), words, unit=unit, lift=lift)
    if enemy_km <= _ENEMY_KM:
        words = "{unit:unit} boards no train within {km} km of the enemy"
        return refuse(R("reading 3.19"), words, unit=unit, km=_ENEMY_KM)
    return OK


def may_leave_train(unit: int, *, vehicles: bool, at_town: bool, enemy_km: float = 99) -> Ruling:
    """Whether a unit leaves a train here: infantry anywhere, vehicles in a town or village."""
    if vehicles and not at_town:
        words = "{unit:unit} has vehicles and leaves a train in a town or village"
        return refuse(R("6.4.d"), words, unit=unit)
    if enemy_km <= _ENEMY_KM:
        words = "{unit:unit} leaves no train within {km} km of the enemy"
        return refuse(R("reading 3.19"), words, unit=unit, km=_ENEMY_KM)
    return OK


def is_late(die: int, late: int) -> bool:
    """Reading 3.23: whether a train that may be held up is."""
    return die <= late
