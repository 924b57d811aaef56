"""11.0 Special rules: attachment, the 58th and 86th Corps, counterattack, Currie, the French."""

from __future__ import annotations

import pytest

from bocage.games.falaise.board.position import FINISHED
from bocage.games.falaise.s04_activation import ActivationOdds
from bocage.games.falaise.s07_movement import Moving

from .build import Board

CORPS_86 = "86"


def bit(board: Board, corps: str) -> int:
    """Return the bit of a corps."""
    return 1 << board.game.world.corps_names.index(corps)


# 11.1 Attachment -------------------------------------------------------------------------


def test_11_1_three_units_a_turn_within_two_hexes() -> None:
    """11.1: units of corps not yet activated, within two hexes, three a turn."""
    units = {"G-271-977": "2624", "G-708": "2622", "G-9P": "2626", "G-2P-2": "2524", "G-7A": "2625"}
    board = Board(units | {"G-2P-3": "2620"}, phase="draw 74", dice=(3,))
    assert board.asks == "Attach"
    assert board.refused("attach G-2P-3") == "11.1"  # four hexes away
    board.do("attach G-2P-2", "attach G-9P", "attach G-7A")
    assert board.refused("attach G-708") == "11.1"
    board.do("end", "round move")
    assert "select G-9P" in board.legal
    assert board.refused("select G-708") == "7.0"


def test_11_1_a_corps_that_was_activated_lends_nobody() -> None:
    """11.1: a unit whose corps has been activated this turn may not be attached."""
    board = Board({"G-271-977": "2624", "G-708": "2622"}, phase="draw 74", dice=(3,), activated=32)
    assert board.asks == "ChooseRound"


# 11.2 The 58th Corps ---------------------------------------------------------------------

WEST, EAST = "G-271-977", "G-277-989"


def substituted(options: dict[str, str] | None = None) -> Board:
    """The 58th Corps acts on turn 2; one unit is behind the Orne, one before it."""
    units = {WEST: "1743", EAST: "1633", "G-85-53": "2020"}
    dice = ("74", 4, "74", 4)
    board = Board(units, phase="pool", dice=dice, options=options)
    assert board.asks == "Substitute"
    board.do("substitute")
    return board


def test_11_2_the_58th_acts_for_all_behind_the_orne() -> None:
    """11.2: the drawn chit goes back; units behind the Orne move, others do not."""
    board = substituted()
    assert board.st.cup & bit(board, "74")
    assert board.asks == "MoveRound"
    assert f"select {WEST}" in board.legal
    assert board.refused(f"select {EAST}") == "7.0"
    assert ActivationOdds(board.st, board.game.world.corps_58, counter=False).drm == -1


def test_11_2_no_second_move_by_default() -> None:
    """Reading 32: still west of the Orne it may act again with its corps, but not move again."""
    board = substituted()
    board.do(f"select {WEST}", "step 1742", "stay", "end")
    assert not board.marked(WEST, FINISHED)
    assert board.asks == "ChooseRound"  # the chit of 74 was drawn again, and 58 is used
    board.do("round move")
    assert board.refused(f"select {WEST}") == "7.2"
    assert f"select {EAST}" in board.legal


@pytest.mark.parametrize(("choice", "rule"), [("second-move", None), ("finished", "4.0")])
def test_11_2_the_switch(choice: str, rule: str | None) -> None:
    """Reading 32: the switch frees the unit for a second move, or finishes it."""
    board = substituted({"58-second-move": choice})
    board.do(f"select {WEST}", "step 1742", "stay", "end", "round move")
    if rule is None:
        assert f"select {WEST}" in board.legal
    else:
        assert board.refused(f"select {WEST}") == rule


def test_11_2_over_the_orne_it_is_finished() -> None:
    """11.2, reading 5: who ends east or north of the Orne is finished."""
    units = {WEST: "1638", EAST: "1633"}  # at the ford of Saint-Philbert
    board = Board(units, phase="pool", dice=("74", 4, "74", 4))
    board.do("substitute", f"select {WEST}", "step 1738", "stay", "end")
    assert board.at(WEST) == "1738"
    assert board.marked(WEST, FINISHED)


def test_11_2_not_after_turn_4() -> None:
    """11.2: from turn 5 on the 58th Corps is out."""
    board = Board({WEST: "1743"}, phase="pool", turn=6, dice=("74", 4), counter=1)
    assert board.asks == "ChooseRound"


# 11.3 Counterattack ----------------------------------------------------------------------


