"""Drafts of the reports: first their dice, then the words (10, 4.0.c).

A staff that has met the enemy may miscount. The die for it is named after the formation, so that
events elsewhere do not change it. One more die per team picks the words.
"""

from __future__ import annotations

from collections.abc import Sequence

from bocage.engine.frames import Step, frame
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.dice import Die
from bocage.games.opcom.s06_movement.contact import Near
from bocage.games.opcom.s10_reports.edits import edits_of, words_for
from bocage.games.opcom.s10_reports.facts import FormationFact
from bocage.games.opcom.s10_reports.selection import (
    die_name,
    gathered,
    voice_for,
    wants_die,
    words_name,
)
from bocage.games.opcom.s10_reports.words import told

_MORNING = (12, 30)
_MINUTES = 30
"""Half an hour after the end of the fighting."""


@frame
class Drafting(Step):
    """The dice for the reports, one after the other."""

    waiting: tuple[str, ...] = ()
    begun: int = 0
    rule = R("4.0.c")

    def rolled(self, st: Position, die: int) -> None:
        """Keep it under its name."""
        st.report_dice = (*st.report_dice, (self.waiting[0], die))
        st.swap(Drafting(self.waiting[1:], 1))

    def run(self, st: Position) -> None:
        """Roll the next die; after the last one, leave the stack."""
        waiting = self.waiting if self.begun else _questions(st)
        if not waiting:
            st.pop()
            return
        st.swap(Drafting(waiting, 1))
        st.push(Die(waiting[0]))


def _questions(st: Position) -> tuple[str, ...]:
    near = Near.of(st)
    found: list[str] = []
    for team in range(len(st.world.teams)):
        found.append(words_name(st, team))
        found += [die_name(st, team, name) for name in wants_die(st, team, near)]
    return tuple(found)


def hour_of(st: Position) -> tuple[int, int]:
    """Return the time of the reports: noon, or after dark."""
    row = st.world.turn(st.turn)
    if row.half == "am":
        return _MORNING
    return 12 + row.daylight, _MINUTES


def drafts(st: Position, team: int, found: Sequence[FormationFact] | None = None) -> list[str]:
    """Return a team's reports in words, one per formation; formations that fought come first.

    `found` are its facts, if the caller has them already.
    """
    gathered_now = gathered(st, team) if found is None else found
    facts = sorted(gathered_now, key=lambda each: each.is_routine)
    hour, minute = hour_of(st)
    edits = edits_of(st, team)
    voice, staffs = voice_for(st, team), set[str]()
    return [words_for(each, edits) or told(each, hour, minute, voice, staffs) for each in facts]
