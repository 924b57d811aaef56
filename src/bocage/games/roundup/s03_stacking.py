"""3.1 Stacking: a division and a smaller unit in a hex, or two smaller ones; US and UK apart.

When a phase ends, the owner chooses which units of an over-stacked hex to eliminate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, first, numbers
from bocage.engine.frames import Ask, Step, frame
from bocage.engine.rulings import OK, Caution, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup.board.changes import eliminate
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.words.verbs import REMOVE
from bocage.hexes.kernels import stacks_by_hex

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.board.world import World


def is_legal_stack(world: World, units: Iterable[int]) -> bool:
    """Return whether these units may end together in a hex (3.1.2, 3.1.3)."""
    divisions = others = nations = 0
    for u in units:
        if world.is_division[u]:
            divisions += 1
        else:
            others += 1
        if u < world.german.start:
            nations |= 1 << world.nation[u]
    return divisions <= 1 and divisions + others <= 2 and nations != 0b11


def fits(st: Position, u: int, h: int, *, leaving: Iterable[int] = ()) -> bool:
    """Return whether a unit would stack legally in a hex with its friends there."""
    gone = set(leaving)
    there = [v for v in st.at(h, st.side_of(u)) if v != u and v not in gone]
    return is_legal_stack(st.world, (*there, u))


Stacks = Mapping[int, Sequence[int]]
"""The units of a side by hex."""


def stacks_of(st: Position, side: int) -> Stacks:
    """Return the units by hex, for callers that ask about many hexes."""
    own = st.world.ranges[side]
    return stacks_by_hex(st.loc, own.start, own.stop)


def room(st: Position, there: Sequence[int], side: int, nation: int) -> tuple[bool, bool]:
    """Return whether a stack has room for one smaller unit, and for one division, of a nation."""
    world = st.world
    if not there:
        return True, True
    if side == ALLIED and world.nation[there[0]] != nation:
        return False, False
    single = len(there) == 1
    return single, single and not world.is_division[there[0]]


def stacking(st: Position, u: int, h: int, *readings: Rule) -> Ruling:
    """Return whether a unit would stack legally in a hex, and if not, by which case.

    `readings` say why stacking counts where it is asked for.
    """
    side = st.side_of(u)
    there = [v for v in st.at(h, side) if v != u]
    if is_legal_stack(st.world, (*there, u)):
        return OK
    world = st.world
    if side == ALLIED and any(world.nation[v] != world.nation[u] for v in there):
        return refuse(
            R("3.1.2.a").read(*readings),
            "{unit:unit} can't stack with {there:unit} in {hex:hex}: US and UK units never stack",
            unit=u,
            there=there,
            hex=h,
        )
    divisions = sum(world.is_division[v] for v in (*there, u))
    limit = "a hex holds one division" if divisions > 1 else "a hex holds two units"
    return refuse(
        _limit(st, side, (*there, u)).read(*readings),
        "{unit:unit} can't stack with {there:unit} in {hex:hex}: " + limit,
        unit=u,
        there=there,
        hex=h,
    )


def _limit(st: Position, side: int, units: Sequence[int]) -> Rule:
    """Return the sentence that such a stack breaks: about divisions, or about smaller units
    alone.
    """
    divisions = sum(st.world.is_division[u] for u in units)
    if divisions:
        rule = R("3.1.3.a") if side == GERMAN else R("3.1.2.b")
        return rule.read(R("reading 40")) if divisions == 1 else rule
    return R("3.1.3.c") if side == GERMAN else R("3.1.2.c")


def overstacked(st: Position, side: int) -> list[int]:
    """Return the hexes in which a side has more than it may, in the order of the map (3.1)."""
    return sorted(
        h
        for h, units in stacks_of(st, side).items()
        if len(units) > 1 and not is_legal_stack(st.world, units)
    )


# 3.1 Over-stacking -------------------------------------------------------------------------


def cautions(st: Position, seat: int) -> tuple[Caution, ...]:
    """Return the stacks that are too high now, each with how many units it will lose (3.1)."""
    words = "{hex:hex} holds {units:unit}: when the phase ends, {many} of them must be eliminated"
    found: list[Caution] = []
    for h in overstacked(st, seat):
        units = st.at(h, seat)
        keep = max(n for n in range(len(units)) if _can_keep(st, units, n))
        many = "one" if len(units) - keep == 1 else str(len(units) - keep)
        found.append(Caution(R("3.1.c"), Words(words, {"hex": h, "units": units, "many": many})))
    return tuple(found)


def _can_keep(st: Position, units: Sequence[int], count: int) -> bool:
    """Return whether so many of these units may stay together in a hex."""
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
