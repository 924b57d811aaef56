"""15.5 Demolitions: a port that falls may take a turn or two longer to open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Chance, frame
from bocage.engine.words import Words
from bocage.games.roundup.board.world import PORTS
from bocage.games.roundup.options import DEMOLITIONS, FELL_BEFORE, OPENS
from bocage.games.roundup.pieces.units import ALLIED
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s08_reinforcements import DesignatePort
from bocage.games.roundup.s08_returns import DIE_FACES
from bocage.games.roundup.words import events as told

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position

DELAYS: Final = (0, 0, 1, 1, 2, 2)
"""Turns more that a port stays shut, by die."""


def must_roll(st: Position, port: int) -> bool:
    """Return whether a port that is wholly Allied has fallen since the last turn began."""
    return bool(st.switches & DEMOLITIONS) and st.optional[OPENS + port] in (0, FELL_BEFORE)


def is_blown(st: Position, port: int) -> bool:
    """Return whether demolitions keep a port shut this turn."""
    return bool(st.switches & DEMOLITIONS) and st.optional[OPENS + port] > st.turn


@frame
class DemolitionRoll(Chance):
    """15.5: a die when the turn begins after the last hex of a port fell."""

    port: int
    rule = R("15.5.table")
    phase = "beginning of the turn"

    def question(self, st: Position) -> str:
        return f"{st.turn}.demolitions.{PORTS[self.port]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        again = st.optional[OPENS + self.port] == FELL_BEFORE
        opens = st.turn + DELAYS[first(action)]
        st.optional[OPENS + self.port] = opens
        if st.events is not None:
            die = first(action) + 1
            rule = R("15.5.a") if again else self.rule
            st.events.append(told.PortBlown(self.port, die, opens, rule))
        if opens == st.turn:
            st.set_port(self.port, ready=True, nation=0)
            st.push(DesignatePort(ALLIED, self.port))

    def waiting(self, st: Position) -> Words:
        return Words("the die for demolitions in {port:port}", {"port": self.port})
