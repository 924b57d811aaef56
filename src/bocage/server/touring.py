"""Positions for those who come first: a game played to where its tour begins.

It is played each time it is asked for, from dice that are always the same, so that no kept
file can fall behind the rules. Whoever tours it holds both seats.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from bocage.engine import play
from bocage.engine.game import Game
from bocage.engine.playout import policies_of, table_for
from bocage.engine.table import Table
from bocage.engine.writing import written
from bocage.games.planning import advice
from bocage.server.errors import UnknownError

_MOST: Final = 5_000


class Stop(NamedTuple):
    """Where a tour begins."""

    seed: int
    seat: str
    kind: str
    turn: int
    fits: Callable[[Table[Any]], bool]
    """Whether the position has what the tour shows."""
    chosen: tuple[str, ...] = ()
    """Lines that are done wherever they may be, before anything else."""


def _many(table: Table[Any]) -> bool:
    return len(table.legal(table.state.stack[-1].seat)) > 3


def _may_assault(table: Table[Any]) -> bool:
    """Whether an Assault Round, if it were chosen, would have somebody to assault."""
    st = table.state.copy()
    play.apply(st, st.stack[-1].seat, table.game.grammar.read("round assault"))
    return bool(st.stack) and type(st.stack[-1]).__name__ == "AssaultPhase"


STOPS: Final = {
    "roundup": Stop(3, "allied", "MovePhase", 2, _many, ("order move-combat",)),
    "falaise": Stop(3, "allied", "ChooseRound", 1, _may_assault),
}


@lru_cache(maxsize=8)
def prepared(game: Game[Any]) -> str:
    """The save with which the tour of a game begins.

    Raises:
        UnknownError: there is no tour of it.
    """
    stop = STOPS.get(game.id)
    if stop is None:
        raise UnknownError(f"there is no tour of {game.title}")
    table = table_for(game, stop.seed)
    keen = policies_of(game)["aggressive"]
    rng = Random(stop.seed)  # noqa: S311 - a game to look at
    for _ in range(_MOST):
        decision, top = table.decision, table.state.stack[-1]
        assert decision is not None
        seat: int = top.seat
        here = (game.seats[seat], decision.kind) == (stop.seat, stop.kind)
        if here and table.state.turn >= stop.turn and stop.fits(table):
            break
        wanted = [each for each in stop.chosen if table.check(seat, each)]
        lines = wanted or advice(game, table.state, seat)
        if lines:
            assert table.do(seat, lines[0])
        else:
            assert table.act(seat, keen(table.state, table.legal(seat), rng))
    else:
        raise AssertionError("the tour begins nowhere")
    return written(table)
