"""Questions that take time to answer: fights weighed before the dice, and how far a unit goes.

They are answered from a position that holds what the one who asks may know and nothing else,
away from the loop that serves everybody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from bocage.engine import play
from bocage.engine.actions import NotationError
from bocage.engine.frames import Sealed
from bocage.engine.game import Game
from bocage.games.gathering import gathered
from bocage.games.planning import plans
from bocage.games.reaching import Reached, reached
from bocage.games.weighing import NothingToWeighError, Part, Weighed, weighed
from bocage.server import messages, wire
from bocage.server.commands import Question
from bocage.server.errors import ForbiddenError
from bocage.server.lanes import QUESTIONS
from bocage.server.live import LiveGame


async def odds(live: LiveGame, person: str, question: Question) -> messages.OddsAnswer:
    """What a fight would bring: `hex` and `units` by name, or what is being decided.

    Raises:
        ForbiddenError: he who asks holds no seat.
    """
    game = live.game
    async with live.held():
        seat = seat_asking(live, person, question.seat)
        viewer = live.viewer(person)
        # What the viewer does not know is drawn anew: nothing of it can show in the answer.
        st = game.determinise(live.table.state, viewer, Random(0))  # noqa: S311 - no die of the game
    try:
        h = _named(game, "hex", question.hex) if question.hex else None
        units = [_named(game, "unit", each) for each in question.units]
        found = await QUESTIONS.run(person, weighed, game.id, st, seat, h, units)
    except NothingToWeighError as error:
        return _odds(question, [], [{"text": [str(error)], "rule": ""}])
    return _odds(question, [_told(game, each) for each in found], [])


def _odds(
    question: Question, odds: list[messages.Weighed], reasons: list[messages.Reason]
) -> messages.OddsAnswer:
    return {
        "type": "answer",
        "id": question.id,
        "what": "odds",
        "odds": odds,
        "reasons": reasons,
    }


async def reach(live: LiveGame, person: str, question: Question) -> messages.ReachAnswer:
    """Where a unit under way may go, what it costs, by which way, and what happens there.

    Raises:
        ForbiddenError: he who asks holds no seat.
    """
    game = live.game
    async with live.held():
        seat = seat_asking(live, person, question.seat)
        st = game.determinise(live.table.state, live.viewer(person), Random(0))  # noqa: S311
    found = await QUESTIONS.run(person, reached, game.id, st, seat)
    return {
        "type": "answer",
        "id": question.id,
        "what": "reach",
        "reach": reached_hexes(game, found),
    }


def reached_hexes(game: Game[Any], found: Sequence[Reached]) -> list[messages.ReachedHex]:
    """Return the hexes that a unit may go to, with costs, ways and notes."""
    return [
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


async def plan(live: LiveGame, person: str, question: Question) -> messages.PlanAnswer:
    """The lines that are recommended now, and the plans to choose from; none without advice.

    Raises:
        ForbiddenError: he who asks holds no seat.
    """
    async with live.held():
        seat = seat_asking(live, person, question.seat)
        st = live.game.determinise(live.table.state, live.viewer(person), Random(0))  # noqa: S311
        asked = seat in live.asked
    found = await QUESTIONS.run(person, plans, live.game, st, seat) if asked else []
    told: list[messages.Plan] = [{"title": each.title, "lines": each.lines} for each in found]
    return {"type": "answer", "id": question.id, "what": "plan", "plans": told}


async def gather(live: LiveGame, person: str, question: Question) -> messages.GatherAnswer:
    """The attack that is being gathered: who is in it, and whom one may add or leave out.

    Each of these comes with the lines that gather the force it would be, from nobody on:
    whoever wants it undoes as many lines as there are units in the force, and does these.

    Raises:
        ForbiddenError: he who asks holds no seat.
    """
    game = live.game
    async with live.held():
        seat = seat_asking(live, person, question.seat)
        st = game.determinise(live.table.state, live.viewer(person), Random(0))  # noqa: S311
    force = await QUESTIONS.run(person, force_gathered, game, st, seat)
    return {"type": "answer", "id": question.id, "what": "gather", "gather": force}


def force_gathered(game: Game[Any], st: Any, seat: int) -> messages.Gather | None:
    """Return the attack that a seat gathers, with those who may join or leave it."""
    found = gathered(st, game.grammar, seat)
    if found is None:
        return None

    def told(ways: Mapping[int, tuple[int, ...]]) -> list[messages.GatheredUnit]:
        say = game.grammar.say
        return [{"unit": u, "lines": [say(each) for each in way]} for u, way in ways.items()]

    return {
        "hex": found.hex,
        "force": list(found.force),
        "add": told(found.add),
        "leave": told(found.leave),
    }


def is_final(live: LiveGame, person: str, seat: int, line: str) -> bool:
    """Whether an action, once done, could not be undone: a die follows, another is asked, or
    the game ends. Told from what the person may know; of longer lines nothing is told.

    A sealed answer cannot be undone, whoever else has answered: this does the same work with
    none and with all of them, so the time it takes tells nothing."""
    game = live.game
    top = play.top_of(live.table.state)
    if isinstance(top, Sealed) or (top is not None and top.silent and seat != game.control):
        return True
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


def _told(game: Any, found: Weighed) -> messages.Weighed:
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


def _part(game: Any, found: Part) -> messages.OddsPart:
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
