"""Rulings as cards: the decision, its reasons, and what Control may change.

Adjudication requests every decision by name with `rule_on`. A ruling by Control under that name
comes first. In a category that Control holds, the turn waits for Control. The rules decide
everything else at once. Names stay the same when a turn is worked out again, so changing one
ruling leaves the other cards as they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from bocage.engine.actions import number_of, text_of
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.board.world import plain
from bocage.games.opcom.pieces.desk import NO_CASE, Card, Case, is_among
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s10_reports.lint import faults, names_of
from bocage.games.opcom.s10_reports.notes import Note
from bocage.games.opcom.words.verbs import ACCEPT, PASS, RULE

AUTO, HOLD, BY_HAND = "auto", "hold", "by hand"
MODES: Final = (AUTO, HOLD, BY_HAND)

CATEGORIES: Final[Mapping[str, str]] = {
    "advantage": HOLD,
    "bridge": HOLD,
    "blocked retreat": HOLD,
    "ineffective": HOLD,
    "march": AUTO,
    "traffic": AUTO,
    "grouping": AUTO,
    "encounter": AUTO,
    "fight": AUTO,
    "result": AUTO,
    "retreat": AUTO,
    "overrun": AUTO,
    "probe": AUTO,
    "infiltration": AUTO,
    "interdiction": AUTO,
    "air": AUTO,
    "flak": AUTO,
    "bombing": AUTO,
    "drop": AUTO,
    "supplies": AUTO,
    "recce": AUTO,
    "sea": AUTO,
    "late": AUTO,
    "rest": AUTO,
    "message": AUTO,
    "isolated": AUTO,
}
"""Every category, with whether Control holds it by default (a principle of our readings)."""


def mode_of(st: Position, category: str) -> str:
    """Return whether a category is ruled at once, held, or left to Control's hand."""
    return dict(st.modes).get(category, CATEGORIES[category])


def set_mode(st: Position, category: str, mode: str) -> None:
    """A category is ruled so from now on."""
    kept = tuple(each for each in st.modes if each[0] != category)
    st.modes = tuple(sorted((*kept, (category, mode))))


def split_mode(text: str) -> tuple[str, str]:
    """Split `blocked retreat by hand` into category and mode; the mode is empty without one."""
    for mode in MODES:
        if text.endswith(f" {mode}"):
            return text.removesuffix(f" {mode}"), mode
    return text, ""


def decided(st: Position, name: str) -> tuple[str, str] | None:
    """Return the value and reason of Control's own ruling of that name this turn, or None."""
    for card, value, reason in reversed(st.decided):
        if card == name:
            return value, reason
    return None


def rule_on(
    st: Position,
    name: str,
    category: str,
    what: str,
    value: str,
    *,
    choices: Iterable[str],
    why: Iterable[str] = (),
    rule: Rule,
    case: Case = NO_CASE,
) -> str | None:
    """Return the ruling of that name; None while Control still has to make it.

    After None, a frame for Control is on top of the stack. The caller runs again when it is gone,
    and calls this again.
    """
    among = tuple(dict.fromkeys([value, *choices]))
    found = decided(st, name)
    if found is not None and not is_among(found[0], among):
        found = None  # an override that this card does not offer
    head = (name, category, what, "\n".join(why), rule, "|".join(among))
    if found is None and mode_of(st, category) != AUTO:
        st.push(Review(st.world.control, *head, value, case))
        return None
    ruled, reason = found or (value, "")
    private, told = split_told(reason)
    by = "Control" if found is not None else "rules"
    card = Card(*head, ruled, by, private, told, case)
    lay(st, card)
    if told:
        _tell(st, card)
    return ruled


def lay(st: Position, card: Card) -> None:
    """Put a card on Control's desk, in place of any card of the same name."""
    kept = tuple(each for each in st.cards if each.name != card.name)
    st.cards = (*kept, card)


def _tell(st: Position, card: Card) -> None:
    """Keep Control's message about a ruling, once for each team that the ruling concerns."""
    for team in sorted(concerned(st, card)):
        note = Note(team, "set right", name=card.told)
        if note not in st.corrections:
            st.corrections = (*st.corrections, note)


