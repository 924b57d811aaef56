"""Section 11.13: ports on turn 1, losses and exchanges, units attacked again."""

from __future__ import annotations

import pytest

from bocage.games.roundup.board.position import ATTACKED, GROUNDED, HAS_DROPPED, REPLACED
from tests.games.roundup.build import Board, battle
from tests.games.roundup.fights import STRONG, WEAK

# Ports on turn 1 --------------------------------------------------------------------------


def test_11_10_port_garrisons_ignore_retreats_on_turn_1() -> None:
    """11.10, reading 62: on turn 1 a German defender of a port ignores DR."""
    units = {"GE03": "2523", "US11": "2522", "US01": "2623"}
    board = battle("DR", units, "2523", STRONG, turn=1)
    assert (board.at("GE03"), board.steps("GE03")) == ("2523", 2)
    assert board.asks == "CombatPhase"
    assert [e.rule for e in board.told("ResultChanged")] == ["11.10"]


def test_reading_62_dsr_is_ds_on_turn_1() -> None:
    """Reading 62: on turn 1 DSR against a port garrison is DS."""
    units = {"GE03": "2523", "US11": "2522", "US15": "2522", "US01": "2623", "US16": "2623"}
    board = battle(
        "DSR", units, "2523", "US11 US01 US15 US16", turn=1, superiority="allied", tas=["2523"]
    )
    board.do("lose GE03")
    assert (board.at("GE03"), board.steps("GE03"), board.asks) == ("2523", 1, "CombatPhase")


def test_11_10_from_turn_2_they_retreat() -> None:
    """11.10: from turn 2 units in a port retreat like others."""
    units = {"GE03": "2523", "US11": "2522", "US15": "2522", "US01": "2423"}
    board = battle("DR", units, "2523", "US11 US01 US15", turn=2)
    assert board.asks == "Retreat"


def test_11_10_only_germans_in_ports() -> None:
    """11.10: on turn 1 other Germans, and Allied defenders of a port, retreat."""
    board = battle("DR", WEAK, "3317", STRONG, turn=1)
    assert board.asks == "Retreat"
    units = {"UK21": "2523", "GE23": "2522", "GE30": "2423"}
    board = battle("DR", units, "2523", "GE23 GE30", phase="german.combat", turn=1)
    assert board.asks == "Retreat"


# DS, DSR, EX ------------------------------------------------------------------------------


def test_11_13_4_ds() -> None:
    """11.13.4: a defender of the owner's choice loses a step and stays."""
    units = {**WEAK, "GE15": "3317", "US15": "3316", "US02": "3417"}
    board = battle("DS", units, "3317", "US11 US15 US01 US02")
    assert (board.seat, board.legal) == ("german", ["lose GE05", "lose GE15"])
    board.do("lose GE15")
    assert (board.at("GE05"), board.asks) == ("3317", "CombatPhase")


def test_11_13_5_dsr() -> None:
    """11.13.5: a step, then the retreat of those left; the attacker may advance."""
    board = battle("DSR", WEAK, "3317", STRONG).do("lose GE05")
    assert board.steps("GE05") == 1
    assert board.legal == ["retreat GE05 3318", "retreat GE05 3418"]
    board.do("retreat GE05 3418")
    assert board.asks == "Advance"


def test_11_13_5_dsr_that_kills() -> None:
    """11.13.5: if the loss empties the hex there is nobody left to retreat."""
    units = {**WEAK, "GE05": "3317 reduced"}
    board = battle("DSR", units, "3317", STRONG).do("lose GE05")
    assert (board.at("GE05"), board.asks) == ("dead", "Advance")


STUCK = {"GE05": "3317", "US11": "3316", "US01": "3318"}


