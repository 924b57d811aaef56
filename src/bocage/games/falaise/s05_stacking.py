"""5.0 Stacking: two units in a hex, one of them a brigade or regiment; who stacks with whom.

5.2: the owner removes the excess in a hex.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, first
from bocage.engine.frames import Ask, Step, frame
from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.board.changes import eliminate
from bocage.games.falaise.pieces.units import POLAND, US
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.words.verbs import REMOVE, numbers

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.board.world import World


# 5.2 Over-stacking -------------------------------------------------------------------------


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


# 5.1, 5.3 Limits ---------------------------------------------------------------------------


def may_mix(world: World, a: int, b: int) -> bool:
    """Return whether two units of a side are allowed in one hex, sizes apart (5.3, reading 47)."""
    if world.currie in (a, b):
        return world.brigade in (a, b)
    if a >= world.german.start:
        return True
    first, second = world.nation[a], world.nation[b]
    if (first == US) == (second == US):
        return True
    return POLAND in (first, second)


def is_legal_stack(world: World, units: Sequence[int]) -> bool:
    """Return whether these units may stand together in a hex (5.3)."""
    if len(units) < 2:
        return True
    if len(units) > 2:
        return False
    a, b = units
    return not (world.large[a] and world.large[b]) and may_mix(world, a, b)


def fits(st: Position, u: int, h: int) -> bool:
    """Return whether a unit would stack legally in a hex with its friends there."""
    there = st.at(h, st.side_of(u))
    if not there:
        return True
    if u in there:
        return is_legal_stack(st.world, there)
    return is_legal_stack(st.world, (*there, u))


def all_fit(st: Position, units: Sequence[int], h: int) -> bool:
    """Return whether units that move together would stack legally in a hex."""
    there = st.at(h, st.side_of(units[0]))
    return not there or is_legal_stack(st.world, (*there, *units))


def stacking(st: Position, u: int, h: int, by: Rule | None = None) -> Ruling:
    """Return whether a unit would stack legally in a hex, and if not, why; `by` says when it
    must.
    """
    side = st.side_of(u)
    there = [v for v in st.at(h, side) if v != u]
    if is_legal_stack(st.world, (*there, u)):
        return OK
    start = "{unit:unit} can't stack with {there:unit} in {hex:hex}: "
    about = {"unit": u, "there": there, "hex": h}
    world = st.world
    if len(there) > 1:
        return refuse(by or R("5.3.a"), start + "a hex holds two units", **about)
    v = there[0]
    if world.large[u] and world.large[v]:
        return refuse(by or R("5.3.b"), start + "a hex holds one brigade or regiment", **about)
    if world.currie in (u, v):
        words = "Task Force Currie stacks only with its brigade"
        return refuse(by or R("5.3.f"), start + words, **about)
    return refuse(by or R("5.3.d"), start + "US units stack with US or Polish units", **about)


def overstacked(st: Position, side: int) -> list[int]:
    """Return the hexes in which a side has more than it may, in the order of the map (5.2)."""
    return sorted(
        h
        for h, units in st.stacks(side).items()
        if len(units) > 1 and not is_legal_stack(st.world, units)
    )
