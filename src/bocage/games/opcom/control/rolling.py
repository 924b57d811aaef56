"""A die for Control's eyes, whose frame below takes what was rolled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bocage.engine.actions import first
from bocage.engine.frames import Chance, frame
from bocage.engine.words import Words
from bocage.games.opcom.control.cards import AT_WORK
from bocage.games.opcom.control.verbs import ROLLS
from bocage.games.opcom.position import Position
from bocage.games.opcom.rulebook import R


@frame
class Die(Chance):
    """One die, by the name of its question; the frame below has `rolled(st, die)`."""

    name: str
    rule = R("9.8.4")
    hidden = True
    silent = True

    def known_to(self, st: Position, seat: int) -> tuple[int, ...]:
        """Control alone."""
        return (st.world.control,)

    def question(self, st: Position) -> str:
        """Turn, what is rolled, against whom."""
        return self.name

    def outcomes(self, st: Position) -> Sequence[int]:
        """One die."""
        return ROLLS

    def apply(self, st: Position, action: int) -> None:
        """The frame below goes on with it."""
        st.pop()
        below: Any = st.stack[-1]
        below.rolled(st, first(action) + 1)

    def waiting(self, st: Position) -> Words:
        """The same for everything that Control does."""
        return AT_WORK
