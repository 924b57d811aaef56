"""The optional rules of Operation Roundup in words: what they remember, for the status lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bocage.games.roundup import optional as slot
from bocage.games.roundup.demolitions import is_blown
from bocage.games.roundup.inundation import is_flooded
from bocage.games.roundup.verbs import STRATEGIES
from bocage.games.roundup.world import PORTS

if TYPE_CHECKING:
    from bocage.games.roundup.position import Position


def strategy(st: Position) -> str:
    """Hitler's strategy, or that it lies face down (15.1)."""
    if not st.strategy:
        return ""
    if st.optional[slot.SECRET] and st.stack:
        return "; Hitler's strategy lies face down"
    return f"; Hitler: {STRATEGIES[st.strategy - 1]}"


def secret(st: Position) -> list[str]:
    """What the German alone may read (15.1)."""
    if not st.optional[slot.SECRET]:
        return []
    return [f"  For German eyes: Hitler's strategy is {STRATEGIES[st.strategy - 1]} (15.1)"]


def status(st: Position) -> list[str]:
    """A line of what the optional rules remember; none if there is nothing to tell."""
    told = list(_told(st))
    return ["; ".join(told)] if told else []


def _told(st: Position) -> Iterator[str]:
    kept = st.optional
    numbers = st.world.grid.numbers
    if markers := st.markers():
        yield f"German markers {' '.join(numbers[h] for h in markers)} (15.4)"
    for port, name in enumerate(PORTS):
        if st.holds_port(port) and is_blown(st, port) and kept[slot.OPENS + port] < 255:
            yield f"{name.capitalize()} blown up to turn {kept[slot.OPENS + port]} (15.5)"
    if kept[slot.FLOODED]:
        when = "is" if is_flooded(st) else f"will be, from turn {kept[slot.FLOODED]},"
        yield f"the polder {when} under water (15.6)"
    if st.switches & slot.KAMPFGRUPPEN:
        yield f"GKRP {kept[slot.GKRP]} (15.10)"
    if kept[slot.WASTED]:
        yield "the Luftwaffe has lost its die (15.14)"
    if kept[slot.BOMBER_LOST]:
        yield "the German bomber is lost (15.15)"
