"""9.0 Move/Combat or Combat/Move (3.3): a side chooses which comes first, then does both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, first, numbers
from bocage.engine.frames import Ask, Step, frame
from bocage.engine.rulings import OK, Ruling
from bocage.engine.words import Words
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s07_air import missions
from bocage.games.roundup.s10_movement import MovePhase
from bocage.games.roundup.s11_combat import CombatPhase
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import MOVE_COMBAT, ORDER, ORDERS

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position


@frame
class ChooseOrder(Ask):
    """3.3, 9.0: Move/Combat or Combat/Move, for the whole side."""

    seat: int
    rule = R("9.0")
    takes = numbers(ORDER)
    phase = "Move/Combat or Combat/Move Phase"

    def legal(self, st: Position) -> Sequence[Action]:
        return [ORDER(order) for order in range(len(ORDERS))]

    def check(self, st: Position, action: Action) -> Ruling:
        return OK

    def apply(self, st: Position, action: Action) -> None:
        order = first(action)
        st.swap(Operations(self.seat, order, 0))
        if st.events is not None:
            rule = R("3.3.c") if st.turn == 1 else R("3.3.a")
            st.events.append(told.OrderChosen(self.seat, order, rule))

    def prompt(self, st: Position) -> Words:
        return Words("Choose Move/Combat or Combat/Move")

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to choose Move/Combat or Combat/Move", {"side": self.seat})


@frame
class Operations(Step):
    """9.0: both phases of a player, in the chosen order."""

    seat: int
    order: int
    done: int
    rule = R("9.0")

    def run(self, st: Position) -> None:
        if self.done == 2:
            st.pop()
            return
        st.swap(Operations(self.seat, self.order, self.done + 1))
        if (self.done == 0) == (self.order == MOVE_COMBAT):
            st.push(MovePhase(self.seat))
        else:
            st.push(CombatPhase(self.seat, missions(st, self.seat, self.order)))
