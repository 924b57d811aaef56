"""11.6 The commander of the Canadian 4th Armored Division, whom the Allies may try to relieve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, first
from bocage.engine.frames import Ask, Chance, frame
from bocage.engine.rulings import OK, Ruling
from bocage.engine.words import Words
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import DIE_FACES, END, RELIEVE, numbers

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position


@frame
class Relieve(Ask):
    """11.6, reading 43: the Allies may try to relieve the Canadian commander, or not."""

    seat: int
    rule = R("11.6.b")
    takes = numbers(END, RELIEVE)
    phase = "Corps Command Pool"

    def legal(self, st: Position) -> Sequence[Action]:
        return [END.base, RELIEVE.base]

    def check(self, st: Position, action: Action) -> Ruling:
        return OK

    def apply(self, st: Position, action: Action) -> None:
        if action == RELIEVE():
            st.swap(RelieveRoll())
        else:
            st.pop()

    def prompt(self, st: Position) -> Words:
        return Words("Roll to relieve the commander of the Canadian 4th Armored, or end")

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to decide whether to relieve a commander", {"side": self.seat})


@frame
class RelieveRoll(Chance):
    """11.6: an odd number relieves the commander."""

    rule = R("11.6.b")
    phase = "Corps Command Pool"

    def question(self, st: Position) -> str:
        return f"{st.turn}.commander"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        die = first(action) + 1
        st.pop()
        st.relieved = die % 2
        if st.events is not None:
            what = "relieved" if st.relieved else "the commander stays"
            st.events.append(told.Relieved(die, what, self.rule))

    def waiting(self, st: Position) -> Words:
        return Words("the fate of a commander")
