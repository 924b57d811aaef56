"""5.3, readings 7.1, 7.2, 7.5 and 6.10: rest, units built anew, and forces cut off."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.opcom.combat.settings import DEFAULT, Settings
from bocage.games.opcom.profiles import Arm
from bocage.games.opcom.rulebook import R


@dataclass(frozen=True, slots=True)
class Resting:
    """A unit that rests."""

    unit: int
    arm: Arm
    turns: int
    """Of rest, one after the other."""
    steps: int
    start_steps: int
    supplied: bool = True
    enemy_km: float = 99
    shelled: bool = False
    """By artillery or from the air, this turn."""
    near_dump: bool = False
    workshops: bool = True


def may_recover(asked: Resting, settings: Settings = DEFAULT) -> Ruling:
    """Whether a die is rolled for a step regained, and why not."""
    wholes = settings.tables.figures.wholes
    rule = R("5.3.rest").read(R("reading 7.1"))
    about = {"unit": asked.unit}
    if asked.steps <= asked.start_steps:
        return refuse(rule, "{unit:unit} is as strong as when it came", **about)
    if asked.turns < wholes["rest.turns"]:
        words = "{unit:unit} has rested {turns} turns of {wanted}"
        return refuse(rule, words, **about, turns=asked.turns, wanted=wholes["rest.turns"])
    if not asked.supplied:
        return refuse(rule, "{unit:unit} is without supplies", **about)
    if asked.enemy_km <= wholes["rest.enemy"] or asked.shelled:
        words = "{unit:unit} is too near the enemy to rest"
        return refuse(rule.read(R("reading 7.2")), words, **about)
    return OK


def recovers(asked: Resting, die: int, settings: Settings = DEFAULT) -> bool:
    """Reading 7.1: whether the die gives a step back; the clock of rest begins anew after it."""
    wholes = settings.tables.figures.wholes
    needed = wholes["rest.usual"]
    if asked.arm == "infantry" and asked.near_dump:
        needed = wholes["rest.near_dump"]
    elif asked.arm == "tank" and not asked.workshops:
        needed = wholes["rest.no_workshop"]
    return die >= needed


def is_rebuilt(turns_clear: int, *, at_dump: bool, settings: Settings = DEFAULT) -> bool:
    """Reading 7.5: whether a unit at 0 comes back as an ad hoc unit (X_COY)."""
    return at_dump and turns_clear >= settings.tables.figures.wholes["rest.rebuilt_turns"]


def wastes_away(status: int, turns_without: int, die: int, settings: Settings = DEFAULT) -> bool:
    """Reading 6.10, a toggle: whether a weak unit long out of supply loses a step."""
    wholes = settings.tables.figures.wholes
    weak = 1 <= status <= wholes["rest.isolated_status"]
    long = turns_without >= wholes["rest.isolated_turns"]
    return weak and long and die < wholes["rest.isolated_holds"]
