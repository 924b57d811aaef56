"""Changes by hand where the referee notes, and what stays forbidden."""

from __future__ import annotations

import pytest

from bocage.engine.actions import NotationError
from bocage.engine.table import Table
from bocage.games.roundup.adjustment import adjust
from tests.games.roundup.build import Board, game

UNITS = {"GE20": "3315", "GE15": "3315", "UK01": "3318", "US15": "3218"}


def noted(board: Board, line: str) -> tuple[str, ...]:
    """Return the rules against a change that is made all the same."""
    possible, against = adjust(board.st, line, game().names)
    assert possible, line
    assert board.faults() == []
    return tuple(str(rule) for rule in against.rules)


def impossible(board: Board, line: str) -> tuple[str, ...]:
    """Return the rules that make a change impossible; the position is as it was."""
    before = board.st.key()
    possible, _ = adjust(board.st, line, game().names)
    assert possible.refusals
    assert board.st.key() == before
    return tuple(str(rule) for rule in possible.rules)


def movement() -> Board:
    """Return a German Movement Phase."""
    return Board(UNITS, phase="german.movement")


def test_a_legal_move_has_nothing_against_it() -> None:
    """What the rules would allow is done without a note."""
    board = movement()
    assert noted(board, "GE20 3313") == ()
    assert board.at("GE20") == "3313"


def test_an_illegal_move_is_noted() -> None:
    """What they forbid is done and noted with the rule."""
    board = movement()
    assert noted(board, "GE20 1001") == ("10.3",)
    assert noted(board, "UK01 3320") == ("10.0",)
    assert noted(board, "GE21 4210") == ("8.0",)
    assert noted(board, "GE16 3316") == ("8.0",)


def test_over_stacking_is_noted() -> None:
    """A stack too high is noted; it must be put right when the phase ends."""
    board = movement()
    board.do("select GE20", "stay")
    possible, against = adjust(board.st, "GE16 3315", game().names)
    assert possible
    assert tuple(against.rules) == ("8.0", "3.1.3.a")


def test_control_follows_a_unit() -> None:
    """A unit put somewhere controls its hex, and ends a beachhead there."""
    board = movement()
    noted(board, "GE20 2723")
    assert board.holds("2723") == "german"
    assert board.st.beachheads[0] == -2


def test_what_would_be_meaningless_is_forbidden() -> None:
    """No hex is shared with the enemy; no heavy panzer in polder; no step that does not exist."""
    board = movement()
    assert impossible(board, "GE20 3318") == ("3.1",)
    assert impossible(board, "GE15 1908") == ("reading 43",)
    assert impossible(board, "GE15 reduced") == ("3.4",)
    assert impossible(board, "GE21 reduced") == ("3.4",)
    assert impossible(board, "GE20 pool") == ("8.1",)
    assert impossible(board, "control 3315 allied") == ("3.5",)
    assert impossible(board, "beachhead us1 3315") == ("4.4",)
    assert impossible(board, "beachhead us1 2824") == ("13.4",)
    assert impossible(board, "tas 3315") == ("7.2",)
    assert impossible(board, "aerial us 3218") == ("4.5",)
    assert impossible(Board(phase="allied.movement", turn=1), "weather storm") == ("6.0",)


def test_steps_and_removal() -> None:
    """Steps are lost and restored, units taken off and brought back."""
    board = movement()
    assert noted(board, "GE20 reduced") == ("3.4",)
    assert noted(board, "GE20 reduced") == ()
    assert noted(board, "GE20 full") == ("8.3",)
    assert noted(board, "GE20 off") == ("3.4",)
    assert board.at("GE20") == "dead"
    assert impossible(board, "GE20 off") == ("3.4",)
    assert noted(board, "GE20 3310") == ("8.0",)
    assert (board.at("GE20"), board.steps("GE20")) == ("3310", 2)
    assert noted(board, "UK01 pool") == ("8.1",)
    assert board.at("UK01") == "pool"


def test_markers_and_weather() -> None:
    """Control, beachheads, TAS, aerial supply and weather can be set."""
    board = Board(UNITS, phase="allied.movement", superiority="allied")
    assert noted(board, "control 3310 allied") == ("3.5",)
    assert board.holds("3310") == "allied"
    assert noted(board, "beachhead uk1 3424") == ("13.4",)
    assert noted(board, "beachhead uk2 lost") == ("4.4",)
    assert [board.st.beachheads[2], board.st.beachheads[3]] == [board.hex("3424"), -2]
    assert noted(board, "tas 3315") == ("7.2",)
    assert noted(board, "tas none") == ("7.3",)
    assert noted(board, "aerial us 3218") == ("4.5",)
    assert impossible(board, "weather storm") == ("4.5",)
    assert noted(board, "aerial us none") == ("4.5",)
    assert noted(board, "weather storm") == ("6.0",)


def test_nothing_is_changed_in_the_middle_of_something() -> None:
    """A unit under way or a battle must be finished first."""
    board = movement().do("select GE20")
    assert impossible(board, "GE15 3310") == ("referee",)


@pytest.mark.parametrize(
    "line", ["", "GE20", "GE20 3315 now", "GE99 3315", "GE20 9999", "weather mild", "tas x y z"]
)
def test_a_line_that_says_no_change(line: str) -> None:
    """What cannot be read is refused with the line."""
    with pytest.raises(NotationError, match="cannot read"):
        adjust(movement().st, line, game().names)


def test_a_table_that_notes() -> None:
    """At a table the note stands beside the change, and the log can be replayed to it."""
    table = Table.new(game(), seed=bytes(32), referee="note")
    for line in ("beachhead us1 2723", "beachhead us2 2824"):
        assert table.do(0, line)
    assert tuple(table.adjust(0, "GE01 1307").rules) == ("10.0",)
    assert table.entries[-1].text == "adjust GE01 1307 | against 10.0"
    for line in ("beachhead uk1 3024", "beachhead uk2 3223"):
        assert table.do(0, line)
    assert table.undo(0, 1) or table.free(0) == 0
    world = game().world
    assert world.grid.numbers[table.state.loc[world.unit_names.index("GE01")]] == "1307"


def test_a_table_that_enforces_changes_nothing() -> None:
    """Where the rules are enforced nothing is changed by hand."""
    table = Table.new(game(), seed=bytes(32))
    assert tuple(table.adjust(0, "GE01 1307").rules) == ("referee",)
