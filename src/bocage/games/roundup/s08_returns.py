"""8.4 Allied non-divisional replacements: eliminated units come back after some turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, first
from bocage.engine.frames import Chance, frame
from bocage.engine.words import Words
from bocage.games.roundup.board.position import DEAD, POOL, TRACK
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import ROLL

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.board.world import World

LAST_TURN = 10
"""5.0: a game has ten turns."""


def last_turn(world: World) -> int:
    """Return the turn after which the game is over (5.0, reading 76)."""
    return LAST_TURN if world.short is None else world.short.last_turn


DIE_FACES: Sequence[Action] = tuple(ROLL(face) for face in range(6))
"""The outcomes of one die."""


@frame
class ReturnRoll(Chance):
    """The turns until a non-divisional unit returns, by the state of its supply."""

    unit: int
    supplied: bool
    """Overland or coastal at the instant of its loss."""
    rule = R("8.4")

    def question(self, st: Position) -> str:
        return f"{st.turn}.return.{st.world.units[self.unit].id}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        charts = st.world.charts
        table = charts.returns_supplied if self.supplied else charts.returns_unsupplied
        turn = st.turn + table[first(action)]
        if turn > last_turn(st.world):
            st.place(self.unit, DEAD)
            st.steps[self.unit] = st.marks[self.unit] = st.due[self.unit] = 0
            if st.events is not None:
                st.events.append(told.TooLate(self.unit, R("reading 73")))
            return
        st.due[self.unit] = turn
        if st.events is not None:
            rule = R("8.4.a") if self.supplied else R("8.4.b")
            rule = rule.read(R("reading 75b")) if st.turn == 1 else rule
            st.events.append(told.WillReturn(self.unit, turn, rule))

    def waiting(self, st: Position) -> Words:
        return Words("the die for the return of {unit:unit}", {"unit": self.unit})


def return_units(st: Position) -> None:
    """Units whose turn has come go back to the pool (reading 73)."""
    for u in st.world.allied:
        if st.loc[u] == TRACK and st.due[u] == st.turn:
            st.place(u, POOL)
            if st.events is not None:
                st.events.append(told.Returned(u, R("8.4.c")))
