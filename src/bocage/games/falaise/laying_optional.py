"""What a rule case may give of the optional rules (12.0) and of solitaire play (13.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from bocage.games.falaise.optional import HELD
from bocage.games.falaise.setup import SetUp, load_setups, next_unit
from bocage.games.falaise.solitaire import AlliedSetUp
from bocage.games.falaise.units import ALLIED
from bocage.rules.laying import one_of
from bocage.rules.shape import Field

if TYPE_CHECKING:
    from bocage.engine.frames import Frame
    from bocage.games.falaise.position import Position

OPTIONAL_GIVEN: Final = (
    Field("french", "text", "The French 2nd Armored Division this turn: free or held."),
    Field("boundary", "text", "The 86th Corps Boundary of solitaire play: closed or open."),
)
"""What a position can be given as, beyond the rules for two."""


def lay_options(st: Position, given: Mapping[str, Any]) -> None:
    """Set what a case gives of them."""
    held = one_of("french", given.get("french", "free"), ("free", "held")) == "held"
    st.french = HELD if held else 0
    opened = one_of("boundary", given.get("boundary", "closed"), ("closed", "open"))
    st.boundary = int(opened == "open")


def allied_set_up(st: Position) -> Frame:
    """3.1, reading 96: who sets the Allies up: their player, or the rules."""
    if not st.alone:
        return SetUp(ALLIED, next_unit(st, ALLIED))
    plans = load_setups(st.world)[ALLIED]
    return AlliedSetUp(tuple(plans["recommended"].items()))
