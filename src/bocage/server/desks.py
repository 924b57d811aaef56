"""Questions of an umpire: the desk, sheets, cards, drafts, the truth, beliefs, the debrief.

Every answer reveals what teams may not know. `_check` admits only umpires whose role may ask
(`bocage.server.roles`); a liaison gets answers about its own teams. Once the game is over,
everybody who has a seat may ask for the rulings and the scores.
"""

from __future__ import annotations

from typing import Final

from bocage.engine.numbers import whole
from bocage.engine.past import Past
from bocage.engine.playout import policy
from bocage.engine.state import State
from bocage.server import messages
from bocage.server.commands import Question
from bocage.server.errors import ForbiddenError, UnknownError
from bocage.server.forms import form_told, line_told, remark_told
from bocage.server.live import LiveGame
from bocage.server.questions import seat_asking
from bocage.server.roles import AROUND_KM, Post, scope_of
from bocage.server.threads import LOOKS, QUESTIONS

WHATS: Final = (
    *("desk", "sheet", "card", "draft", "truth", "belief", "debrief", "beliefs", "commander"),
    "rulings",
)
"""The questions of an umpire; others may ask those in `TOLD_AFTER` when the game is over."""
TOLD_AFTER: Final = frozenset({"rulings", "debrief"})
_OF_A_TEAM: Final = frozenset({"sheet", "draft", "belief", "commander"})
_COMMANDER: Final = "commander"


async def answer(live: LiveGame, person: str, question: Question) -> messages.DeskAnswers:
    """Answer an umpire's question.

    Raises:
        ForbiddenError: the person does not hold the umpire's seat.
        UnknownError: there is no such team, card or draft.
    """
    if question.what == "beliefs":
        return await _beliefs(live, person, question)
    if question.what == "rulings":
        return await _rulings(live, person, question)
    st = await _state(live, person, question)
    post = live.post(person)
    if question.what == "desk":
        whole = await QUESTIONS.run(person, live.game.desk, st)
        if live.evening is not None:
            await live.evening.note(whole)
        desk = whole.within(post.teams) if whole is not None and _is_narrow(post) else whole
        return {"type": "answer", "id": question.id, "what": "desk", "desk": desk}
    return await QUESTIONS.run(person, _answered, live, st, question, post)


def _is_narrow(post: Post) -> bool:
    """Return whether an umpire sees some teams and no others."""
    return scope_of(post.role, "desk") == "own"


def _check(live: LiveGame, person: str, question: Question) -> None:
    """Admit only umpires who may ask, and after the end everybody who had a seat."""
    seat = seat_asking(live, person, question.seat)
    if live.table.is_over and question.what in TOLD_AFTER:
        return
    if live.game.control is None or seat != live.game.control:
        raise ForbiddenError("only an umpire may ask this")
    about = (question.about,) if question.what in _OF_A_TEAM else None
    live.post(person).check("sheet?" if question.what == "sheet" else question.what, about)


async def _state(live: LiveGame, person: str, question: Question) -> State:
    async with live.held():
        _check(live, person, question)
        copied: State = live.table.state.copy()
        return copied


async def _beliefs(live: LiveGame, person: str, question: Question) -> messages.BeliefsAnswer:
    """Answer with the whole story of what teams believed; it plays the game again."""
    async with live.held():
        _check(live, person, question)
        past = Past(live.table)
    found = await LOOKS.run(person, live.game.beliefs, past)
    return {"type": "answer", "id": question.id, "what": "beliefs", "beliefs": list(found)}


async def _rulings(live: LiveGame, person: str, question: Question) -> messages.RulingsAnswer:
    """Answer with the rulings of a turn; it plays the game again."""
    async with live.held():
        _check(live, person, question)
        past = Past(live.table)
    turn = whole(question.about) or 0
    found = await LOOKS.run(person, live.game.rulings, past, turn)
    return {"type": "answer", "id": question.id, "what": "rulings", "rulings": found}


def _answered(live: LiveGame, st: State, question: Question, post: Post) -> messages.DeskAnswers:
    game, name = live.game, question.id
    match question.what:
        case "truth":
            truth = game.truth(st)
            if truth is not None and _is_narrow(post):
                truth = truth.around(post.teams, AROUND_KM)
            return {"type": "answer", "id": name, "what": "truth", "truth": truth}
        case "debrief":
            found = game.debrief(st)
            return {"type": "answer", "id": name, "what": "debrief", "debrief": found}
        case "card":
            card = game.desk_card(st, question.about)
            if card is not None and _is_narrow(post) and not post.teams & set(card.row.seats):
                card = None  # this umpire has no such card
            return {"type": "answer", "id": name, "what": "card", "card": card}
        case "sheet":
            return _sheet(live, st, question)
        case "draft":
            draft = game.desk_draft(st, _team(live, question))
            return {"type": "answer", "id": name, "what": "draft", "draft": draft}
        case "belief":
            belief = game.belief(st, _team(live, question))
            return {"type": "answer", "id": name, "what": "belief", "belief": belief}
        case _:
            player = policy(game, _COMMANDER)
            written = game.desk_commander(st, _team(live, question), player)
            return {"type": "answer", "id": name, "what": "commander", "sheet": written}


def _team(live: LiveGame, question: Question) -> int:
    """Return the team that a question is about."""
    names = live.game.seats
    if question.about not in names or names.index(question.about) == live.game.control:
        raise UnknownError(f"there is no team '{question.about[:40]}'")
    return names.index(question.about)


def _sheet(live: LiveGame, st: State, question: Question) -> messages.SheetAnswer:
    """Return a team's sheet beside its reading; with a `line`, that sheet instead of the one
    sent.
    """
    found = live.game.desk_sheet(st, _team(live, question), question.line)
    if found is None:
        raise UnknownError("this game has no sheets")
    return {
        "type": "answer",
        "id": question.id,
        "what": "sheet",
        "seat": found.seat,
        "sheet": found.text,
        "form": form_told(live.game.form(st, _team(live, question))),
        "lines": [line_told(each) for each in found.reading.lines],
        "problems": [remark_told(each) for each in found.reading.problems],
        "questions": [remark_told(each) for each in found.reading.questions],
    }
