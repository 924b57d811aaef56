"""Lines that players write: moves with a path, attacks with a force, stacks that come in."""

from __future__ import annotations

import pytest

from bocage.engine.actions import NotationError
from tests.games.roundup.build import Board

UNITS = {"GE20": "3315", "GE15": "3315", "UK01": "3318"}


def test_a_path_is_a_selection_steps_and_a_stay() -> None:
    """A move with a path becomes single actions in the log."""
    board = Board(UNITS, phase="german.movement").do("move GE20 3315-3314-3313")
    assert [each.text for each in board.table.entries] == [
        "select GE20",
        "step 3314",
        "step 3313",
        "stay",
    ]


def test_an_enemy_zone_ends_the_move_by_itself() -> None:
    """No stay is written when the zone has ended the move."""
    board = Board(UNITS, phase="german.movement").do("move GE20 3315-3316-3317")
    assert [each.text for each in board.table.entries][-1] == "step 3317"


def test_a_single_hex_goes_the_cheapest_way() -> None:
    """`move UNIT HEX` selects and goes."""
    board = Board(UNITS, phase="german.movement").do("move GE20 3313")
    assert [each.text for each in board.table.entries] == ["select GE20", "go 3313"]
    board.do("move GE15 3315")  # where it is: it stays
    assert board.table.entries[-1].text == "stay"


def test_a_stack_moves_one_after_the_other() -> None:
    """`move A+B PATH` moves both along the path."""
    board = Board(UNITS, phase="german.movement").do("move GE20+GE15 3315-3314")
    assert (board.at("GE20"), board.at("GE15")) == ("3314", "3314")


def test_a_unit_under_way_continues() -> None:
    """A unit that was selected already is not selected again."""
    board = Board(UNITS, phase="german.movement").do("select GE20", "step 3314")
    board.do("move GE20 3314-3313")
    assert board.at("GE20") == "3313"


def test_a_line_is_refused_as_a_whole() -> None:
    """If one step is forbidden nothing is done, and the rule is that of the step."""
    board = Board(UNITS, phase="german.movement")
    assert board.refused("move GE20 3315-3316-3317-3217") != ()
    assert board.refused("move GE20 3315-3316-3318") == ("10.0",)
    assert board.refused("move GE20+GE15 3315-3316-3318") == ("10.0",)
    assert board.refused("move UK01 3318-3319") == ("10.0",)
    assert board.refused("move GE21 3314") == ("10.0",)  # it is not on the map
    assert board.at("GE20") == "3315"


def test_an_attack_in_one_line() -> None:
    """`attack HEX with UNITS` names target and force in any order, and fights."""
    units = {"UK01": "3316", "US15": "3217", "GE20": "3317"}
    board = Board(units, phase="allied.combat", dice=["1"])
    board.do("attack 3317 with UK01 US15")
    written = [each.text for each in board.table.entries if each.kind == "do"]
    assert written == ["attack 3317", "with US15", "with UK01", "fight"]


def test_an_attack_with_bombers_in_one_line() -> None:
    """`bomber` at the end sends them."""
    board = Board(
        {"UK01": "3316", "GE20": "3317"},
        phase="allied.combat",
        order="combat-move",
        superiority="allied",
        dice=["3", "1"],
    )
    board.do("attack 3317 with UK01 bomber")
    assert len(board.told("Bombed")) == 1


def test_stacks_come_in_by_one_line() -> None:
    """`land` and `drop` take a stack."""
    board = Board(phase="allied.landings", superiority="allied").do("land US01+US15 2723")
    assert (board.at("US01"), board.at("US15")) == ("2723", "2723")
    assert board.refused("land US02+US16 2723") == ("3.1.2",)
    board.do("land UK01 3024", "end", "drop UK13+UK28 3022")
    assert (board.at("UK13"), board.at("UK28")) == ("3022", "3022")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("move GE20", "expected move UNIT HEX"),
        ("move GE20 3315-3314 now", "there is no unit 'now'"),
        ("move GE99 3314", "there is no unit 'GE99'"),
        ("move GE20 3315-9999", "no hex '9999'"),
        ("move GE20 3316-3315", "GE20 is at 3315"),
        ("move GE20 3311-3312", "GE20 is at 3315"),
        ("attack 3318 with", "something is missing after 'with'"),
        ("attack 3318 with bomber", "expected attack HEX with"),
        ("attack 9999 with GE20", "no hex '9999'"),
        ("land US01+US99 2723", "there is no unit 'US99'"),
        ("march GE20 3314", "'march' is not an action, unit or place"),
        ("", "it is empty"),
    ],
)
def test_a_line_that_says_nothing(line: str, reason: str) -> None:
    """What cannot be read is refused in one sentence that holds the line, and nothing is lost."""
    board = Board(UNITS, phase="german.movement")
    before = board.st.key()
    with pytest.raises(NotationError) as error:
        board.table.do(1, line)
    assert reason in str(error.value)
    assert f"'{line}'" in str(error.value)
    assert board.st.key() == before
