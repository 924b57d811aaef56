"""Dice that only Control sees. The frame below a die takes the number."""

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
        """Return only Control."""
        return (st.world.control,)

    def question(self, st: Position) -> str:
        """Return the name of the die: the turn, the roll and the target."""
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
        """Return the words for teams, the same for all of Control's work."""
        return AT_WORK


class OneDie(Step):
    """A step that rolls one named die, has it ruled on, and carries out the ruling.

    The last field of a subclass is `die: int = 0`.
    """

    __slots__ = ()

    die: int

    def named(self, st: Position) -> str:
        """Return the name of the die and of its card."""
        raise NotImplementedError

    def ruled(self, st: Position, name: str) -> str | None:
        """Return the ruling on the die from `rule_on`; None while Control still has to rule."""
        raise NotImplementedError

    def carry_out(self, st: Position, value: str) -> None:
        """Carry out the ruling. The frame is no longer on the stack."""
        raise NotImplementedError

    def rolled(self, st: Position, die: int) -> None:
        """Keep the number that was rolled."""
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
