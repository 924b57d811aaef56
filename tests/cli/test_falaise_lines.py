"""Lines of The Pocket at Falaise typed in haste, and the actions that they mean."""

from __future__ import annotations

from functools import cache

import pytest

from bocage.cli.terminal.face import Face, face_of
from bocage.engine.actions import NotationError
from tests.games.falaise.build import Board, game


@cache
def face() -> Face:
    """Return the face of the game, made once."""
    return face_of(game())


def meant(board: Board, line: str) -> list[str]:
    """Return the actions that a line means, as the save would have them."""
    top = board.st.stack[-1]
    seat = getattr(top, "seat", 0)
    return [game().grammar.say(each) for each in face().actions(board.st, seat, line)]


def moving() -> Board:
    """Return the Canadians move; two units are in 0425, one in 0427, a German in 0421."""
    units = {"C-2-4": "0425", "C-2A-6": "0425", "C-2-5": "0427", "G-271-977": "0421"}
    return Board(units, phase="move C2")


@pytest.mark.parametrize(
    "line",
    [
        "move C-2-4 0424",
        "MOVE c-2-4 to 0424",
        "mo c24 0424",
        "C-2-4 0424",
    ],
)
def test_one_move_said_in_many_ways(line: str) -> None:
    """Capitals, dashes, little words and abbreviations do not matter."""
    assert meant(moving(), line) == ["select C-2-4", "go 0424"]


def test_units_of_one_hex_move_as_a_stack() -> None:
    """Two units that are named together, or by their hex, move as one; others one by one."""
    stack = ["stack C-2-4", "go 0424"]
    assert meant(moving(), "move C-2A-6 C-2-4 0424") == stack
    assert meant(moving(), "move 0425 0424") == stack
    assert meant(moving(), "move C-2-4 C-2-5 0426") == [
        *("select C-2-4", "go 0426", "select C-2-5", "go 0426")
    ]


def test_names_of_units() -> None:
    """A German unit needs no G-, and a word of its name is enough."""
    units = {"G-12SS-K": "2020", "G-12SS-W": "2022", "C-2-4": "0427"}
    board = Board(units, phase="move 1SS")
    assert meant(board, "move 12ss-k 2019") == ["select G-12SS-K", "go 2019"]
    assert meant(board, "move krause 2019") == ["select G-12SS-K", "go 2019"]
    with pytest.raises(NotationError, match="did you mean G-12SS-K"):
        meant(board, "move krausse 2019")


def test_a_path_stops_where_the_enemy_may_fire() -> None:
    """Steps into a zone of control are not answered for the enemy; elsewhere they go on."""
    assert meant(moving(), "move C-2-5 0427-0426-0326") == [
        *("select C-2-5", "step 0426", "step 0326", "stay")
    ]
    assert meant(moving(), "move C-2-4 0424-0423-0422-0322") == [
        *("select C-2-4", "step 0424", "step 0423", "step 0422")
    ]


def test_one_hex_over_a_river_is_a_move() -> None:
    """Where no way can be paid, the one hex that takes the whole move is meant (7.2.1)."""
    board = Board({"G-85-54": "1420", "C-2-4": "0427"}, phase="move 1SS")
    assert meant(board, "move 85-54 1520") == ["select G-85-54", "step 1520"]
    board.do("select G-85-54")
    assert meant(board, "go 1520") == ["step 1520"]
    assert meant(board, "go 1421") == ["go 1421"]


def test_a_path_that_is_too_long_says_where_it_ends() -> None:
    """Points that are used up on the way are named, with the hex where that is."""
    board = moving()
    way = "-".join(f"{row:02}26" for row in range(5, 15))
    with pytest.raises(NotationError, match=r"the points are used up in \d\d26, before \d\d26"):
        meant(board, f"move C-2-5 0427-0426-{way}")


def test_germans_leave_the_map_in_one_line() -> None:
    """By a hex of the south edge, said as a move or by its own word; or why they cannot."""
    board = Board({"G-84-51": "3936", "C-2-4": "0427"}, phase="move 84")
    out = ["select G-84-51", "step 4036", "exit"]
    assert meant(board, "exit 84-51 4036") == out
    assert meant(board, "move 84-51 4036 exit") == out
    assert meant(board, "move 84-51 exit") == ["select G-84-51", "exit"]
    assert meant(board, "move 84-51 4006 exit") == ["select G-84-51", "go 4006"]


def test_an_assault_in_one_line() -> None:
    """Mechanized units join first, whatever the order they are named in; `all` are all that may."""
    units = {"C-2-4": "0422", "C-2A-6": "0422", "C-2-5": "0420", "G-271-977": "0421"}
    board = Board(units, phase="assault C2")
    expected = ["attack 0421", "with C-2A-6", "with C-2-4", "fight"]
    assert meant(board, "attack 0421 with C-2-4 C-2A-6") == expected
    assert meant(board, "0421 c-2-4+c-2a-6") == expected
    everybody = ["with C-2A-6", "with C-2-4", "with C-2-5"]
    assert meant(board, "attack 0421 with all") == ["attack 0421", *everybody, "fight"]
    assert meant(board, "attack 0421") == ["attack 0421"]


def test_op_fire_is_answered_by_hex_or_unit() -> None:
    """`fire` names a stack, or nothing where there is one alone."""
    board = moving()
    board.do("select C-2-4", "step 0424", "step 0423", "step 0422")
    assert board.asks == "OpFire"
    for line in ("fire", "fire 0421", "fire 271-977", "0421"):
        assert meant(board, line) == ["fire 0421"]
    assert meant(board, "pass") == ["pass"]


def test_guns_name_their_corps_or_are_alone() -> None:
    """The corps may stand before or behind the hex, and is left out where one alone reaches."""
    board = Board({"C-2-4": "0425", "G-271-977": "0421"}, phase="bombardment")
    for line in ("shell C2 0421", "shell 0421 c2", "shell 0421"):
        assert meant(board, line) == ["shell C2 0421"]
    with pytest.raises(NotationError, match="none that reaches it"):
        meant(board, "shell 2020")


def test_a_result_is_changed_by_its_name() -> None:
    """`change DR` and `DR` are the same."""
    units = {"P-1-S": "0422", "G-271-977": "0421"}
    board = Board(units, phase="assault PL", dice=(3,))
    board.do("attack 0421 with P-1-S")
    assert board.asks == "TerChange"
    assert meant(board, "dr") == meant(board, "change dr") == ["change DR"]


def test_what_a_line_may_begin_with() -> None:
    """A word that fits nothing is answered with what can be typed now."""
    with pytest.raises(NotationError, match=r"try move, exit, end, select"):
        meant(moving(), "xyzzy")
    with pytest.raises(NotationError, match="expected move UNIT HEX"):
        meant(moving(), "move C-2-4")
    with pytest.raises(NotationError, match="no unit of yours is in 0421"):
        meant(moving(), "move 0421 0422")
    with pytest.raises(NotationError, match=r"no such action is possible now; try move, exit, end"):
        meant(moving(), "place 0101")
