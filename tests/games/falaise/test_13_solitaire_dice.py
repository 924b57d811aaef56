"""13.1, 13.3 Solitaire play: dice that choose targets, and the 86th Corps Boundary."""

from __future__ import annotations

import pytest

from bocage.games.falaise.board.position import DISRUPTED

from .alone import SUBSTITUTED, alone, heard

EAST, MIDDLE, WEST = "G-708", "G-243", "G-275"
REMOTE = {"G-271-977": "3030"}
"""A unit of the 74th Corps far from everything, so that its chit can be drawn."""
IN_A_ROW = {EAST: "0419", MIDDLE: "0421", WEST: "0423", **REMOTE}


def test_13_1_a_six_places_an_airstrike() -> None:
    """13.1: a die for each German from east to west; a 6 and nothing less is a target."""
    board = alone(IN_A_ROW, phase="air", dice=(2, 5, 6, 1, 3, 4, SUBSTITUTED))
    assert [board.disrupted(each) for each in (EAST, MIDDLE, WEST)] == [False, True, False]
    told = [line for line in heard(board) if "from the east" in line]
    assert told == [
        "A 5 for KG 708 in 0419, 1st from the east: no Airstrike",
        "A 6 for KG 243 in 0421, 2nd from the east: Airstrike 1 of 2",
        "A 1 for KG 275 in 0423, 3rd from the east: no Airstrike",
        "A 3 for 271 GR 977 in 3030, 4th from the east: no Airstrike",
    ]


def test_13_1_markers_not_placed_are_lost() -> None:
    """13.1: when all Germans were rolled for, the markers that are left are lost."""
    board = alone(IN_A_ROW, phase="air", dice=(6, 1, 1, 1, 1, SUBSTITUTED))
    assert "No German is left to roll for: 6 Airstrikes are lost" in heard(board)
    assert board.st.air == 0


def test_13_1_rolling_stops_when_all_are_placed() -> None:
    """13.1: with one marker the first 6 ends the rolling."""
    board = alone(IN_A_ROW, phase="air", dice=(1, 6, 3, SUBSTITUTED))
    assert board.disrupted(EAST)
    assert not board.dice.left


def test_13_1_markers_are_placed_before_the_first_is_resolved() -> None:
    """13.1: all dice for targets fall before the first Airstrike is resolved."""
    board = alone(IN_A_ROW, phase="air", dice=(2, 6, 6, 3, 3, SUBSTITUTED))
    told = heard(board)
    assert told.index("Airstrike on 0419: a 3 (+0), disrupted") > max(
        i for i, line in enumerate(told) if "from the east" in line
    )


def test_13_1_each_unit_of_a_stack_has_its_die() -> None:
    """Reading 83: units in one hex are rolled for one by one, and it may be struck twice."""
    stack = {"G-243": "0421", "G-275": "0421", **REMOTE}
    board = alone(stack, phase="air", dice=(2, 6, 6, 1, 5, SUBSTITUTED))
    assert board.disrupted("G-243")
    assert board.disrupted("G-275")


def test_13_1_east_to_west_counts_half_hexes() -> None:
    """Reading 83: even rows lie half a hex further west; then north comes before south."""
    units = {"G-243": "0421", "G-275": "0521", "G-708": "0321", **REMOTE}
    board = alone(units, phase="air", dice=(1, 1, 1, 1, 1, SUBSTITUTED))
    told = [line.split(" in ")[1][:4] for line in heard(board) if "from the east" in line]
    assert told == sorted(told, key=lambda n: board.game.world.grid.centre(board.hex(n)))
    assert told.index("0421") > told.index("0521")


def test_13_1_night_has_no_airstrikes() -> None:
    """8.3: by night nobody rolls for Airstrikes."""
    board = alone(IN_A_ROW, phase="air", turn=3, dice=(SUBSTITUTED,))
    assert not any("Airstrike" in line for line in heard(board))


GUNS = {"C-2-4": "0424", "G-708": "0423", "G-243": "0421", "G-275": "0419", **REMOTE}


