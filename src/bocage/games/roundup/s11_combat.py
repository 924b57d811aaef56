"""11.0 Combat: declaring an attack, gathering the force, the dice.

A target is named; units join it one by one, in any order, and the force is kept in the order of
the counters; then the attack is fought.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.actions import Action, first, numbers
from bocage.engine.frames import Ask, Chance, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup.board.position import ATTACKED, FOUGHT, REPLACED
from bocage.games.roundup.options import (
    BOMBER_ONE_COLUMN,
    PORT_HEX_CONTROL,
    TWO_FORCES,
)
from bocage.games.roundup.pieces.units import ALLIED, GERMAN, SIDES
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s03_stacking import StackingCheck, cautions
from bocage.games.roundup.s07_air import (
    ONE_MISSION,
    BomberLossRoll,
    mission_rule,
    nations_to_fly,
    why_no_mission,
)
from bocage.games.roundup.s08_returns import DIE_FACES
from bocage.games.roundup.s11_odds import Odds, bomber_shift, defenders, ledger
from bocage.games.roundup.s11_results import battle_after, foreseen
from bocage.games.roundup.s15_optional.s15_04_port_hex_control import (
    defends,
    marker_targets,
    phase_is_over,
)
from bocage.games.roundup.s15_optional.s15_11_kampfgruppen import resting_rule
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import ATTACK, BOMBER, END, FIGHT, FLY, MOVE_COMBAT, WITH
from bocage.hexes.kernels import BLOCKED, ZONE

if TYPE_CHECKING:
    from bocage.engine.odds import Weighed
    from bocage.engine.rulings import Caution, Rule
    from bocage.games.roundup.board.position import Position

PHASE = "Combat Phase"
_AFTER: Final = bytes(mark & ~(FOUGHT | ATTACKED) for mark in range(256))
"""What is left of a unit's marks when a Combat Phase ends."""


def cannot_attack(st: Position, u: int, h: int, seat: int) -> Ruling:
    """Return why a unit may not attack a hex now; allowed if it may."""
    about = {"unit": u, "hex": h}
    start = "{unit:unit} can't attack {hex:hex}: "
    if st.side_of(u) != seat:
        return refuse(R("11.0.e"), start + "it is not yours", **about)
    if st.loc[u] < 0:
        return refuse(R("11.0.a"), start + "it is not on the map", **about)
    if not st.world.grid.are_neighbours(st.loc[u], h):
        words = start + "it is at {here:hex}, not next to it"
        return refuse(R("11.0.a"), words, here=st.loc[u], **about)
    if st.marks[u] & FOUGHT:
        return refuse(R("11.0.c"), start + "it has attacked this phase", **about)
    if st.marks[u] & REPLACED:
        rule = R("8.3.f").read(R("reading 72")) if seat == ALLIED else resting_rule(st)
        return refuse(rule, start + "it received replacements this turn", **about)
    if st.world.is_heavy[u] and st.world.is_polder[h]:
        return refuse(R("10.9.b"), start + "heavy panzers can't attack into polder", **about)
    return OK


def can_attack(st: Position, u: int, h: int) -> bool:
    """Return whether a unit next to a hex may attack it now."""
    if st.marks[u] & (FOUGHT | REPLACED):
        return False
    return not (st.world.is_heavy[u] and st.world.is_polder[h])


