"""10.2 Losses: the owner chooses the step, but no two-step unit dies before all are reduced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, first
from bocage.engine.frames import Ask, Step, frame
from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.changes import eliminate, lose_step
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.stacking import overstacked
from bocage.games.falaise.verbs import LOSE, REMOVE, numbers

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position


def spares(st: Position, u: int, units: Sequence[int]) -> bool:
    """10.2: whether a unit is spared, because another two-step unit is still whole."""
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
            words = "{unit:unit} can't take the loss: it falls on {units:unit}"
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
        return Words("Choose which of {units:unit} loses a step", {"units": self.units})

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to choose a loss", {"side": self.seat})


@frame
class StackingCheck(Step):
    """5.2: looks at every stack of a side; asks for the first that is too high."""

    seat: int
    rule = R("5.2.a")

    def run(self, st: Position) -> None:
        hexes = overstacked(st, self.seat)
        if hexes:
            st.push(RemoveExcess(self.seat, hexes[0]))
        else:
            st.pop()


@frame
class RemoveExcess(Ask):
    """5.2: the owner eliminates a unit of an over-stacked hex."""

    seat: int
    hex: int
    rule = R("5.2.a")
    takes = numbers(REMOVE)
    phase = "Over-stacking"

    def legal(self, st: Position) -> Sequence[Action]:
        return [REMOVE(u) for u in st.at(self.hex, self.seat)]

    def check(self, st: Position, action: Action) -> Ruling:
        u = first(action)
        if u not in st.at(self.hex, self.seat):
            words = "{unit:unit} is not in {hex:hex}, which is over-stacked"
            return refuse(self.rule, words, unit=u, hex=self.hex)
        return OK

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        eliminate(st, (first(action),), self.rule)

    def prompt(self, st: Position) -> Words:
        return Words("{hex:hex} is over-stacked: choose a unit to eliminate", {"hex": self.hex})

    def waiting(self, st: Position) -> Words:
        about = {"side": self.seat, "hex": self.hex}
        return Words("{side:side} to clear {hex:hex}, which is over-stacked", about)
