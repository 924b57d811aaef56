"""15.17 Shifted sectors: three beachheads of one nation and one of the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, first, numbers
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling
from bocage.engine.words import Words
from bocage.games.roundup import options
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import SECTORS

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position


@frame
class ChooseSectors(Ask):
    """15.17: before the markers are placed the Allied player says whom they serve."""

    seat: int
    rule = R("15.17.a")
    takes = numbers(SECTORS)
    phase = "Set-up"

    def legal(self, st: Position) -> Sequence[Action]:
        return [SECTORS(each) for each in range(3)]

    def check(self, st: Position, action: Action) -> Ruling:
        return OK

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        st.optional[options.SECTORS] = first(action)
        if st.events is not None:
            st.events.append(told.SectorsChosen(first(action), self.rule))

    def prompt(self, st: Position) -> Words:
        return Words("Choose which nation each of the four beachheads serves")

    def waiting(self, st: Position) -> Words:
        return Words("the Allies to choose their sectors")
