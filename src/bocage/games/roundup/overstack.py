"""3.1: when a phase ends, the owner eliminates what is too much in a hex, of his choice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, first, numbers
from bocage.engine.frames import Ask, Step, frame
from bocage.engine.rulings import OK, Caution, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup.changes import eliminate
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.stacking import is_legal_stack, overstacked
from bocage.games.roundup.verbs import REMOVE

if TYPE_CHECKING:
    from bocage.games.roundup.position import Position


def cautions(st: Position, seat: int) -> tuple[Caution, ...]:
    """3.1: the stacks that are too high now, each with how many units it will lose."""
    words = "{hex:hex} holds {units:unit}: when the phase ends, {many} of them must be eliminated"
    found: list[Caution] = []
    for h in overstacked(st, seat):
        units = st.at(h, seat)
        keep = max(n for n in range(len(units)) if _can_keep(st, units, n))
        many = "one" if len(units) - keep == 1 else str(len(units) - keep)
        found.append(Caution(R("3.1.c"), Words(words, {"hex": h, "units": units, "many": many})))
    return tuple(found)


def _can_keep(st: Position, units: Sequence[int], count: int) -> bool:
    """Whether so many of these units may stay together in a hex."""
    return any(is_legal_stack(st.world, some) for some in combinations(units, count))


@frame
class StackingCheck(Step):
    """Looks at every stack of a side; asks for the first that is too high."""

    seat: int
    rule = R("3.1.a")

    def run(self, st: Position) -> None:
        hexes = overstacked(st, self.seat)
        if hexes:
            st.push(RemoveExcess(self.seat, hexes[0]))
        else:
            st.pop()


@frame
class RemoveExcess(Ask):
    """The owner takes one unit out of an over-stacked hex."""

    seat: int
    hex: int
    rule = R("3.1.a")
    takes = numbers(REMOVE)
    phase = "end of the phase"

    def legal(self, st: Position) -> Sequence[Action]:
        return [REMOVE(u) for u in st.at(self.hex, self.seat)]

    def check(self, st: Position, action: Action) -> Ruling:
        u = first(action)
        if st.loc[u] != self.hex:
            return refuse(
                R("3.1.c"),
                "{unit:unit} is not in {hex:hex}, which is over-stacked",
                unit=u,
                hex=self.hex,
            )
        return OK

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        eliminate(st, first(action), R("3.1.c"))

    def prompt(self, st: Position) -> Words:
        return Words("{hex:hex} is over-stacked: choose a unit to eliminate", {"hex": self.hex})

    def waiting(self, st: Position) -> Words:
        return Words(
            "{side:side} to clear {hex:hex}, which is over-stacked",
            {"side": self.seat, "hex": self.hex},
        )