def test_reading_64_dsr_without_a_retreat() -> None:
    """11.13.5, reading 64: one step in all, and the stack stays."""
    board = battle("DSR", STUCK, "3317", STRONG).do("lose GE05", "hold")
    assert (board.at("GE05"), board.steps("GE05"), board.asks) == ("3317", 1, "CombatPhase")
    assert [e.rule for e in board.told("ResultChanged")] == ["3.2.4"]  # a zone bars the way


def test_reading_64_a_second_step_is_a_switch() -> None:
    """Reading 64: with the switch on, a unit that cannot retreat loses a second step."""
    on = {"second-step-for-dsr": "on"}
    board = battle("DSR", STUCK, "3317", STRONG, options=on).do("lose GE05", "hold", "lose GE05")
    assert board.at("GE05") == "dead"
    assert board.told("StepLost")[1].rule == "reading 64"


def test_11_13_6_ex() -> None:
    """11.13.6: both sides lose a step, each owner chooses."""
    units = {"UK01": "3316", "UK21": "3316", "GE20": "3317", "GE15": "3317", "UK02": "3217"}
    board = battle("EX", units, "3317", "UK01 UK21 UK02")
    assert (board.seat, board.legal) == ("german", ["lose GE15", "lose GE20"])
    board.do("lose GE20")
    assert (board.seat, board.legal) == ("allied", ["lose UK01", "lose UK02", "lose UK21"])
    board.do("lose UK02")
    assert board.asks == "CombatPhase"


def test_11_13_6_ex_that_empties_the_hex() -> None:
    """11.13.6, reading 69: attackers that are left may advance."""
    units = {"UK01": "3316", "GE15": "3317"}
    board = battle("EX", units, "3317", "UK01").do("lose GE15", "lose UK01")
    assert board.asks == "Advance"


# 11.14 Advance ----------------------------------------------------------------------------


def test_11_14_attackers_may_advance_within_stacking() -> None:
    """11.14, reading 69: participants only, within stacking, US and UK not together."""
    units = {**WEAK, "US15": "3316", "UK01": "3417", "US02": "3216"}
    board = battle("DR", units, "3317", "US01 US11 US15 UK01").do("retreat GE05 3318")
    assert board.legal == ["hold", "advance US01", "advance US11", "advance US15", "advance UK01"]
    assert board.refused("advance US02") == ("11.14",)
    board.do("advance US11")
    assert board.refused("advance US01") == ("3.1.2",)
    assert board.refused("advance UK01") == ("3.1.2",)
    assert board.refused("advance US11") == ("11.14",)
    board.do("advance US15")
    assert (board.at("US11"), board.at("US15")) == ("3317", "3317")
    assert (board.holds("3317"), board.asks) == ("allied", "CombatPhase")


def test_11_14_nobody_must() -> None:
    """11.14: advancing is never mandatory."""
    board = battle("DR", WEAK, "3317", STRONG).do("retreat GE05 3318", "hold")
    assert (board.at("US11"), board.asks) == ("3316", "CombatPhase")
    assert board.holds("3317") == "german"


def test_11_14_zones_do_not_block_an_advance() -> None:
    """11.14: attackers advance through and into enemy zones."""
    units = {**WEAK, "GE16": "3419"}
    board = battle("DR", units, "3317", STRONG).do("retreat GE05 3318", "advance US11")
    assert board.at("US11") == "3317"


def test_11_14_defenders_never_advance() -> None:
    """11.13.2, 11.14: a victorious defender stays."""
    units = {"UK01": "3316", "GE23": "3317", "GE15": "3317"}
    board = battle("ASR", units, "3317", "UK01").do("lose UK01", "retreat UK01 3315")
    assert (board.asks, board.at("GE23")) == ("CombatPhase", "3317")


def test_reading_43_heavy_panzers_do_not_advance_into_polder() -> None:
    """Reading 43: neither could one have attacked, so nobody is asked for it."""
    units = {"UK21": "1908", "GE23": "2008", "GE15": "2008"}
    board = battle("DR", units, "1908", "GE23", phase="german.combat")
    board.do(board.legal[0])
    assert board.legal == ["hold", "advance GE23"]