def counterattack() -> Board:
    """Turn 5: II SS with a unit on each side of the Withdrawal Line, and a GUF unit."""
    units = {"G-2SS-D": "1504", "G-2SS-DF": "2020", "G-9SS-19": "guf", "G-LEHR-KG": "1604"}
    units["G-708"] = "2624"
    return Board(units, phase="counterattack", turn=5, dice=(3, "47", 3))


def test_11_3_guf_enter_east_of_the_line_and_act() -> None:
    """11.3: GUF units enter with the corps and are of it; only units east of the line act."""
    board = counterattack()
    assert board.asks == "Declare"
    assert board.refused("counterattack 58") == "reading 38"
    assert board.refused("counterattack 86") == "reading 38"
    board.do("counterattack 2SS")
    assert board.refused("place G-9SS-19 2021") == "11.3"
    board.do("place G-9SS-19 1603", "end")
    board.do("end")  # no bombardment
    assert board.asks == "Attach"
    board.do("attach G-LEHR-KG", "end", "round move")
    assert {"select G-2SS-D", "select G-9SS-19", "select G-LEHR-KG"} < set(board.legal)
    assert board.refused("select G-2SS-DF") == "7.0"
    board.do("end")
    assert board.marked("G-2SS-DF", FINISHED)  # reading 38: it sits out the turn


def test_11_3_the_die_has_one_more() -> None:
    """11.3: +1 on the Activation die of that corps."""
    board = Board({"G-2SS-D": "1504"}, turn=5)
    corps = board.game.world.corps_names.index("2SS")
    assert ActivationOdds(board.st, corps, counter=True).drm == 1


def test_11_3_once_a_game() -> None:
    """11.3: who has counterattacked is not asked again."""
    board = Board({"G-2SS-D": "1504"}, phase="counterattack", turn=7, counter=5)
    assert board.asks == "Bombardment"


# 11.4 The 86th Corps ---------------------------------------------------------------------


def test_11_4_an_ally_in_the_zone_brings_it_in() -> None:
    """11.4: the first Allied unit to enter the Zone puts the chit into the cup at once."""
    board = Board({"P-1-S": "1117"}, phase="move PL")
    board.do("select P-1-S", "step 1116")
    assert board.st.zone_open == 1
    assert board.st.cup & bit(board, CORPS_86)


def test_11_4_an_ally_within_six_hexes_of_a_bridge_brings_it_in() -> None:
    """11.4: a British or Canadian unit near a Dives bridge does so too; a US one does not."""
    board = Board({"C-3-7": "1819"}, phase="move C2")
    board.do("select C-3-7", "step 1818")
    assert board.st.zone_open == 1
    board = Board({"U-90-357": "1819"}, phase="move US15")
    board.do("select U-90-357", "step 1818")
    assert board.st.zone_open == 0


def test_11_4_a_march_through_counts() -> None:
    """Reading 40: each hex entered is tested, not only where a march ends."""
    board = Board({"C-3-7": "1819"}, phase="move C2", points=10)
    board.do("select C-3-7", "go 1617")
    assert board.at("C-3-7") == "1617"
    assert board.st.zone_open == 1


def test_11_4_the_272nd_and_guf_enter_the_zone() -> None:
    """11.4: on the draw the 272nd and GUF units are placed in the Zone, outside enemy zones."""
    units = {"G-272-980": "due", "G-9SS-19": "guf", "C-2-4": "0113"}
    board = Board(units, phase="draw 86", zone_open=1, dice=(4,))
    assert board.asks == "EntryOf86"
    assert board.refused("place G-272-980 0112") == "11.4"  # in the Canadians' zone
    assert board.refused("place G-272-980 0116") == "11.4"
    board.do("place G-272-980 0110", "place G-9SS-19 0109")
    assert board.asks == "ChooseRound"
    board.do("round move")
    assert {"select G-272-980", "select G-9SS-19"} < set(board.legal)


def test_11_4_closed_to_germans_before() -> None:
    """11.4: no German enters the Zone before it is open."""
    board = Board({"G-85-53": "1317"}, phase="move 1SS")
    board.do("select G-85-53")
    assert board.refused("step 1216") == "11.4"
    board = Board({"G-85-53": "1317"}, phase="move 1SS", zone_open=1)
    board.do("select G-85-53", "step 1216")


