"""11.3 The German Counterattack: declared once a game, with one corps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, first
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.pieces.units import GERMAN
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s04_activation import is_alive
from bocage.games.falaise.s11_entries import EntryOfGuf, due
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import COUNTER, END, numbers

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position


@frame
class Declare(Ask):
    """11.3: the Germans may declare their Counterattack, with one corps."""

    seat: int
    rule = R("11.3.a")
    takes = numbers(END, COUNTER)
    phase = "Counterattack"

    def legal(self, st: Position) -> Sequence[Action]:
        corps = range(len(st.world.corps))
        return [END.base, *(COUNTER(c) for c in corps if self._may(st, c))]

    def _may(self, st: Position, corps: int) -> bool:
        world = st.world
        if world.corps_side[corps] != GERMAN or corps == world.corps_58:
            return False
        if corps == world.corps_86 and not st.zone_open:
            return False
        return is_alive(st, corps)

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        corps = first(action)
        if self._may(st, corps):
            return OK
        world = st.world
        start = "{corps:corps} can't counterattack: "
        if world.corps_side[corps] != GERMAN:
            return refuse(R("11.3.a"), start + "it is not German", corps=corps)
        if corps == world.corps_58:
            words = start + "it has no units of its own"
        elif corps == world.corps_86 and not st.zone_open:
            words = start + "it is not in play before the 86th Corps Zone is open"
        else:
            words = start + "it has no units left"
        return refuse(R("reading 38"), words, corps=corps)

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        if action == END():
            return
        corps = first(action)
        st.counter, st.counter_corps = st.turn, corps
        if st.events is not None:
            st.events.append(told.Counterattacked(corps, R("11.3.b")))
        if due(st, late=False):
            st.push(EntryOfGuf(GERMAN, corps))

    def prompt(self, st: Position) -> Words:
        return Words("Declare the Counterattack with a corps, or end")

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to decide on a Counterattack", {"side": self.seat})
