"""The results of a final score, each consequence with its rule (9.13, 9.14).

The consequences are rows of a ledger, and the numbers of a `Result` are sums of rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from bocage.engine.ledger import Ledger
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.opcom.board.tables import Band, Outcome, Overrun, Retreat
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s09_combat.fight import (
    Fight,
    Fighter,
    Settings,
    fighting,
    status_of,
)
from bocage.games.opcom.s09_combat.scores import counted, final_ledger, ledger
from bocage.games.opcom.words.amounts import times

ATTACKER_STEPS: Final = "attacker steps"
DEFENDER_STEPS: Final = "defender steps"
RETIRES: Final = "retires"
"""More than 0 if the defender has to retire."""
SUPPLIES: Final = "supplies lost"
BACK: Final = "thrown back"
COUNTER: Final = "counter-attack"
NO_COUNTER: Final = "no counter-attack next turn"
OVERRUN: Final = "overrun"

_RULES: Final[Mapping[Band, Mapping[str, R]]] = {
    "total success": {
        "attacker": R("9.13.total.attacker"),
        "defender": R("9.13.total.defender"),
        "retreat": R("9.13.total.retreat"),
        "supply": R("9.13.total.supply"),
        "counter-attack": R("9.13.total.counter-attack"),
        "overrun": R("9.13.total.overrun"),
    },
    "success": {
        "attacker": R("9.13.success.attacker"),
        "defender": R("9.13.success.defender"),
        "retreat": R("9.13.success.retreat"),
        "supply": R("9.13.success.supply"),
        "overrun": R("9.13.success.overrun"),
    },
    "limited success": {
        "attacker": R("9.13.limited.attacker"),
        "defender": R("9.13.limited.defender"),
        "retreat": R("9.13.limited.retreat"),
        "supply": R("9.13.limited.supply"),
        "counter-attack": R("9.13.limited.counter-attack"),
        "overrun": R("9.13.limited.overrun"),
    },
    "confused": {
        "attacker": R("9.13.confused.both"),
        "defender": R("9.13.confused.both"),
    },
    "beaten": {
        "attacker": R("9.13.beaten.attacker"),
        "counter-attack": R("9.13.beaten.counter-attack"),
    },
}
"""The rule of each consequence, by result."""


@dataclass(frozen=True, slots=True)
class Result:
    """The results of a fight."""

    band: Band
    final: int
    attacker_steps: int
    """The loss of each ground unit that counted; the extra for an overrun is in `overrun`."""
    defender_steps: int
    """The loss of each ground unit that counted, with one more if every defender stands fast."""
    retreat: Retreat
    """Also `none` if all stand fast or hold a city."""
    stood_fast: bool
    """Whether a defender paid to stay."""
    supplies_lost: int
    """The number for each defending unit."""
    thrown_back: bool
    """Whether attackers go back to their start line, at least 1 km."""
    may_counter: bool
    no_counter_next_turn: bool
    overrun: Overrun | None
    why: Ledger
    """Every consequence with its rule, for Control's card."""


def resolve(fight: Fight, settings: Settings, die: int = 1, band: Band | None = None) -> Result:
    """Return the result of a fight with a die, 1 to 6; or the result that Control rules (2.0.c)."""
    if not 1 <= die <= 6:
        raise ValueError(f"a die shows 1 to 6, not {die}")
    why = final_ledger(ledger(fight, settings), die)
    final = int(why.total("final"))
    outcome = settings.tables.outcome(final, bad=fight.bad)
    if band is not None and band != outcome.band:
        outcome = settings.tables.of_band(band)
        why.add("result", 0, R("2.0.c"), "{band}, as Control rules", band=band)
    _losses(why, outcome)
    stood = _retreat(why, fight, outcome, settings)
    _afterwards(why, fight, outcome, settings, stood_fast=stood)
    steps = int(why.total(DEFENDER_STEPS))
    return Result(
        band=outcome.band,
        final=final,
        attacker_steps=int(why.total(ATTACKER_STEPS)),
        defender_steps=steps,
        retreat=outcome.retreat if why.total(RETIRES) > 0 else "none",
        stood_fast=stood,
        supplies_lost=int(why.total(SUPPLIES)),
        thrown_back=why.total(BACK) > 0,
        may_counter=why.total(COUNTER) > 0,
        no_counter_next_turn=why.total(NO_COUNTER) > 0,
        overrun=outcome.overrun if why.total(OVERRUN) > 0 else None,
        why=why,
    )