def test_11_4_the_allies_never_cross_the_withdrawal_line() -> None:
    """11.4: they neither move nor attack over it."""
    board = Board({"U-90-357": "2006", "G-708": "2005"}, phase="move US15")
    board.do("select U-90-357")
    assert board.refused("step 2005") == "reading 91"
    board = Board({"U-90-357": "2006"}, phase="move US15")
    board.do("select U-90-357")
    assert board.refused("step 2005") == "11.4"
    units = {"U-90-357": "2006", "G-708": "2005", "G-9P": "2007"}
    board = Board(units, phase="assault US15")
    assert board.refused("attack 2005") == "11.4"


# 11.5 to 11.8 ----------------------------------------------------------------------------


def test_11_5_the_tank_destroyers_come_on_turn_5() -> None:
    """11.5: with a unit of the 80th Division, before the chits are drawn."""
    units = {"U-80-317": "3421", "U-80-318": "3419", "U-610TD": "due", "G-708": "3219"}
    board = Board(units, phase="destroyers", turn=5, counter=1)
    assert board.asks == "EntryOfDestroyers"
    assert board.refused("place U-610TD 3420") == "11.5"
    assert board.legal == ["place U-610TD 3419", "place U-610TD 3421"]
    waiting = Board(units, phase="destroyers", turn=4, dice=("47", 3))
    assert waiting.at("U-610TD") == "due"


@pytest.mark.parametrize(("die", "ter"), [(3, 4), (4, 2)])
def test_11_6_the_commander(die: int, ter: int) -> None:
    """11.6: an odd die from turn 5 on raises the TER of the Canadian 4th Armored by 2."""
    board = Board({"C-4-4": "1320", "G-708": "2020"}, phase="pool", turn=6, dice=(die, "47", 3))
    assert board.asks == "Relieve"
    board.do("relieve")
    assert board.ter("C-4-4") == ter


def test_11_6_currie_has_its_own_ter_only_when_apart() -> None:
    """5.3, 11.6: with the brigade Currie has its TER, disruption included; alone, a TER of 4."""
    board = Board({"C-4-10": "0421", "C-4-CUR": "0421"})
    assert board.ter("C-4-CUR") == 2
    board = Board({"C-4-10": "0421 disrupted", "C-4-CUR": "0421"})
    assert board.ter("C-4-CUR") == 0
    board = Board({"C-4-10": "0421", "C-4-CUR": "0422"}, relieved=1)
    assert (board.ter("C-4-CUR"), board.ter("C-4-10")) == (4, 4)


def test_reading_88_currie_keeps_its_points_for_the_round() -> None:
    """Reading 88: Currie leaves the brigade with its points for the round, and has a TER of 4 at
    once."""
    board = Board({"C-4-10": "0421", "C-4-CUR": "0421"}, phase="draw C2", dice=(4,))
    board.do("round move", "stack C-4-10", "step 0422", "drop C-4-10", "step 0423")
    assert board.ter("C-4-CUR") == 4
    top = board.st.stack[-1]
    assert isinstance(top, Moving)
    assert top.points == 10  # 6 less 1, in halves
    assert board.refused("go 0430") == "7.0"


def test_11_7_polish_guns_and_stacks() -> None:
    """11.7: the Polish division counts as a corps, its guns have -1, its units are battalions."""
    units = {"P-1-S": "0421", "U-90-357": "0421", "P-1-K": "0423", "P-1-Z": "0423", "G-708": "0425"}
    board = Board(units, phase="bombardment", dice=(1, 1, 1, 1))
    assert "shell PL 0425" in board.legal


def test_11_8_the_80th_rolls_for_its_ter() -> None:
    """11.8: half the die, rounded down, at least 1."""
    board = Board({"U-80-317": "3421"}, ter_80=1)
    assert board.ter("U-80-317") == 1


def test_11_9_the_80th_stays_south_of_argentan() -> None:
    """11.9: north of Argentan's row only once the Allies have taken the town, and then for good."""
    board = Board({"U-80-317": "3217", "G-708": "3219"}, phase="move US15")
    board.do("select U-80-317")
    assert board.refused("step 3117") == "11.9"
    board = Board({"U-80-317": "3217"}, phase="move US15", argentan_taken=1)
    board.do("select U-80-317", "step 3117")


def test_11_9_only_four_divisions_at_the_dives() -> None:
    """11.9: others stay away from it until the turn after the counterattack."""
    for counter, rule in ((0, "11.9"), (6, "11.9"), (5, None)):
        board = Board({"C-2-4": "2018"}, phase="move C2", turn=6, counter=counter)
        board.do("select C-2-4")
        if rule:
            assert board.refused("step 2017") == rule
        else:
            board.do("step 2017")
    board = Board({"C-3-7": "2018"}, phase="move C2")
    board.do("select C-3-7", "step 2017")


