"""7.0 Movement, 5.0 stacking on the way, 3.3 leaving by the south edge."""

from __future__ import annotations

import pytest

from bocage.games.falaise.board.ground import key_of
from bocage.games.falaise.s04_activation import ActivationOdds
from bocage.games.falaise.s07_movement import Moving

from .build import Board


@pytest.mark.parametrize(
    ("corps", "turn", "drm"),
    [
        *(("C2", 1, -2), ("US7", 1, -3), ("74", 1, -1), ("C2", 2, 0), ("US7", 2, 0)),
        *(("74", 2, -2), ("US7", 3, -2), ("PL", 3, -1), ("74", 3, 0), ("58", 1, 0)),
    ],
)
def test_7_1_the_activation_die(corps: str, turn: int, drm: int) -> None:
    """7.1: turn 1, night and day change the die of each nation."""
    board = Board({}, turn=turn)
    number = board.game.world.corps_names.index(corps)
    assert ActivationOdds(board.st, number, counter=False).drm == drm


def test_7_1_points_by_modified_die() -> None:
    """7.1, reading 34: 4, 4, 6, 6, 8, 8, 10; a die beyond the table takes its end."""
    board = Board({}, turn=3)
    odds = ActivationOdds(board.st, board.game.world.corps_names.index("US7"), counter=False)
    assert [odds.points(die) for die in range(1, 7)] == [4, 4, 4, 4, 6, 6]


@pytest.mark.parametrize(
    ("unit", "points"),
    [("G-708", 5), ("G-85-53", 5), ("G-271-977", 6), ("G-2P-2", 8), ("G-3FJ-5 disrupted", 6)],
)
def test_7_1_ter_changes_a_units_points(unit: str, points: int) -> None:
    """7.1.1: TER 1 and 2 have one point less, 4 and 5 two more, disruption counted."""
    name, *marks = unit.split()
    corps = {"G-708": "47", "G-85-53": "1SS", "G-271-977": "74", "G-2P-2": "47"}.get(name, "2FJ")
    board = Board({name: " ".join(["2624", *marks])}, phase=f"move {corps}")
    board.do(f"select {name}")
    top = board.st.stack[-1]
    assert isinstance(top, Moving)
    assert top.points == 2 * points


def test_7_2_terrain_costs() -> None:
    """7.2, reading 51: bocage 1 for Germans and 2 for Allies, woods 2 for Mechanized, slope +1."""
    board = Board({"C-2-4": "0421"}, phase="move C2")
    ground = board.game.world.ground
    grid = board.game.world.grid

    def cost(a: str, b: str, side: int, mech: int) -> float:
        here, there = board.hex(a), board.hex(b)
        return (
            ground.kept_costs(key_of(side, mech, 0, 0))[6 * here + grid.direction(here, there)] / 2
        )

    assert (cost("0422", "0421", 0, 0), cost("0422", "0421", 1, 1)) == (1, 1)
    assert (cost("0226", "0126", 0, 1), cost("0226", "0126", 1, 0)) in {(2, 1), (1, 1)}
    assert (cost("1222", "1223", 1, 0), cost("1223", "1222", 1, 0)) == (2, 2)


def test_7_2_a_river_takes_a_whole_move() -> None:
    """Reading 49: over a river without a crossing a fresh unit goes one hex and stops."""
    board = Board({"G-21P-R": "1421"}, phase="move 1SS")
    board.do("select G-21P-R")
    assert "go 1322" not in board.legal
    board.do("step 1322")
    assert board.asks == "MoveRound"
    board = Board({"G-21P-R": "1521"}, phase="move 1SS")
    board.do("select G-21P-R", "step 1421")
    assert board.refused("step 1322") == "7.2"


def test_7_2_the_dives_only_at_crossings() -> None:
    """Reading 49: the Dives and the Orne are not crossed elsewhere, not even by one hex."""
    board = Board({"G-85-53": "2314"}, phase="move 1SS")
    board.do("select G-85-53")
    assert board.refused("step 2415") in {"reading 49", "7.2"}
    assert "step 2315" in board.legal


