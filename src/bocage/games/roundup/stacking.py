"""3.1 Stacking: a division and a smaller unit in a hex, or two smaller ones; US and UK apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.units import ALLIED, GERMAN

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.roundup.position import Position
    from bocage.games.roundup.world import World


def is_legal_stack(world: World, units: Iterable[int]) -> bool:
    """3.1.2, 3.1.3: whether these units may end together in a hex."""
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
    """Whether a unit would stack legally in a hex with its friends there."""
    gone = set(leaving)
    there = [v for v in st.at(h, st.side_of(u)) if v != u and v not in gone]
    return is_legal_stack(st.world, (*there, u))


Stacks = Mapping[int, Sequence[int]]
"""The units of a side by hex."""


def stacks_of(st: Position, side: int) -> Stacks:
    """Who stands where, for those who ask about many hexes."""
    found: dict[int, list[int]] = {}
    own = st.world.ranges[side]
    for u, h in enumerate(st.loc[own.start : own.stop], own.start):
        if h in found:
            found[h].append(u)
        elif h >= 0:
            found[h] = [u]
    return found


def room(st: Position, there: Sequence[int], side: int, nation: int) -> tuple[bool, bool]:
    """Whether a stack has room for one smaller unit, and for one division, of a nation."""
    world = st.world
    if not there:
        return True, True
    if side == ALLIED and world.nation[there[0]] != nation:
        return False, False
    single = len(there) == 1
    return single, single and not world.is_division[there[0]]


def stacking(st: Position, u: int, h: int, *readings: Rule) -> Ruling:
    """Whether a unit would stack legally in a hex, and if not, by which case.

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
    """The sentence that such a stack breaks: about divisions, or about smaller units alone."""
    divisions = sum(st.world.is_division[u] for u in units)
    if divisions:
        rule = R("3.1.3.a") if side == GERMAN else R("3.1.2.b")
        return rule.read(R("reading 40")) if divisions == 1 else rule
    return R("3.1.3.c") if side == GERMAN else R("3.1.2.c")


def overstacked(st: Position, side: int) -> list[int]:
    """3.1: the hexes in which a side has more than it may, in the order of the map."""
    own = st.world.ranges[side]
    places = [h for h in st.loc[own.start : own.stop] if h >= 0]
    if len(set(places)) == len(places):
        return []
    return sorted(
        h
        for h, units in stacks_of(st, side).items()
        if len(units) > 1 and not is_legal_stack(st.world, units)
    )
