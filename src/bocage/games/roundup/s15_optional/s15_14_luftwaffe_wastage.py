"""15.14 Luftwaffe wastage: a heavy defeat in the air may cost the Luftwaffe its die for good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Chance, frame
from bocage.engine.words import Words
from bocage.games.roundup.options import WASTAGE, WASTED
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s08_returns import DIE_FACES
from bocage.games.roundup.words import events as told

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position

DEFEAT: Final = 6
"""By how much the German must lose the air roll."""
LOST_ON: Final = (5, 6)
"""The faces on which the die is gone."""
LUFTWAFFE: Final = (2, 4)
"""13.3: the strategies that bring fighters, and with them one die more."""


def is_due(st: Position, allied: int, german: int) -> bool:
    """Return whether the German has lost so badly that a roll is due (15.14)."""
    able = st.switches & WASTAGE and st.strategy in LUFTWAFFE and not st.optional[WASTED]
    return bool(able) and st.turn > 1 and allied - german >= DEFEAT


@frame
class WastageRoll(Chance):
    """15.14: a die after the air roll."""

    rule = R("15.14.b")
    phase = "Air Superiority Phase"

    def question(self, st: Position) -> str:
        return f"{st.turn}.wastage"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        die = first(action) + 1
        lost = die in LOST_ON
        st.optional[WASTED] = lost
        if st.events is not None:
            how = "lost for good" if lost else "kept"
            st.events.append(told.DieWasted(die, how, self.rule if lost else R("15.14.a")))

    def waiting(self, st: Position) -> Words:
        return Words("the die for Luftwaffe wastage")
