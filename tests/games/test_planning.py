"""Plans to choose from: each can be done, line by line."""

from __future__ import annotations

from random import Random

import pytest

from bocage.ai import load_game
from bocage.engine.playout import policies_of, table_for
from bocage.games.planning import advice, plans


def test_every_landing_plan_can_be_done() -> None:
    """Roundup has several; the recommended one is first, and all place the four beachheads."""
    game = load_game("roundup")
    count = len(plans(game, table_for(game, 1).state, 0))
    assert count == 5
    for number in range(count):
        table = table_for(game, 1)
        found = plans(game, table.state, 0)
        assert found[0].lines == advice(game, table.state, 0)
        for line in found[number].lines:
            assert table.do(0, line), found[number].title
        assert min(table.state.beachheads) >= 0


@pytest.mark.parametrize("name", ["falaise", "opcom"])
def test_one_advice_is_one_plan(name: str) -> None:
    """Where there is no choice there is the advice alone, or nothing."""
    game = load_game(name)
    table = table_for(game, 1)
    for seat in range(len(game.seats)):
        lines = advice(game, table.state, seat)
        assert [each.lines for each in plans(game, table.state, seat)] == ([lines] if lines else [])


def test_what_is_advised_for_later_landings_can_be_done() -> None:
    """Roundup: a whole stack lands with one line, as the first wave does."""
    game = load_game("roundup")
    table = table_for(game, 3)
    rng, keen = Random(3), policies_of(game)["aggressive"]
    stacks = 0
    while table.state.turn < 4:
        seat = table.state.stack[-1].seat
        lines = advice(game, table.state, seat)
        stacks += sum("+" in line for line in lines) if table.state.turn > 1 else 0
        for line in lines:
            assert table.do(seat, line), line
        seat = table.state.stack[-1].seat
        assert table.act(seat, keen(table.state, table.legal(seat), rng))
    assert stacks
