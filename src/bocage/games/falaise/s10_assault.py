"""10.0, 10.1 Assaults: who may attack what, gathering the force, the helpers of 11.9, the die.

A target is named; units join one by one, in any order (infantry that rides joins after its
Mechanized unit); the force is kept Mechanized first and in the order of the counters, then the
assault is fought.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, first
from bocage.engine.frames import Ask, Chance, Step, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.board.charts import DRM, DieLedger
from bocage.games.falaise.board.position import ATTACKED, FINISHED, FOUGHT, HELPER
from bocage.games.falaise.pieces.units import ALLIED
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s09_disruption import ter
from bocage.games.falaise.s10_attackers import (
    can_attack,
    can_join,
    cannot_attack,
    cannot_prepare,
    may_prepare,
    must_attack,
    targets,
)
from bocage.games.falaise.s10_odds import Odds, is_automatic, ledger
from bocage.games.falaise.s10_results import after_roll
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import ATTACK, DIE_FACES, END, FIGHT, HELP, WITH, numbers

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position

PHASE = "Assault"


@frame
class AssaultRound(Step):
    """10.1: asks for one assault after the other while there is anything to attack."""

    seat: int
    mech: bool
    """Whether they are Mechanized Assaults, after movement."""
    rule = R("10.1.l")
    phase = PHASE

    def run(self, st: Position) -> None:
        found = targets(st, self.seat, mech=self.mech)
        if found:
            st.push(AssaultPhase(self.seat, self.mech, tuple(found)))
        else:
            st.pop()


@frame
class AssaultPhase(Ask):
    """10.1: as many assaults as allowed and desired, one after the other."""

    seat: int
    mech: bool
    targets: tuple[int, ...]
    """The hexes that may be attacked now."""
    rule = R("10.1.a")
    takes = numbers(END, ATTACK)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        found = [ATTACK(h) for h in self.targets]
        if not self.mech or must_attack(st, self.seat) is None:
            found.insert(0, END.base)
        return found

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return self._may_end(st)
        h = first(action)
        enemy = st.at(h, 1 - self.seat)
        if not enemy:
            return refuse(self.rule, "you can't attack {hex:hex}: no enemy is there", hex=h)
        if any(st.marks[u] & ATTACKED for u in enemy):
            words = "you can't attack {units:unit} in {hex:hex} twice in a round"
            return refuse(R("10.1.c"), words, units=enemy, hex=h)
        around = [u for n in st.world.ground.near[h] for u in st.at(n, self.seat)]
        if not around:
            words = "you can't attack {hex:hex}: no unit of yours is next to it"
            return refuse(self.rule, words, hex=h)
        rulings = [cannot_attack(st, u, h, self.seat, mech=self.mech) for u in around]
        able = [u for u, ruling in zip(around, rulings, strict=True) if ruling]
        leaders = [u for u in able if st.world.mech[u] or not self.mech]
        if any(not st.marks[u] & HELPER for u in leaders):
            return OK
        if leaders:
            words = "{units:unit} can only help against {hex:hex}: the active command must lead"
            return refuse(R("11.9.1.a"), words, units=leaders, hex=h)
        if able:
            words = "{units:unit} can't attack {hex:hex} without a Mechanized unit"
            return refuse(R("10.0.d"), words, units=able, hex=h)
        return rulings[0]

    def _may_end(self, st: Position) -> Ruling:
        waiting = must_attack(st, self.seat) if self.mech else None
        if waiting is None:
            return OK
        words = "{unit:unit} was named to help and must attack"
        return refuse(R("11.9.1.c"), words, unit=waiting)

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.pop()
            st.pop()  # and no more assaults in this round
            return
        st.swap(Muster(self.seat, first(action), self.mech, (), (), ()))

    def prompt(self, st: Position) -> Words:
        what = "Mechanized Assaults" if self.mech else "assaults"
        clicked = "Click a hex to attack, or end the {what}"
        return Words("Name a hex to attack, or end the {what}", {"what": what}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to assault", {"side": self.seat})


@frame
class Muster(Ask):
    """10.1: units next to the target join the assault."""

    seat: int
    hex: int
    mech: bool
    force: tuple[int, ...]
    helpers: tuple[int, ...]
    """The units of the force from other formations (11.9.2)."""
    tried: tuple[int, ...]
    """Helpers that have rolled, whether they joined or not."""
    rule = R("10.1.a")
    takes = numbers(WITH, HELP, FIGHT)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        own = [u for n in st.world.ground.near[self.hex] for u in st.at(n, self.seat)]
        own.sort()
        found: list[Action] = []
        if not self.tried:
            found = [WITH(u) for u in own if self._may_join(st, u)]
        if self._is_force(st):
            found.append(FIGHT.base)
            if not self.mech:
                found += [
                    HELP(u)
                    for u in own
                    if u not in self.tried and may_prepare(st, u, self.hex, self.seat)
                ]
        return found

    def _may_join(self, st: Position, u: int) -> bool:
        if u in self.force:
            return False
        return (
            can_attack(st, u, self.hex, mech=self.mech)
            and can_join(st, u, self.force, mech=self.mech)
            and self._leaves_a_leader(st, u)
        )

    def _leaves_a_leader(self, st: Position, u: int) -> bool:
        """Return whether the force keeps, or can still get, a leader of the active command
        (11.9.1).
        """
        if not st.marks[u] & HELPER or any(not st.marks[v] & HELPER for v in self.force):
            return True
        return any(
            v not in self.force
            and not st.marks[v] & HELPER
            and can_attack(st, v, self.hex, mech=self.mech)
            and can_join(st, v, (*self.force, u), mech=self.mech)
            for n in st.world.ground.near[self.hex]
            for v in st.at(n, self.seat)
        )

    def _is_force(self, st: Position) -> bool:
        """Return whether the force may fight as it is: somebody of the active command is in it."""
        return any(not st.marks[u] & HELPER for u in self.force)

    def check(self, st: Position, action: Action) -> Ruling:
        if action == FIGHT():
            if not self.force:
                return refuse(self.rule, "no unit attacks {hex:hex} yet", hex=self.hex)
            if not self._is_force(st):
                words = "only helpers attack {hex:hex}: the active command must lead"
                return refuse(R("11.9.1.a"), words, hex=self.hex)
            return OK
        u = first(action)
        about = {"unit": u, "hex": self.hex}
        if action >> 32 == HELP.number:
            return self._may_help(st, u)
        start = "{unit:unit} can't join against {hex:hex}: "
        ruling = cannot_attack(st, u, self.hex, self.seat, mech=self.mech)
        if not ruling:
            return ruling
        if self.tried:
            return refuse(R("11.9.2.a"), start + "helpers have been called already", **about)
        if u in self.force:
            return refuse(R("10.1.g"), start + "it attacks already", **about)
        if not can_join(st, u, self.force, mech=self.mech):
            words = "infantry joins after the Mechanized unit of its corps that is stacked with it"
            return refuse(R("10.1.f"), start + words, **about)
        if not self._leaves_a_leader(st, u):
            return refuse(R("11.9.1.a"), start + "no unit of the active command can lead", **about)
        return OK

    def _may_help(self, st: Position, u: int) -> Ruling:
        about = {"unit": u, "hex": self.hex}
        start = "{unit:unit} can't help against {hex:hex}: "
        if self.mech:
            words = "helpers of a Mechanized Assault are named when the round begins"
            return refuse(R("11.9.1.a"), start + words, **about)
        if not self.force:
            return refuse(R("11.9.2.a"), start + "no unit of the active command attacks", **about)
        if u in self.tried:
            return refuse(R("11.9.2.a"), start + "it has rolled already", **about)
        return cannot_prepare(st, u, self.hex, self.seat)

    def apply(self, st: Position, action: Action) -> None:
        if action == FIGHT():
            self._fight(st)
            return
        u = first(action)
        if action >> 32 == HELP.number:
            own = tuple(v for v in self.force if v not in self.helpers)
            st.push(HelperRoll(self.seat, u, own))
            return
        force = tuple(sorted((*self.force, u), key=st.world.muster.__getitem__))
        st.swap(Muster(self.seat, self.hex, self.mech, force, self.helpers, self.tried))

    def joined(self, st: Position, u: int, *, passed: bool) -> None:
        """11.9.2: a helper has rolled."""
        force, helpers = self.force, self.helpers
        if passed:
            force, helpers = (*force, u), (*helpers, u)
        st.swap(Muster(self.seat, self.hex, self.mech, force, helpers, (*self.tried, u)))

    def odds(self, st: Position) -> Odds:
        """Return the ledger of the force as it stands."""
        others = [u for u in self.force if st.marks[u] & HELPER]
        return Odds(st, self.hex, self.force, self.seat, (*self.helpers, *others))

    def _fight(self, st: Position) -> None:
        if st.events is not None:
            st.events.append(told.Attacked(self.hex, self.force, R("10.1.a")))
        helpers = (*self.helpers, *(u for u in self.force if st.marks[u] & HELPER))
        st.pop()
        if is_automatic(st, self.hex, self.force, self.seat):
            odds = self.odds(st)
            if st.events is not None:
                weigh = partial(ledger, odds, self.hex, self.seat, mech=self.mech)
                st.events.append(told.Automatic(self.hex, R("10.2.c"), weigh))
            fought(st, odds, self.force, helpers, mech=self.mech)
            after_roll(st, odds, "AL1", self.seat, self.hex, self.force, mech=self.mech)
            return
        st.push(AssaultRoll(self.seat, self.hex, self.mech, self.force, helpers))

    def prompt(self, st: Position) -> Words:
        clicked = "Click more units to assault {hex:hex}, or fight"
        return Words(
            "Add a unit to the assault on {hex:hex}, or fight",
            {"hex": self.hex},
            clicked if self.force else "Click the units that assault {hex:hex}",
        )

    def waiting(self, st: Position) -> Words:
        about = {"side": self.seat, "hex": self.hex}
        return Words("{side:side} to gather an assault on {hex:hex}", about)


def fought(
    st: Position, odds: Odds, force: Sequence[int], helpers: Sequence[int], *, mech: bool
) -> None:
    """Record who has attacked and been attacked (10.1, reading 89); helpers are finished (11.9)."""
    for u in force:
        st.marks[u] |= FOUGHT
    for u in helpers:
        st.marks[u] |= FINISHED
    if helpers and st.events is not None:
        rule = R("11.9.1.g") if mech else R("11.9.2.d")
        st.events.append(told.Finished(tuple(helpers), rule))
    for u in odds.defenders:
        st.marks[u] |= ATTACKED


class HelperCheck(DieLedger):
    """11.9.2: the modifiers of a helper's die, with its reasons."""

    def __init__(self, st: Position, u: int, force: Sequence[int]) -> None:
        """`force` are the attackers of the active formation (reading 74)."""
        super().__init__()
        nation = st.world.nation
        if all(nation[u] != nation[v] for v in force):
            self.add(DRM, 1, R("11.9.2.b"), "{unit:unit} is of another nation or branch", unit=u)
        if st.side_of(u) == ALLIED:
            self.add(DRM, 1, R("11.9.2.c"), "{unit:unit} is an Allied unit", unit=u)


