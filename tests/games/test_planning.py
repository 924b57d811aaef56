"""Plans to choose from: each can be done, line by line."""

from __future__ import annotations

from random import Random

from bocage.ai import load_game
from bocage.engine.playout import policies_of, table_for


def test_every_landing_plan_can_be_done() -> None:
    """Roundup has several; the recommended one is first, and all place the four beachheads."""
    game = load_game("roundup")
    count = len(game.plans(table_for(game, 1).state, 0))
    assert count == 5
    for number in range(count):
        table = table_for(game, 1)
        found = game.plans(table.state, 0)
        for line in found[number].lines:
            assert table.do(0, line), found[number].title
        assert min(table.state.beachheads) >= 0


def test_a_set_up_is_recommended_to_each_side_that_sets_up() -> None:
    """Falaise: every plan is a line that can be done; the recommended one comes first."""
    game = load_game("falaise")
    table = table_for(game, 1)
    for seat in (1, 0):
        found = game.plans(table.state, seat)
        assert found[0].id == "recommended"
        assert table.do(seat, found[0].lines[0])
        assert game.plans(table.state, seat) == []
        assert table.do(seat, "end")


def test_what_is_advised_for_later_landings_can_be_done() -> None:
    """Roundup: a whole stack lands with one line, as the first wave does."""
    game = load_game("roundup")
    table = table_for(game, 3)
    rng, keen = Random(3), policies_of(game)["aggressive"]
    stacks = 0
    while table.state.turn < 4:
        seat = table.state.stack[-1].seat
        lines = [line for each in game.plans(table.state, seat)[:1] for line in each.lines]
        stacks += sum("+" in line for line in lines) if table.state.turn > 1 else 0
        for line in lines:
            assert table.do(seat, line), line
        seat = table.state.stack[-1].seat
        assert table.act(seat, keen(table.state, table.legal(seat), rng))
    assert stacks
