"""The faults that the fuzzer looks for are found when they are there."""

from __future__ import annotations

import pytest

from .build import Board, game


@pytest.mark.parametrize(
    ("units", "said"),
    [
        ({"C-2-4": "0421", "G-708": "0421"}, "both sides are in 0421"),
        ({"C-2-4": "0421", "C-2-5": "0421"}, "0421 is over-stacked"),
        ({"C-2-4": "2003"}, "C-2-4 is east of the Withdrawal Line"),
        ({"G-708": "0710"}, "G-708 is in the closed zone"),
        ({"G-272-980": "2020"}, "G-272-980 has come before its time"),
    ],
)
def test_a_fault_is_named(units: dict[str, str], said: str) -> None:
    """An impossible position gives one sentence that names the fault."""
    assert game().faults(Board(units).st) == [said]


def test_marks_of_a_round_outside_of_one() -> None:
    """A unit that keeps the marks of a round after it is a fault, and so are wrong steps."""
    board = Board({"C-2-4": "0421"})
    board.st.marks[board.unit("C-2-4")] |= 2
    assert game().faults(board.st) == ["C-2-4 keeps the marks of a round"]
    board = Board({"C-2-4": "0421"})
    board.st.steps[board.unit("C-2-4")] = 3
    assert game().faults(board.st) == ["C-2-4 has too many steps"]


def test_a_possible_position_has_none() -> None:
    """Nothing is found where nothing is wrong."""
    assert game().faults(Board({"C-2-4": "0421", "G-708": "0422"}).st) == []