def concerned(st: Position, card: Card) -> set[int]:
    """Return the teams whose line or units a card concerns."""
    found = {st.world.units[u].team for u in (*card.case.attackers, *card.case.defenders)}
    parts = card.name.split(".")
    found |= {i for i, team in enumerate(st.world.teams) if team.seat in parts}
    found |= {st.world.units[st.world.by_id[p]].team for p in parts if p in st.world.by_id}
    return found


def split_ruling(text: str) -> tuple[str, str]:
    """Split `VALUE because REASON`; the reason is empty if the text has none."""
    value, _, reason = text.partition(" because ")
    return value.strip(), reason.strip()


TELL: Final = "; tell "
"""Separates Control's private reason from the message to the teams."""


def split_told(reason: str) -> tuple[str, str]:
    """Return a reason, which is private, and the additional words for the teams."""
    private, _, told = reason.partition(TELL)
    return private.strip(), told.strip()


_ASKS: Final = R("2.0.c")


@frame
class Review(Ask):
    """A card that Control holds and has to rule on (2.0.c)."""

    seat: int
    name: str
    category: str
    what: str
    why: str
    cited: str
    choices: str
    value: str
    case: Case = NO_CASE
    rule = _ASKS
    hidden = True
    silent = True
    takes = frozenset({ACCEPT.number, RULE.number, PASS.number})

    def legal(self, st: Position) -> list[int]:
        """Return the choices, and accepting the proposal unless the category is ruled by hand."""
        reason = "because Control decides so"
        options = [each for each in self.choices.split("|") if each[-1:] not in ("#", "@")]
        found = [RULE.carrying(f"{each} {reason}") for each in options]
        return found if mode_of(st, self.category) == BY_HAND else [ACCEPT(), *found]

    def check(self, st: Position, action: int) -> Ruling:
        """A ruling names one of the choices and a reason."""
        if action == ACCEPT():
            if mode_of(st, self.category) == BY_HAND:
                return refuse(_ASKS, "cards of {what} are ruled by hand", what=self.category)
            return OK
        if number_of(action) == PASS.number:
            return check_pass(st, text_of(action))
        return check_value(st, self.name, self.choices, text_of(action))

    def apply(self, st: Position, action: int) -> None:
        """Record Control's ruling. The frame below then calls `rule_on` again and finds it."""
        if number_of(action) == PASS.number:
            let_stand(st, text_of(action))
            return
        st.pop()
        value, reason = self.value, ACCEPTED
        if action != ACCEPT():
            value, reason = split_ruling(text_of(action))
        st.decided = (*st.decided, (self.name, value, reason))

    def prompt(self, st: Position) -> Words:
        """Return the question, with the proposed value."""
        text = "rule on {name}: {what}; proposed: {value}"
        fields = {"name": self.name, "what": self.what, "value": self.value}
        return Words(text, fields)

    def waiting(self, st: Position) -> Words:
        """Return the same for every decision of Control."""
        return AT_WORK

    def default(self, st: Position, seat: int) -> int:
        """Return the proposed value as a ruling."""
        if mode_of(st, self.category) == BY_HAND:
            return RULE.carrying(f"{self.value} because time is up")
        return ACCEPT()


def check_value(st: Position, name: str, choices: str, text: str) -> Ruling:
    """Return whether a ruling names one of the choices and a reason, and reveals only what it
    may.
    """
    value, reason = split_ruling(text)
    if not is_among(value, choices.split("|")):
        among = choices.replace("|", ", ")
        text = "you can't rule '{value}' on {name}; you can rule {among}"
        return refuse(_ASKS, text, name=name, value=value, among=among)
    private, told = split_told(reason)
    if not private:
        text = "a ruling on {name} needs a reason: '{value} because ...'"
        return refuse(_ASKS, text, name=name, value=value)
    return check_told(st, told)


