"""A fight as frames: advantages, the ledger, the die, the retreat, and what becomes of it (9.8).

Every ruling is asked for before anything is changed, so that a fight can wait at any of them.
"""

from __future__ import annotations

from dataclasses import replace

from bocage.engine.frames import Step, frame
from bocage.games.opcom.combat import (
    Fight,
    Result,
    chances,
    ledger,
    losses,
    resolve,
    retiring,
    retreat_dice,
    retreat_km,
)
from bocage.games.opcom.control.cards import decided, rule_on
from bocage.games.opcom.control.rolling import Die
from bocage.games.opcom.fighting.bridges import bridges_near, test_frame
from bocage.games.opcom.fighting.building import advantages, build, settings_of
from bocage.games.opcom.fighting.carrying import carry_out
from bocage.games.opcom.fighting.grouping import attempt, line_of, staffs_beside
from bocage.games.opcom.fighting.pressing import press
from bocage.games.opcom.fighting.retiring import Way, retire
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.position import ATTACK, BREAKTHROUGH, Position
from bocage.games.opcom.rulebook import R

NO_DIE = 0


@frame
class Resolve(Step):
    """One fight, from its advantages to its end; `die` and `dice` are what was rolled."""

    combat: Combat
    die: int = NO_DIE
    dice: tuple[int, ...] = ()
    tested: int = 0
    rule = R("9.8")

    def rolled(self, st: Position, die: int) -> None:
        """The die of the fight first, then those of the retreat."""
        if not self.die:
            st.swap(Resolve(self.combat, die, (), 1))
        else:
            st.swap(Resolve(self.combat, self.die, (*self.dice, die), 1))

    def run(self, st: Position) -> None:
        """Go on until a ruling or a die is wanted, or all is done."""
        combat = _still(st, self.combat)
        if combat is None:
            st.pop()
            return
        if not self.tested:
            st.swap(Resolve(combat, self.die, self.dice, 1))
            for crossing in bridges_near(st, combat):
                st.push(test_frame(st, crossing, ordered=False))
            return
        granted = _granted(st, combat)
        if granted is None:
            return
        fight = press(st, combat, build(st, combat, granted))
        if fight is None:
            st.pop()
            return
        fought = _fought(st, combat, fight)
        if fought is None:
            return
        if not fought:
            st.pop()
            for unit in combat.attackers:
                st.target[unit] = -1
        elif not self.die:
            st.push(Die(combat.name))
        else:
            self._finish(st, combat, fight)

    def _finish(self, st: Position, combat: Combat, fight: Fight) -> None:
        settings = settings_of(st)
        die = _ruled_die(st, combat, fight, self.die)
        if die is None:
            return
        result = resolve(fight, settings, die)
        if len(self.dice) < retreat_dice(result):
            st.push(Die(f"{combat.name}.retreat"))
            return
        lost = _confirmed_losses(st, combat, losses(fight, result, settings))
        if lost is None:
            return
        # What Control changes by hand in between may leave fewer dice to count than were rolled.
        dice = self.dice[: retreat_dice(result)]
        ways = _ways_back(st, combat, fight, result, dice, lost)
        if ways is None:
            return
        st.pop()
        carry_out(st, combat, fight, result, lost, ways)
        _counter(st, combat, result)


def _still(st: Position, combat: Combat) -> Combat | None:
    """The fight as it is now: who is no longer effective takes no part."""
    attackers = tuple(u for u in combat.attackers if st.is_effective(u))
    defenders = tuple(u for u in combat.defenders if st.is_effective(u))
    if not attackers or not defenders:
        return None
    return replace(combat, attackers=attackers, defenders=defenders)


def _granted(st: Position, combat: Combat) -> int | None:
    """Reading 4.11: how many tactical advantages Control grants the defenders."""
    name = f"{combat.name}.advantage"
    found = advantages(st, combat)
    if not found and decided(st, name) is None:
        return 0
    who = ", ".join(st.world.units[u].name for u in combat.defenders)
    value = rule_on(
        st,
        name,
        "advantage",
        f"clear tactical advantages of {who}",
        str(len(found)),
        choices=("0", "1", "2"),
        why=[f"{each.why} ({R('9.10.1')})" for each in found],
        rule=R("9.10.1").read(R("reading 4.11")),
    )
    return None if value is None else int(value)


