"""Scores: the factors, each for the units that it applies to, as a ledger (9.8 to 9.10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from bocage.engine.ledger import Ledger
from bocage.games.opcom.board.tables import Band
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s09_combat.fight import (
    ATTACKER,
    DEFENDER,
    Fight,
    Fighter,
    Settings,
    Side,
    fighting,
    status_of,
)
from bocage.games.opcom.s09_combat.support import add_guns, add_limits
from bocage.games.opcom.words.amounts import share


class Factors:
    """Enters the factors of one side of a fight."""

    def __init__(
        self, found: Ledger, fight: Fight, heading: str, guns: int, settings: Settings
    ) -> None:
        """Prepare the entries; `guns` is the artillery's part of the side's score."""
        self._found: Final = found
        self._fight: Final = fight
        self._heading: Final = heading
        self._guns: Final = guns
        self._settings: Final = settings
        self._attacking: Final = heading == ATTACKER
        self._side: Final[Side] = fight.attacker if self._attacking else fight.defender
        self._units: Final = fighting(self._side.fighters, attacking=self._attacking)

    def add(self) -> None:
        """Enter all of them, in the order of the book."""
        self._advantages()
        self._combined_arms()
        if self._attacking:
            self._light_infantry()
            self._unprepared()
        self._against_tanks()
        self._each("no_fuel", _is_dry, R("9.9.no-fuel").read(R("reading 4.14")), "no fuel")
        rule = R("9.9.non-tactical").read(R("reading 4.45"))
        self._each("non_tactical", lambda unit: not unit.tactical, rule, "not tactical")
        self._other_formation()
        self._air()
        for value, cited, why in self._side.extra:
            self._found.add(self._heading, value, cited, why)

    def _each(
        self,
        name: str,
        holds: Callable[[Fighter], bool],
        rule: R,
        why: str,
        value: int | None = None,
    ) -> None:
        """A factor for each unit for which something holds."""
        units = [unit.unit for unit in self._units if holds(unit)]
        if units:
            one = self._settings.tables.factors[name] if value is None else value
            words = "{units:unit}: {why}"
            self._found.add(self._heading, one * len(units), rule, words, units=units, why=why)

    def _advantages(self) -> None:
        most = self._settings.figures.combat.most_advantages
        rule = R("9.9.advantage").read(R("9.10.1"), R("reading 4.11"))
        for each in self._side.advantages[:most]:
            self._each("advantage", lambda _: True, rule, each.why)

    def _combined_arms(self) -> None:
        """Enter combined arms of prepared units, usually only in attack (9.10.2, readings 4.9
        and 4.10).
        """
        if not self._attacking and not self._settings.combined_defence:
            return
        ready = [unit for unit in self._units if unit.prepared]
        if self._guns > 0 and is_balanced(ready, self._settings):
            numbers = {unit.unit for unit in ready}
            notes = (
                R("9.10.2.a"),
                R("9.10.2.b"),
                R("9.10.2.c"),
                R("reading 4.9"),
                R("reading 4.10"),
            )
            rule = R("9.9.combined-arms").read(*notes)
            self._each("combined_arms", lambda unit: unit.unit in numbers, rule, "combined arms")

    def _light_infantry(self) -> None:
        """Enter light infantry, by the counter or by an unusual role (9.10.3, reading 4.8)."""
        every_para = self._settings.light == "all paras"
        rule = R("9.9.light-infantry").read(R("9.10.3.b"))
        self._each("light_infantry", lambda unit: unit.out_of_role, rule, "out of role, so light")
        rule = R("9.9.light-infantry").read(R("9.10.3.a"))
        self._each(
            "light_infantry",
            lambda unit: unit.light and not unit.out_of_role,
            rule,
            "light infantry",
        )
        rule = R("9.9.light-infantry").read(R("reading 4.8"))
        self._each(
            "light_infantry",
            lambda unit: every_para and unit.para and not (unit.light or unit.out_of_role),
            rule,
            "paratroops, ruled light",
        )

    def _unprepared(self) -> None:
        value = None if self._settings.unprepared is None else -self._settings.unprepared
        rule = R("9.9.unprepared").read(R("reading 4.4"))
        self._each("unprepared", lambda unit: not unit.prepared, rule, "not prepared", value)

    def _against_tanks(self) -> None:
        """Enter the factor against tanks that are a quarter of the other side or more (reading
        4.12).
        """
        fight = self._fight
        other = fight.defender if self._attacking else fight.attacker
        if not has_tanks(other, self._settings, attacking=not self._attacking):
            return
        if not self._attacking and fight.ground == "close":
            rule = R("9.9.close-country").read(R("9.10.4"), R("reading 4.12"))
            self._each("close_country", lambda _: True, rule, "close country against tanks")
        supported = self._guns > 0 or any(
            unit.is_tank or unit.arm == "anti-tank" for unit in self._units
        )
        if fight.is_open and not supported:
            rule = R("9.9.open-against-tanks").read(R("9.10.5"), R("reading 4.12"))
            why = "alone in the open against tanks"
            self._each("open_against_tanks", lambda unit: unit.is_infantry, rule, why)

    def _other_formation(self) -> None:
        leads = self._side.formation
        if leads:
            rule = R("9.9.other-formation").read(R("9.10.6"), R("reading 4.13"))
            why = f"not of {leads}"
            self._each("other_formation", lambda unit: unit.formation != leads, rule, why)

    def _air(self) -> None:
        if self._side.air != "none":
            value = self._settings.tables.air[self._side.air]
            words = "{level} air support"
            self._found.add(self._heading, value, R("9.9.air"), words, level=self._side.air)


def is_balanced(units: Sequence[Fighter], settings: Settings) -> bool:
    """Return whether infantry and tanks are each at least a third of the other (9.10.2)."""
    tanks = sum(unit.level for unit in units if unit.is_tank)
    infantry = sum(unit.level for unit in units if unit.is_infantry)
    least = settings.figures.combat.balance
    return bool(tanks and infantry) and tanks >= infantry * least and infantry >= tanks * least


def has_tanks(side: Side, settings: Settings, *, attacking: bool) -> bool:
    """Return whether a side counts as tanks for its enemies (reading 4.12)."""
    units = fighting(side.fighters, attacking=attacking)
    tanks = status_of(tuple(unit for unit in units if unit.is_tank))
    return tanks > 0 and tanks >= status_of(units) * settings.figures.combat.against_tanks


def _is_dry(unit: Fighter) -> bool:
    return unit.mechanised and not unit.out_of_role and not unit.fuelled


FINAL = "final"
"""The heading of the final score (9.8.3, 9.8.4)."""


def ledger(fight: Fight, settings: Settings) -> Ledger:
    """Return status, support and factors of both sides, under `attacker` and `defender`."""
    found = Ledger()
    for heading in (ATTACKER, DEFENDER):
        _status(found, fight, heading)
        side = fight.attacker if heading == ATTACKER else fight.defender
        add_limits(found, heading, side, settings)
        guns = add_guns(found, heading, side, settings)
        Factors(found, fight, heading, guns, settings).add()
    rows = found.rows[:]
    for number in fight.struck:
        if 1 <= number <= len(rows):
            row = rows[number - 1]
            words = "struck by Control: row {number}"
            found.add(row.heading, -row.value, R("2.0.c"), words, number=number)
    return found


def _status(found: Ledger, fight: Fight, heading: str) -> None:
    attacking = heading == ATTACKER
    side = fight.attacker if attacking else fight.defender
    counting = fighting(side.fighters, attacking=attacking)
    rule = R("9.8.1") if attacking else R("9.8.2")
    for unit in side.fighters:
        level = unit.status.level(unit.steps)
        found.add(heading, level, rule, "{unit:unit}", unit=unit.unit)
        if unit.overrun is not None:
            words = "{unit:unit} is reached by the fight: {part}, rounded down"
            part = share(unit.overrun)
            off = unit.level - level
            found.add(heading, off, R("reading 4.23"), words, unit=unit.unit, part=part)
        if unit not in counting and unit.level:
            words = "{unit:unit} may only defend"
            rule_of_three = R("9.3").read(R("reading 4.7"))
            found.add(heading, -unit.level, rule_of_three, words, unit=unit.unit)


def final_ledger(scores: Ledger, die: int) -> Ledger:
    """Return the final score: the difference and the die, under `final`."""
    found = Ledger()
    found.add(FINAL, scores.total(ATTACKER), R("9.8.1"), "the attacker's score")
    found.add(FINAL, -scores.total(DEFENDER), R("9.8.3"), "less the defender's score")
    found.add(FINAL, die, R("9.8.4"), "the die")
    return found


def final_score(scores: Ledger, die: int) -> int:
    """Return the difference of the scores, and the die (9.8.3, 9.8.4)."""
    return int(final_ledger(scores, die).total(FINAL))


def counted(fight: Fight) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the ground units of attacker and defender that count: they take the steps (reading
    4.28).
    """
    return (
        tuple(unit.unit for unit in fighting(fight.attacker.fighters, attacking=True)),
        tuple(unit.unit for unit in fighting(fight.defender.fighters, attacking=False)),
    )


def chances(fight: Fight, settings: Settings) -> dict[Band, Fraction]:
    """Return the exact probability of each result, from the attacker's worst to best."""
    scores = ledger(fight, settings)
    look = settings.tables.outcome
    found: dict[Band, Fraction] = {}
    for die in range(1, 7):
        band = look(final_score(scores, die), bad=fight.bad).band
        found[band] = found.get(band, Fraction(0)) + Fraction(1, 6)
    return found
