"""Playing a game: what it waits for, what is legal, and doing it.

Computer players use these plain functions on copies of a state. The functions do not check:
`bocage.engine.table.Table` checks first, rolls, and keeps the log.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from bocage.engine.frames import CHANCE, NOBODY, Ask, Chance, Frame, Sealed, Step
from bocage.engine.rulings import Caution, Rule, Ruling, TableRule, refuse
from bocage.engine.words import Words

if TYPE_CHECKING:
    from bocage.engine.actions import Action, Grammar
    from bocage.engine.state import State
    from bocage.engine.viewers import Viewer


Policy = Callable[[Any, "Sequence[Action]", Random], "Action"]
"""A player at its simplest: it takes the state, the legal actions of its seat, and a source of
chance.
"""


def sit_down(policy: Policy) -> Policy:
    """Return the player for one table; a player that keeps plans between decisions starts fresh.

    Such a player has a method `at_table`, which returns one without plans.
    """
    at_table = getattr(policy, "at_table", None)
    return policy if at_table is None else cast("Policy", at_table())


MOST_STEPS: Final = 100_000
"""The most steps between two decisions; more means a fault in the rules."""


class StuckError(RuntimeError):
    """A step of the sequence of play does not advance it: a fault of the rules."""


class Decision(NamedTuple):
    """The decision that the game waits for."""

    seats: tuple[int, ...]
    """The seats that decide: one seat, several at once, or `CHANCE`."""
    kind: str
    """The name of the frame that asks."""
    rule: Rule
    """The rule that asks."""
    prompts: dict[int, Words]
    """The prompt of each seat that is asked."""
    waiting: Words
    """What the others see while they wait."""
    silent: bool = False
    """Whether the others may not learn who is asked, nor for what."""
    cautions: tuple[Caution, ...] = ()
    """What the deciding seat would lose by ending the decision now."""
    battle: int | None = None
    """The hex of the battle that the decision is part of."""
    closer: int = NOBODY
    """The seat that may close it now, because all have answered. Only that seat may see this."""

    def for_viewer(self, viewer: Viewer) -> Decision:
        """Return the part of the decision that this viewer may see: with the prompts of its own
        seats.
        """
        if self.closer != NOBODY and (viewer.sees_all or self.closer in viewer.seats):
            return self._replace(seats=(self.closer,))
        if viewer.sees_all:
            return self
        if self.silent and viewer.seats.isdisjoint(self.seats):
            return Decision((), "", SEQUENCE, {}, self.waiting, silent=True)
        own = {seat: words for seat, words in self.prompts.items() if seat in viewer.seats}
        cautions = self.cautions if own else ()
        return self._replace(prompts=own, cautions=cautions, closer=NOBODY)


def settle(st: State) -> None:
    """Run steps until a seat or chance is asked; an empty stack ends the game.

    An answer that the rules give for a seat (`State.answer`) is a step too.
    """
    left = MOST_STEPS
    while left:
        stack = st.stack
        if not stack:
            return
        top: Any = stack[-1]
        if isinstance(top, Step):
            top.run(st)
        elif not st.ANSWERS or not isinstance(top, Ask) or (answer := st.answer(top)) is None:
            return
        else:
            top.apply(st, answer)
        if st.stack is stack:
            break
        left -= 1
    raise StuckError(f"{st.stack[-1]} does not move the sequence of play on")


def top_of(st: State) -> Frame | None:
    """Return the frame that asks, or None when the game is over."""
    return st.stack[-1] if st.stack else None


def decision(st: State) -> Decision | None:
    """Return the decision that the game waits for, or None when it is over."""
    top: Any = top_of(st)
    if top is None:
        return None
    kind = str(type(top).__name__)
    if isinstance(top, Ask):
        prompts = {top.seat: top.prompt(st)}
        return Decision(
            *((top.seat,), kind, top.rule, prompts, top.waiting(st), top.silent, top.cautions(st)),
            battle=battle_at(st),
        )
    if isinstance(top, Chance):
        return Decision((CHANCE,), kind, top.rule, {}, top.waiting(st), top.silent)
    closer = NOBODY if top.missing() else top.closer
    told = top.asked if closer == NOBODY else (*top.asked, closer)
    prompts = {seat: top.prompt_for(st, seat) for seat in told}
    return Decision(top.asked, kind, top.rule, prompts, top.waiting(st), top.silent, closer=closer)


def battle_at(st: State) -> int | None:
    """Return the hex of the battle under way, or None if there is none."""
    frames: Any = st.stack
    return next((each.hex for each in reversed(frames) if each.battle), None)


def is_asked(st: State, seat: int) -> bool:
    """Return whether the game waits for that seat."""
    top: Any = top_of(st)
    if isinstance(top, Ask):
        return bool(top.seat == seat)
    return isinstance(top, Sealed) and top.hears(seat)


def pending(st: State) -> tuple[int, ...]:
    """Return the seats that have not answered. Keep it from players: nobody may know who has
    answered a sealed decision.
    """
    top: Any = top_of(st)
    if isinstance(top, Ask):
        return (top.seat,)
    return top.waiting_for() if isinstance(top, Sealed) else ()


def is_sealed(st: State) -> bool:
    """Return whether several seats answer in secret, and not all have answered."""
    return isinstance(top_of(st), Sealed)


def legal(st: State, seat: int) -> Sequence[Action]:
    """Return the legal actions of a seat; empty when it is not asked."""
    top: Any = st.stack[-1] if st.stack else None
    if isinstance(top, Ask):
        return top.legal(st) if top.seat == seat else ()
    if isinstance(top, Sealed) and top.hears(seat):
        return top.legal_for(st, seat)
    return ()


SEQUENCE: Final = TableRule("sequence of play")
"""Cited when a seat acts out of turn."""
ORDER: Final = TableRule("order")
"""Cited where things are placed one after the other, in an order that only this program fixes."""
NOTATION: Final = TableRule("notation")
"""Cited against an integer that is not an action."""


def check(st: State, grammar: Grammar, seat: int, action: Action) -> Ruling:
    """Return whether a seat may do this now, and which rules forbid it. Takes any integer."""
    if not st.stack:
        return refuse(SEQUENCE, "the game is over")
    top: Any = st.stack[-1]
    asked = top.seat == seat if isinstance(top, Ask) else is_asked(st, seat)
    if not grammar.is_canonical(action):
        if asked:
            return refuse(NOTATION, "{action} is not an action of this game", action=hex(action))
    elif asked and not (top.takes and action >> 32 & 0xFF not in top.takes):
        if isinstance(top, Ask):
            return top.check(st, action)
        return cast("Ruling", top.check_for(st, seat, action))
    elif not top.silent and not (ruling := st.untimely(seat, action)):
        return ruling
    if asked:
        prompt = top.prompt(st) if isinstance(top, Ask) else top.prompt_for(st, seat)
        return _not_asked(top.rule, grammar, action, prompt)
    rule = SEQUENCE if top.silent else top.rule or SEQUENCE
    return refuse(rule, "it is not your decision: {what}", what=top.waiting(st))


def _not_asked(rule: Rule, grammar: Grammar, action: Action, prompt: Words) -> Ruling:
    template = "'{what}' is not what is asked for now: {prompt}"
    return refuse(rule, template, what=grammar.words(action), prompt=prompt)


def apply(st: State, seat: int, action: Action) -> None:
    """Apply an action or an outcome of chance without checking it, and settle."""
    top: Any = st.stack[-1]
    if isinstance(top, Sealed) and seat not in top.asked:
        top.close(st, action)
    elif isinstance(top, Sealed):
        sealed: Any = top.with_answer(seat, action)
        st.swap(sealed)
        if not sealed.waiting_for():
            sealed.take(st)
    else:
        top.apply(st, action)
    settle(st)


def roll(st: State, rng: Random) -> Action:
    """Let chance decide with the given generator, for searching and simulation."""
    chance: Any = st.stack[-1]
    outcomes: Sequence[Action] = chance.outcomes(st)
    weights: Sequence[int] | None = chance.weights(st)
    if weights is None:
        return outcomes[int(rng.random() * len(outcomes))]
    return rng.choices(outcomes, weights)[0]
