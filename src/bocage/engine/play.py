"""Moving a game on: what it waits for, what may be done, doing it.

These are the plain functions that players who think use on copies of a state. They trust:
`bocage.engine.table.Table` checks first, rolls, and keeps the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from bocage.engine.frames import CHANCE, Ask, Chance, Frame, Sealed, Step
from bocage.engine.rulings import OK, Rule, Ruling, refuse
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
    while st.stack and isinstance(top := st.stack[-1], Step):
        cast("Step[Any]", top).run(st)


def top_of(st: State) -> Frame | None:
    """The frame that asks, or None when the game is over."""
    return st.stack[-1] if st.stack else None


def decision(st: State) -> Decision | None:
    """What the game waits for, or None when it is over."""
    top = top_of(st)
    if isinstance(top, Ask):
        ask = cast("Ask[Any]", top)
        prompts = {ask.seat: ask.prompt(st)}
        return Decision((ask.seat,), type(top).__name__, top.rule, prompts, ask.waiting(st))
    if isinstance(top, Chance):
        chance = cast("Chance[Any]", top)
        return Decision((CHANCE,), type(top).__name__, top.rule, {}, chance.waiting(st))
    if isinstance(top, Sealed):
        sealed = cast("Sealed[Any]", top)
        prompts = {seat: sealed.prompt_for(st, seat) for seat in sealed.asked}
        return Decision(sealed.asked, type(top).__name__, top.rule, prompts, sealed.waiting(st))
    return None


def legal(st: State, seat: int) -> Sequence[Action]:
    """What a seat may do now; empty when it is not asked."""
    top = top_of(st)
    if isinstance(top, Ask):
        ask = cast("Ask[Any]", top)
        return ask.legal(st) if ask.seat == seat else ()
    if isinstance(top, Sealed):
        sealed = cast("Sealed[Any]", top)
        return sealed.legal_for(st, seat) if seat in sealed.asked else ()
    return ()


NOT_YOURS = Rule("sequence")
"""Cited when somebody acts who is not asked."""


def check(st: State, grammar: Grammar, seat: int, action: Action) -> Ruling:
    """Whether a seat may do this now, and which rules forbid it. Takes any integer."""
    top = top_of(st)
    if top is None:
        return refuse(NOT_YOURS, "the game is over")
    asked = isinstance(top, Ask) and cast("Ask[Any]", top).seat == seat
    if not asked and not (isinstance(top, Sealed) and seat in cast("Sealed[Any]", top).asked):
        return refuse(top.rule or NOT_YOURS, "it is not your decision")
    if not grammar.is_canonical(action):
        return refuse(NOT_YOURS, "{action} is no action of this game", action=hex(action))
    if isinstance(top, Ask):
        return cast("Ask[Any]", top).check(st, action)
    if isinstance(top, Sealed):
        return cast("Sealed[Any]", top).check_for(st, seat, action)
    return OK


def apply(st: State, seat: int, action: Action) -> None:
    """Do an action, or take an outcome of chance, and settle. Trusts."""
    top = st.stack[-1]
    if isinstance(top, Sealed):
        sealed = cast("Sealed[Any]", top).with_answer(seat, action)
        st.swap(sealed)
        if not sealed.waiting_for():
            sealed.take(st)
    else:
        cast("Ask[Any]", top).apply(st, action)  # a Chance has the same `apply`
    settle(st)


def roll(st: State, rng: Random) -> Action:
    """Let chance decide with a stream of one's own, for searching and simulation."""
    chance = cast("Chance[Any]", st.stack[-1])
    outcomes = chance.outcomes(st)
    weights = chance.weights(st)
    if weights is None:
        return outcomes[int(rng.random() * len(outcomes))]
    return rng.choices(outcomes, weights)[0]
