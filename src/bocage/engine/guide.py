"""Guides: the next thing for a newcomer to do in a first battle, and why.

The steps are data. A step is fulfilled by what the learner really did, read from the log: an
action, or an event that it caused. So a step that is undone is asked for again, and one that was
done early is skipped. A learner who does something else is led back: the guide has words for that
decision, beside the step that waits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from bocage.engine import play
from bocage.engine.words import Words

if TYPE_CHECKING:
    from bocage.engine.game import AnyGame
    from bocage.engine.past import AnyPast
    from bocage.engine.rulings import Rule
    from bocage.engine.state import State
    from bocage.engine.viewers import Viewer

Result = Literal["", "won", "lost"]


@dataclass(frozen=True, slots=True)
class Advice:
    """One piece of advice of a guide."""

    title: Words
    says: Words
    """What to do, and why."""
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do."""

    advice: Advice
    asked: frozenset[str]
    """The decisions in which it can be done, by the names of their frames."""
    verbs: frozenset[str]
    """The actions of the learner that fulfil it."""
    events: frozenset[str]
    """The kinds of events that fulfil it, if an action of the learner caused them."""
    times: int = 1
    """The number of these that it takes."""
    turn: int = 0
    """The last turn in which it can be done; later it is skipped. 0: any turn."""
    past: frozenset[str] = frozenset()
    """The decisions that come when it is too late for it, by the names of their frames."""
    units: tuple[int, ...] = ()
    """The units to look at."""
    hexes: tuple[int, ...] = ()
    """The hexes to look at."""


@dataclass(frozen=True, slots=True)
class Guide:
    """A first battle, step by step."""

    seat: int
    """The side of the learner."""
    opponent: str
    """The computer player on the other side."""
    steps: tuple[Step, ...]
    asides: Mapping[str, Advice]
    """The advice for other decisions of the learner, by the names of frames."""
    waiting: Advice
    """The advice while the other side decides."""
    free: Advice
    """The advice when every step is done."""
    won: Advice
    lost: Advice


@dataclass(frozen=True, slots=True)
class Lesson:
    """The progress of a learner."""

    done: tuple[bool, ...]
    """For each step, whether it is fulfilled or skipped."""
    advice: Advice
    """What to do now."""
    waits: Advice | None = None
    """The step to return to, if the advice is about something else."""
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    result: Result = ""


def lesson(guide: Guide, game: AnyGame, past: AnyPast, st: State, viewer: Viewer) -> Lesson:
    """Return a guide's advice on the current position.

    Args:
        guide: the guide of its scenario.
        game: the rules.
        past: the actions so far; they are played again, so this is for short games.
        st: the position now; it is not changed.
        viewer: who learns.
    """
    verbs: list[str] = []
    own: set[int] = set()
    for number in range(len(past)):
        entry = past.entry(number)
        if entry is None:
            continue
        if entry.seat == guide.seat:
            own.add(number)
            verb = game.grammar.verb(entry.action) if entry.kind == "do" else None
            if verb is not None:
                verbs.append(verb.word)
        elif entry.kind == "chance" and number - 1 in own:
            # An outcome of chance counts as the doing of the seat that acted before it.
            own.add(number)
    seen = [each.for_viewer(viewer) for number, each in past.events() if number in own]
    told = [type(each).__name__ for each in seen if each is not None]
    turn = int(getattr(st, "turn", 0))
    done = tuple(_is_done(step, verbs, told, turn) for step in guide.steps)
    return _said(guide, game, st, done)


def _is_done(step: Step, verbs: list[str], events: list[str], turn: int) -> bool:
    count = sum(each in step.verbs for each in verbs) + sum(each in step.events for each in events)
    return count >= step.times or bool(step.turn and turn > step.turn)


def _said(guide: Guide, game: AnyGame, st: State, done: tuple[bool, ...]) -> Lesson:
    outcome = game.outcome(st)
    if outcome is not None:
        has_won = outcome.winner == guide.seat
        advice = guide.won if has_won else guide.lost
        return Lesson(done, advice, result="won" if has_won else "lost")
    asked = play.decision(st)
    kind = "" if asked is None else asked.kind
    left = [each for each, is_done in zip(guide.steps, done, strict=True) if not is_done]
    step = next((each for each in left if kind not in each.past), None)
    waits = guide.free if step is None else step.advice
    if asked is None or guide.seat not in asked.seats:
        return Lesson(done, guide.waiting, waits)
    if step is not None and asked.kind in step.asked and _can_act(game, st, guide.seat):
        return Lesson(done, step.advice, None, step.units, step.hexes)
    aside = guide.asides.get(asked.kind)
    return Lesson(done, waits) if aside is None else Lesson(done, aside, waits)


def _can_act(game: AnyGame, st: State, seat: int) -> bool:
    """Return whether there is anything to do except end."""
    verbs = [game.grammar.verb(each) for each in play.legal(st, seat)]
    return any(verb is None or verb.role != "end" for verb in verbs)
