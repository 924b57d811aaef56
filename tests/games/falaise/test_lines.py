"""Longer lines, standing orders, and random positions from the middle."""

from __future__ import annotations

from random import Random

import pytest

from bocage.engine import play
from bocage.engine.actions import NotationError
from bocage.engine.game import OptionError
from bocage.games.falaise.trials import midgame

from .build import Board, game


def test_a_line_moves_along_a_path() -> None:
    """A path is a select and its steps, refused or taken as a whole."""
    board = Board({"C-2-4": "0421", "C-2A-6": "0421"}, phase="move C2")
    board.do("move C-2-4+C-2A-6 0421-0422-0423")
    assert (board.at("C-2-4"), board.at("C-2A-6"), board.asks) == ("0423", "0423", "MoveRound")


def test_a_line_attacks_with_a_force() -> None:
    """A target and a force in any order are one line."""
    units = {"G-271-977": "0421", "C-2-4": "0422", "C-2A-6": "0422"}
    board = Board(units, phase="assault C2", dice=(1,))
    board.do("attack 0421 with C-2-4 C-2A-6")
    assert "2 Cdn AB 1 Hussars and 2 Cdn 4 Bde assault 0421" in board.says()


@pytest.mark.parametrize("line", ["move C-2-4", "attack 0421 with", "setup nothing", "move X 0422"])
def test_a_wrong_line_says_what_was_expected(line: str) -> None:
    """A line that cannot be read is refused with itself and a reason; nothing is done."""
    board = Board({"G-271-977": "0421", "C-2-4": "0422"}, phase="move C2")
    with pytest.raises(NotationError, match=line.split()[0]):
        board.table.do(0, line)
    assert board.asks == "MoveRound"


@pytest.mark.parametrize(
    ("orders", "fires"), [("fire", True), ("fire-3", False), ("hold-fire", False)]
)
def test_standing_orders_answer_for_op_fire(orders: str, fires: bool) -> None:
    """6.2: a seat that has left orders is not asked; what they answer is in the log."""
    board = Board({"G-271-977": "0421", "C-2-4": "0423"}, phase="move C2", dice=(1,))
    board.table.leave_orders(1, orders)
    board.do("select C-2-4", "step 0422")
    assert (board.asks, board.seat) == ("Moving", "allied")
    lines = [entry.text for entry in board.table.entries if entry.seat == 1]
    assert lines == [f"orders {orders}", "fire 0421" if fires else "pass"]
    assert board.table.free(0) == 0  # the other side has answered: no undo past it


def test_standing_orders_choose_the_best_stack() -> None:
    """6.2: of several stacks the one that hits most often fires."""
    units = {"G-271-977": "0421", "G-2SS-D": "0522", "C-2-4": "0423"}
    board = Board(units, phase="move C2", dice=(1,))
    board.table.leave_orders(1, "fire-3")
    board.do("select C-2-4", "step 0422")
    assert [entry.text for entry in board.table.entries if entry.seat == 1][1:] == ["fire 0522"]


def test_orders_can_be_taken_up_and_must_exist() -> None:
    """Orders that are unknown are refused by name; those taken up answer no more."""
    board = Board({"G-271-977": "0421", "C-2-4": "0423"}, phase="move C2")
    with pytest.raises(OptionError, match="fire-3"):
        board.table.leave_orders(1, "shoot")
    board.table.leave_orders(1, "fire")
    board.table.leave_orders(1)
    board.do("select C-2-4", "step 0422")
    assert board.asks == "OpFire"


@pytest.mark.parametrize("seed", range(4))
def test_positions_from_the_middle_are_possible(seed: int) -> None:
    """Whatever the fuzzer begins at has no fault, and somebody is asked."""
    for number in range(8):
        st = midgame(game().world, Random(seed * 100 + number))
        assert game().faults(st) == []
        assert play.pending(st)
