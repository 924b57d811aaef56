"""What is impossible about a position under the optional rules; see `faults`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bocage.games.roundup.gkrp import MOST
from bocage.games.roundup.optional import (
    DEMOLITIONS,
    FLOODED,
    FOLLOW_UP,
    FOLLOWED_UP,
    GERMAN_REPLACEMENTS,
    GKRP,
    HIDDEN_DIRECTIVE,
    INUNDATION,
    KAMPFGRUPPEN,
    OPENS,
    PARACHUTE_CORPS,
    PARACHUTED,
    PORT_HEX_CONTROL,
    REACTION,
    SECRET,
    SECTORS,
    SHIFTED_SECTORS,
    STORMED,
    WASTAGE,
    WASTED,
)
from bocage.games.roundup.position import (
    DROPPED,
    GROUNDED,
    HAS_DROPPED,
    KAMPFGRUPPE,
    LANDED,
    REPLACED,
)

if TYPE_CHECKING:
    from bocage.games.roundup.position import Position

MARKS_OF_ALLIES: Final = REPLACED | DROPPED | GROUNDED | HAS_DROPPED | LANDED
"""Marks that no German unit bears in the standard game."""

_SLOT_OF: Final = (
    (SECRET, 1, HIDDEN_DIRECTIVE, "15.1"),
    (STORMED, 3, PORT_HEX_CONTROL, "15.4"),
    (OPENS, 3, DEMOLITIONS, "15.5"),
    (FLOODED, 1, INUNDATION, "15.6"),
    (FOLLOWED_UP, 1, FOLLOW_UP, "15.9"),
    (GKRP, 1, KAMPFGRUPPEN, "15.10"),
    (PARACHUTED, 1, PARACHUTE_CORPS, "15.12"),
    (WASTED, 1, WASTAGE, "15.14"),
    (SECTORS, 1, SHIFTED_SECTORS, "15.17"),
)
"""First slot, how many, the switch, the rule."""


def german_marks(st: Position) -> int:
    """The marks that German units may bear by the rules of this table."""
    found = 0
    if st.switches & (KAMPFGRUPPEN | GERMAN_REPLACEMENTS):
        found |= REPLACED
    if st.switches & KAMPFGRUPPEN:
        found |= KAMPFGRUPPE
    return found | DROPPED if st.switches & PARACHUTE_CORPS else found


def most_tas(st: Position) -> int:
    """Reading 12: no difference of dice is larger; by 15.13 the Allies may roll four."""
    return 24 if st.switches & REACTION else 18


def optional_faults(st: Position) -> Iterator[str]:
    """Every fault that has to do with module 15."""
    for first, count, switch, rule in _SLOT_OF:
        if any(st.optional[first : first + count]) and not st.switches & switch:
            yield f"{rule} is remembered and not played"
    for h in st.markers():
        if st.control[h]:
            yield f"a German marker lies in {st.world.grid.numbers[h]}, which is Allied"
    if st.optional[GKRP] > MOST:
        yield f"{st.optional[GKRP]} replacement points in hand"
    for u, marks in enumerate(st.marks):
        german = u >= st.world.german.start
        if german and marks & KAMPFGRUPPE and st.loc[u] >= 0 and st.steps[u] > 1:
            yield f"{st.world.units[u].id} is a Kampfgruppe of two steps"
