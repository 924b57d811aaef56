"""10.0 Assaults: odds, modifiers, results, losses, retreats, advances."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from bocage.games.falaise.board.charts import AUTOMATIC
from bocage.games.falaise.s10_odds import column_of

from .build import Board

DEFENDER = "G-271-977"


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(12, 7, 2), (7, 7, 2), (4, 7, 1), (3, 7, 0), (2, 7, AUTOMATIC), (14, 7, 3), (99, 7, 7)],
)
def test_10_2_odds(attack: int, defence: int, column: int) -> None:
    """10.2, reading 67: fractions fall to the defender; below 1-3 is automatic, 6-1 the cap."""
    assert column_of(attack, defence, 7) == column


def test_10_2_every_hex_over_a_river_counts() -> None:
    """10.2: an assault from two hexes, both over a river, has -2."""
    board = Board({DEFENDER: "1422", "C-3-7": "1322", "C-3-8": "1323"}, phase="assault C2")
    odds = board.odds("1422", "C-3-7", "C-3-8")
    assert odds.drm == -2
    assert (odds.attack, odds.defence, odds.odds) == (6, 2, "3-1")


def test_10_2_terrain_and_night_add_up() -> None:
    """10.2, reading 68: crest and woods of one hex and the night count together."""
    board = Board({DEFENDER: "3115", "U-90-357": "3215"}, phase="assault US15", turn=3)
    words = {row.words.say(board.game.nouns) for row in board.odds("3115", "U-90-357").under("drm")}
    assert words == {"3115 is a crest", "3115 is woods", "night"}


def test_10_2_an_automatic_result_needs_no_die() -> None:
    """10.2: odds below 1-3 are an AL1 at once; with the higher TER it may become Contact."""
    units = {"G-2SS-D": "0421", "G-2SS-2": "0421", "C-4-CUR": "0422"}
    board = Board(units, phase="assault C2")
    board.do("attack 0421", "with C-4-CUR", "fight")
    assert board.at("C-4-CUR") == "0422"
    assert board.asks == "StepLoss"
    board.do("lose C-4-CUR")
    assert board.at("C-4-CUR") == "dead"
    assert board.st.vp == -1


def test_10_2_the_higher_ter_may_change_the_result_once() -> None:
    """10.2: an attacker with the higher TER makes of Contact a retreat or a loss for both."""
    board = Board({DEFENDER: "0421", "U-3A-A": "0422"}, phase="assault US7", dice=(1,))
    board.do("attack 0421", "with U-3A-A", "fight")
    assert (board.asks, board.seat) == ("TerChange", "allied")
    assert board.legal == ["keep", "change DR", "change BL1"]
    board.do("change BL1")
    assert (board.asks, board.seat) == ("StepLoss", "german")
    board.do(f"lose {DEFENDER}")
    assert (board.asks, board.seat) == ("StepLoss", "allied")
    board.do("lose U-3A-A")
    assert (board.steps(DEFENDER), board.steps("U-3A-A"), board.st.vp) == (1, 1, -1)


def test_10_2_the_defender_may_soften_elimination() -> None:
    """10.2: a defender with the higher TER makes of DE a DL1, and no more."""
    units = {"G-3FJ-5": "0421", "C-2-4": "0422", "C-2-5": "0322", "C-3-7": "0321", "C-3-8": "0420"}
    board = Board(units, phase="assault C2", dice=(6,))
    board.do("attack 0421", *(f"with {u}" for u in ("C-2-4", "C-2-5", "C-3-7", "C-3-8")), "fight")
    assert (board.asks, board.seat) == ("TerChange", "german")
    assert board.legal == ["keep", "change DL1"]
    board.do("change DL1", "lose G-3FJ-5")
    assert (board.steps("G-3FJ-5"), board.disrupted("G-3FJ-5")) == (1, True)
    assert board.asks == "Rest"  # nothing is left to attack: the round is over


def test_10_2_two_step_units_are_reduced_before_one_dies() -> None:
    """10.2: a reduced two-step unit is spared while another in the assault is whole."""
    units = {DEFENDER: "0421", "G-271-979": "0421", "C-2-4": "0422 reduced", "C-2A-6": "0422"}
    board = Board(units, phase="assault C2", dice=(1,))
    board.do("attack 0421", "with C-2A-6", "with C-2-4", "fight", "keep")
    assert sorted(board.legal) == ["lose C-2-4", "lose C-2A-6"]  # 1-1 and a 1: AL1
    units = {DEFENDER: "0421", "G-271-979": "0421", "C-2-4": "0422 reduced", "C-2-5": "0322"}
    board = Board(units, phase="assault C2", turn=3, dice=(1,))
    board.do("attack 0421", "with C-2-4", "with C-2-5", "fight")
    assert board.refused("lose C-2-4") == "10.2"
    board.do("lose C-2-5")
    assert (board.steps("C-2-4"), board.steps("C-2-5")) == (1, 1)


def test_9_1_a_second_disruption_by_mechanized_assault_kills() -> None:
    """9.1: a disrupted unit that a Mechanized Assault disrupts again is eliminated."""
    units = {"G-3FJ-8": "0421 disrupted", "U-3A-A": "0422", "U-3A-B": "0322", "U-3A-83": "0420"}
    board = Board(units, phase="mech US7", dice=(5,))
    board.do("attack 0421", "with U-3A-A", "with U-3A-B", "with U-3A-83", "fight")
    board.do("lose G-3FJ-8")
    assert board.at("G-3FJ-8") == "dead"
    assert board.st.vp == 1


def test_9_1_a_regular_assault_does_not_kill_so() -> None:
    """9.1, reading 71: in a regular assault the disrupted stays disrupted."""
    units = {"G-3FJ-8": "0421 disrupted", "U-3A-A": "0422", "U-3A-B": "0322", "U-3A-83": "0420"}
    board = Board(units, phase="assault US7", dice=(5,))
    board.do("attack 0421", "with U-3A-A", "with U-3A-B", "with U-3A-83", "fight")
    board.do("lose G-3FJ-8")
    assert (board.steps("G-3FJ-8"), board.disrupted("G-3FJ-8")) == (1, True)


def retreat(dice: tuple[int, ...] = (), /, **more: str) -> Board:
    """Return a German unit on open ground behind its line, beaten from the west by 2-1 and a 4."""
    units = {DEFENDER: "2624", "U-3A-A": "2625"} | {k.replace("_", "-"): v for k, v in more.items()}
    board = Board(units, phase="assault US7", dice=(4, *dice))
    board.do("attack 2624", "with U-3A-A", "fight")
    return board


def test_10_3_the_owner_retreats_two_hexes() -> None:
    """10.3: the owner moves the unit two hexes away, never next to where it stood."""
    board = retreat()
    assert (board.asks, board.seat) == ("Retreat", "german")
    assert board.refused(f"retreat {DEFENDER} 2625") == "10.3"
    board.do(f"retreat {DEFENDER} 2623")
    assert board.refused(f"retreat {DEFENDER} 2624") == "10.3"
    assert board.refused(f"retreat {DEFENDER} 2524") == "10.3"  # next to 2624
    board.do(f"retreat {DEFENDER} 2622")
    assert board.at(DEFENDER) == "2622"
    assert (board.asks, board.seat) == ("Advance", "allied")


def test_10_3_op_fire_halts_in_the_first_hex() -> None:
    """10.3: a Halt in the first hex entered ends the retreat there, legally."""
    board = retreat((3,), U_9_39="2621")
    board.do(f"retreat {DEFENDER} 2623")
    assert board.asks == "Retreat"  # 2623 is in nobody's zone
    board = retreat((3,), U_9_39="2622")
    board.do(f"retreat {DEFENDER} 2623")
    assert (board.asks, board.seat) == ("OpFire", "allied")
    board.do("fire 2622")
    assert (board.at(DEFENDER), board.asks) == ("2623", "Advance")


def test_10_3_op_fire_kills_the_disrupted_without_loc() -> None:
    """6.4, 10.3: a disrupted unit hit again in retreat dies and scores, LOC or not."""
    units = {DEFENDER: "2624 disrupted", "U-3A-A": "2625", "U-9-39": "2622"}
    board = Board(units, phase="assault US7", dice=(4, 5))
    assert board.loc(DEFENDER)
    board.do("attack 2624", "with U-3A-A", "fight")
    board.do(f"retreat {DEFENDER} 2623", "fire 2622")
    assert board.at(DEFENDER) == "dead"
    assert board.st.vp == 1
    # 10.4: all are gone, so nobody follows further than the hex itself.
    board.do("advance U-3A-A 2624")
    assert board.legal == ["hold"]


def test_10_3_a_unit_with_an_loc_that_dies_in_battle_scores_nothing() -> None:
    """3.3: a German unit eliminated with an LOC gives no Victory Point."""
    units = {"G-708": "2624", "U-3A-A": "2625", "U-3A-B": "2725"}
    board = Board(units, phase="assault US7", dice=(6,))
    board.do("attack 2624", "with U-3A-A", "with U-3A-B", "fight")
    assert (board.at("G-708"), board.st.vp) == ("dead", 0)


def test_10_3_friends_that_stay_stop_op_fire() -> None:
    """10.3: a friend in the hex entered, not itself retreating, negates Op-Fire."""
    board = retreat(U_9_39="2622", G_708="2623")
    board.do(f"retreat {DEFENDER} 2623")
    assert board.asks == "Retreat"


def test_10_3_no_way_out_is_elimination() -> None:
    """10.3: a unit that cannot retreat is eliminated and counts as out of LOC."""
    ring = {
        "U-9-39": "2524",
        "U-9-47": "2525",
        "U-9-60": "2623",
        "U-1-16": "2724",
        "U-1-18": "2725",
    }
    board = retreat(**{k.replace("-", "_"): v for k, v in ring.items()})
    assert (board.at(DEFENDER), board.st.vp) == ("dead", 1)


def test_5_2_allies_may_overstack_on_the_way_and_go_on() -> None:
    """5.2, 10.3: an Allied unit retreats through full hexes and further, to end within stacking."""
    units = {
        "C-2-4": "0421",
        "G-2SS-D": "0422",
        "G-2SS-2": "0422",
        "C-2-5": "0420",
        "C-2A-6": "0420",
        "C-3-7": "0419",
        "C-2A-10": "0419",
    }
    board = Board(units, phase="assault 2SS", dice=(3,))
    board.do("attack 0421", "with G-2SS-D", "with G-2SS-2", "fight", "change DR")
    board.do("retreat C-2-4 0420")
    assert "retreat C-2-4 0419" in board.legal
    board.do("retreat C-2-4 0419", "retreat C-2-4 0418")
    assert board.at("C-2-4") == "0418"


def test_10_4_mechanized_units_follow_the_retreat() -> None:
    """10.4: infantry enters the vacated hex, Mechanized units one more along the retreat."""
    board = retreat()
    board.do(f"retreat {DEFENDER} 2623", f"retreat {DEFENDER} 2622")
    board.do("advance U-3A-A 2624")
    assert board.legal == ["hold", "advance U-3A-A 2623"]
    board.do("advance U-3A-A 2623", "hold")
    assert board.at("U-3A-A") == "2623"


def test_10_1_nobody_attacks_twice_nor_is_attacked_twice() -> None:
    """10.1: one attack a turn for a unit, one defence a round for a hex."""
    units = {DEFENDER: "0421", "G-271-978": "0322", "C-2-4": "0422", "C-2-5": "0321"}
    board = Board(units, phase="assault C2", dice=(2,))
    board.do("attack 0421", "with C-2-4", "fight")
    assert board.refused("attack 0421") == "10.1"
    board.do("attack 0322")
    assert board.refused("with C-2-4") == "10.1"


def test_10_1_nobody_attacks_over_the_dives_but_at_crossings() -> None:
    """2.3: an assault over the Dives needs a bridge or ford; armour never the Trun bridge."""
    units = {DEFENDER: "2314", "C-4-4": "2315", "C-4-10": "2415"}
    board = Board(units, phase="assault C2")
    assert "attack 2314" not in board.legal
    board = Board({DEFENDER: "2314", "C-4-4": "2416", "C-4-10": "2315"}, phase="assault C2")
    board.do("attack 2314", "with C-4-10")
    assert board.odds("2314", "C-4-10").drm == -3  # bridge and town


def test_10_0_allied_infantry_rides_in_a_mechanized_assault() -> None:
    """10.0, reading 70: Allied infantry joins with a Mechanized unit of its corps in its hex."""
    units = {DEFENDER: "0421", "C-2-4": "0422", "C-2A-6": "0422", "C-2-5": "0322"}
    board = Board(units, phase="mech C2")
    board.do("attack 0421")
    assert board.refused("with C-2-4") == "10.1"
    board.do("with C-2A-6", "with C-2-4")
    assert board.refused("with C-2-5") == "10.1"


def test_10_0_german_infantry_makes_no_mechanized_assault() -> None:
    """Reading 70: German infantry never, stacked or not."""
    units = {"C-2-4": "0421", "G-85-53": "0422", "G-501SS": "0422"}
    board = Board(units, phase="mech 1SS")
    board.do("attack 0421", "with G-501SS")
    assert board.refused("with G-85-53") == "reading 70"


def test_11_9_2_a_prepared_assault_needs_a_check() -> None:
    """11.9.2: a unit of another formation joins on a die, +1 nation, +1 Allied, within its TER."""
    units = {DEFENDER: "0421", "C-2-4": "0422", "B-43-129": "0322", "B-43-130": "0321"}
    board = Board(units, phase="assault C2", dice=(2, 3, 1))
    board.do("attack 0421", "with C-2-4", "help B-43-129", "help B-43-130")
    assert board.refused("help B-43-129") == "11.9.2"
    board.do("fight")
    # 2 + 2 is within 4, 3 + 2 is not: 6 to 2 is 3-1, and -1 for two nations.
    assert "At 0421 on 3-1 a 1 (-1) gives C: nothing happens" in board.says()
    assert board.marked("B-43-129", 16)
    assert not board.marked("B-43-130", 16)


def test_11_9_1_helpers_are_named_and_must_attack() -> None:
    """11.9.1: Mechanized neighbours of the movers may be named; the round may not end before."""
    units = {DEFENDER: "0421", "C-2A-6": "0422", "B-4A-SG": "0322"}
    board = Board(units, phase="draw C2", dice=(6, 1))
    board.do("round move")
    assert board.asks == "Helpers"
    board.do("help B-4A-SG", "end", "end")
    assert board.refused("end") == "11.9.1"
    board.do("attack 0421", "with B-4A-SG")
    assert board.refused("fight") == "11.9.1"
    board.do("with C-2A-6", "fight")
    assert "At 0421 on 2-1 a 1 (-1) gives C: nothing happens" in board.says()


def test_reading_74_a_helper_of_a_nation_in_the_force_differs_in_nothing() -> None:
    """Reading 74: a US helper of a mixed US and French attack has only the +1 for Allied units."""
    units = {DEFENDER: "0421", "F-2-L": "0422", "U-90-357": "0322", "U-1-16": "0321"}
    board = Board(units, phase="assault US15", dice=(3, 6))
    board.do("attack 0421", "with F-2-L", "with U-90-357", "help U-1-16")
    assert "1 Inf 16 Inf rolls 3 to join: it joins" in board.says()  # 3 + 1 is within 4
    board = Board(units, phase="assault US15", dice=(3,))
    board.do("attack 0421", "with F-2-L", "help U-1-16")
    assert "1 Inf 16 Inf rolls 3 to join: it does not" in board.says()


def test_10_3_units_of_a_stack_retreat_one_by_one_under_fire() -> None:
    """10.3, reading 93: each is fired at by itself; a friend that retreats too stops no fire."""
    units = {"C-2-4": "0421", "C-2A-6": "0421", "G-2SS-D": "0422", "G-2SS-DF": "0418"}
    units |= {"G-2SS-2": "0422", "C-2A-10": "0520"}
    board = Board(units, phase="assault 2SS", dice=(4, 6, 6))
    board.do("attack 0421", "with G-2SS-D", "with G-2SS-2", "fight")
    assert board.asks == "TerChange"
    board.do("change DR", "retreat C-2-4 0420")
    assert board.asks == "Retreat"  # 0420 lies in nobody's zone
    board.do("retreat C-2-4 0419", "pass")
    board.do("retreat C-2A-6 0420", "retreat C-2A-6 0419")
    assert board.asks == "OpFire"  # a friend that retreats too does not stop it
    board.do("fire 0418")
    assert (board.at("C-2-4"), board.at("C-2A-6")) == ("0419", "0419")
    assert board.disrupted("C-2A-6")


def test_10_0_infantry_alone_makes_no_mechanized_assault() -> None:
    """10.0: after movement a hex next to Allied infantry alone is not a target."""
    units = {DEFENDER: "0421", "C-2-4": "0422", "C-2A-6": "0319", "G-708": "0320"}
    board = Board(units, phase="mech C2")
    assert board.refused("attack 0421") == "10.0"
    assert board.legal == ["end", "attack 0320"]


def test_10_2_the_odds_of_every_pair_of_sums() -> None:
    """10.2: the best column that the attacker reaches in full, for every pair from 1 to 12."""
    heads = [Fraction(1, 3), Fraction(1, 2), *(Fraction(each) for each in range(1, 7))]
    for attack, defence in product(range(1, 13), repeat=2):
        reached = [i for i, head in enumerate(heads) if Fraction(attack, defence) >= head]
        assert column_of(attack, defence, 7) == max(reached, default=AUTOMATIC)
