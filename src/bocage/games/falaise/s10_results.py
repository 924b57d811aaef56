"""10.2 Assault results: the change for TER, then the duties of both sides.

A result is a row of duties, carried out one after the other. A field of the frame holds what is
left, so an assault can be left and resumed at any point. The owner chooses which unit loses a step,
but no two-step unit dies before all are reduced.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Ask, Step, frame
from bocage.engine.play import battle_at
from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.board.changes import eliminate, lose_step
from bocage.games.falaise.board.charts import RESULTS
from bocage.games.falaise.board.position import DISRUPTED
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s05_stacking import StackingCheck
from bocage.games.falaise.s09_disruption import disrupt
from bocage.games.falaise.s10_advance import Advance, can_anybody_advance
from bocage.games.falaise.s10_retreats import NOBODY, Retreating
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import CHANGE, KEEP, LOSE, numbers

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.s10_odds import Odds


# Losses ------------------------------------------------------------------------------------


def spares(st: Position, u: int, units: Sequence[int]) -> bool:
    """Return whether a unit is spared, because another two-step unit is still whole (10.2)."""
    two_step, steps = st.world.two_step, st.steps
    if not two_step[u] or steps[u] != 1:
        return False
    return any(two_step[v] and steps[v] == 2 for v in units)


@frame
class StepLoss(Ask):
    """10.2: which unit loses a step."""

    seat: int
    units: tuple[int, ...]
    cited: str
    rule = R("10.2.k")
    takes = numbers(LOSE)
    phase = "Losses"

    def legal(self, st: Position) -> Sequence[Action]:
        return [LOSE(u) for u in self.units if not spares(st, u, self.units)]

    def check(self, st: Position, action: Action) -> Ruling:
        u = first(action)
        if u not in self.units:
            words = "{unit:unit} can't take the loss: choose from {units:unit}"
            return refuse(self.rule, words, unit=u, units=self.units)
        if spares(st, u, self.units):
            whole = [v for v in self.units if v != u and st.steps[v] > 1]
            words = "{unit:unit} can't be eliminated while {whole:unit} has both its steps"
            return refuse(R("10.2.l"), words, unit=u, whole=whole)
        return OK

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        lose_step(st, first(action), Rule(self.cited))

    def prompt(self, st: Position) -> Words:
        h = battle_at(st)
        about = {"units": self.units, "hex": st.loc[self.units[0]] if h is None else h}
        if len(self.units) == 1:
            return Words("{units:unit} at {hex:hex} loses a step", about)
        if h is None:
            return Words("Choose which of {units:unit} at {hex:hex} loses a step", about)
        words = "The assault on {hex:hex} costs a step: choose which of {units:unit} loses it"
        return Words(words, about)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to choose a loss", {"side": self.seat})


# Results -----------------------------------------------------------------------------------


# Duties, one letter each.
ATTACKER_LOSES: Final = "a"
BOTH_DEFENDER: Final = "d"
BOTH_ATTACKER: Final = "b"
DEFENDER_LOSES: Final = "l"
DEFENDER_DISRUPTED: Final = "x"
DEFENDER_GONE: Final = "e"
DEFENDER_RETREATS: Final = "r"
ADVANCE_AFTER: Final = "v"

DUTIES: Final = {"AL1": "a", "C": "", "DR": "rv", "BL1": "dbv", "DL1": "lxv", "DE": "ev"}

_LOSSES: Final = {
    ATTACKER_LOSES: R("10.2.AL1"),
    BOTH_DEFENDER: R("10.2.BL1"),
    BOTH_ATTACKER: R("10.2.BL1"),
    DEFENDER_LOSES: R("10.2.DL1"),
}
"""The result by which a step is lost."""


def after_roll(
    st: Position, odds: Odds, result: str, by: int, h: int, force: tuple[int, ...], *, mech: bool
) -> None:
    """The result is known: the side with the higher TER may change it once (10.2)."""
    st.push(Battle(by, h, mech, force, odds.defenders, DUTIES[result], ()))
    seat, others = odds.changes(result, by)
    if others:
        st.push(TerChange(seat, result, others))


@frame
class TerChange(Ask):
    """10.2: whether the side with the higher TER changes the result."""

    seat: int
    result: str
    options: tuple[str, ...]
    rule = R("10.2.j")
    takes = numbers(KEEP, CHANGE)
    phase = "Assault"

    def legal(self, st: Position) -> Sequence[Action]:
        return [KEEP.base, *(CHANGE(RESULTS.index(each)) for each in self.options)]

    def check(self, st: Position, action: Action) -> Ruling:
        if action == KEEP() or RESULTS[first(action)] in self.options:
            return OK
        words = "{result} can't be made {wished}: it may be made {options}"
        return refuse(
            *(R("10.2.g"), words),
            result=self.result,
            wished=RESULTS[first(action)],
            options=" or ".join(self.options),
        )

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        if action == KEEP():
            return
        result = RESULTS[first(action)]
        battle = st.stack[-1]
        assert isinstance(battle, Battle)
        st.swap(battle.left(DUTIES[result]))
        if st.events is not None:
            st.events.append(told.Changed(self.seat, result, R("10.2.g")))

    def prompt(self, st: Position) -> Words:
        options = " or ".join(self.options)
        about = {"result": self.result, "options": options}
        return Words("Your TER is higher: keep {result}, or make it {options}", about)

    def waiting(self, st: Position) -> Words:
        about = {"side": self.seat, "result": self.result}
        return Words("{side:side} to keep or change {result}", about)


@frame
class Battle(Step):
    """The rest of a result."""

    by: int
    hex: int
    mech: bool
    force: tuple[int, ...]
    defending: tuple[int, ...]
    duties: str
    trail: tuple[int, ...]
    """10.4: where the defenders went first."""
    battle = True
    rule = R("10.2.table")
    phase = "Assault"

    def left(self, duties: str, trail: tuple[int, ...] = ()) -> Battle:
        """Return this assault with other duties to come."""
        return Battle(
            *(self.by, self.hex, self.mech, self.force, self.defending, duties),
            trail or self.trail,
        )

    def run(self, st: Position) -> None:
        if not self.duties:
            st.swap(StackingCheck(1 - self.by))
            return
        duty, rest = self.duties[0], self.duties[1:]
        st.swap(self.left(rest))
        attackers = tuple(u for u in self.force if st.loc[u] >= 0)
        defenders = tuple(u for u in self.defending if st.loc[u] == self.hex)
        if duty in (ATTACKER_LOSES, BOTH_ATTACKER) and attackers:
            st.push(StepLoss(self.by, attackers, _LOSSES[duty]))
        elif duty in (DEFENDER_LOSES, BOTH_DEFENDER) and defenders:
            st.push(StepLoss(1 - self.by, defenders, _LOSSES[duty]))
        elif duty == DEFENDER_DISRUPTED and defenders:
            self._disrupt(st, defenders)
        elif duty == DEFENDER_GONE and defenders:
            eliminate(st, defenders, R("10.2.DE"))
        elif duty == DEFENDER_RETREATS and defenders:
            st.push(Retreating(1 - self.by, self.hex, defenders, defenders, NOBODY, (), ()))
        elif (
            duty == ADVANCE_AFTER
            and attackers
            and not st.at(self.hex, 1 - self.by)
            and can_anybody_advance(st, attackers, self.hex)
        ):
            st.push(Advance(self.by, self.hex, attackers, (), (), self.trail))

    def _disrupt(self, st: Position, defenders: tuple[int, ...]) -> None:
        """9.1, reading 71: a second disruption by a Mechanized Assault breaks a unit up."""
        if self.mech:
            broken = tuple(u for u in defenders if st.marks[u] & DISRUPTED)
            eliminate(st, broken, R("9.1.e"))
            left = tuple(u for u in defenders if u not in broken)
            disrupt(st, left, R("reading 71") if broken else R("10.2.DL1"))
            return
        disrupt(st, defenders, R("10.2.DL1"), R("9.1.f"))

    def retreated(self, st: Position, trail: tuple[int, ...]) -> None:
        """10.4: all have retreated or are gone; the trail is what Mechanized units may follow."""
        st.swap(self.left(self.duties, trail))