@frame
class CombatPhase(Ask):
    """11.0: as many attacks as allowed and desired, one after the other."""

    seat: int
    bomber: int
    """The missions that heavy bombers may still fly this phase (7.6), as bits."""
    rule = R("11.0")
    takes = numbers(END, ATTACK)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        zone, loc, marks = st.zone(self.seat), st.loc, st.marks
        near, polder, heavy = st.world.near, st.world.is_polder, st.world.is_heavy
        targets: set[int] = set()
        for u in st.world.ranges[self.seat]:
            h = loc[u]
            if h >= 0 and zone[h] & ZONE and not marks[u] & (FOUGHT | REPLACED):
                for n in near(h):
                    if zone[n] & BLOCKED and not (heavy[u] and polder[n]):
                        targets.add(n)
        if targets:
            fresh = {loc[u] for u in st.world.ranges[1 - self.seat] if not marks[u] & ATTACKED}
            targets &= fresh
        targets.update(marker_targets(st, self.seat))
        return [END.base, *(ATTACK(h) for h in sorted(targets))]

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        h = first(action)
        enemy = st.at(h, 1 - self.seat)
        marker = self.seat == ALLIED and st.has_marker(h)
        if not enemy and not marker:
            return refuse(R("11.0.a"), "you can't attack {hex:hex}: no enemy is there", hex=h)
        if marker and not enemy and not defends(st, h, self.seat):
            words = "you can't attack the German marker in {hex:hex} twice in a phase"
            return refuse(R("11.0.d"), words, hex=h)
        if not defenders(st, h, self.seat) and not defends(st, h, self.seat):
            return refuse(
                R("11.0.d"),
                "you can't attack {units:unit} in {hex:hex} twice in a phase",
                units=enemy,
                hex=h,
            )
        around = [u for n in st.world.near(h) for u in st.at(n, self.seat)]
        if not around:
            words = "you can't attack {hex:hex}: no unit of yours is next to it"
            return refuse(R("11.0.a"), words, hex=h)
        rulings = [cannot_attack(st, u, h, self.seat) for u in around]
        return OK if any(rulings) else rulings[0]

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.marks[:] = st.marks.translate(_AFTER)
            if st.switches & PORT_HEX_CONTROL:
                phase_is_over(st)
            st.swap(StackingCheck(self.seat))
            return
        st.push(Muster(self.seat, first(action), (), 0))

    def prompt(self, st: Position) -> Words:
        return Words(
            "Name a hex to attack, or end the Combat Phase",
            clicked="Click a hex to attack, or end the Combat Phase",
        )

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to attack", {"side": self.seat})

    def cautions(self, st: Position) -> tuple[Caution, ...]:
        return cautions(st, self.seat)


