"""A die for Control's eyes, whose frame below takes what was rolled; and steps of one die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from bocage.engine.actions import first
from bocage.engine.frames import Chance, Step, frame
from bocage.engine.words import Words
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import AT_WORK
from bocage.games.opcom.words.verbs import ROLLS


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
        """Return one die."""
        return ROLLS

    def apply(self, st: Position, action: int) -> None:
        """Pass the number to the frame below."""
        st.pop()
        below: Any = st.stack[-1]
        below.rolled(st, first(action) + 1)

    def waiting(self, st: Position) -> Words:
        """Return the same for everything that Control does."""
        return AT_WORK


class OneDie(Step):
    """Rolls one die by its name, has it ruled on, and carries out what was ruled.

    A frame that is made of it has `die: int = 0` for its last field.
    """

    __slots__ = ()

    die: int

    def named(self, st: Position) -> str:
        """What the die, and its card, are called."""
        raise NotImplementedError

    def ruled(self, st: Position, name: str) -> str | None:
        """Return the ruling on the die that lies, with `rule_on`; None while Control has to make
        it.
        """
        raise NotImplementedError

    def carry_out(self, st: Position, value: str) -> None:
        """What follows from the ruling; the frame is gone by then."""
        raise NotImplementedError

    def rolled(self, st: Position, die: int) -> None:
        """The die lies."""
        st.swap(replace(cast("Any", self), die=die))

    def run(self, st: Position) -> None:
        """Roll, rule, carry out."""
        name = self.named(st)
        if not self.die:
            st.push(Die(name))
            return
        value = self.ruled(st, name)
        if value is not None:
            st.pop()
            self.carry_out(st, value)