def test_11_10_the_germans_begin_turns_1_and_2() -> None:
    """11.10: two German activations, then an Allied one, then as the chits come."""
    units = {"G-708": "2020", "G-85-53": "2624", "G-271-977": "2030", "C-2-4": "0421"}
    board = Board(units, phase="pool", turn=2, dice=("74", 3, "1SS", 3, "C2", 3, "47", 3))
    for _ in range(3):
        if board.asks == "Substitute":
            board.do("accept")
        if board.asks == "Attach":
            board.do("end")
        board.do("round assault")
    drawn = [each for each in board.says() if each.endswith("is drawn")]
    assert drawn[-2:] == ["Canadian II Corps is drawn", "XLVII Panzer Corps is drawn"]


# Table F: what the French 2nd Armored Division counts as ----------------------------------

FRENCH = "F-2-L"


def test_table_f_activation_as_us() -> None:
    """7.1: the French act with XV Corps on its die: -2 by night."""
    board = Board({FRENCH: "0421"}, turn=3)
    corps = board.game.world.corps_names.index("US15")
    assert ActivationOdds(board.st, corps, counter=False).drm == -2


def test_table_f_stacking_as_no_us() -> None:
    """5.3: the French stack with the British, not with US units."""
    board = Board({FRENCH: "0423", "U-610TD": "0422", "B-4A-SG": "0424"}, phase="move US15")
    board.do(f"select {FRENCH}")
    assert board.refused("step 0422") == "5.3"
    board.do("step 0424")


def test_table_f_guns_as_us() -> None:
    """8.2: US guns may fire next to the French, unless the table rules otherwise."""
    units = {FRENCH: "0421", "U-90-357": "0424", "G-708": "0420"}
    board = Board(units, phase="bombardment", dice=(1,) * 4)
    assert "shell US15 0420" in board.legal
    board = Board(units, phase="bombardment", dice=(1,), options={"us-guns-french": "on"})
    assert board.refused("shell US15 0420") == "reading 65"


def test_table_f_friendly_fire_and_losses_as_all() -> None:
    """8.4, 3.3: friendly fire hits them and their losses cost Victory Points like anybody's."""
    units = {FRENCH: "0421", "G-708": "0420", "G-2SS-D": "0321", "G-2SS-DF": "0322"}
    board = Board(units, phase="bombardment", turn=2, air=1, dice=(1, 2))
    board.do("strike 0420", f"disrupt {FRENCH}")
    assert board.disrupted(FRENCH)
    units = {FRENCH: "0421", "G-2SS-D": "0321"}
    board = Board(units, phase="assault US15", dice=(1,))
    board.do("attack 0321", f"with {FRENCH}", "fight", f"lose {FRENCH}")
    assert board.st.vp == -1


def test_table_f_the_zone_as_all() -> None:
    """11.4: a French unit in the 86th Corps Zone brings it in."""
    board = Board({FRENCH: "0711"}, phase="move US15")
    board.do(f"select {FRENCH}", "step 0710")
    assert board.st.zone_open == 1


def test_table_f_bridges_as_us() -> None:
    """11.4: near a bridge it does not, unless the table rules otherwise."""
    for options, opened in (({}, 0), ({"86-trigger-french": "on"}, 1)):
        board = Board({FRENCH: "3313"}, phase="move US15", options=options)
        board.do(f"select {FRENCH}", "step 3312")
        assert board.st.zone_open == opened


def test_table_f_the_dives_never() -> None:
    """11.9: never next to the Dives, whatever was declared; the Upper Dives is free."""
    board = Board({FRENCH: "2018"}, phase="move US15", turn=8, counter=5)
    board.do(f"select {FRENCH}")
    assert board.refused("step 2017") == "11.9"


@pytest.mark.parametrize(("helper", "drm"), [("U-3A-83", -1), ("C-2A-6", -2), ("P-1-S", -2)])
def test_table_f_nationality_in_assaults(helper: str, drm: int) -> None:
    """11.9.1: another nation than US (-1); with Commonwealth or Poles as US (-2)."""
    board = Board({"G-708": "0421", FRENCH: "0422", helper: "0322"}, phase="mech US15")
    assert board.odds("0421", FRENCH, helper, helpers=[helper]).drm == drm
