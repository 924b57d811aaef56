"""Questions that take time to answer: fights weighed before the dice, and how far a unit goes.

They are answered from a position that holds what the one who asks may know and nothing else,
away from the loop that serves everybody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random
from typing import Any

from bocage.engine import play
from bocage.engine.actions import NotationError
from bocage.games.gathering import gathered
from bocage.games.planning import plans
from bocage.games.reaching import reached
from bocage.games.weighing import NothingToWeighError, Part, Weighed, weighed
from bocage.server import wire
from bocage.server.commands import Question
from bocage.server.errors import ForbiddenError
from bocage.server.live import LiveGame


async def odds(live: LiveGame, person: str, question: Question) -> dict[str, Any]:
    """What a fight would bring: `hex` and `units` by name, or what is being decided.

    Raises:
        ForbiddenError: he who asks holds no seat.
    """
    game = live.game
    reply: dict[str, Any] = {"type": "answer", "id": question.id}
    async with live.held():
        seat = seat_asking(live, person, question.seat)
        viewer = live.viewer(person)
        # What the viewer does not know is drawn anew: nothing of it can show in the answer.
        st = game.determinise(live.table.state, viewer, Random(0))  # noqa: S311 - no die of the game
    try:
        h = _named(game, "hex", question.hex) if question.hex else None
        units = [_named(game, "unit", each) for each in question.units]
        found = await asyncio.to_thread(weighed, game.id, st, seat, h, units)
    except NothingToWeighError as error:
        return {**reply, "odds": [], "reasons": [{"text": [str(error)], "rule": ""}]}
    return {**reply, "odds": [_told(game, each) for each in found]}


async def reach(live: LiveGame, person: str, question: Question) -> dict[str, Any]:
    """Where a unit under way may go, what it costs, by which way, and what happens there.

    Raises:
        ForbiddenError: he who asks holds no seat.
    """
    game = live.game
    seat = seat_asking(live, person, question.seat)
    async with live.held():
        st = game.determinise(live.table.state, live.viewer(person), Random(0))  # noqa: S311
    found = await asyncio.to_thread(reached, game.id, st, seat)
    told = [
        {
            "hex": each.hex,
            "cost": each.cost,
            "way": list(each.way),
            "notes": [
                {"text": [words], "rule": rule.cited(game.book)} for words, rule in each.notes
            ],
        }
        for each in found
    ]
    return {"type": "answer", "id": question.id, "reach": told}


async def plan(live: LiveGame, person: str, question: Question) -> dict[str, Any]:
    """The lines that are recommended now, and the plans to choose from; none without advice.

    Raises:
        ForbiddenError: he who asks holds no seat.
    """
    seat = seat_asking(live, person, question.seat)
    async with live.held():
        st = live.game.determinise(live.table.state, live.viewer(person), Random(0))  # noqa: S311
        asked = seat in live.asked
    found = await asyncio.to_thread(plans, live.game, st, seat) if asked else []
    told = [{"title": each.title, "lines": each.lines} for each in found]
    lines = found[0].lines if found else []
    return {"type": "answer", "id": question.id, "plan": lines, "plans": told}


async def gather(live: LiveGame, person: str, question: Question) -> dict[str, Any]:
    """The attack that is being gathered: who is in it, and whom one may add or leave out.

    Each of these comes with the lines that gather the force it would be, from nobody on:
    whoever wants it undoes as many lines as there are units in the force, and does these.

    Raises:
        ForbiddenError: he who asks holds no seat.
    """
    game = live.game
    seat = seat_asking(live, person, question.seat)
    async with live.held():
        st = game.determinise(live.table.state, live.viewer(person), Random(0))  # noqa: S311
    found = gathered(st, game.grammar, seat)
    reply: dict[str, Any] = {"type": "answer", "id": question.id}
    if found is None:
        return {**reply, "gather": None}

    def told(ways: Mapping[int, tuple[int, ...]]) -> list[dict[str, Any]]:
        say = game.grammar.say
        return [{"unit": u, "lines": [say(each) for each in way]} for u, way in ways.items()]

    force = {"hex": found.hex, "force": list(found.force)}
    return {**reply, "gather": {**force, "add": told(found.add), "leave": told(found.leave)}}


def is_final(live: LiveGame, person: str, seat: int, line: str) -> bool:
    """Whether an action, once done, could not be undone: a die follows, another is asked, or
    the game ends. Told from what the person may know; of longer lines nothing is told."""
    game = live.game
    st = game.determinise(live.table.state, live.viewer(person), Random(0))  # noqa: S311
    try:
        action = game.grammar.read(line)
    except NotationError:
        return False
    play.apply(st, seat, action)
    return not st.stack or play.pending(st) != (seat,)


def seat_asking(live: LiveGame, person: str, name: str) -> int:
    """The seat for which a person asks: the one named, else one that is asked, else his own."""
    held = [seat for seat in live.seats if seat.person == person]
    mine = [seat for seat in held if seat.name == name or not name]
    asked = [seat for seat in mine if seat.number in live.asked] or mine
    if not asked:
        raise ForbiddenError("not yours")
    return asked[0].number


def _named(game: Any, kind: str, name: str) -> int:
    written = game.names[kind].written
    if name not in written:
        raise NothingToWeighError(f"there is no {kind} '{name}'")
    return int(written.index(name))


def _told(game: Any, found: Weighed) -> dict[str, Any]:
    nouns, book = game.nouns, game.book
    return {
        "title": wire.pieces(found.title, nouns),
        "parts": [_part(game, each) for each in found.parts],
        "odds": found.odds,
        "rule": found.rule.cited(book),
        "faces": list(found.faces),
        "results": [
            {
                "result": each.result,
                "share": float(each.share),
                "words": each.words,
                "note": each.note,
            }
            for each in found.results
        ],
        "taken": None if found.taken is None else float(found.taken),
        "held": None if found.held is None else float(found.held),
    }


def _part(game: Any, found: Part) -> dict[str, Any]:
    return {
        "name": found.name,
        "total": found.total,
        "rows": [
            {
                "value": float(row.value),
                "text": wire.pieces(row.words, game.nouns),
                "rule": row.rule.cited(game.book),
            }
            for row in found.rows
        ],
    }
