"""Questions that take time to answer: the odds of a fight, and how far a unit can go.

They are answered from a position that holds only what the person asking may know, in a thread apart
from the loop that serves everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bocage.engine import play
from bocage.engine.actions import Action, Names, NotationError
from bocage.engine.frames import Sealed
from bocage.engine.game import AnyGame
from bocage.engine.guide import lesson
from bocage.engine.muster import Change
from bocage.engine.odds import NothingToWeighError
from bocage.engine.past import Past
from bocage.engine.reach import Way
from bocage.engine.state import State
from bocage.engine.words import Words
from bocage.server import messages, wire
from bocage.server.commands import Question
from bocage.server.errors import ForbiddenError
from bocage.server.live import LiveGame
from bocage.server.threads import QUESTIONS


async def odds(live: LiveGame, person: str, question: Question) -> messages.OddsAnswer:
    """Return the possible results of a fight: `hex` and `units` by name, or the fight being decided
    now.

    Raises:
        ForbiddenError: the person holds no seat.
    """
    game = live.game
    async with live.held():
        seat = seat_asking(live, person, question.seat)
        viewer = live.viewer(person)
        # What the viewer does not know is drawn at random, so none of it can show in the answer.
        st = game.determinise(live.table.state, viewer, Random(0))  # noqa: S311 - no die of the game
    try:
        h = _named(game, "hex", question.hex) if question.hex else None
        units = [_named(game, "unit", each) for each in question.units]
        found = await QUESTIONS.run(person, game.weigh, st, seat, h, units)
    except NothingToWeighError as error:
        reason: messages.Reason = {"text": wire.pieces(error.words, game.nouns), "rule": ""}
        return _odds(question, [], [reason])
    return _odds(question, [wire.weighed(each, game) for each in found], [])


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
    """Return where a moving unit may go, what it costs, by which way, and what happens there.

    With `units`: where they could go together now, at the speed of the slowest.

    Raises:
        ForbiddenError: the person holds no seat.
    """
    game = live.game
    async with live.held():
        seat = seat_asking(live, person, question.seat)
        st = game.determinise(live.table.state, live.viewer(person), Random(0))  # noqa: S311
    if not question.units:
        found = await QUESTIONS.run(person, game.reach, st, seat)
    elif set(question.units) <= set(_written(game, "unit")):
        units = [_named(game, "unit", each) for each in question.units]
        found = await QUESTIONS.run(person, reach_together, game, st, seat, units)
    else:
        found = ()
    return {
        "type": "answer",
        "id": question.id,
        "what": "reach",
        "reach": reached_hexes(game, found),
    }


def reach_together(game: AnyGame, st: State, seat: int, units: Sequence[int]) -> Sequence[Way]:
    """Return the dearest way to each hex that every one of several units could go to."""
    takes = [verb for verb in game.grammar.verbs if verb.role == "select"]
    found: dict[int, Way] | None = None
    for unit in units:
        ways = _ways(game, st, seat, [verb(unit) for verb in takes])
        if found is None:
            found = ways
        else:
            both = found.keys() & ways.keys()
            found = {h: max(found[h], ways[h], key=lambda way: way.cost) for h in both}
    return list((found or {}).values())


def _ways(game: AnyGame, st: State, seat: int, takes: Sequence[Action]) -> dict[int, Way]:
    """Return where a unit could go if it were selected, by hex."""
    for action in takes:
        if play.check(st, game.grammar, seat, action):
            tried = st.copy()
            play.apply(tried, seat, action)
            return {way.hex: way for way in game.reach(tried, seat)}
    return {}


def reached_hexes(game: AnyGame, found: Sequence[Way]) -> list[messages.ReachedHex]:
    """Return the hexes that a unit may go to, with costs, ways and notes."""
    return [
        {
            "hex": each.hex,
            "cost": each.cost,
            "way": list(each.hexes),
            "notes": [wire.note(note, game) for note in each.notes],
        }
        for each in found
    ]


async def plan(live: LiveGame, person: str, question: Question) -> messages.PlanAnswer:
    """Return the recommended lines, and the plans to choose from; empty without advice.

    Raises:
        ForbiddenError: the person holds no seat.
    """
    async with live.held():
        seat = seat_asking(live, person, question.seat)
        st = live.game.determinise(live.table.state, live.viewer(person), Random(0))  # noqa: S311
        asked = seat in live.asked
    found = await QUESTIONS.run(person, live.game.plans, st, seat) if asked else ()
    told: list[messages.Plan] = [
        {"id": each.id, "title": each.title, "lines": list(each.lines)} for each in found
    ]
    return {"type": "answer", "id": question.id, "what": "plan", "plans": told}


async def goals(live: LiveGame, person: str, question: Question) -> messages.GoalsAnswer:
    """Return how each side wins and where it stands now, for anyone who may watch."""
    game = live.game
    async with live.held():
        viewer = live.viewer(person)
        st = live.table.state.copy()
    found = await QUESTIONS.run(person, game.goals, st, viewer)
    told = None if found is None else wire.goals(found, game)
    return {"type": "answer", "id": question.id, "what": "goals", "goals": told}


async def guide(live: LiveGame, person: str, question: Question) -> messages.GuideAnswer:
    """Return the current advice of a guide to its learner; nothing for anyone else."""
    game = live.game
    async with live.held():
        viewer, table = live.viewer(person), live.table
        found = game.scenario(table.header.scenario).guide
        past, st = Past(table), table.state.copy()
    told: messages.Lesson | None = None
    if found is not None and found.seat in viewer.seats:
        said = await QUESTIONS.run(person, lesson, found, game, past, st, viewer)
        told = wire.lesson(said, game)
    return {"type": "answer", "id": question.id, "what": "guide", "guide": told}


async def gather(live: LiveGame, person: str, question: Question) -> messages.GatherAnswer:
    """Return the attack that is being gathered, with the units you may add or leave out.

    Each change has the lines that gather the resulting force from the beginning: to make it, undo
    as many lines as there are units in the force, then play these.

    Raises:
        ForbiddenError: the person holds no seat.
    """
    game = live.game
    async with live.held():
        seat = seat_asking(live, person, question.seat)
        st = game.determinise(live.table.state, live.viewer(person), Random(0))  # noqa: S311
    force = await QUESTIONS.run(person, force_gathered, game, st, seat)
    return {"type": "answer", "id": question.id, "what": "gather", "gather": force}


def force_gathered(game: AnyGame, st: State, seat: int) -> messages.Gather | None:
    """Return the attack that a seat is gathering, with the units that may join or leave it; or
    None.
    """
    found = game.gather(st, seat)
    if found is None:
        return None

    def told(changes: Sequence[Change]) -> list[messages.GatheredUnit]:
        say = game.grammar.say
        return [{"unit": c.unit, "lines": [say(each) for each in c.actions]} for c in changes]

    return {
        "hex": found.hex,
        "force": list(found.force),
        "add": told(found.add),
        "leave": told(found.leave),
        "everybody": [game.grammar.say(each) for each in found.everybody],
    }


def is_final(live: LiveGame, person: str, seat: int, line: str) -> bool:
    """Return whether a line could not be undone: a die follows, another seat is asked, or the game
    ends. Only what the person may know counts.

    A sealed answer can't be undone, whether or not others have answered. The function does the same
    work in both cases, so its time reveals nothing.
    """
    game = live.game
    top = play.top_of(live.table.state)
    if isinstance(top, Sealed) or (top is not None and top.silent and seat != game.control):
        return True
    st = game.determinise(live.table.state, live.viewer(person), Random(0))  # noqa: S311
    try:
        actions = game.parse(st, seat, line)
    except NotationError:
        return False
    for action in actions:
        if not play.check(st, game.grammar, seat, action):
            return False
        play.apply(st, seat, action)
    return not st.stack or play.pending(st) != (seat,)


def seat_asking(live: LiveGame, person: str, name: str) -> int:
    """Return the seat for which a person asks: the one named, else one that is asked, else their
    own.
    """
    held = live.held_by(person)
    mine = [seat for seat in held if seat.name == name or not name]
    asked = [seat for seat in mine if seat.number in live.asked] or mine
    if not asked:
        raise ForbiddenError("not yours")
    return asked[0].number


def _written(game: AnyGame, kind: str) -> Sequence[str]:
    """Return the names of a kind of noun as lines write them."""
    noun = game.nouns.get(kind)
    return noun.written if isinstance(noun, Names) else ()


def _named(game: AnyGame, kind: str, name: str) -> int:
    written = _written(game, kind)
    if name not in written:
        words = Words("there is no {kind} '{name}'", {"kind": kind, "name": name})
        raise NothingToWeighError("unknown", words)
    return written.index(name)
