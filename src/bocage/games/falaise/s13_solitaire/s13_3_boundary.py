"""13.3 The 86th Corps Boundary in solitaire play: a die each turn until the Allies may cross."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Chance, frame
from bocage.engine.words import Words
from bocage.games.falaise.board.charts import DRM, DieLedger
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s13_solitaire.places import decided_by
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import DIE_FACES

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position

FROM: Final = 2
"""13.3: the first turn of the die."""
PASSES: Final = 6
"""13.3: the sum that opens the way."""


class BoundaryOdds(DieLedger):
    """13.3: the modifiers of the die."""

    def __init__(self, st: Position) -> None:
        super().__init__()
        if bonus := (st.turn - 1) // 2:
            words = "one for every two turns played before turn {turn}"
            self.add(DRM, bonus, R("13.3.c"), words, turn=st.turn)

    def passes(self, die: int) -> bool:
        """Return whether a die lets the Allies cross."""
        return die + self.drm >= PASSES


def is_rolled(st: Position) -> bool:
    """Return whether the die is rolled at the start of this turn (13.3, reading 86)."""
    return st.alone and st.turn >= FROM and not st.boundary


@frame
class BoundaryRoll(Chance):
    """13.3: the die."""

    rule = R("13.3.b")
    phase = "86th Corps Boundary"

    def question(self, st: Position) -> str:
        return f"{st.turn}.boundary"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def odds(self, st: Position) -> BoundaryOdds:
        """Return the ledger of the die."""
        return BoundaryOdds(st)

    def apply(self, st: Position, action: Action) -> None:
        die, odds = first(action) + 1, self.odds(st)
        st.pop()
        decided_by(R("reading 86"))
        st.boundary = int(odds.passes(die))
        if st.events is not None:
            what = "the Allies stay behind it"
            if st.boundary:
                what = "the Allies may cross it from now on"
            st.events.append(told.BoundaryRolled(die, f"{odds.drm:+d}", what, self.rule))

    def waiting(self, st: Position) -> Words:
        return Words("whether the Allies may cross the 86th Corps Boundary")