@pytest.mark.parametrize("die", [5, 6])
def test_13_1_guns_fire_on_a_five_or_six(die: int) -> None:
    """13.1: the first 5 or 6 is the target, and nobody else is rolled for."""
    board = alone(GUNS, phase="bombardment", turn=4, dice=(4, die, 3, SUBSTITUTED))
    assert [board.disrupted(each) for each in ("G-708", "G-243", "G-275")] == [False, True, False]


def test_13_1_guns_look_from_near_to_far() -> None:
    """13.1: adjacent Germans first, then those further away; without a 5 the guns are silent."""
    board = alone(GUNS, phase="bombardment", turn=4, dice=(1, 2, 4, SUBSTITUTED))
    told = [line for line in heard(board) if line.endswith(" off: no fire")]
    assert [line.split(" in ")[1][:4] for line in told] == ["0423", "0421", "0419"]
    assert "The guns of Canadian II Corps are silent: no die was high enough" in heard(board)
    assert not any(mark & DISRUPTED for mark in board.st.marks)


def test_13_1_only_what_the_guns_may_fire_at() -> None:
    """Reading 98: range and the restriction of 8.2 hold: no die for Germans out of them."""
    units = {"C-2-4": "0430", "G-708": "0419", **REMOTE}
    far = alone(units, phase="bombardment", dice=(SUBSTITUTED,))
    assert "The guns of Canadian II Corps are silent: no German is in range" in heard(far)
    units = {"U-90-357": "0423", "G-708": "0421", "P-1-S": "0420", **REMOTE}
    near = alone(units, phase="bombardment", dice=(1, SUBSTITUTED))
    told = heard(near)
    assert not any(line.startswith("Guns of US XV") for line in told)
    assert any(line.startswith("Guns of 1st Polish") for line in told)


def test_13_1_the_dice_spare_no_friends() -> None:
    """Reading 111: a target next to Allied units is struck, and the German picks who is hit."""
    units = {"C-2-4": "0422", "C-2A-6": "0422", "G-708": "0421"}
    board = alone(units, phase="air", dice=(1, 6, 3, 2))
    assert (board.asks, board.seat) == ("Victim", "german")
    assert board.legal == ["disrupt C-2-4", "disrupt C-2A-6"]


@pytest.mark.parametrize(
    ("turn", "bonus"),
    [(2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (8, 3), (9, 4), (10, 4)],
)
def test_13_3_the_boundary_die(turn: int, bonus: int) -> None:
    """13.3: from turn 2, 1 is added for every two turns played, and a sum of 6 passes."""
    for die in (5 - bonus, 6 - bonus):
        if not 1 <= die <= 6:
            continue
        after = (SUBSTITUTED,) if turn < 5 and turn % 2 else (1, *(1,) * 4, SUBSTITUTED)
        dice = (die,) if turn >= 5 else (die, *after)
        board = alone(IN_A_ROW, phase="begin_turn", turn=turn, dice=dice, boundary=0)
        assert board.st.boundary == int(die + bonus >= 6)


def test_13_3_no_die_on_turn_1_or_once_it_is_passed() -> None:
    """13.3: the first die falls on turn 2, and after a success none is needed."""
    first = alone(IN_A_ROW, phase="begin_turn", turn=1, dice=(SUBSTITUTED,), boundary=0)
    assert (first.st.boundary, first.asks) == (0, "Substitute")
    later = alone(IN_A_ROW, phase="begin_turn", turn=5)
    assert later.asks == "Declare"


def test_13_3_the_allies_stay_out_of_the_zone_until_then() -> None:
    """13.3, reading 95: an Allied unit next to the Zone may not enter it by any means."""
    board = alone({"C-2-4": "0422", "G-708": "3030"}, phase="begin_turn", turn=5)
    ground, u = board.game.world.ground, board.unit("C-2-4")
    zone = ground.zone_86_hexes[0]
    assert not ground.is_barred(board.st.bars(u), zone)
    board.st.boundary = 0
    assert ground.is_barred(board.st.bars(u), zone)
