"""The duty behind each line of Control's seat, with the teams and cards that it concerns.

Several umpires share Control's seat (2, 4.0.a). The duty of a line decides which of them may
play it; `bocage.server.roles` has the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from bocage.engine.actions import NotationError, number_of, text_of
from bocage.engine.desk import Duty, Task
from bocage.engine.rulings import Ruling
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import plain
from bocage.games.opcom.pieces.desk import Card
from bocage.games.opcom.s02_umpiring.cards import ROUTINE, concerned, weight_of
from bocage.games.opcom.s02_umpiring.desk import teams_named
from bocage.games.opcom.s02_umpiring.overview import waiting_card
from bocage.games.opcom.s05_orders.files import SheetError, sheet_from_text
from bocage.games.opcom.s10_reports.edits import split_edit
from bocage.games.opcom.words.verbs import (
    ACCEPT,
    EDIT,
    GRAMMAR,
    MODE,
    OVERRIDE,
    PASS,
    RELEASE_TO,
    RULE,
)

AIR: Final = frozenset({"air", "bombing", "drop", "flak", "interdiction", "recce"})
"""Categories of cards that belong to Air Control (12, 13)."""
_BY_HAND: Final[dict[str, Task]] = {
    "move": "units",
    "place": "units",
    "steps": "units",
    "remove": "units",
    "prepared": "units",
    "bridge": "bridges",
    "repair": "bridges",
    "stock": "stocks",
    "weather": "weather",
    "mode": "mode",
    "debrief": "scores",
}
_BECAUSE: Final = " because "
_WHOLE_TURN: Final = Duty("turn")


def duty(st: Position, kind: str, line: str) -> Duty | None:
    """Return the duty of a line; None if Control has no such line."""
    if kind == "rework":
        return _ruled(st, _named(st, line.partition(" ")[0]))
    return _by_hand(st, line) if kind == "adjust" else _done(st, line)


def _done(st: Position, line: str) -> Duty | None:
    """Return a line of the turn's own course."""
    try:
        action = GRAMMAR.read(line)
    except NotationError:
        return None
    verb, text = number_of(action), text_of(action)
    if verb in (ACCEPT.number, RULE.number):
        waiting = waiting_card(st)
        return _ruled(st, [waiting] if waiting else [])
    if verb == OVERRIDE.number:
        return Duty("ruling", cards=(text.partition(" ")[0],))
    if verb == PASS.number:
        return _ruled(st, _routine(st) if text == ROUTINE else _named(st, text))
    if verb == MODE.number:
        return Duty("mode")
    if verb == EDIT.number:
        edit = split_edit(text)
        return None if edit is None else Duty("report", (edit.team,))
    if verb == RELEASE_TO.number:
        teams = teams_named(st, text)
        return None if isinstance(teams, Ruling) else Duty("report", _seats(st, teams))
    return _WHOLE_TURN


def _routine(st: Position) -> list[Card]:
    """Return the cards that `pass routine` lets stand."""
    return [card for card in st.cards if card.by == "rules" and weight_of(st, card) == ROUTINE]


def _named(st: Position, name: str) -> list[Card]:
    waiting = waiting_card(st)
    cards = [*([waiting] if waiting else []), *st.cards]
    return [card for card in cards if card.name == name]


def _ruled(st: Position, cards: list[Card]) -> Duty:
    """Return a ruling on these cards; Air Control's, if all of them are about the air."""
    if not cards:
        return Duty("ruling")  # without a card; the game refuses it
    task: Task = "air ruling" if all(card.category in AIR for card in cards) else "ruling"
    # A card without a team, such as a road's, has no list of teams.
    about = [concerned(st, card) for card in cards]
    whose = _seats(st, set[int]().union(*about)) if all(about) else ()
    return Duty(task, whose, tuple(card.name for card in cards))


def _seats(st: Position, teams: Iterable[int]) -> tuple[str, ...]:
    return tuple(st.world.teams[team].seat for team in sorted(teams))


def _by_hand(st: Position, line: str) -> Duty | None:
    """Return an act of Control's hand."""
    word, _, rest = line.partition(" ")
    if word in _BY_HAND:
        return Duty(_BY_HAND[word])
    found = _TEAMS.get(word)
    return None if found is None else found(st, rest)


def _sheet(st: Position, rest: str) -> Duty | None:
    try:
        name = str(sheet_from_text(rest.rpartition(_BECAUSE)[0]).get("team", ""))
    except SheetError:
        return None
    return Duty("sheet", _team(st, name))


def _reopen(st: Position, rest: str) -> Duty:
    name = rest.partition(_BECAUSE)[0].strip()
    return _WHOLE_TURN if name == "all" else Duty("sheet", _team(st, name))


def _signal(st: Position, rest: str) -> Duty:
    """Return the duty of a signal. It concerns its receivers and the team that it is sent for."""
    sender, _, more = rest.partition(" to ")
    whose = () if sender == "Control" else _team(st, sender)
    return Duty("signal", tuple(sorted({*whose, *_team(st, more.partition(" by ")[0])})))


def _team(st: Position, name: str) -> tuple[str, ...]:
    """Return a team by its seat or name; an unknown name as it is, for the game to refuse."""
    key = plain(name)
    return tuple(t.seat for t in st.world.teams if key in (plain(t.seat), plain(t.name))) or (name,)


_TEAMS: Final[dict[str, Callable[[Position, str], Duty | None]]] = {
    "sheet": _sheet,
    "reopen": _reopen,
    "signal": _signal,
}