@frame
class Muster(Ask):
    """11.2: units next to the target join the attack."""

    seat: int
    hex: int
    force: tuple[int, ...]
    bombing: int
    """The mission that supports it, as its bit; 0 for none."""
    rule = R("11.2")
    takes = numbers(WITH, BOMBER, FLY, FIGHT)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        force = self.force
        beside = sorted(u for n in st.world.near(self.hex) for u in st.at(n, self.seat))
        found = [WITH(u) for u in beside if u not in force and can_attack(st, u, self.hex)]
        if self.force:
            found.append(FIGHT.base)
        if self._may_bomb(st):
            found.append(BOMBER.base)
        return found + [FLY(nation) for nation in self._nations(st)]

    def _why_no_bomber(self, st: Position) -> Ruling:
        """Return the condition that keeps bombers from this attack (7.6, 15.15, 15.16)."""
        order = getattr(st.stack[-3], "order", MOVE_COMBAT)
        what = "heavy bombers can't fly against {hex:hex}: "
        ruling = why_no_mission(st, self.seat, order, what, hex=self.hex)
        if not ruling:
            return ruling
        rule = R("15.15.a") if self.seat == GERMAN else R("7.6.c")
        if not self.force:
            return refuse(rule, what + "no unit attacks it yet; name one first", hex=self.hex)
        if self.bombing:
            return refuse(rule, what + "they fly there already", hex=self.hex)
        rule = rule if self.seat == GERMAN else rule.read(R("reading 17"))
        return refuse(rule, what + "they have flown in this phase", hex=self.hex)

    def _rule(self, st: Position) -> Rule:
        """Return the sentence that allows just this force, read by 71 where part of a stack sits
        out.
        """
        places = {st.loc[u] for u in self.force if st.world.is_division[u]}
        beside = [v for h in places for v in st.at(h, self.seat)]
        rule = self._sentence(st)
        return rule.read(R("reading 71")) if any(v not in self.force for v in beside) else rule

    def _sentence(self, st: Position) -> Rule:
        """Return two nations, a smaller unit without its division, several hexes, or plain."""
        world, force = st.world, self.force
        if self.seat == ALLIED and len({world.nation[u] for u in force}) > 1:
            return R("11.2.b")
        smaller = {st.loc[u] for u in force if not world.is_division[u]}
        beside = [v for h in smaller for v in st.at(h, self.seat) if world.is_division[v]]
        if any(v not in force for v in beside):
            return R("11.2.c")
        return R("11.2.a") if len({st.loc[u] for u in force}) > 1 else R("11.0.b")

    def _missions(self, st: Position) -> int:
        """Return the missions that could still support this attack, as bits."""
        phase = st.stack[-2]
        able = isinstance(phase, CombatPhase) and not self.bombing and bool(self.force)
        return phase.bomber if able and isinstance(phase, CombatPhase) else 0

    def _may_bomb(self, st: Position) -> bool:
        by_nation = self.seat == ALLIED and st.switches & TWO_FORCES
        return bool(self._missions(st)) and not by_nation

    def _nations(self, st: Position) -> list[int]:
        """Return the nations whose bombers could support this attack (15.16)."""
        left = self._missions(st)
        return nations_to_fly(st, self.seat, left, self.force) if left else []

    def _may_fly(self, st: Position, nation: int) -> Ruling:
        """Return whether the bombers of a nation may support this attack (15.16)."""
        if nation in self._nations(st):
            return OK
        words = "{nation:nation} heavy bombers can't fly against {hex:hex}: "
        about = {"nation": nation, "hex": self.hex}
        if not st.switches & TWO_FORCES:
            words += "optional rule 15.16 is not in use; type bomber instead"
            return refuse(R("15.16.a"), words, **about)
        if self._missions(st) >> nation & 1:
            return refuse(R("15.16.b"), words + "no {nation:nation} unit attacks it", **about)
        order = getattr(st.stack[-3], "order", MOVE_COMBAT)
        ruling = why_no_mission(st, self.seat, order, words, **about)
        if not ruling:
            return ruling
        if not self.force:
            words += "no unit attacks it yet; name one first"
        elif self.bombing:
            words += "bombers fly there already"
        else:
            words += "they have flown in this phase"
        return refuse(R("15.16.a"), words, **about)

    def check(self, st: Position, action: Action) -> Ruling:
        if action == FIGHT():
            if self.force:
                return OK
            return refuse(self.rule, "no unit attacks {hex:hex} yet", hex=self.hex)
        if action == BOMBER():
            if self._may_bomb(st):
                return OK
            if self._missions(st):
                words = "choose whose bombers fly to {hex:hex}: fly us, or fly uk"
                return refuse(R("15.16.a"), words, hex=self.hex)
            return self._why_no_bomber(st)
        u = first(action)
        if action >> 32 == FLY.number:
            return self._may_fly(st, u)
        ruling = cannot_attack(st, u, self.hex, self.seat)
        if ruling and u in self.force:
            words = "{unit:unit} can't join against {hex:hex} again: it attacks already"
            return refuse(R("11.0.c"), words, unit=u, hex=self.hex)
        return ruling

    def apply(self, st: Position, action: Action) -> None:
        if action == BOMBER() or action >> 32 == FLY.number:
            mission = ONE_MISSION if action == BOMBER() else 1 << first(action)
            st.swap(Muster(self.seat, self.hex, self.force, mission))
            return
        if action != FIGHT():
            force = tuple(sorted((*self.force, first(action))))
            st.swap(Muster(self.seat, self.hex, force, self.bombing))
            return
        if st.events is not None:
            st.events.append(told.Attacked(self.hex, self.force, self._rule(st)))
        st.pop()
        if self.bombing:
            left: Any = st.stack[-1]
            st.swap(CombatPhase(self.seat, left.bomber & ~self.bombing))
            st.push(BomberRoll(self.seat, self.hex, self.force))
            if st.switches & TWO_FORCES and self.seat == ALLIED and st.events is not None:
                nation = self.bombing.bit_length() - 1
                st.events.append(told.ForceFlew(nation, self.hex, R("15.16.a")))
        else:
            st.push(BattleRoll(self.seat, self.hex, self.force, 0, bombed=False))

    def prompt(self, st: Position) -> Words:
        clicked = "Click more units to attack {hex:hex}, or fight"
        return Words(
            "Add a unit to the attack on {hex:hex}, or fight",
            {"hex": self.hex},
            clicked if self.force else "Click the units that attack {hex:hex}",
        )

    def waiting(self, st: Position) -> Words:
        return Words(
            "{side:side} to gather an attack on {hex:hex}", {"side": self.seat, "hex": self.hex}
        )


