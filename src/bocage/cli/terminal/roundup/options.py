"""The optional rules of Operation Roundup in words: what they remember, for the status lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from bocage.games.roundup import options as slot
from bocage.games.roundup.board.world import PORTS
from bocage.games.roundup.s15_optional.s15_05_demolitions import is_blown
from bocage.games.roundup.s15_optional.s15_06_inundation import is_flooded
from bocage.games.roundup.s15_optional.s15_11_kampfgruppen import (
    TO_RAISE,
    SpendPoints,
    raisable,
    recoverable,
)
from bocage.games.roundup.s15_optional.s15_12_parachute_corps import (
    ParachuteDrop,
    ParachutistsEnter,
    waiting_aside,
)
from bocage.games.roundup.s15_optional.s15_19_scraped_barrel import ScrapeBarrel, left
from bocage.games.roundup.words.verbs import STRATEGIES

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position


def strategy(st: Position) -> str:
    """Hitler's strategy, or that it lies face down (15.1)."""
    if not st.strategy:
        return ""
    if st.optional[slot.SECRET] and st.stack:
        return "; Hitler's strategy is face down"
    return f"; Hitler: {STRATEGIES[st.strategy - 1]}"


def secret(st: Position) -> list[str]:
    """Return what only the German player may read (15.1)."""
    if not st.optional[slot.SECRET]:
        return []
    return [
        f"  For the German player only: Hitler's strategy is {STRATEGIES[st.strategy - 1]} (15.1)"
    ]


def choices(st: Position, told: Callable[[Position, int], str]) -> list[str]:
    """Return the units that a decision of an optional rule can name, with factors and edge."""
    top = st.stack[-1]
    if isinstance(top, SpendPoints):
        points = st.optional[slot.GKRP]
        steps = [] if top.recovered else recoverable(st)
        raised = raisable(st) if points >= TO_RAISE else []
        return [
            *(f"  1 GKRP: {told(st, u)}" for u in steps),
            *(f"  2 GKRP: {_counter(st, u, reduced=True)}" for u in raised),
        ]
    if isinstance(top, ScrapeBarrel):
        return [f"  {_counter(st, u)}" for u in left(st)]
    if isinstance(top, ParachuteDrop | ParachutistsEnter):
        return [f"  {_counter(st, u)}" for u in waiting_aside(st)]
    return []


def _counter(st: Position, u: int, *, reduced: bool = False) -> str:
    """Return a unit that is off the map: name, factors, how it moves, its edge."""
    unit = st.world.units[u]
    factors = unit.factors_reduced if reduced else unit.factors
    edge = {"E": "East", "S": "South"}[st.world.edge[u]]
    return f"{unit.id} {unit.name} {factors}, {unit.movement}, {edge} edge"


def status(st: Position) -> list[str]:
    """Return a line of what the optional rules remember; none if there is nothing to tell."""
    told = list(_told(st))
    return ["; ".join(told)] if told else []


def _told(st: Position) -> Iterator[str]:
    kept = st.optional
    numbers = st.world.grid.numbers
    if markers := st.markers():
        yield f"German markers {' '.join(numbers[h] for h in markers)} (15.4)"
    for port, name in enumerate(PORTS):
        if st.holds_port(port) and is_blown(st, port) and kept[slot.OPENS + port] < 255:
            yield f"{name.capitalize()} shut until turn {kept[slot.OPENS + port]} (15.5)"
    if kept[slot.FLOODED]:
        when = "is" if is_flooded(st) else f"will be, from turn {kept[slot.FLOODED]},"
        yield f"the polder {when} under water (15.6)"
    if st.switches & slot.KAMPFGRUPPEN:
        yield f"GKRP {kept[slot.GKRP]} (15.10)"
    if kept[slot.WASTED]:
        yield "the Luftwaffe has lost its die (15.14)"
    if kept[slot.BOMBER_LOST]:
        yield "the German bomber is lost (15.15)"
