"""Plans for the set-up (3.1): the remaining units in the places of a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.engine.plans import Plan
from bocage.games.falaise.pieces.units import SIDES
from bocage.games.falaise.s03_setup import SetUp, placing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.s03_setup import Setups

_RECOMMENDED: Final = "recommended"


def plans(st: Position, seat: int, setups: Mapping[int, Setups]) -> list[Plan]:
    """Return the set-ups of a side that place somebody, the recommended one first."""
    if not isinstance(st.stack[-1] if st.stack else None, SetUp):
        return []
    known = setups.get(seat, {})
    return [
        Plan(name, f"a set-up of the {SIDES[seat]} side", (f"setup {name}",))
        for name in sorted(known, key=lambda each: each != _RECOMMENDED)
        if placing(st, seat, known[name])
    ]
