"""Positions for newcomers: a game played to where its tour begins."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from bocage.engine.game import AnyGame
from bocage.engine.playout import policies_of, table_for
from bocage.engine.writing import written
from bocage.server.errors import UnknownError

_MOST: Final = 5_000


@lru_cache(maxsize=8)
def prepared(game: AnyGame) -> str:
    """The save with which the tour of a game begins.

    Raises:
        UnknownError: there is no tour of it.
    """
    tour = game.tour()
    if tour is None:
        raise UnknownError(f"there is no tour of {game.title}")
    table = table_for(game, tour.seed)
    keen = policies_of(game)[tour.player]
    rng = Random(tour.seed)  # noqa: S311 - a game to look at
    for _ in range(_MOST):
        if tour.begins(table.state):
            break
        assert table.decision is not None
        seat = table.decision.seats[0]
        wanted = [each for each in tour.chosen if table.check(seat, each)]
        plans = game.plans(table.state, seat)
        if wanted or plans:
            assert table.do(seat, (wanted or plans[0].lines)[0])
        else:
            assert table.act(seat, keen(table.state, table.legal(seat), rng))
    else:
        raise AssertionError("the tour begins nowhere")
    return written(table)
