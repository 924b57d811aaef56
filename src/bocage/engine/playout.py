"""Whole games by simple players: `play_out` plays one from its first decision to its last.

Unrecorded, it is what benchmarks and simulations measure. Recorded, it uses a `Table` with
everything that a table does. `bocage.engine.fuzzing` plays many.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bocage.engine import play
from bocage.engine.errors import BocageError
from bocage.engine.frames import CHANCE, Ask, Chance
from bocage.engine.play import Policy
from bocage.engine.rulings import OK
from bocage.engine.state import State
from bocage.engine.table import Table

if TYPE_CHECKING:
    from bocage.engine.actions import Action
    from bocage.engine.events import Event
    from bocage.engine.game import Game, Outcome

Heard = Callable[[Any, int, "list[Event]"], None]
"""Called for each action with the state after it, who acted, and the events."""

MOST: Final = 100_000
"""The number of decisions after which a game is given up as endless."""


class PolicyError(BocageError, LookupError):
    """There is no player of that name."""


class FaultError(AssertionError):
    """A position that play must not reach, or an answer that depends on remembered facts."""


class DeadEndError(FaultError):
    """A seat is asked and has no legal action."""


class Played(NamedTuple):
    """The result of one game."""

    outcome: Outcome | None
    """How it ended; None if it was given up."""
    decisions: int
    """The number of decisions with more than one answer."""
    forced: int
    """The number of decisions with a single answer."""
    chances: int
    """The number of questions that chance answered."""
    seconds: float


def uniform(st: Any, legal: Sequence[Action], rng: Random) -> Action:  # noqa: ARG001 - a policy
    """Return any legal action, all with equal probability."""
    return legal[int(rng.random() * len(legal))]


def policies_of(game: Game[Any]) -> dict[str, Policy]:
    """Return the simple players of a game by name: `random`, its own, and those added."""
    return {"random": uniform, **game.policies(), **game.players}


def policy(game: Game[Any], name: str) -> Policy:
    """Return the player of that name.

    Raises:
        PolicyError: there is no such player.
    """
    known = policies_of(game)
    if name not in known:
        near = get_close_matches(name, list(known), n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
        raise PolicyError(f"{game.title} has no player '{name}'; {hint}")
    return known[name]


def play_out(
    game: Game[Any],
    policies: Sequence[Policy],
    seed: int,
    *,
    recorded: bool = False,
    start: State | None = None,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    most: int = MOST,
    each: Callable[[State], None] | None = None,
    heard: Heard | None = None,
) -> Played:
    """Play one game to its end: `policies[seat]` decides for that seat.

    Unrecorded, it rolls with its own generator. Recorded, it plays at a table whose seed comes from
    `seed`: checked, with events, notation and hash chain. `each` is called with the state before
    every decision; `heard` (unrecorded only) with the state after every action, who acted, and the
    events. `start` is a state to begin at.

    Raises:
        DeadEndError: a seat is asked and has no legal action.
        Crash: the rules failed (recorded play).
    """
    rng = Random(seed)  # noqa: S311 - play, not secrecy
    policies = [play.sit_down(each) for each in policies]
    if recorded:
        table = table_for(game, seed, scenario=scenario, options=options, start=start)
        return play_at(table, policies, rng, most=most, each=each)
    began = time.perf_counter()
    st: Any = start
    if st is None:
        st = game.new(game.scenario(scenario).id, game.settings(options))
        if heard is not None:
            st.events = []
        play.settle(st)
    decisions = forced = chances = 0
    apply, roll = play.apply if heard is None else _telling(heard), play.roll
    while st.stack and decisions + forced < most:
        top = st.stack[-1]
        if isinstance(top, Chance):
            chances += 1
            apply(st, CHANCE, roll(st, rng))
            continue
        if each is not None:
            each(st)
        if isinstance(top, Ask):
            seat: int = top.seat
            legal = top.legal(st)
        else:
            seat = play.pending(st)[0]
            legal = play.legal(st, seat)
        if len(legal) > 1:
            decisions += 1
            apply(st, seat, policies[seat](st, legal, rng))
        else:
            forced += 1
            apply(st, seat, _only(st, legal))
    return Played(game.outcome(st), decisions, forced, chances, time.perf_counter() - began)


def _telling(heard: Heard) -> Callable[[Any, int, Action], None]:
    """Return `play.apply` extended by a call that reports the events of each action."""

    def apply(st: Any, seat: int, action: Action) -> None:
        found: list[Event] = st.events or []
        st.events = found
        play.apply(st, seat, action)
        st.events = []
        heard(st, seat, found)

    return apply


def table_for(
    game: Game[Any],
    seed: int,
    *,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    start: State | None = None,
) -> Table[Any]:
    """Return a table whose dice come from a number, at its beginning or at a given state."""
    drawn = seed.to_bytes(32)
    table = Table.new(game, scenario=scenario, options=options, seed=drawn)
    return table if start is None else Table(game, table.header, resume=((), start))


def play_at(
    table: Table[Any],
    policies: Sequence[Policy],
    rng: Random,
    *,
    most: int = MOST,
    each: Callable[[Any], None] | None = None,
) -> Played:
    """Play the game on a table to its end, including the hash chain; see `play_out`."""
    policies = [play.sit_down(each) for each in policies]
    began = time.perf_counter()
    decisions = forced = 0
    before = len(table.entries)
    while (stack := table.state.stack) and decisions + forced < most:
        if each is not None:
            each(table.state)
        top = stack[-1]
        seat: int = top.seat if isinstance(top, Ask) else rng.choice(play.pending(table.state))
        legal = table.legal(seat)
        if len(legal) > 1:
            decisions += 1
            action = policies[seat](table.state, legal, rng)
        else:
            forced += 1
            action = _only(table.state, legal)
        ruling = table.act(seat, action)
        if ruling is not OK and not ruling:
            line = table.game.grammar.say(action)
            raise FaultError(f"'{line}' is legal, but check says: {table.say(ruling)}")
    table.log.link()
    spent = time.perf_counter() - began
    chances = len(table.entries) - before - decisions - forced
    outcome = table.game.outcome(table.state)
    return Played(outcome, decisions, forced, chances, spent)


def _only(st: State, legal: Sequence[Action]) -> Action:
    if not legal:
        raise DeadEndError(f"a dead end: {st.stack[-1]} asks, and nothing is legal")
    return legal[0]