def _fought(st: Position, combat: Combat, fight: Fight) -> bool | None:
    """The ledger on Control's desk; Control may rule that there is no fight."""
    settings = settings_of(st)
    sums = ledger(fight, settings)
    nouns = {"unit": st.world.unit_names}
    odds = ", ".join(f"{band} {float(p):.0%}" for band, p in chances(fight, settings).items())
    who = ", ".join(st.world.units[f.unit].name for f in fight.attacker.fighters)
    whom = ", ".join(st.world.units[u].name for u in combat.defenders)
    lines = [
        f"{row.heading}: {int(row.value):+d} {row.words.say(nouns)} ({row.rule})"
        for row in sums.rows
    ]
    value = rule_on(
        st,
        combat.name,
        "fight",
        f"{who} against {whom}: {sums.total('attacker')} to {sums.total('defender')}; {odds}",
        "fight",
        choices=("fight", "no fight"),
        why=lines,
        rule=R("9.8"),
    )
    return None if value is None else value == "fight"


def _ruled_die(st: Position, combat: Combat, fight: Fight, die: int) -> int | None:
    """The die, which Control may lay otherwise, with what comes of it."""
    settings = settings_of(st)
    found = decided(st, f"{combat.name}.result")
    result = resolve(fight, settings, int(found[0]) if found else die)
    nouns = {"unit": st.world.unit_names}
    lines = [
        f"{row.heading}: {int(row.value):+d} {row.words.say(nouns)} ({row.rule})"
        for row in result.why.rows
        if row.heading not in ("attacker", "defender")
    ]
    value = rule_on(
        st,
        f"{combat.name}.result",
        "result",
        f"{result.band}, {result.final} with a die of {int(found[0]) if found else die}",
        str(die),
        choices=[str(n) for n in range(1, 7)],
        why=lines,
        rule=R("9.8.5"),
    )
    return None if value is None else int(value)


def _confirmed_losses(st: Position, combat: Combat, lost: dict[int, int]) -> dict[int, int] | None:
    """9.5.f: a unit that would cease to be effective is shown to Control first."""
    kept = dict(lost)
    for unit, steps in sorted(lost.items()):
        troops = st.world.units[unit]
        if not steps or st.status(unit).level(st.steps[unit] + steps) > 0:
            continue
        value = rule_on(
            st,
            f"{combat.name}.ineffective.{troops.id}",
            "ineffective",
            f"{troops.name} ceases to be effective",
            "yes",
            choices=("yes", "no"),
            why=[f"{steps} steps of {st.status(unit).last_step - st.steps[unit]} left (9.5.f)"],
            rule=R("9.5.f").read(R("reading 4.40")),
        )
        if value is None:
            return None
        if value == "no":
            kept[unit] = max(0, st.status(unit).last_step - 1 - st.steps[unit])
    return kept


def _ways_back(
    st: Position,
    combat: Combat,
    fight: Fight,
    result: Result,
    dice: tuple[int, ...],
    lost: dict[int, int],
) -> dict[int, Way] | None:
    """9.14.1: where each retiring unit ends; blocked ways go to Control."""
    settings = settings_of(st)
    km = retreat_km(result, fight, dice, settings)
    found: dict[int, Way] = {}
    gone = retiring(fight, result)
    for unit in (*gone, *(staffs_beside(st, combat) if gone else ())):
        troops = st.world.units[unit]
        level = st.status(unit).level(st.steps[unit] + lost.get(unit, 0))
        way = retire(st, unit, km, combat.attackers, level)
        name = f"{combat.name}.retreat.{troops.id}"
        category = "retreat" if way.blocked == "free" else "blocked retreat"
        value = rule_on(
            st,
            name,
            category,
            f"{troops.name} retires {float(way.km):.1f} of {float(km):.1f} km",
            way.blocked,
            choices=("free", "step and stop", "step and isolated", "captured"),
            why=[f"{result.band}, {result.retreat} (9.14.1)"],
            rule=R("9.14.1").read(R("reading 4.33")),
        )
        if value is None:
            return None
        found[unit] = way._replace(blocked=value)
    return found


def _counter(st: Position, combat: Combat, result: Result) -> None:
    """9.13, reading 4.38: the defenders strike back at once, if their sheet says so.

    Orders to attack say so too: the enemy was only quicker (reading 4.2).
    """
    from bocage.games.opcom.combat.counter_attacks import may_counter_attack

    able = [
        u
        for u in combat.defenders
        if st.is_effective(u)
        and (line := line_of(st, u)) is not None
        and may_counter_attack(
            result,
            ordered=bool(line.counter_attack) or line.action in (ATTACK, BREAKTHROUGH),
            barred=bool(st.barred[u]),
            done=bool(combat.counter),
        )
        and attempt(st, u, line, overrun=False, counter=True)
    ]
    foes = tuple(u for u in combat.attackers if st.is_effective(u))
    if able and foes:
        owner = st.world.units[able[0]].team
        back = Combat(f"{combat.name}.counter", tuple(able), foes, (), 0, 0, 1, combat.half)
        st.note(owner, "counter-attacked")
        st.push(Resolve(back))