def test_7_2_1_armour_does_not_cross_at_trun() -> None:
    """7.2.1, reading 62: armour never, other Mechanized units may."""
    board = Board({"G-116-16": "2315", "G-116-60": "2415"}, phase="move 47")
    board.do("select G-116-16")
    assert board.refused("step 2314") == "7.2.1"
    board = Board({"G-116-60": "2315"}, phase="move 47")
    board.do("select G-116-60", "step 2314")


def test_7_2_1_one_hex_is_always_possible() -> None:
    """7.2.1: a fresh unit enters a neighbouring hex whatever it costs."""
    board = Board({"G-708": "1222 disrupted", "C-2-4": "1121"}, phase="move 47", points=2)
    board.do("select G-708")
    top = board.st.stack[-1]
    assert isinstance(top, Moving)
    assert top.points == 2
    board.do("step 1223")


def test_7_2_a_stack_drops_the_slower_unit() -> None:
    """7.2: a stack has the points of its slower unit; without that unit the other continues."""
    board = Board({"C-2-4": "0421", "C-2A-6": "0421"}, phase="move C2", points=2)
    board.do("stack C-2-4", "step 0422", "step 0423")
    assert board.legal == ["stay", "drop C-2-4", "drop C-2A-6"]
    board.do("drop C-2-4", "step 0424")
    assert (board.at("C-2-4"), board.at("C-2A-6")) == ("0423", "0424")


def test_7_2_no_unit_is_picked_up() -> None:
    """7.2: a stack moves as one only if both began the round together and may move."""
    board = Board({"C-2-4": "0421", "C-2A-6": "0422"}, phase="move C2")
    board.do("select C-2A-6", "go 0421")
    assert board.refused("stack C-2-4") == "7.2"
    assert board.refused("select C-2A-6") == "7.2"


@pytest.mark.parametrize(
    ("mover", "there", "rule"),
    [
        ("C-2-4", {"C-2-5": "0422"}, "5.3"),
        ("C-2A-6", {"C-2-5": "0422", "C-2A-10": "0422"}, "5.3"),
        ("C-2A-6", {"C-4-CUR": "0422"}, "5.3"),
        ("C-4-CUR", {"C-2-5": "0422"}, "5.3"),
        ("C-2A-6", {"U-90-357": "0422"}, "5.3"),
        ("C-4-CUR", {"C-4-10": "0422"}, None),
        ("C-2A-6", {"B-43-129": "0422"}, None),
    ],
)
def test_5_3_stacking_at_every_hex(mover: str, there: dict[str, str], rule: str | None) -> None:
    """5.1, 5.3: two units, one large, nations and Currie as they may, in every hex entered."""
    board = Board({mover: "0421", **there}, phase="move C2")
    board.do(f"select {mover}")
    if rule is None:
        board.do("step 0422")
    else:
        assert board.refused("step 0422") == rule


def test_5_3_poles_stack_with_americans() -> None:
    """5.3, 11.7: a Polish task force and a US regiment may share a hex."""
    board = Board({"P-1-S": "0421", "U-90-357": "0422"}, phase="move PL")
    board.do("select P-1-S", "step 0422")


ROAD = ("0128", "0227", "0328")
"""On the N158 from Caen."""


def test_7_3_road_movement_is_half_a_point() -> None:
    """7.3: a Mechanized unit alone on the road pays half a point a hex."""
    board = Board({"C-2A-6": "0128"}, phase="move C2", points=1)
    board.do("select C-2A-6")  # 3 points: six hexes by road, three otherwise
    far = {line.split()[1] for line in board.legal if line.startswith("go")}
    distance = board.game.world.grid.distance
    reach = max(distance(board.hex("0128"), board.hex(number)) for number in far)
    assert reach >= 5
    foot = Board({"C-2-4": "0128"}, phase="move C2", points=3)
    foot.do("select C-2-4")
    near = {line.split()[1] for line in foot.legal if line.startswith("go")}
    assert max(distance(foot.hex("0128"), foot.hex(number)) for number in near) == 3


def test_7_3_not_from_a_stack_unless_ruled_otherwise() -> None:
    """Reading 48: alone at the start, on the way and at the end; a switch lets it leave a stack."""
    distance = Board({}).game.world.grid.distance
    for options, least, most in (({}, 0, 3), ({"road-start-stacked": "on"}, 5, 9)):
        units = {"C-2A-6": "0128", "C-2-4": "0128"}
        board = Board(units, phase="move C2", points=1, options=options)
        board.do("select C-2A-6")
        far = {line.split()[1] for line in board.legal if line.startswith("go")}
        reach = max(distance(board.hex("0128"), board.hex(number)) for number in far)
        assert least <= reach <= most


