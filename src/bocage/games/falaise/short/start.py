"""The first position of a short scenario (reading 117): no set-up, the turn begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.games.falaise.board.position import ABSENT, Position
from bocage.games.falaise.pieces.units import ALLIED, SIDES
from bocage.games.falaise.s04_sequence import GameTurn

if TYPE_CHECKING:
    from bocage.games.falaise.board.world import World
    from bocage.games.short_scenarios import ShortScenario


def short_position(world: World, short: ShortScenario, switches: int) -> Position:
    """Return everybody who takes part is in place, and what happened before has happened."""
    st = Position.empty(world, switches)
    st.turn = short.first_turn
    for u in range(world.count):
        st.place(u, short.units.get(u, ABSENT))
    before = short.before
    st.argentan = SIDES.index(before.get("argentan", SIDES[ALLIED]))
    st.argentan_taken = int(st.argentan == ALLIED)
    st.zone_open = int(before.get("zone_open", 0))
    st.counter = before.get("counterattack", 0)
    st.relieved = int(before.get("relieved", 0))
    st.ter_80 = before.get("ter_80", 2)
    st.stack = (GameTurn(0),)
    return st
