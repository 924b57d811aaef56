"""Permission for a unit to attack, or every reason against it (9.3 to 9.5, 6.1)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.pieces.profiles import Arm, Status
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.words.amounts import share

Action = Literal["breakthrough", "attack", "probe", "hold", "move", "prepare"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A unit that is about to attack."""

    unit: int
    status: Status
    steps: int
    group: tuple[Arm, ...]
    """The arms of its grouping, its own among them."""
    action: Action = "attack"
    attacks_this_turn: int = 0
    attacks_today: int = 0
    overrun: bool = False
    """Whether this is the attack at the end of an overrun (9.13)."""
    counter: bool = False
    """Whether this is a counter-attack, which is the unit's attack for the turn (reading 4.3)."""
    moved: Fraction = Fraction(0)
    """The share of the turn's allowance spent before contact, delays counted (reading 3.3)."""
    ammunition: int = 1
    """The ammunition that it can draw."""
    attaching: bool = False
    """Whether it is being attached to another division this turn (9.6)."""
    broken: bool = False
    """Whether its brigade is broken and its headquarters orders no attacks (reading 7.7)."""


def may_attack(asked: Attempt, charts: Tables) -> Ruling:
    """Return whether a unit may attack now; a refusal for every rule against it."""
    refusals = [
        each
        for ruling in (
            _able(asked),
            _ordered(asked),
            _times(asked, charts),
            _moved(asked, charts),
            _supplied(asked),
        )
        for each in ruling.refusals
    ]
    return Ruling(tuple(refusals))


def _able(asked: Attempt) -> Ruling:
    if not asked.status.level(asked.steps):
        words = "{unit:unit} is no longer effective and cannot fight"
        return refuse(R("9.5.f").read(R("reading 4.40")), words, unit=asked.unit)
    if asked.status.role == "defence":
        words = "{unit:unit} can only defend"
        return refuse(R("9.3").read(R("reading 4.7")), words, unit=asked.unit)
    if asked.broken:
        words = "{unit:unit} can't attack: it belongs to a broken brigade"
        return refuse(R("reading 7.7"), words, unit=asked.unit)
    if asked.attaching:
        words = "{unit:unit} is on its way to another division this turn and may move or hold only"
        return refuse(R("9.6.b").read(R("reading 2.5")), words, unit=asked.unit)
    return OK


def _ordered(asked: Attempt) -> Ruling:
    if asked.counter:
        return OK
    if asked.action == "breakthrough" and not may_break_through(asked.group):
        words = "{unit:unit} has no armour with it and cannot break through"
        return refuse(R("5.2.breakthrough").read(R("reading 2.3")), words, unit=asked.unit)
    if asked.action == "probe":
        words = "{unit:unit} has orders to probe: it makes contact and does not attack"
        return refuse(R("5.2.probe"), words, unit=asked.unit)
    if asked.action == "move":
        words = "{unit:unit} has orders to move: it stops where it meets the enemy"
        return refuse(R("5.2.move"), words, unit=asked.unit)
    if asked.action == "hold":
        return refuse(R("5.2.hold"), "{unit:unit} has orders to hold", unit=asked.unit)
    if asked.action == "prepare":
        words = "{unit:unit} is preparing this turn"
        return refuse(R("5.2.prepare"), words, unit=asked.unit)
    return OK


def may_break_through(group: tuple[Arm, ...]) -> bool:
    """Return whether a grouping has tanks, which may break through with their infantry.

    (5.2, reading 2.3.)
    """
    return "tank" in group


def _times(asked: Attempt, charts: Tables) -> Ruling:
    figures = charts.figures.combat
    if asked.attacks_today >= figures.attacks_a_day:
        words = "{unit:unit} has attacked {times} times today"
        return refuse(R("9.4.a"), words, unit=asked.unit, times=asked.attacks_today)
    if asked.attacks_this_turn >= figures.attacks_a_turn and not asked.overrun:
        words = "{unit:unit} has attacked this turn, and this is not an overrun"
        return refuse(R("9.4.b").read(R("reading 4.3")), words, unit=asked.unit)
    return OK


def _moved(asked: Attempt, charts: Tables) -> Ruling:
    most = charts.figures.movement.most_before_attack
    if asked.overrun or asked.moved <= most:
        return OK
    words = "{unit:unit} has moved for more than {most} of the turn and fights in the next"
    return refuse(R("6.1.c").read(R("reading 3.3")), words, unit=asked.unit, most=share(most))


def _supplied(asked: Attempt) -> Ruling:
    if asked.ammunition > 0:
        return OK
    return refuse(R("9.5.a"), "{unit:unit} has no ammunition to attack with", unit=asked.unit)