@frame
class BomberRoll(Chance):
    """7.6, 11.12: the effect of the heavy bombers on the odds."""

    by: int
    hex: int
    force: tuple[int, ...]
    rule = R("11.12.a")
    phase = PHASE

    def question(self, st: Position) -> str:
        return f"{st.turn}.{SIDES[self.by]}.bomber.{st.world.grid.numbers[self.hex]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        die = first(action) + 1
        shift = bomber_shift(st, self.hex, die, self.by)
        if st.events is not None:
            capped = abs(shift) > 1 or st.switches & BOMBER_ONE_COLUMN
            flown = mission_rule(st, self.by)
            rule = flown.read(R("reading 75e")) if capped else flown
            st.events.append(told.Bombed(self.hex, die, shift, rule))
        st.swap(BattleRoll(self.by, self.hex, self.force, shift, bombed=True))
        if self.by == GERMAN:
            st.push(BomberLossRoll())

    def waiting(self, st: Position) -> Words:
        return Words("the heavy bombers over {hex:hex}", {"hex": self.hex})


@frame
class BattleRoll(Chance):
    """11.4: the attacker rolls, and the table gives the result."""

    by: int
    hex: int
    force: tuple[int, ...]
    shift: int
    bombed: bool
    rule = R("11.4.d")
    phase = PHASE

    def question(self, st: Position) -> str:
        return f"{st.turn}.{SIDES[self.by]}.combat.{st.world.grid.numbers[self.hex]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def odds(self, st: Position) -> Odds:
        """Return the ledger of this battle."""
        bomber = self.shift if self.bombed else None
        return Odds(st, self.hex, self.force, self.by, bomber)

    def _weighed(self, st: Position, odds: Odds) -> Weighed:
        """Return the ledger as the event shows it; `st` is the position before the result."""
        return foreseen(st, self.by, self.hex, odds.defenders, ledger(odds, self.hex))

    def apply(self, st: Position, action: Action) -> None:
        die = first(action) + 1
        odds = self.odds(st)
        result = odds.resolve(die)
        defending = tuple(odds.defenders)
        if st.events is not None:
            rule = R("11.13.7") if result == "SM" else R("11.13.a")
            about = (self.hex, odds.odds, die, result, rule)
            weigh = partial(self._weighed, st.copy(), odds)
            st.events.append(told.Fought(*about, weigh))
        for u in self.force:
            st.marks[u] |= FOUGHT
        for u in defending:
            st.marks[u] |= ATTACKED
        if defends(st, self.hex, self.by):
            st.storm_marker(self.hex)
        st.swap(battle_after(st, result, self.by, self.hex, self.force, defending))

    def waiting(self, st: Position) -> Words:
        return Words("the die for the battle at {hex:hex}", {"hex": self.hex})