def test_reading_23_the_grounded_do_not_advance() -> None:
    """10.7, reading 23: a dropped unit without overland supply attacks but does not advance."""
    units = {"US13": "3316", "US01": "3217", "GE05": "3317"}
    marks = {"US13": GROUNDED | HAS_DROPPED}
    board = battle("DR", units, "3317", "US01 US13", marks=marks).do("retreat GE05 3318")
    assert board.legal == ["hold", "advance US01"]
    assert board.refused("advance US13") == ("10.7",)


def test_11_14_an_advance_takes_a_port_hex() -> None:
    """3.5: an advance enters the hex, so control changes."""
    units = {"GE03": "2523 reduced", "US11": "2522", "US15": "2522", "US01": "2423"}
    board = battle("DS", units, "2523", "US11 US01 US15").do("lose GE03", "advance US01")
    assert board.holds("2523") == "allied"


def test_4_4_an_advance_onto_a_beachhead() -> None:
    """Reading 46: a German advance onto a beachhead eliminates it."""
    units = {"UK21": "3523", "GE23": "3522"}
    beaches = ("2723", "2824", "3523", "3223")
    board = battle("DR", units, "3523", "GE23", phase="german.combat", beachheads=beaches)
    board.do("retreat UK21 3424", "advance GE23")
    assert board.st.beachheads[2] == -2


# Attacked again ---------------------------------------------------------------------------


def test_reading_68_a_unit_that_retreated_onto_friends() -> None:
    """Reading 68: it adds nothing to their defence and cannot take their loss."""
    units = {"GE15": "3318", "GE05": "3318", "US01": "3319"}
    board = Board(units, phase="allied.combat", marks={"GE15": ATTACKED})
    odds = board.odds("3318", "US01")
    assert odds.defenders == [board.unit("GE05")]
    assert odds.defence == 4


def test_reading_68_it_retreats_with_them() -> None:
    """Reading 68: if they must retreat it goes too, but pays nothing."""
    units = {"GE15": "3317", "GE05": "3317", "US11": "3316", "US01": "3217"}
    board = battle("DR", units, "3317", STRONG, marks={"GE15": ATTACKED})
    assert {line.split()[1] for line in board.legal} == {"GE05", "GE15"}
    stuck = {"GE15": "3317", "GE05": "3317", "US11": "3316", "US01": "3318"}
    board = battle("DR", stuck, "3317", STRONG, marks={"GE15": ATTACKED}).do("hold")
    assert board.legal == ["lose GE05"]


def test_reading_68_the_hex_is_not_empty() -> None:
    """Reading 68: if the others die and it stays, nobody advances."""
    stuck = {"GE15": "3317", "GE05": "3317 reduced", "US11": "3316", "US01": "3318"}
    board = battle("DR", stuck, "3317", STRONG, marks={"GE15": ATTACKED}).do("hold", "lose GE05")
    assert (board.at("GE15"), board.asks) == ("3317", "CombatPhase")


def test_8_3_replaced_units_retreat() -> None:
    """Reading 44: a unit with a replacement marker retreats like any other."""
    units = {"US01": "3317", "GE23": "3316", "GE15": "3316"}
    board = battle(
        "DR", units, "3317", "GE23 GE15", phase="german.combat", marks={"US01": REPLACED}
    )
    assert board.legal_of("retreat", "US01")


@pytest.mark.parametrize("result", ["AS", "SM", "EX", "DR"])
def test_a_half_fought_battle_can_be_stored(result: str) -> None:
    """A half-fought battle survives a dump and continues in the same way."""
    board = battle(result, {"UK01": "3316", "GE28": "3317"}, "3317", "UK01")
    fresh = board.game.new("standard", {})
    again = fresh.load(board.st.dump())
    assert again == board.st
    assert again.key() == board.st.key()