def test_7_3_by_steps_the_half_point_holds() -> None:
    """7.3: stepping along the road counts the same halves as going."""
    board = Board({"C-2A-6": "0128"}, phase="move C2", points=1)
    board.do("select C-2A-6", "step 0227", "step 0328")
    top = board.st.stack[-1]
    assert isinstance(top, Moving)
    assert (top.spent, top.road) == (4, 2)


def test_3_3_a_german_unit_leaves_by_the_south_edge() -> None:
    """3.3, reading 26: a point from the last row, and it scores at the end."""
    board = Board({"G-708": "4020"}, phase="move 47")
    board.do("select G-708", "exit")
    assert board.at("G-708") == "exited"
    board = Board({"G-708": "3920"}, phase="move 47")
    board.do("select G-708")
    assert board.refused("exit") == "3.3"
    board = Board({"C-2-4": "4020"}, phase="move C2")
    board.do("select C-2-4")
    assert board.refused("exit") == "3.3"


def test_3_3_fire_may_keep_it_on_the_map() -> None:
    """Reading 26: out of an enemy zone by day it is fired at first; a hit keeps it in its hex."""
    units = {"G-708": "4018", "U-3A-A": "4017"}
    board = Board(units, phase="move 47", dice=(4,))
    board.do("select G-708", "exit")
    assert (board.asks, board.seat) == ("OpFire", "allied")
    board.do("fire 4017")
    assert board.at("G-708") == "4018"
    board = Board(units, phase="move 47")
    board.do("select G-708", "exit", "pass")
    assert board.at("G-708") == "exited"


def test_3_3_the_switch_closes_the_loophole() -> None:
    """Reading 26: ruled otherwise, nobody leaves east of the Withdrawal Line."""
    board = Board({"G-708": "4003"}, phase="move 47", options={"south-exit-west-only": "on"})
    board.do("select G-708")
    assert board.refused("exit") == "reading 26"


def test_3_4_entering_argentan_takes_control() -> None:
    """3.4: control changes with each side that enters the town, on the march too."""
    board = Board({"U-90-357": "3320"}, phase="move US15")
    board.do("select U-90-357", "step 3219")
    assert (board.st.argentan, board.st.argentan_taken) == (0, 1)
    board = Board({"G-2P-2": "3218"}, phase="move 47", argentan=0, argentan_taken=1)
    board.do("select G-2P-2", "step 3219")
    assert (board.st.argentan, board.st.argentan_taken) == (1, 1)


def test_reading_115_going_keeps_out_of_enemy_zones() -> None:
    """Reading 115: a unit sent to a hex goes round a zone if it can pay for that."""
    units = {"C-2-4": "0420", "G-708": "0322"}
    board = Board(units, phase="move C2", points=6)
    board.do("select C-2-4", "go 0424")
    assert board.asks == "MoveRound"
    assert board.at("C-2-4") == "0424"
    board = Board(units | {"G-9P": "0622"}, phase="move C2", points=6)
    board.do("select C-2-4", "go 0424")
    assert board.asks == "OpFire"


def test_7_2_a_river_takes_the_points_of_the_faster_unit_too() -> None:
    """7.2: a stack that has crossed a river is done, though one of it could have gone on."""
    board = Board({"C-2-4": "1320", "C-2A-6": "1320"}, phase="move C2")
    board.do("stack C-2-4", "step 1220")
    assert board.asks == "MoveRound"
    assert board.refused("select C-2A-6") == "7.2"


@pytest.mark.parametrize(("german", "warned"), [("0422", True), ("0421", False)])
def test_7_0_an_assault_round_without_a_target_is_warned_of(german: str, warned: bool) -> None:
    """7.0.d: nobody moves in it, so it would end at once, and the activation with it."""
    board = Board({"C-2-4": "0420", "G-708": german}, phase="draw C2", dice=[3])
    board.do()
    decision = board.table.decision
    assert decision is not None
    assert decision.kind == "ChooseRound"
    said = [str(each.rule) for each in decision.cautions]
    assert said == (["7.0.d"] if warned else [])
