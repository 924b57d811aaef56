"""How far a unit under way can go: what the page shows is what the move will be."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.engine.actions import first
from bocage.engine.playout import policies_of, table_for
from bocage.engine.reach import points_said
from bocage.games.falaise.board.ground import POINT
from tests.games.falaise.build import Board

GAME = load_game("falaise")


def under_way(name: str) -> Any:
    """Return a table at which a unit has just been picked to move, with somewhere to go."""
    table = table_for(load_game(name), 3)
    policies = policies_of(table.game)
    play = policies.get("aggressive", policies["random"])
    rng = Random(3)
    for _ in range(20_000):
        top: Any = table.state.stack[-1]
        legal = table.legal(top.seat)
        if type(top).__name__ == "Moving" and table.state.turn > 1 and len(legal) > 20:
            return table
        assert table.act(top.seat, play(table.state, legal, rng))
    raise AssertionError("nobody moves")


@pytest.mark.parametrize("name", ["roundup", "falaise"])
def test_every_hex_that_can_be_gone_to(name: str) -> None:
    """Each goal is there once, with a way of neighbours from where the unit stands."""
    table = under_way(name)
    st, top = table.state, table.state.stack[-1]
    found = table.game.reach(st, top.seat)
    said = table.game.grammar.say
    goals = [first(each) for each in top.legal(st) if said(each).startswith("go ")]
    assert [each.hex for each in found] == goals
    grid = table.game.world.grid
    unit = top.unit if name == "roundup" else top.units[0]
    for each in found:
        assert each.hexes[0] == st.loc[unit]
        assert each.hexes[-1] == each.hex
        assert all(grid.are_neighbours(a, b) for a, b in pairwise(each.hexes))
    assert table.game.reach(st, 1 - top.seat) == []


def test_roundup_cost_is_what_is_paid() -> None:
    """The cost on a disc is the one that the log tells when the unit goes there."""
    table = under_way("roundup")
    st, top = table.state, table.state.stack[-1]
    for each in table.game.reach(st, top.seat):
        assert each.cost == top.spent + top.way(st, each.hex)[1]
        assert (each.cost > top.points) == any(note.code == "column" for note in each.notes)


def test_half_points_are_said_as_players_say_them() -> None:
    """Whole points, halves, and a half alone."""
    assert [points_said(n) for n in (0, 0.5, 1, 3.5)] == ["0", "½", "1", "3½"]


def test_one_hex_over_a_river_takes_the_whole_move() -> None:
    """If no way can be paid for, the one step that is always free is listed with its price
    (7.2.1)."""
    board = Board({"G-85-54": "1420", "C-2-4": "0427"}, phase="move 1SS")
    board.do("select G-85-54")
    st: Any = board.st
    top = st.stack[-1]
    [across] = [each for each in GAME.reach(st, 1) if st.world.grid.numbers[each.hex] == "1520"]
    assert across.cost == top.points / POINT
    assert [note.code for note in across.notes] == ["whole-move"]
    assert across.hexes == (st.loc[top.units[0]], across.hex)


@pytest.mark.parametrize("name", ["roundup", "falaise"])
def test_every_step_adds_up_and_says_why(name: str) -> None:
    """The steps of a way come to its cost, and each has at least one note with a rule."""
    table = under_way(name)
    found = table.game.reach(table.state, table.state.stack[-1].seat)
    assert found
    for each in found:
        assert each.steps[-1].spent == each.cost
        for before, step in pairwise(each.steps):
            assert step.spent == before.spent + (step.cost or 0)
        assert all(note.rule and note.code for step in each.steps for note in step.notes)
        assert all(step.notes for step in each.steps)
