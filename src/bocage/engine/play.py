"""Moving a game on: what it waits for, what may be done, doing it.

These are the plain functions that players who think use on copies of a state. They trust:
`bocage.engine.table.Table` checks first, rolls, and keeps the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from bocage.engine.frames import CHANCE, Ask, Chance, Frame, Sealed, Step
from bocage.engine.rulings import Rule, Ruling, refuse
from bocage.engine.words import Words

if TYPE_CHECKING:
    from bocage.engine.actions import Action, Grammar
    from bocage.engine.state import State


class Decision(NamedTuple):
    """What the game waits for."""

    seats: tuple[int, ...]
    """Whose decision it is: one seat, several at once, or `CHANCE`."""
    kind: str
    """The name of the frame that asks."""
    rule: Rule
    """The rule that asks."""
    prompts: dict[int, Words]
    """What each seat that is asked is told."""
    waiting: Words
    """What the others are told."""


def settle(st: State) -> None:
    """Run steps until somebody, or chance, is asked; an empty stack is the game's end."""
    while st.stack:
        top: Any = st.stack[-1]
        if not isinstance(top, Step):
            return
        top.run(st)


def top_of(st: State) -> Frame | None:
    """The frame that asks, or None when the game is over."""
    return st.stack[-1] if st.stack else None


def decision(st: State) -> Decision | None:
    """What the game waits for, or None when it is over."""
    top: Any = top_of(st)
    if top is None:
        return None
    kind = str(type(top).__name__)
    if isinstance(top, Ask):
        prompts = {top.seat: top.prompt(st)}
        return Decision((top.seat,), kind, top.rule, prompts, top.waiting(st))
    if isinstance(top, Chance):
        return Decision((CHANCE,), kind, top.rule, {}, top.waiting(st))
    prompts = {seat: top.prompt_for(st, seat) for seat in top.asked}
    return Decision(top.asked, kind, top.rule, prompts, top.waiting(st))


def is_asked(st: State, seat: int) -> bool:
    """Whether the game waits for that seat."""
    top: Any = top_of(st)
    if isinstance(top, Ask):
        return bool(top.seat == seat)
    return isinstance(top, Sealed) and seat in top.asked


def legal(st: State, seat: int) -> Sequence[Action]:
    """What a seat may do now; empty when it is not asked."""
    if not is_asked(st, seat):
        return ()
    top: Any = st.stack[-1]
    found: Sequence[Action] = top.legal(st) if isinstance(top, Ask) else top.legal_for(st, seat)
    return found


NOT_YOURS = Rule("sequence")
"""Cited when somebody acts who is not asked."""


def check(st: State, grammar: Grammar, seat: int, action: Action) -> Ruling:
    """Whether a seat may do this now, and which rules forbid it. Takes any integer."""
    top: Any = top_of(st)
    if top is None:
        return refuse(NOT_YOURS, "the game is over")
    if not is_asked(st, seat):
        return refuse(top.rule or NOT_YOURS, "it is not your decision")
    if not grammar.is_canonical(action):
        return refuse(NOT_YOURS, "{action} is no action of this game", action=hex(action))
    found: Ruling = (
        top.check(st, action) if isinstance(top, Ask) else top.check_for(st, seat, action)
    )
    return found


def apply(st: State, seat: int, action: Action) -> None:
    """Do an action, or take an outcome of chance, and settle. Trusts."""
    top: Any = st.stack[-1]
    if isinstance(top, Sealed):
        sealed: Any = top.with_answer(seat, action)
        st.swap(sealed)
        if not sealed.waiting_for():
            sealed.take(st)
    else:
        top.apply(st, action)
    settle(st)


def roll(st: State, rng: Random) -> Action:
    """Let chance decide with a stream of one's own, for searching and simulation."""
    chance: Any = st.stack[-1]
    outcomes: Sequence[Action] = chance.outcomes(st)
    weights: Sequence[int] | None = chance.weights(st)
    if weights is None:
        return outcomes[int(rng.random() * len(outcomes))]
    return rng.choices(outcomes, weights)[0]
