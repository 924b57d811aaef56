"""Rulings as cards: what was ruled, why, and what Control may change.

Whatever adjudication decides it asks for by name with `rule_on`. Control's own ruling of that
name comes first; a category that Control holds waits for it; everything else is ruled by the
rules at once. Names are the same whenever a turn is worked out anew, so one changed ruling
changes nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bocage.engine.actions import text_of
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.pieces.desk import Card
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.words.verbs import ACCEPT, RULE

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
"""Every category, and whether it is held unless Control says otherwise: the general principle
of our readings."""


def mode_of(st: Position, category: str) -> str:
    """Whether a category is ruled at once, held, or left to Control's hand."""
    return dict(st.modes).get(category, CATEGORIES[category])


def set_mode(st: Position, category: str, mode: str) -> None:
    """A category is ruled so from now on."""
    kept = tuple(each for each in st.modes if each[0] != category)
    st.modes = tuple(sorted((*kept, (category, mode))))


def split_mode(text: str) -> tuple[str, str]:
    """`blocked retreat by hand` taken apart into category and mode; no mode is nothing."""
    for mode in MODES:
        if text.endswith(f" {mode}"):
            return text.removesuffix(f" {mode}"), mode
    return text, ""


def decided(st: Position, name: str) -> tuple[str, str] | None:
    """Control's own ruling of that name in this turn: value and reason."""
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
) -> str | None:
    """The ruling of that name; None while Control has still to make it.

    Where it is None a frame of Control's was put on top: whoever asked runs again after it,
    and asks again.
    """
    among = tuple(dict.fromkeys([value, *choices]))
    found = decided(st, name)
    if found is not None and found[0] not in among:
        found = None  # an override that this card does not know
    head = (name, category, what, "\n".join(why), rule, "|".join(among))
    if found is None and mode_of(st, category) != AUTO:
        st.push(Review(st.world.control, *head, value))
        return None
    ruled, reason = found or (value, "")
    lay(st, Card(*head, ruled, "Control" if found is not None else "rules", reason))
    return ruled


def lay(st: Position, card: Card) -> None:
    """Lay a card on Control's desk; one of the same name gives way to it."""
    kept = tuple(each for each in st.cards if each.name != card.name)
    st.cards = (*kept, card)


def split_ruling(text: str) -> tuple[str, str]:
    """`VALUE because REASON` taken apart; no reason is nothing."""
    value, _, reason = text.partition(" because ")
    return value.strip(), reason.strip()


_ASKS: Final = R("2.0.c")


@frame
class Review(Ask):
    """Control rules on a card that it holds (2.0.c)."""

    seat: int
    name: str
    category: str
    what: str
    why: str
    cited: str
    choices: str
    value: str
    rule = _ASKS
    hidden = True
    silent = True
    takes = frozenset({ACCEPT.number, RULE.number})

    def legal(self, st: Position) -> list[int]:
        """Accept what is proposed, unless it is to be done by hand; or any of the choices."""
        reason = "because Control so rules"
        found = [RULE.carrying(f"{each} {reason}") for each in self.choices.split("|")]
        return found if mode_of(st, self.category) == BY_HAND else [ACCEPT(), *found]

    def check(self, st: Position, action: int) -> Ruling:
        """A ruling names one of the choices and a reason."""
        if action == ACCEPT():
            if mode_of(st, self.category) == BY_HAND:
                return refuse(_ASKS, "cards of {what} are ruled by hand", what=self.category)
            return OK
        return check_value(self.name, self.choices, action)

    def apply(self, st: Position, action: int) -> None:
        """What Control rules stands; whoever asked asks again and finds it."""
        st.pop()
        value, reason = self.value, "accepted"
        if action != ACCEPT():
            value, reason = split_ruling(text_of(action))
        st.decided = (*st.decided, (self.name, value, reason))

    def prompt(self, st: Position) -> Words:
        """What is proposed."""
        text = "rule on {name}: {what}; proposed: {value}"
        fields = {"name": self.name, "what": self.what, "value": self.value}
        return Words(text, fields)

    def waiting(self, st: Position) -> Words:
        """The same for every decision of Control."""
        return AT_WORK

    def default(self, st: Position, seat: int) -> int:
        """What is proposed."""
        if mode_of(st, self.category) == BY_HAND:
            return RULE.carrying(f"{self.value} because time is up")
        return ACCEPT()


def check_value(name: str, choices: str, action: int) -> Ruling:
    """Whether a ruling names one of the choices, and a reason."""
    value, reason = split_ruling(text_of(action))
    if value not in choices.split("|"):
        among = choices.replace("|", ", ")
        text = "{name} cannot be ruled '{value}'; it can be {among}"
        return refuse(_ASKS, text, name=name, value=value, among=among)
    if not reason:
        text = "a ruling on {name} needs a reason: '{value} because ...'"
        return refuse(_ASKS, text, name=name, value=value)
    return OK


AT_WORK: Final = Words("Control is working the turn out")
"""What teams are told while a turn is adjudicated, whoever decides what."""


NOBODY = "the ground"


def overruled(st: Position) -> list[tuple[int, str]]:
    """Turn and seat of every ruling that Control has changed, in released turns and in this one."""
    return [*st.overruled, *_of_this_turn(st)]


def count_overruled(st: Position) -> None:
    """At release: the rulings of this turn are kept."""
    st.overruled = tuple(overruled(st))


def totals(st: Position) -> dict[str, int]:
    """Rulings changed in the whole game, by the seat that they were about."""
    found: dict[str, int] = {}
    for _, seat in overruled(st):
        found[seat] = found.get(seat, 0) + 1
    return dict(sorted(found.items()))


def _of_this_turn(st: Position) -> list[tuple[int, str]]:
    return [
        (st.turn, _about(st, card))
        for card in st.cards
        if card.by == "Control" and card.reason != "accepted"
    ]


def _about(st: Position, card: Card) -> str:
    """The seat whose line or unit a card's name has; of bridges and roads nobody's."""
    parts = card.name.split(".")
    for team in st.world.teams:
        if team.seat in parts:
            return team.seat
    for part in parts:
        if part in st.world.by_id:
            return st.world.teams[st.world.units[st.world.by_id[part]].team].seat
    return NOBODY
