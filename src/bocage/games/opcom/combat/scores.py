"""9.8: the scores of both sides as a ledger; what is shown is what is rolled for."""

from __future__ import annotations

from fractions import Fraction

from bocage.engine.ledger import Ledger
from bocage.games.opcom.combat.factors import Factors
from bocage.games.opcom.combat.fight import ATTACKER, DEFENDER, Fight, fighting
from bocage.games.opcom.combat.settings import DEFAULT, Settings
from bocage.games.opcom.combat.support import add_guns, add_limits
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.tables import Band

FINAL = "final"
"""The heading of the final score (9.8.3, 9.8.4)."""


def ledger(fight: Fight, settings: Settings = DEFAULT) -> Ledger:
    """Status, support and factors of both sides, under `attacker` and `defender`."""
    found = Ledger()
    for heading in (ATTACKER, DEFENDER):
        _status(found, fight, heading)
        side = fight.attacker if heading == ATTACKER else fight.defender
        add_limits(found, heading, side, settings)
        guns = add_guns(found, heading, side, settings)
        Factors(found, fight, heading, guns, settings).add()
    return found


def _status(found: Ledger, fight: Fight, heading: str) -> None:
    attacking = heading == ATTACKER
    side = fight.attacker if attacking else fight.defender
    counting = fighting(side.fighters, attacking=attacking)
    rule = R("9.8.1") if attacking else R("9.8.2")
    for unit in side.fighters:
        level = unit.status.level(unit.steps)
        found.add(heading, level, rule, "{unit:unit}", unit=unit.unit)
        if unit.overrun:
            words = "{unit:unit} is reached by the fight: half, rounded down"
            found.add(heading, unit.level - level, R("reading 4.23"), words, unit=unit.unit)
        if unit not in counting and unit.level:
            words = "{unit:unit} may only defend"
            rule_of_three = R("9.3").read(R("reading 4.7"))
            found.add(heading, -unit.level, rule_of_three, words, unit=unit.unit)


def final_ledger(scores: Ledger, die: int) -> Ledger:
    """The final score: the difference and the die, under `final`."""
    found = Ledger()
    found.add(FINAL, scores.total(ATTACKER), R("9.8.1"), "the attacker's score")
    found.add(FINAL, -scores.total(DEFENDER), R("9.8.3"), "less the defender's score")
    found.add(FINAL, die, R("9.8.4"), "the die")
    return found


def final_score(scores: Ledger, die: int) -> int:
    """9.8.3, 9.8.4: the difference of the scores, and the die."""
    return int(final_ledger(scores, die).total(FINAL))


def counted(fight: Fight, settings: Settings = DEFAULT) -> tuple[tuple[int, ...], tuple[int, ...]]:  # noqa: ARG001 - the contract
    """The ground units of attacker and defender that count: they take the steps (reading 4.28)."""
    return (
        tuple(unit.unit for unit in fighting(fight.attacker.fighters, attacking=True)),
        tuple(unit.unit for unit in fighting(fight.defender.fighters, attacking=False)),
    )


def chances(fight: Fight, settings: Settings = DEFAULT) -> dict[Band, Fraction]:
    """How likely each result is, exactly, from the worst for the attacker to the best."""
    scores = ledger(fight, settings)
    look = settings.tables.outcome
    found: dict[Band, Fraction] = {}
    for die in range(1, 7):
        band = look(final_score(scores, die), bad=fight.bad).band
        found[band] = found.get(band, Fraction(0)) + Fraction(1, 6)
    return found