def _losses(why: Ledger, outcome: Outcome) -> None:
    rules = _RULES[outcome.band]
    why.add(ATTACKER_STEPS, outcome.attacker_steps, rules["attacker"], "each attacking unit")
    if outcome.defender_steps:
        why.add(DEFENDER_STEPS, outcome.defender_steps, rules["defender"], "each defending unit")
    if outcome.supplies_lost:
        rule = rules["supply"].read(R("reading 4.41"))
        why.add(SUPPLIES, outcome.supplies_lost, rule, "for each defending unit")


def _retreat(why: Ledger, fight: Fight, outcome: Outcome, settings: Settings) -> bool:
    """Return whether the defender has to retire, even if a unit pays to stay."""
    if outcome.retreat == "none":
        return False
    why.add(RETIRES, 1, _RULES[outcome.band]["retreat"], "the defender retires")
    if fight.city and outcome.band != "total success":
        rule = R("9.14.3").read(R("reading 4.37"))
        why.add(RETIRES, -1, rule, "only a total success makes a defender leave a marked city")
        if why.total(RETIRES) <= 0:
            return False
    staying = standing(fight)
    if not staying:
        return False
    everybody = len(staying) == len(fighting(fight.defender.fighters, attacking=False))
    rule = R("9.14.2").read(R("reading 4.36"))
    units = [unit.unit for unit in staying]
    before = len(why.rows)
    if everybody:
        more = settings.figures.combat.stand_fast
        why.add(RETIRES, -1, rule, "{units:unit}: ordered to stand fast", units=units)
        why.add(DEFENDER_STEPS, more, rule, "{units:unit}: the price of staying", units=units)
    else:
        why.add("stand fast", 0, rule, "{units:unit}: a step more, and no retreat", units=units)
    return len(why.rows) > before


def standing(fight: Fight) -> tuple[Fighter, ...]:
    """Return the defenders that stand fast if they have to retire (9.14.2)."""
    units = fighting(fight.defender.fighters, attacking=False)
    return tuple(unit for unit in units if fight.stand_fast or unit.stands_fast)


def _afterwards(
    why: Ledger, fight: Fight, outcome: Outcome, settings: Settings, *, stood_fast: bool
) -> None:
    if outcome.band == "beaten":
        rule = R("9.13.beaten.back").read(R("reading 4.39"))
        words = "the attackers go back to their start line, at least {km} km"
        why.add(BACK, 1, rule, words, km=settings.figures.retreat.least_back)
    if outcome.counter == "if ordered":
        rule = _RULES[outcome.band]["counter-attack"].read(R("reading 4.38"))
        why.add(COUNTER, 1, rule, "the defender may counter-attack, if ordered")
    elif outcome.counter == "not next turn":
        rule = _RULES[outcome.band]["counter-attack"]
        why.add(NO_COUNTER, 1, rule, "the defender may not counter-attack next turn")
    if outcome.overrun is None or not overruns(fight, settings):
        return
    words = "mostly tanks, {many} the status, orders to break through"
    rule = _RULES[outcome.band]["overrun"].read(R("reading 4.30"), R("reading 4.31"))
    why.add(OVERRUN, 1, rule, words, many=times(settings.figures.combat.twice))
    if stood_fast or why.total(RETIRES) <= 0:
        words = "units that stay are not overrun"
        why.add(OVERRUN, -1, R("reading 4.32"), words)


