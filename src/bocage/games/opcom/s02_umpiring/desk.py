"""Control's desk before a turn is worked out, and the release of the turn (2, 4.0.c)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bocage.engine.actions import Action, number_of, text_of
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import plain
from bocage.games.opcom.pieces.told import Told
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import (
    AT_WORK,
    CATEGORIES,
    check_pass,
    check_told,
    count_overruled,
    let_stand,
    mode_of,
    set_mode,
    split_mode,
    split_ruling,
    split_told,
)
from bocage.games.opcom.s10_reports.edits import check_edit, split_edit
from bocage.games.opcom.s10_reports.messages import forget_heard
from bocage.games.opcom.s10_reports.release import told_after, unreleasable
from bocage.games.opcom.s10_reports.selection import gathered
from bocage.games.opcom.words.events import Released
from bocage.games.opcom.words.verbs import (
    ADJUDICATE,
    EDIT,
    MODE,
    OVERRIDE,
    PASS,
    RELEASE,
    RELEASE_TO,
)

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
        """Return adjudication and the categories to hold or let go; overrides are typed as text."""
        others = [(each, "hold" if mode_of(st, each) == "auto" else "auto") for each in _OFFERED]
        return [ADJUDICATE(), *(MODE.carrying(f"{each} {mode}") for each, mode in others)]

    def check(self, st: Position, action: Action) -> Ruling:
        """Return a card and a ruling with its reason, or a category and how it is ruled."""
        if action == ADJUDICATE():
            return OK
        text = text_of(action)
        if MODE.number == action >> 32 & 0xFF:
            return _check_mode(text)
        return check_override(st, text)

    def apply(self, st: Position, action: Action) -> None:
        """Adjudicate the turn, or change how a category is ruled."""
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
        """Return what Control does here."""
        return Words("read the sheets, then adjudicate")

    def waiting(self, st: Position) -> Words:
        """Return the words for teams, the same for all of Control's work."""
        return AT_WORK

    def default(self, st: Position, seat: int) -> Action:
        """Return adjudication."""
        return ADJUDICATE()


def _check_mode(text: str) -> Ruling:
    category, mode = split_mode(text)
    if category not in CATEGORIES or not mode:
        known = ", ".join(CATEGORIES)
        said = (
            "'{text}' is not a category and mode: categories are {known}; modes auto, hold, by hand"
        )
        return refuse(_ASKS, said, text=text, known=known)
    return OK


def check_override(st: Position, text: str) -> Ruling:
    """Return whether `CARD VALUE because REASON` is a ruling for a card of this turn."""
    card, _, rest = text.partition(" ")
    value, reason = split_ruling(rest)
    private, told = split_told(reason)
    if not _CARD.fullmatch(card) or not card.startswith(f"{st.turn}."):
        said = "'{card}' is not a card of this turn; their names begin with {turn}."
        return refuse(_ASKS, said, card=card, turn=st.turn)
    if not value or not private:
        return refuse(_ASKS, "an override of {card} needs a value and a reason", card=card)
    return check_told(st, told)


