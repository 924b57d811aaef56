"""Questions of a team that writes orders: its form, and its sheet read back before it is sent."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import cast

from bocage.engine.operation import Form, LineReading, Remark
from bocage.server import messages
from bocage.server.commands import Question
from bocage.server.live import LiveGame
from bocage.server.questions import seat_asking
from bocage.server.roles import AROUND_KM, scope_of
from bocage.server.threads import QUESTIONS


async def form(live: LiveGame, person: str, question: Question) -> messages.FormAnswer:
    """Answer with the order form of the person's seat; none if the game has no sheets.

    An observer gets the form of a team that they watch.

    Raises:
        ForbiddenError: the person holds no seat, and does not watch the team.
    """
    async with live.held():
        post = live.post(person)
        if post.role == "observer":
            watched = question.seat or min(post.teams)
            post.check("form", (watched,))
            seat = live.game.seats.index(watched)
        else:
            seat = seat_asking(live, person, question.seat)
        form = live.game.form(live.table.state, seat)
        if seat == live.game.control and form is not None:
            post.check("form", post.teams)
            truth = live.game.truth(live.table.state)
            if scope_of(post.role, "form") == "own" and truth is not None:
                near = {unit.id for unit in truth.around(post.teams, AROUND_KM).units}
                known = {id_: each for id_, each in form.symbols.items() if id_ in near}
                form = replace(form, symbols=known)
        told = form_told(form)
    return {"type": "answer", "id": question.id, "what": "form", "form": told}


def form_told(found: Form | None) -> messages.Form | None:
    """Return an order form, for the wire."""
    return None if found is None else cast("messages.Form", asdict(found))


async def reading(live: LiveGame, person: str, question: Question) -> messages.ReadingAnswer:
    """Answer with the sheet in `line`, read back; nothing is sent or kept.

    Raises:
        ForbiddenError: the person holds no seat.
    """
    async with live.held():
        seat = seat_asking(live, person, question.seat)
        st = live.table.state.copy()
    found = await QUESTIONS.run(person, live.game.read_back, st, seat, question.line)
    return {
        "type": "answer",
        "id": question.id,
        "what": "reading",
        "lines": [] if found is None else [line_told(each) for each in found.lines],
        "problems": [] if found is None else [remark_told(each) for each in found.problems],
        "questions": [] if found is None else [remark_told(each) for each in found.questions],
    }


def line_told(read: LineReading) -> messages.LineReading:
    """Return an order read back, for the wire."""
    return {
        "number": read.number,
        "words": read.words,
        "units": list(read.units),
        "path": list(read.path),
        "km": read.km,
        "turns": read.turns,
        "goal": read.goal,
        "stops": [{"time": s.time, "at": s.at, "where": s.where} for s in read.stops],
        "warnings": list(read.warnings),
    }


def remark_told(remark: Remark) -> messages.Remark:
    """Return a problem or a question, for the wire."""
    return {
        "number": remark.number,
        "words": remark.words,
        "choices": list(remark.choices),
        "default": remark.default,
    }
