"""15.6 Inundation: once the German may flood the polder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, numbers
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling
from bocage.engine.words import Words
from bocage.games.roundup.board.world import PORTS
from bocage.games.roundup.options import FLOODED, INUNDATION
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s08_returns import last_turn
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import END, FLOOD

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position

GRAVELINES: Final = "1511"
DUNKIRK: Final = PORTS.index("dunkirk")


def may_flood(st: Position) -> bool:
    """15.6: once, while the German controls Gravelines or a hex of Dunkirk."""
    if not st.switches & INUNDATION or st.optional[FLOODED] or st.turn == last_turn(st.world):
        return False
    return holds_sluices(st)


def holds_sluices(st: Position) -> bool:
    """Return whether the German controls Gravelines or any hex of Dunkirk."""
    world = st.world
    return any(not st.control[h] for h in (world.grid.hex(GRAVELINES), *world.ports[DUNKIRK]))


def is_flooded(st: Position) -> bool:
    """Return whether polder is under water this turn."""
    return 0 < st.optional[FLOODED] <= st.turn


@frame
class Inundate(Ask):
    """15.6: in the Reinforcement Phase the German floods the polder, or waits."""

    seat: int
    rule = R("15.6.a")
    takes = numbers(END, FLOOD)
    phase = "Reinforcement Phase"

    def legal(self, st: Position) -> Sequence[Action]:
        return [END(), FLOOD()]

    def check(self, st: Position, action: Action) -> Ruling:
        return OK

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        if action == END():
            return
        st.optional[FLOODED] = st.turn + 1
        if st.events is not None:
            st.events.append(told.Flooded(st.turn + 1, self.rule))

    def prompt(self, st: Position) -> Words:
        return Words("Flood the polder from the next turn, or end to wait")

    def waiting(self, st: Position) -> Words:
        return Words("the Germans to decide whether to open the sluices")