@frame
class Release(Ask):
    """The release of a turn that is worked out. Teams get nothing of the turn before it (4.0.c)."""

    seat: int
    done: tuple[int, ...] = ()
    """The teams that have their reports already."""
    before: tuple[Told, ...] = ()
    """What all teams knew before the first of them got its report."""
    rule = R("4.0.c")
    hidden = True
    silent = True
    takes = frozenset({RELEASE.number, RELEASE_TO.number, EDIT.number, PASS.number})

    def legal(self, st: Position) -> list[Action]:
        """Return the release; edits are typed as text."""
        return [RELEASE()]

    def check(self, st: Position, action: Action) -> Ruling:
        """Return whether Control may release, or edit a draft so.

        An edit names a draft, a fact and a reason, and keeps secrets.
        """
        if action == RELEASE():
            return _check_release(st, self.left(st))
        verb, text = number_of(action), text_of(action)
        if verb == RELEASE_TO.number:
            teams = teams_named(st, text)
            if isinstance(teams, Ruling):
                return teams
            had = ", ".join(st.world.teams[each].name for each in teams if each in self.done)
            if had:
                return refuse(R("4.0.c"), "{had} has its report already", had=had)
            return _check_release(st, teams)
        if verb == PASS.number:
            return check_pass(st, text)
        edit = split_edit(text)
        if edit is None:
            form = "TEAM / FORMATION / KEY = VALUE because REASON"
            return refuse(R("2.0.c"), "write an edit as '{form}'", form=form)
        seats = [team.seat for team in st.world.teams]
        if edit.team not in seats:
            text = "there is no team '{team}'; there are {teams}"
            return refuse(R("2.0.c"), text, team=edit.team, teams=", ".join(seats))
        if seats.index(edit.team) in self.done:
            return refuse(R("4.0.c"), "{team} has its report already", team=edit.team)
        return check_edit(gathered(undisclosed(st), seats.index(edit.team)), edit)

    def left(self, st: Position) -> list[int]:
        """Return the teams without a report of this turn."""
        return [team for team in range(len(st.world.teams)) if team not in self.done]

    def apply(self, st: Position, action: Action) -> None:
        """Keep the edit, note what was seen, or release reports."""
        verb = number_of(action)
        if verb == EDIT.number:
            edit = split_edit(text_of(action))
            assert edit is not None
            st.edits = (*st.edits, edit)
        elif verb == PASS.number:
            let_stand(st, text_of(action))
        elif verb == RELEASE_TO.number:
            teams = teams_named(st, text_of(action))
            assert not isinstance(teams, Ruling)
            self._give(st, teams)
        else:
            self._give(st, self.left(st))

    def _give(self, st: Position, teams: Sequence[int]) -> None:
        """Give these teams their reports; after the last one the turn is over."""
        before = self.before or st.told
        now = told_after(undisclosed(st))
        st.told = tuple(now[i] if i in teams else had for i, had in enumerate(st.told))
        if st.events is not None:
            for team in teams:
                st.events.append(Released(R("4.0.c"), team, st.turn))
        done = tuple(sorted({*self.done, *teams}))
        if len(done) < len(st.world.teams):
            st.swap(Release(self.seat, done, before))
            return
        st.pop()
        count_overruled(st)
        forget_heard(st)
        st.notes, st.corrections = (), ()
        st.fought = st.report_dice = st.edits = ()

    def prompt(self, st: Position) -> Words:
        """Return what Control does here."""
        return Words("check the cards, then release the reports")

    def waiting(self, st: Position) -> Words:
        """Return the words for teams, the same for all of Control's work."""
        return AT_WORK

    def default(self, st: Position, seat: int) -> Action:
        """Return the release."""
        return RELEASE()


def undisclosed(st: Position) -> Position:
    """Return the position as if no team had its report of this turn yet.

    A report depends on what the team knew before. A report released later must be the same as one
    released with all the others.
    """
    top = st.stack[-1] if st.stack else None
    if not isinstance(top, Release) or not top.before:
        return st
    made = st.copy()
    made.told = top.before
    return made


def _check_release(st: Position, teams: Sequence[int]) -> Ruling:
    """Return whether the reports of these teams can be released."""
    wrong = unreleasable(undisclosed(st), teams)
    text = "you can't release the reports: {wrong}. Edit them again"
    return refuse(R("2.0.c"), text, wrong="; ".join(wrong)) if wrong else OK


def teams_named(st: Position, text: str) -> list[int] | Ruling:
    """Return the teams of a comma-separated list, by seat, name or side; or a refusal."""
    found: list[int] = []
    for name in (part.strip() for part in text.split(",")):
        fits = [
            i
            for i, team in enumerate(st.world.teams)
            if plain(name) in (plain(team.seat), plain(team.name), plain(team.side))
        ]
        if not fits:
            known = ", ".join(team.seat for team in st.world.teams)
            text = "there is no team '{name}'; there are {known}"
            return refuse(R("4.0.c"), text, name=name, known=known)
        found += fits
    return sorted(set(found))
