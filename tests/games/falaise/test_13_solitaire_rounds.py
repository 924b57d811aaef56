"""13.2 Solitaire play: the activation table cell by cell, movement and assaults of the Allies."""

from __future__ import annotations

import pytest

from bocage.games.falaise.board.position import FINISHED
from bocage.games.falaise.s13_solitaire.places import nearest
from bocage.games.falaise.s13_solitaire.s13_2_activation import OrdersOdds

from .alone import alone, heard

NEAR = {"C-2-4": "0422", "G-708": "0421"}
"""A Canadian brigade of three next to a battle group of one."""
FAR = {"C-2-4": "0424", "G-708": "0419"}

CELLS = {
    1: ("none", False, False),
    2: ("one", True, False),
    3: ("one", False, True),
    4: ("all", True, False),
    5: ("all", True, False),
    6: ("all", False, True),
    7: ("all", False, True),
}
"""By modified die: how many act, whether those next to Germans assault, Mechanized Assaults."""


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("near", [False, True])
def test_13_2_every_cell_of_the_table(die: int, near: bool) -> None:
    """13.2: the die, and 1 more if a German is next to a unit of the formation."""
    board = alone(NEAR if near else FAR, phase="quiet")
    corps = board.game.world.corps_names.index("C2")
    odds = OrdersOdds(board.st, corps)
    assert odds.drm == int(near)
    orders = odds.resolve(die)
    assert (orders.units, orders.assault, orders.mech) == CELLS[die + near]


def test_13_2_a_german_next_to_another_formation_adds_nothing() -> None:
    """13.2: only units of that formation count for the modifier."""
    board = alone({**FAR, "P-1-S": "0420"}, phase="quiet")
    names = board.game.world.corps_names
    assert OrdersOdds(board.st, names.index("C2")).drm == 0
    assert OrdersOdds(board.st, names.index("PL")).drm == 1


def test_13_2_row_1_nobody_acts() -> None:
    """13.2: no unit activates, no Activation die falls, and nobody is finished."""
    board = alone(FAR, phase="draw C2", dice=(1,))
    assert board.at("C-2-4") == "0424"
    assert board.asks == "Declare"
    assert any("nobody acts" in line for line in heard(board))


def test_13_2_row_2_one_unit_assaults() -> None:
    """13.2: of a formation next to Germans one unit assaults, the others do nothing."""
    units = {"C-2-4": "0422", "C-2-5": "0322", "C-2-6": "0424", "G-243": "0421"}
    board = alone(units, phase="draw C2", dice=(1, 3, 3))
    told = heard(board)
    assert sum(" assaults " in line for line in told) == 1
    assert board.at("C-2-6") == "0424"


def test_13_2_row_2_one_unit_moves_if_no_german_is_next_to_it() -> None:
    """13.2: where nobody is adjacent one unit moves, and makes no Mechanized Assault."""
    units = {"C-2A-6": "0423", "C-2-5": "0425", "G-708": "0421"}
    board = alone(units, phase="draw C2", dice=(2, 6))
    assert (board.asks, board.seat) == ("OpFire", "german")
    board.do("pass")
    assert board.at("C-2A-6") == "0422"
    assert board.at("C-2-5") == "0425"
    assert not any("assault " in line or "assaults " in line for line in heard(board)[1:])


def test_13_2_row_3_one_unit_moves_and_may_make_a_mechanized_assault() -> None:
    """13.2: a Mechanized unit goes first, moves to contact and attacks."""
    units = {"C-2A-6": "0423", "C-2-5": "0423", "G-708": "0421"}
    board = alone(units, phase="draw C2", dice=(3, 6, 3))
    board.do("pass")
    assert any("2 Cdn AB" in line for line in heard(board) if "is chosen" in line)
    assert any(" assaults 0421" in line for line in heard(board))


def test_13_2_row_3_infantry_makes_no_mechanized_assault() -> None:
    """13.2: a unit that could not make a Mechanized Assault by the regular rules makes none."""
    board = alone({"C-2-5": "0423", "G-708": "0421"}, phase="draw C2", dice=(3, 6))
    board.do("pass")
    assert board.at("C-2-5") == "0422"
    assert not any(" assaults " in line for line in heard(board))


def test_13_2_rows_4_and_5_all_assault_or_move() -> None:
    """13.2: units next to Germans assault, the others move, without Mechanized Assaults."""
    units = {"C-2-4": "0422", "C-2A-6": "0425", "G-708": "0421", "G-243": "0427"}
    board = alone(units, phase="draw C2", dice=(4, 6, 6))
    while board.asks == "OpFire":
        board.do("pass")
    told = heard(board)
    assert [line for line in told if " assaults " in line] == ["2 Cdn 4 Bde assaults 0421"]
    assert board.at("G-708") == "dead"
    assert board.game.world.grid.distance(board.hex("0427"), board.hex(board.at("C-2A-6"))) == 1


def test_13_2_row_6_all_move_and_make_mechanized_assaults() -> None:
    """13.2: everybody moves; infantry alone next to a German neither moves nor assaults."""
    units = {"C-2-4": "0422", "C-2A-6": "0418", "G-708": "0421"}
    board = alone(units, phase="draw C2", dice=(6, 6, 3, 3))
    while board.asks == "OpFire":
        board.do("pass")
    told = heard(board)
    assert "2 Cdn 4 Bde stays where it can attack from" in told
    assert any("Fort Garry" in line or "Hussars" in line for line in told if "assault" in line)
    assert not any("4 Bde assault" in line for line in told)


def test_13_2_who_acted_is_finished() -> None:
    """4.0, reading 100: units that acted are finished, the others of the formation are not."""
    units = {"C-2A-6": "0423", "C-2-5": "0425", "G-708": "0421", "G-271-977": "3030"}
    board = alone(units, phase="draw C2", dice=(2, 6))
    assert board.asks == "OpFire"
    assert not board.marked("C-2-5", FINISHED)


def test_13_2_the_nearest_german_is_drawn_among_equals() -> None:
    """13.2: a die decides between Germans that are equally near, and the unit goes to that one."""
    units = {"C-2-4": "0421", "G-708": "0418", "G-243": "0424"}
    for chosen in ("0418", "0424"):
        board = alone(units, phase="draw C2", dice=(6, 6, chosen))
        while board.asks == "OpFire":
            board.do("pass")
        here = board.hex(board.at("C-2-4"))
        assert board.game.world.grid.distance(here, board.hex(chosen)) == 1
        assert any(f"the die says {chosen}" in line for line in heard(board))


def test_13_2_germans_beyond_the_withdrawal_line_are_nobodys_nearest() -> None:
    """Reading 102: nobody makes for a German whom the Allies may never attack."""
    board = alone({"C-2-4": "2010", "G-708": "2002", "G-243": "2030"}, phase="quiet")
    ground = board.game.world.ground
    assert ground.escaped[board.hex("2002")]
    assert not ground.escaped[board.hex("2030")]
    assert nearest(board.st, board.unit("C-2-4"))[1] == (board.hex("2030"),)


def test_13_2_movement_draws_op_fire_like_any_other() -> None:
    """6.2: a unit of the printed Allies is halted by Op-Fire where it entered a zone."""
    units = {"C-2-4": "0424", "G-708": "0421", "G-271-977": "0423"}
    board = alone({**units, "C-2-4": "0425"}, phase="draw C2", dice=(6, 6, 4))
    assert board.asks == "OpFire"
    board.do("fire 0423")
    assert board.at("C-2-4") == "0424"