def check_told(st: Position, told: str) -> Ruling:
    """Return whether Control may send this message to the teams.

    It must not use terms of the rules or numbers that reports keep secret.
    """
    wrong = faults(told, names_of(st.world)) if told else ()
    return (
        refuse(_ASKS, "you can't tell the teams this: {what}", what="; ".join(wrong))
        if wrong
        else OK
    )


DECISIVE, NEEDS_YOU, ROUTINE = "decisive", "needs you", "routine"
_JUDGED: Final = ("bridge", "blocked retreat", "ineffective")
"""Categories whose rulings change an operation, with or without Control."""
_DECIDED: Final = ("total success", "beaten")


def weight_of(st: Position, card: Card) -> str:
    """Return the weight of a ruling: `decisive`, `needs you` or `routine`.

    A fight is decisive if it ends in a total success or a defeat, or drives a unit from a crossing
    or an objective. A question that the rulebook leaves to judgement needs Control until Control
    rules on it.
    """
    if not card.by:
        return NEEDS_YOU
    if card.category in _JUDGED:
        return DECISIVE
    if card.category == "result" and card.case.at:
        won = card.case.band in ("success", "limited success") and _is_vital(st, card.case.at)
        if card.case.band in _DECIDED or won:
            return DECISIVE
    if card.by == "rules" and CATEGORIES[card.category] == HOLD:
        return NEEDS_YOU
    return ROUTINE


def _is_vital(st: Position, at: tuple[int, ...]) -> bool:
    """Return whether a crossing, or an objective of some team, is near a point."""
    point = (at[0], at[1])
    wanted = {plain(each) for team in st.world.teams for each in team.objectives}
    spots = [(each.lat, each.lon) for each in st.world.crossings]
    spots += [(p.lat, p.lon) for p in st.world.places if plain(p.name) in wanted]
    near = st.figures.umpiring.spot
    return any(km_between(point, st.world.ways.xy(*each)) <= near for each in spots)


def check_pass(st: Position, text: str) -> Ruling:
    """Return whether this turn has the card that Control lets stand."""
    if text == ROUTINE or any(card.name == text for card in st.cards):
        return OK
    return refuse(_ASKS, "this turn has no card '{name}'", name=text)


def let_stand(st: Position, text: str) -> None:
    """Mark a card of this turn, or every routine one, as seen by Control."""
    st.cards = tuple(
        replace(card, by="Control", reason=ACCEPTED)
        if card.by == "rules"
        and (card.name == text or (text == ROUTINE and weight_of(st, card) == ROUTINE))
        else card
        for card in st.cards
    )


ACCEPTED: Final = "accepted"
"""The reason on a ruling that Control let stand."""
AT_WORK: Final = Words("Control is adjudicating the turn")
"""The prompt for teams while a turn is adjudicated."""


NOBODY = "the ground"


def overruled(st: Position) -> list[tuple[int, str]]:
    """Return turn and seat of every ruling that Control has changed, this turn's included."""
    return [*st.overruled, *_of_this_turn(st)]


def count_overruled(st: Position) -> None:
    """Keep the changed rulings of this turn, as it is released."""
    st.overruled = tuple(overruled(st))


def totals(st: Position) -> dict[str, int]:
    """Return the number of changed rulings in the whole game, by the seat that they concern."""
    found: dict[str, int] = {}
    for _, seat in overruled(st):
        found[seat] = found.get(seat, 0) + 1
    return dict(sorted(found.items()))


def _of_this_turn(st: Position) -> list[tuple[int, str]]:
    return [
        (st.turn, _about(st, card))
        for card in st.cards
        if card.by == "Control" and card.reason != ACCEPTED
    ]


def _about(st: Position, card: Card) -> str:
    """Return the seat whose line or unit a card's name has; empty for bridges and roads."""
    parts = card.name.split(".")
    for team in st.world.teams:
        if team.seat in parts:
            return team.seat
    for part in parts:
        if part in st.world.by_id:
            return st.world.teams[st.world.units[st.world.by_id[part]].team].seat
    return NOBODY