@frame
class HelperRoll(Chance):
    """11.9.2, reading 74: a die against the helper's TER."""

    by: int
    unit: int
    force: tuple[int, ...]
    """The attackers of the active formation."""
    rule = R("11.9.2.a")
    phase = PHASE

    def question(self, st: Position) -> str:
        return f"{st.turn}.help.{st.world.unit_names.written[self.unit]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def odds(self, st: Position) -> HelperCheck:
        """Return the modifiers of the die."""
        return HelperCheck(st, self.unit, self.force)

    def apply(self, st: Position, action: Action) -> None:
        die = first(action) + 1
        passed = die + self.odds(st).drm <= ter(st, self.unit)
        if st.events is not None:
            what = "it joins" if passed else "it does not"
            rule = self.rule if passed else R("11.9.2.e")
            st.events.append(told.Checked(self.unit, die, what, rule))
        st.pop()
        muster = st.stack[-1]
        assert isinstance(muster, Muster)
        muster.joined(st, self.unit, passed=passed)

    def waiting(self, st: Position) -> Words:
        return Words("whether {unit:unit} helps", {"unit": self.unit})


@frame
class AssaultRoll(Chance):
    """10.2: the assaulting player rolls, and the table gives the result."""

    by: int
    hex: int
    mech: bool
    force: tuple[int, ...]
    helpers: tuple[int, ...]
    rule = R("10.2.table")
    phase = PHASE

    def question(self, st: Position) -> str:
        return f"{st.turn}.assault.{st.world.grid.numbers[self.hex]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def odds(self, st: Position) -> Odds:
        """Return the ledger of this assault."""
        return Odds(st, self.hex, self.force, self.by, self.helpers)

    def apply(self, st: Position, action: Action) -> None:
        die = first(action) + 1
        odds = self.odds(st)
        result = odds.resolve(die)
        if st.events is not None:
            drm = f"{odds.drm:+d}"
            about = (self.hex, odds.odds, die, drm, result, self.rule)
            weigh = partial(ledger, odds, self.hex, self.by, mech=self.mech)
            st.events.append(told.Fought(*about, weigh))
        st.pop()
        fought(st, odds, self.force, self.helpers, mech=self.mech)
        after_roll(st, odds, result, self.by, self.hex, self.force, mech=self.mech)

    def waiting(self, st: Position) -> Words:
        return Words("the die for the assault on {hex:hex}", {"hex": self.hex})
