"""Plans to choose from: each can be done, line by line."""

from __future__ import annotations

import pytest

from bocage.ai import load_game
from bocage.engine.playout import table_for
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
