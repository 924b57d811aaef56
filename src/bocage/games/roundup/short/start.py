"""The first position of a short scenario (reading 76): no set-up, the turn begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.games.roundup.board.position import ABSENT, Position
from bocage.games.roundup.board.world import BEACHHEADS
from bocage.games.roundup.options import (
    BARREL,
    FREE_GARRISONS,
    HIDDEN_DIRECTIVE,
    OPEN_STRATEGY,
    PORT_HEX_CONTROL,
    RESTORED,
    SHIFTED_SECTORS,
)
from bocage.games.roundup.pieces.units import ALLIED
from bocage.games.roundup.s05_sequence import GameTurn

if TYPE_CHECKING:
    from bocage.games.roundup.board.world import World
    from bocage.games.short_scenarios import ShortScenario

OF_THE_SET_UP: Final = (
    BARREL
    | FREE_GARRISONS
    | HIDDEN_DIRECTIVE
    | OPEN_STRATEGY
    | PORT_HEX_CONTROL
    | RESTORED
    | SHIFTED_SECTORS
)
"""Options that change the set-up, which a short scenario has behind it."""


HEXES: Final = frozenset({"beachheads", "allied_ground"})
"""The earlier events that are given by hexes."""


def short_position(world: World, short: ShortScenario, switches: int) -> Position:
    """Return everybody who takes part is in place, and what happened before has happened."""
    st = Position.empty(world, switches & ~OF_THE_SET_UP)
    st.turn = short.first_turn
    before = short.before
    st.strategy = before.get("strategy", 1)
    for marker, name in enumerate(BEACHHEADS):
        st.set_beachhead(marker, before["beachheads"][name])
    for h in before.get("allied_ground", ()):
        st.take_control(h, ALLIED)
    for u in range(world.count):
        st.place(u, short.units.get(u, ABSENT))
        if st.loc[u] >= 0:
            st.take_control(st.loc[u], st.side_of(u))
    st.stack = (GameTurn(0),)
    return st
