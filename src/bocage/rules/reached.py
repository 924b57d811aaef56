"""How often each rule decides something when simple players play.

Games are played with everybody listening: events and ledger lines count for their rules.
At every decision something wrong is tried as well, so that refusals count too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, Final

from bocage.engine import play
from bocage.engine.playout import play_at, policies_of, table_for
from bocage.engine.rulings import Rule
from bocage.engine.switching import is_under, listening
from bocage.rules.citations import citations

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.engine.rulings import Ruling
    from bocage.engine.state import State
    from bocage.rules.index import Entry, Index
    from bocage.rules.judge import Judge

_FROM_THE_MIDDLE: Final = 3
"""Each third game begins in its middle."""
_TRIES: Final = 3
"""Things tried at every decision, right or wrong; the first may not be asked for at all."""
_MOST: Final = 5_000
"""Decisions after which a game is left."""


def reached(
    game: Game[Any], games: int, seed: int = 1, done: Callable[[int], None] | None = None
) -> Counter[Rule]:
    """How often each rule was carried by an event, a ledger line or a refusal.

    `done` is told how many games are over.
    """
    found: Counter[Rule] = Counter()
    names = list(policies_of(game))
    for number in range(games):
        rng = Random(seed + number)  # noqa: S311 - play, not secrecy
        policies = [policies_of(game)[rng.choice(names)] for _ in game.seats]
        start = game.midgame(rng) if number % _FROM_THE_MIDDLE == 2 else None
        table = table_for(game, seed + number, start=start)

        def each(st: State, rng: Random = rng) -> None:
            for i in range(_TRIES):
                found.update(_tried(game, st, rng, asked=bool(i)).rules)

        with listening() as heard:
            play_at(table, policies, rng, most=_MOST, each=each)
        found.update(Rule(rule) for rule in heard)
        found.update(rule for _, event in table.events for rule in event.rule.cites)
        if done is not None:
            done(number + 1)
    return found


def _tried(game: Game[Any], st: State, rng: Random, *, asked: bool) -> Ruling:
    """What the rules say to any action, or to any of a verb that is asked for."""
    takes: frozenset[int] = getattr(st.stack[-1], "takes", frozenset()) if asked else frozenset()
    verbs = [each for each in game.grammar.verbs if not takes or each.number in takes]
    verb = rng.choice(verbs)
    action = verb(rng.randrange(verb.firsts), rng.randrange(verb.seconds))
    return play.check(st, game.grammar, play.pending(st)[0], action)


def why_not(judge: Judge[Any], entry: Entry, games: int) -> str:
    """Why nothing carried a sentence in some games."""
    if entry.case_none:
        return entry.case_none
    if entry.same_as:
        return f"said by {', '.join(entry.same_as)}"
    places = citations(judge.folder).get(entry.rule, [])
    if places and all(place.file in judge.explaining for place in places):
        return "carried by answers to questions, not by what happens"
    return f"not met in {games} games"


def never(index: Index, found: Counter[Rule]) -> list[Entry]:
    """The sentences of the index that nothing carried, in its order."""
    return [
        entry
        for entry in index.sentences()
        if not any(is_under(rule, entry.rule) for rule in found)
    ]
