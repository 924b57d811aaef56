"""Twin worlds: two games that a viewer cannot tell apart, walked side by side.

Everything that the viewer receives of the one must be what it receives of the other. The
worlds come apart in two ways: `determinise` puts another world in the place of the true one,
and at decisions hidden from the viewer each world goes its own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from bocage.engine import play
from bocage.engine.actions import Action, NotationError
from bocage.engine.dice import DiceError
from bocage.engine.frames import CHANCE, Sealed
from bocage.engine.save_text import lines_for
from bocage.engine.table import Table
from bocage.engine.viewers import OBSERVER, Viewer, player, umpire
from tests.battery.drawing import drawn

Received = dict[str, object]


def viewers(table: Table[Any]) -> list[Viewer]:
    """Return the viewers that may not see everything: each seat and an observer."""
    return [*(player(seat) for seat in range(len(table.game.seats))), OBSERVER]


def umpires(table: Table[Any]) -> list[Viewer]:
    """Umpires who may not see all: one for everything that one can be cleared for."""
    return [umpire(table.game.clearances, [name]) for name in table.game.clearances]


def received(table: Table[Any], viewer: Viewer, since: int, probes: Sequence[Action]) -> Received:
    """All that a viewer gets from a table, by the way it gets it."""
    game, state = table.game, table.state
    nouns, seats = game.nouns, sorted(viewer.seats)
    decision = table.decision
    told = None if decision is None else decision.for_viewer(viewer)
    outcome = game.outcome(state)
    return {
        "view": game.view(state, viewer),
        "heading": table.heading().say(nouns),
        "outcome": None if outcome is None else outcome.words.say(nouns),
        "decision": told and (told.seats, told.kind, str(told.rule)),
        "waiting": told and told.waiting.say(nouns),
        "prompt": told and {seat: words.say(nouns) for seat, words in told.prompts.items()},
        "legal": {seat: list(table.legal(seat)) for seat in seats},
        "refusals": [
            table.say(play.check(state, game.grammar, seat, probe))
            for seat in seats
            for probe in probes
        ],
        "lines": [
            read(table, seat, line)
            for seat in seats
            for probe in probes
            if game.grammar.is_canonical(probe)
            for line in (game.grammar.say(probe), game.grammar.say(probe).lower()[:-1], "move 2")
        ],
        "events": [
            (event.words().say(nouns), str(event.rule))
            for number, event in table.events_for(viewer)
            if number >= since
        ],
        "log": lines_for(table, viewer),
        "undo": {seat: table.free(seat) for seat in seats},
    }


def read(table: Table[Any], seat: int, line: str) -> object:
    """Return the actions that a seat's line can mean, or the message why it can't be read."""
    try:
        return list(table.game.parse(table.state, seat, line))
    except NotationError as error:
        return str(error)


def differences(a: Received, b: Received) -> list[str]:
    """Return the ways in which two worlds were told apart."""
    return [f"{way}: {a[way]!r} / {b[way]!r}" for way in a if a[way] != b[way]]


class Echo:
    """Dice that fall as they were told to; of themselves they know nothing.

    Of dice that fall in silence the viewer learns nothing, so each world has its own.
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.told: list[str] = []
        self.table: Table[Any] | None = None
        self.viewer = OBSERVER

    def answer(
        self, question: str, time: int, written: Sequence[str], weights: Sequence[int] | None
    ) -> int:
        """See `bocage.engine.dice.Oracle`."""
        if self.table is not None and is_silent(self.table, self.viewer):
            return self.rng.randrange(len(written))
        if not self.told:
            raise DiceError(f"{question} is asked in one world alone")
        outcome = self.told.pop(0)
        if outcome not in written:
            raise DiceError(f"'{outcome}' cannot come of {question} in the other world")
        return list(written).index(outcome)


