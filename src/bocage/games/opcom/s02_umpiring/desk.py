"""Control's desk: before a turn is worked out, and when it is released (2, 4.0.c)."""

from __future__ import annotations

import re

from bocage.engine.actions import Action, text_of
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import (
    AT_WORK,
    CATEGORIES,
    count_overruled,
    mode_of,
    set_mode,
    split_mode,
    split_ruling,
)
from bocage.games.opcom.s10_reports.edits import check_edit, split_edit
from bocage.games.opcom.s10_reports.messages import forget_heard
from bocage.games.opcom.s10_reports.release import told_after, unreleasable
from bocage.games.opcom.s10_reports.selection import gathered
from bocage.games.opcom.words.events import Released
from bocage.games.opcom.words.verbs import ADJUDICATE, EDIT, MODE, OVERRIDE, RELEASE

_ASKS = R("4.0.a")
_OFFERED = ("march", "fight", "result", "retreat")
_CARD = re.compile(r"\d+\.[\w.\-/]+")


@frame
class Desk(Ask):
    """The sheets are in: Control may rule beforehand, then has the turn worked out."""

    seat: int
    rule = _ASKS
    hidden = True
    silent = True
    takes = frozenset({ADJUDICATE.number, OVERRIDE.number, MODE.number})

    def legal(self, st: Position) -> list[Action]:
        """Work it out, or hold some categories for review, or no longer; overrides are texts."""
        others = [(each, "hold" if mode_of(st, each) == "auto" else "auto") for each in _OFFERED]
        return [ADJUDICATE(), *(MODE.carrying(f"{each} {mode}") for each, mode in others)]

    def check(self, st: Position, action: Action) -> Ruling:
        """A card and a ruling with its reason, or a category and how it is ruled."""
        if action == ADJUDICATE():
            return OK
        text = text_of(action)
        if MODE.number == action >> 32 & 0xFF:
            return _check_mode(text)
        return _check_override(st, text)

    def apply(self, st: Position, action: Action) -> None:
        """Note it, or go on."""
        text = text_of(action)
        if action == ADJUDICATE():
            st.pop()
        elif MODE.number == action >> 32 & 0xFF:
            category, mode = split_mode(text)
            set_mode(st, category, mode)
        else:
            card, _, rest = text.partition(" ")
            st.decided = (*st.decided, (card, *split_ruling(rest)))

    def prompt(self, st: Position) -> Words:
        """What Control may do."""
        return Words("look through the sheets, then adjudicate")

    def waiting(self, st: Position) -> Words:
        """The same for everything that Control does."""
        return AT_WORK

    def default(self, st: Position, seat: int) -> Action:
        """Go on."""
        return ADJUDICATE()


def _check_mode(text: str) -> Ruling:
    category, mode = split_mode(text)
    if category not in CATEGORIES or not mode:
        known = ", ".join(CATEGORIES)
        said = "'{text}' is no category and mode: categories are {known}; modes auto, hold, by hand"
        return refuse(_ASKS, said, text=text, known=known)
    return OK


def _check_override(st: Position, text: str) -> Ruling:
    card, _, rest = text.partition(" ")
    value, reason = split_ruling(rest)
    if not _CARD.fullmatch(card) or not card.startswith(f"{st.turn}."):
        said = "'{card}' is no card of this turn; they begin with {turn}."
        return refuse(_ASKS, said, card=card, turn=st.turn)
    if not value or not reason:
        return refuse(_ASKS, "an override of {card} needs a value and a reason", card=card)
    return OK


@frame
class Release(Ask):
    """4.0.c: the turn is worked out; nothing has reached a team before Control releases it."""

    seat: int
    rule = R("4.0.c")
    hidden = True
    silent = True
    takes = frozenset({RELEASE.number, EDIT.number})

    def legal(self, st: Position) -> list[Action]:
        """Release it; edits are texts."""
        return [RELEASE()]

    def check(self, st: Position, action: Action) -> Ruling:
        """An edit names a draft, a fact and a reason, and says nothing that may not be said."""
        if action == RELEASE():
            wrong = unreleasable(st)
            text = "the reports cannot be released: {wrong}; edit them again"
            return refuse(R("2.0.c"), text, wrong="; ".join(wrong)) if wrong else OK
        edit = split_edit(text_of(action))
        if edit is None:
            form = "TEAM / FORMATION / KEY = VALUE because REASON"
            return refuse(R("2.0.c"), "an edit is written '{form}'", form=form)
        teams = [team.seat for team in st.world.teams]
        if edit.team not in teams:
            text = "no team is '{team}'; there are {teams}"
            return refuse(R("2.0.c"), text, team=edit.team, teams=", ".join(teams))
        return check_edit(gathered(st, teams.index(edit.team)), edit)

    def apply(self, st: Position, action: Action) -> None:
        """Keep the edit, or release every team's report."""
        if action != RELEASE():
            edit = split_edit(text_of(action))
            assert edit is not None
            st.edits = (*st.edits, edit)
            return
        st.pop()
        st.told = told_after(st)
        count_overruled(st)
        if st.events is not None:
            for team in range(len(st.world.teams)):
                st.events.append(Released(R("4.0.c"), team, st.turn))
        forget_heard(st)
        st.notes, st.corrections = (), ()
        st.fought = st.report_dice = st.edits = ()

    def prompt(self, st: Position) -> Words:
        """What Control may do."""
        return Words("look through the cards, then release the reports")

    def waiting(self, st: Position) -> Words:
        """The same for everything that Control does."""
        return AT_WORK

    def default(self, st: Position, seat: int) -> Action:
        """Release."""
        return RELEASE()
