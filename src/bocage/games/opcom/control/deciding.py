"""Instant decisions: yes or no, asked of one team in the middle of a turn (9.7.3, reading 2.4)."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.engine.actions import Action
from bocage.engine.frames import Ask
from bocage.engine.rulings import OK, Ruling
from bocage.engine.words import Words
from bocage.games.opcom.control.cards import AT_WORK
from bocage.games.opcom.control.verbs import NO, YES
from bocage.games.opcom.position import Position


class YesOrNo(Ask):
    """A team says yes or no at once; nobody else but Control learns that it was asked."""

    __slots__ = ()

    hidden = True
    silent = True
    takes = frozenset({YES.number, NO.number})

    def known_to(self, st: Position, seat: int) -> tuple[int, ...]:
        """The team and Control."""
        return (self.seat, st.world.control)

    def legal(self, st: Position) -> Sequence[Action]:
        """Either."""
        return [YES(), NO()]

    def check(self, st: Position, action: Action) -> Ruling:
        """Either is good."""
        return OK

    def waiting(self, st: Position) -> Words:
        """The same for everything that goes on while a turn is worked out."""
        return AT_WORK

    def default(self, st: Position, seat: int) -> Action:
        """Reading 2.4: the cautious choice."""
        return NO()