def leaks(
    table: Table[Any], viewer: Viewer, rng: Random, steps: int, *, determinise: bool = True
) -> list[str]:
    """Walk a table's world and a twin of it; what this viewer was told apart by."""
    game = table.game
    echo = Echo(rng)
    other = game.determinise(table.state, viewer, rng) if determinise else None
    true, twin = table.branch(), table.branch(other, echo)
    echo.table, echo.viewer = twin, viewer
    since = len(true.entries)
    for step in range(steps):
        if true.is_over or twin.is_over:
            break
        legal = true.legal(min(viewer.seats, default=0))
        probes = list(drawn(game.grammar, legal, rng, 6))
        got = (received(each, viewer, since, probes) for each in (true, twin))
        if found := differences(*got):
            return [f"after {step} steps, {each}" for each in found]
        try:
            if not _step(true, twin, echo, viewer, rng):
                break
            if not (_hushed(true, viewer, rng, since) and _hushed(twin, viewer, rng, since)):
                break
        except DiceError as error:
            return [f"after {step} steps, chance: {error}"]
    return []


def _step(true: Table[Any], twin: Table[Any], echo: Echo, viewer: Viewer, rng: Random) -> bool:
    """Return one decision in both worlds; False when they cannot or need not go on together.

    Raises:
        DiceError: the dice are asked otherwise in the twin, though the viewer was shown nothing.
    """
    seat = rng.choice(play.pending(true.state))
    mine, theirs = list(true.legal(seat)), list(twin.legal(seat))
    if is_hidden(true, viewer, seat):
        actions = rng.choice(mine), rng.choice(theirs)
    else:
        there = set(theirs)
        both = [action for action in mine if action in there]
        if not both:
            return False
        actions = (rng.choice(both),) * 2
    before = len(true.entries), len(twin.entries)
    assert true.act(seat, actions[0])
    echo.told = [
        entry.text.rpartition(" @")[0]
        for entry in true.entries[before[0] :]
        if entry.question and not (entry.silent and not entry.is_known_to(viewer))
    ]
    shown = _shown(true, viewer, before[0]) or true.is_over
    try:
        assert twin.act(seat, actions[1])
    except DiceError:
        if shown:
            return False
        raise
    return not shown and not _shown(twin, viewer, before[1])


def _hushed(table: Table[Any], viewer: Viewer, rng: Random, since: int) -> bool:
    """Play on through decisions of which the viewer knows nothing, each world in its own way.

    False when the viewer was shown something on the way, or the game is over.
    """
    while not table.is_over and is_silent(table, viewer):
        seat = rng.choice(play.pending(table.state))
        assert table.act(seat, rng.choice(list(table.legal(seat))))
    return not table.is_over and not _shown(table, viewer, since)


def is_silent(table: Table[Any], viewer: Viewer) -> bool:
    """Return whether this viewer may not even know that somebody, or chance, is asked."""
    top: Any = table.state.stack[-1] if table.state.stack else None
    if top is None or not top.silent:
        return False
    asked = play.pending(table.state) or (CHANCE,)
    return all(viewer.seats.isdisjoint(top.known_to(table.state, seat)) for seat in asked)


def is_hidden(table: Table[Any], viewer: Viewer, seat: int) -> bool:
    """Return whether this viewer may not read what that seat is about to answer; all may know that
    a decision was closed.
    """
    top = table.state.stack[-1]
    if isinstance(top, Sealed) and seat not in top.asked:
        return False
    return top.hidden and viewer.seats.isdisjoint(top.known_to(table.state, seat))


def _shown(table: Table[Any], viewer: Viewer, since: int) -> bool:
    """Return whether a reveal since then has reached this viewer."""
    events = [event for number, event in table.events if number >= since and event.reveals]
    return any(event.for_viewer(viewer) is not None for event in events)


def answered_leaks(table: Table[Any], rng: Random) -> list[str]:
    """At a sealed decision: what tells the others that a seat has answered already."""
    top = table.state.stack[-1] if table.state.stack else None
    if not isinstance(top, Sealed):
        return []
    found: list[str] = []
    for seat in top.waiting_for():
        if len(top.waiting_for()) < 2:
            continue  # its answer closes the decision, and that may be seen
        answered = table.branch()
        assert answered.act(seat, rng.choice(list(table.legal(seat))))
        for viewer in (*viewers(table), *umpires(table)):
            if seat in viewer.seats or table.game.control in viewer.seats:
                continue  # one's own answer is not a secret, and none is one from the umpire
            got = [received(each, viewer, len(table.entries), ()) for each in (table, answered)]
            found += differences(*got)
    return found
