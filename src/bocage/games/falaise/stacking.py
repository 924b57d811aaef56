"""5.0 Stacking: two units in a hex, one of them a brigade or regiment; who stacks with whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.units import GERMAN, POLAND, US

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position
    from bocage.games.falaise.world import World


def may_mix(world: World, a: int, b: int) -> bool:
    """5.3, reading 47: whether two units of a side are allowed in one hex, sizes apart."""
    if world.currie in (a, b):
        return world.brigade in (a, b)
    if a >= world.german.start:
        return True
    first, second = world.nation[a], world.nation[b]
    if (first == US) == (second == US):
        return True
    return POLAND in (first, second)


def is_legal_stack(world: World, units: Sequence[int]) -> bool:
    """5.3: whether these units may stand together in a hex."""
    if len(units) < 2:
        return True
    if len(units) > 2:
        return False
    a, b = units
    return not (world.large[a] and world.large[b]) and may_mix(world, a, b)


def fits(st: Position, u: int, h: int) -> bool:
    """Whether a unit would stack legally in a hex with its friends there."""
    there = st.at(h, st.side_of(u))
    if not there:
        return True
    if u in there:
        return is_legal_stack(st.world, there)
    return is_legal_stack(st.world, (*there, u))


def all_fit(st: Position, units: Sequence[int], h: int) -> bool:
    """Whether units that move together would stack legally in a hex."""
    there = st.at(h, st.side_of(units[0]))
    return not there or is_legal_stack(st.world, (*there, *units))


def stacking(st: Position, u: int, h: int, by: Rule | None = None) -> Ruling:
    """Whether a unit would stack legally in a hex, and if not, why; `by` says when it must."""
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
        words = "Task Force Currie stacks with its brigade alone"
        return refuse(by or R("5.3.f"), start + words, **about)
    return refuse(by or R("5.3.d"), start + "US units stack with US or Polish units", **about)


def overstacked(st: Position, side: int) -> list[int]:
    """5.2: the hexes in which a side has more than it may, in the order of the map."""
    return sorted(
        h
        for h, units in st.stacks(side).items()
        if len(units) > 1 and not is_legal_stack(st.world, units)
    )


def is_german(st: Position, u: int) -> bool:
    """Whether a unit is German."""
    return st.side_of(u) == GERMAN
