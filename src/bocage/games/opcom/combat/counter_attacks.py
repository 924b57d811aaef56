"""9.13, reading 4.38: a counter-attack as a fight, with the sides changed."""

from __future__ import annotations

from dataclasses import replace

from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.opcom.combat.fight import Fight, Fighter, Ground, Side
from bocage.games.opcom.combat.results import Result
from bocage.games.opcom.rulebook import R


def may_counter_attack(
    result: Result, *, ordered: bool, barred: bool = False, done: bool = False
) -> Ruling:
    """Whether the defender may counter-attack now.

    Args:
        result: of the attack that he suffered.
        ordered: whether his sheet has a standing order to counter-attack.
        barred: whether he suffered a total success the turn before.
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
        return refuse(rule, "nobody ordered a counter-attack")
    if done:
        return refuse(R("reading 4.38"), "there is one counter-attack in a combat")
    return OK


def counter_attack(
    fight: Fight,
    attackers: tuple[Fighter, ...],
    defenders: tuple[Fighter, ...],
    ground: Ground,
    *,
    bad: bool = False,
) -> Fight:
    """The counter-attack upon an attack, after the losses of both.

    It is unprepared but for units whose sheet said Prepare the turn before. Guns and air
    of the first fight do not fire twice.
    """
    return Fight(
        f"{fight.name}.counter",
        Side(attackers, formation=fight.defender.formation),
        Side(defenders, formation=fight.attacker.formation),
        ground,
        bad=bad,
    )


def after(fighters: tuple[Fighter, ...], lost: dict[int, int]) -> tuple[Fighter, ...]:
    """Units after their losses."""
    return tuple(replace(each, steps=each.steps + lost.get(each.unit, 0)) for each in fighters)
