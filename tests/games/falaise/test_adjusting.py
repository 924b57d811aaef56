"""Changing the position by hand, where the referee notes."""

from __future__ import annotations

import pytest

from bocage.engine.actions import NotationError
from bocage.engine.rulings import Ruling

from .build import Board, game

UNITS = {"G-271-977": "2624", "C-2-4": "0421", "C-2-5": "0422"}


def changed(line: str, *, phase: str = "bombardment") -> tuple[Board, Ruling, Ruling]:
    """Return a board, and what is said of a change to it."""
    board = Board(UNITS, phase=phase)
    return board, *game().adjust(board.st, line)


@pytest.mark.parametrize(
    ("line", "noted"),
    [
        *(("C-2-4 0425", "7.0"), ("G-271-977 reduced", "2.2"), ("C-2-4 disrupted", "9.1")),
        *(("G-271-977 off", "2.2"), ("G-271-977 exited", "2.2"), ("vp 7", "3.3")),
        *(("argentan allied", "3.4"), ("G-708 2020", "4.0")),
    ],
)
def test_a_change_is_done_and_noted(line: str, noted: str) -> None:
    """What is possible is done, and the rule against it is noted beside it."""
    board, possible, against = changed(line)
    assert possible
    assert [each.case for each in against.rules] == [noted]
    assert game().faults(board.st) == []


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        *(("C-2-4 2624", "reading 91"), ("C-2-4 0422", "5.3"), ("C-2-4 2003", "11.4")),
        *(("G-271-977 0710", "11.4"), ("C-2-4 exited", "3.3"), ("C-4-CUR full", "2.2")),
    ],
)
def test_what_would_be_meaningless_is_refused(line: str, rule: str) -> None:
    """Both sides in a hex, over-stacking and closed zones stay forbidden; nothing is changed."""
    board = Board(UNITS, phase="bombardment")
    before = board.st.key()
    possible, _ = game().adjust(board.st, line)
    assert [each.case for each in possible.rules] == [rule]
    assert board.st.key() == before


def test_a_legal_change_has_nothing_against_it() -> None:
    """Where the rules have no objection none is noted: an active unit is put elsewhere."""
    board = Board(UNITS, phase="move C2")
    assert game().adjust(board.st, "C-2-4 0424") == (Ruling(), Ruling())


@pytest.mark.parametrize("line", ["C-2-4", "vp many", "argentan nobody", "X-1 0421", "C-2-4 9999"])
def test_a_wrong_line_is_refused_with_itself(line: str) -> None:
    """A line that says no change says what was expected."""
    board = Board(UNITS, phase="bombardment")
    with pytest.raises(NotationError, match=line.split()[0]):
        game().adjust(board.st, line)


def test_not_in_the_middle_of_a_move() -> None:
    """While a unit is under way nothing is changed by hand."""
    board = Board(UNITS, phase="move C2")
    board.do("select C-2-4")
    possible, _ = game().adjust(board.st, "vp 3")
    assert possible.rules == ("referee",)