def overruns(fight: Fight, settings: Settings) -> bool:
    """Return whether the attack overruns: mostly armoured, twice the status, breakthrough orders.

    (9.13, readings 4.30 and 4.31.)
    """
    figures = settings.figures
    attackers = fighting(fight.attacker.fighters, attacking=True)
    defenders = fighting(fight.defender.fighters, attacking=False)
    plain = tuple(unit for unit in attackers if unit.status.role == "full")
    tanks = status_of(tuple(unit for unit in plain if unit.is_tank))
    ours, theirs = status_of(attackers), status_of(defenders)
    if settings.twice == "all":
        ours += sum(gun.status.level(gun.steps) for gun in fight.attacker.guns)
        theirs += sum(gun.status.level(gun.steps) for gun in fight.defender.guns)
    return (
        fight.breakthrough
        and tanks > status_of(plain) * figures.combat.mostly
        and ours >= figures.combat.twice * theirs
    )


def losses(fight: Fight, result: Result, settings: Settings) -> dict[int, int]:
    """Return the steps that each unit loses, up to those it has; distant guns lose none."""
    attackers, defenders = counted(fight)
    more = result.overrun.extra_steps if result.overrun else 0
    found = dict.fromkeys(attackers, result.attacker_steps + more)
    found |= dict.fromkeys(defenders, result.defender_steps)
    staying = standing(fight)
    if result.stood_fast and result.retreat != "none":
        extra = settings.figures.combat.stand_fast
        found |= {unit.unit: result.defender_steps + extra for unit in staying}
    units = {unit.unit: unit for unit in (*fight.attacker.fighters, *fight.defender.fighters)}
    return {
        number: min(steps, units[number].status.last_step - units[number].steps)
        for number, steps in found.items()
    }


def retiring(fight: Fight, result: Result) -> tuple[int, ...]:
    """The defenders that have to retire."""
    if result.retreat == "none":
        return ()
    staying = {unit.unit for unit in standing(fight)} if result.stood_fast else set[int]()
    units = fight.defender.fighters
    return tuple(unit.unit for unit in units if unit.unit not in staying)


def retreat_dice(result: Result) -> int:
    """Return the number of dice for the distance of a retreat, once per combat (reading 4.35)."""
    return {"2d6": 2, "1d6": 1}.get(result.retreat, 0)


def retreat_km(
    result: Result, fight: Fight, dice: Sequence[int] = (), *, settings: Settings
) -> Fraction:
    """Return the distance that the defender retires (9.13, readings 4.27 and 4.35)."""
    if len(dice) != retreat_dice(result) or not all(1 <= die <= 6 for die in dice):
        raise ValueError(f"a retreat of {result.retreat} takes {retreat_dice(result)} dice")
    if result.retreat == "none":
        return Fraction(0)
    distance = Fraction(sum(dice) if dice else 2)
    half = settings.figures.retreat.half
    return distance if fight.is_open else distance * half


def supplies_lost(fight: Fight, result: Result) -> int:
    """Return the supply points that the defender loses in all."""
    return result.supplies_lost * len(counted(fight)[1])


def may_counter_attack(
    result: Result, *, ordered: bool, barred: bool = False, done: bool = False
) -> Ruling:
    """Return whether the defender may counter-attack now.

    Args:
        result: of the attack that the defender suffered.
        ordered: whether the defender's sheet has a standing order to counter-attack.
        barred: whether the defender suffered a total success the turn before.
        done: whether this combat has seen a counter-attack already.
    """
    if barred:
        rule = R("9.13.total.counter-attack")
        return refuse(rule, "a total success last turn forbids it")
    if not result.may_counter:
        rule = R("9.13.confused.counter-attack") if result.band == "confused" else R("reading 4.38")
        return refuse(rule, "after {band} there is no counter-attack", band=result.band)
    if not ordered:
        rule = (
            R("9.13.beaten.counter-attack")
            if result.band == "beaten"
            else R("9.13.limited.counter-attack")
        )
        return refuse(rule, "the orders name no counter-attack")
    if done:
        return refuse(R("reading 4.38"), "a combat has at most one counter-attack")
    return OK
