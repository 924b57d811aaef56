"""Sections 11.13 and 11.14: every result, retreats and their conversions, advances."""

from __future__ import annotations

from bocage.games.roundup.board.position import GROUNDED, HAS_DROPPED
from bocage.games.roundup.s11_results import retreat_hexes
from tests.games.roundup.build import Board, battle
from tests.games.roundup.fights import DROP, STRONG, WEAK

# AS, ASR, SM ------------------------------------------------------------------------------


def test_11_13_1_as() -> None:
    """11.13.1: one attacker of the attacker's choice loses a step; nobody moves."""
    units = {"UK01": "3316", "UK21": "3316", "GE20": "3317"}
    board = battle("AS", units, "3317", "UK01 UK21")
    assert (board.asks, board.seat) == ("StepLoss", "allied")
    assert board.legal == ["lose UK01", "lose UK21"]
    assert board.refused("lose GE20") == ("11.13.1",)
    board.do("lose UK01")
    assert board.steps("UK01") == 1
    assert board.asks == "CombatPhase"
    assert [(e.unit, e.rule) for e in board.told("StepLost")] == [(board.unit("UK01"), "11.13.1")]


def test_11_13_1_the_last_step_removes_a_unit() -> None:
    """11.13.1, 3.4: a division with one step left is eliminated."""
    board = battle("AS", {"UK01": "3316 reduced", "GE20": "3317"}, "3317", "UK01").do("lose UK01")
    assert board.at("UK01") == "dead"
    assert board.told("Eliminated")[0].rule == "3.4"


def test_11_13_7_sm() -> None:
    """11.13.7: nothing happens."""
    board = battle("SM", {"UK01": "3316", "GE28": "3317"}, "3317", "UK01")
    assert board.asks == "CombatPhase"
    assert (board.steps("UK01"), board.steps("GE28")) == (2, 2)
    assert board.at("GE28") == "3317"


def test_11_13_2_asr() -> None:
    """11.13.2: a step is lost, then every attacker retreats a hex, outside enemy zones."""
    units = {"UK01": "3316", "UK02": "3217", "GE23": "3317", "GE15": "3317"}
    board = battle("ASR", units, "3317", "UK01 UK02").do("lose UK01")
    assert board.asks == "Retreat"
    assert board.legal_of("retreat", "UK01") == {"3216", "3315", "3416"}
    assert board.refused("retreat UK01 3417") == ("3.2.4",)
    assert board.refused("retreat UK01 3317") == ("11.13.2",)
    assert board.refused("retreat UK01 3313") == ("11.13.2",)
    assert board.refused("retreat GE23 3318") == ("11.13.2",)
    assert board.refused("hold") == ("11.13.2",)
    board.do("retreat UK01 3315", "retreat UK02 3117")
    assert (board.at("UK01"), board.at("UK02")) == ("3315", "3117")
    assert board.asks == "CombatPhase"
    assert {each.rule for each in board.told("Retreated")} == {"11.13.2"}


def test_11_13_2_an_eliminated_unit_does_not_retreat() -> None:
    """11.13.2: the unit that lost its last step is gone; the others retreat."""
    units = {"UK01": "3316 reduced", "UK02": "3217", "GE23": "3317", "GE15": "3317"}
    board = battle("ASR", units, "3317", "UK01 UK02").do("lose UK01")
    assert {line.split()[1] for line in board.legal} == {"UK02"}


def test_reading_65_each_attacker_that_is_stuck_loses_a_step() -> None:
    """11.13.2, reading 65: a unit without a retreat stays and loses a step."""
    units = {
        "UK01": "3316",
        "UK21": "3316",
        "GE23": "3317",
        "GE20": "3314",
        "GE16": "3116",
        "GE17": "3516",
    }
    board = battle("ASR", units, "3317", "UK01 UK21", "1", "1").do("lose UK01")
    assert board.legal == ["hold"]
    board.do("hold")
    assert (board.at("UK01"), board.at("UK21")) == ("dead", "track")
    assert board.asks == "CombatPhase"
    assert {e.rule for e in board.told("ResultChanged")} == {"11.13.2"}


# DR ---------------------------------------------------------------------------------------


def test_11_13_3_dr() -> None:
    """11.13.3: the defenders retreat a hex of the owner's choice, outside enemy zones."""
    board = battle("DR", WEAK, "3317", STRONG)
    assert (board.asks, board.seat) == ("Retreat", "german")
    assert board.legal == ["retreat GE05 3318", "retreat GE05 3418"]
    assert board.refused("retreat GE05 3218") == ("3.2.4",)
    assert board.refused("retreat GE05 3316") == ("11.13.3",)
    board.do("retreat GE05 3318")
    assert (board.asks, board.seat) == ("Advance", "allied")


def test_11_13_3_a_stack_may_part() -> None:
    """11.13.3: stacked units need not stay together."""
    units = {"GE05": "3317", "GE15": "3317", "US11": "3316", "US15": "3316", "US01": "3217"}
    board = battle("DR", units, "3317", "US11 US15 US01")
    board.do("retreat GE15 3318", "retreat GE05 3418")
    assert (board.at("GE05"), board.at("GE15")) == ("3418", "3318")


def test_11_13_3_no_retreat_becomes_a_step_loss() -> None:
    """11.13.3, 3.2.4: with no way out DR becomes DS, one step for the whole stack."""
    units = {"GE20": "3317", "GE15": "3317", "US11": "3316", "US01": "3318"}
    board = battle("DR", units, "3317", STRONG)
    assert board.legal == ["hold"]
    board.do("hold")
    assert [e.rule for e in board.told("ResultChanged")] == ["3.2.4"]  # a zone bars the way
    assert board.legal == ["lose GE15", "lose GE20"]
    board.do("lose GE20")
    assert (board.steps("GE20"), board.at("GE15")) == (1, "3317")
    assert board.asks == "CombatPhase"
    assert board.told("StepLost")[0].rule == "11.13.4"


def test_11_13_3_a_converted_result_that_empties_the_hex() -> None:
    """11.13.4, 11.14: if the loss empties the hex, attackers may advance."""
    units = {"GE05": "3317 reduced", "US11": "3316", "US01": "3318"}
    board = Board(units, phase="allied.combat")
    odds = board.odds("3317", "US11", "US01")
    assert odds.odds == "6:1"
    board = battle("DR", units, "3317", STRONG).do("hold", "lose GE05")
    assert board.asks == "Advance"


POCKET = {"US02": "3118", "US03": "3518", "US04": "3320", "US11": "3316", "US15": "3316"}
"""Around 3317 only 3318 is outside enemy zones, and from there no hex is."""


def test_reading_63_only_one_unit_is_stuck() -> None:
    """Reading 63: a smaller unit stops on a friendly division; the division is stuck and pays."""
    units = {**POCKET, "GE20": "3317", "GE15": "3317", "GE16": "3318"}
    board = battle("DR", units, "3317", "US11 US15")
    assert board.legal == ["retreat GE15 3318"]
    board.do("retreat GE15 3318", "hold")
    assert (board.at("GE15"), board.at("GE20"), board.steps("GE20")) == ("3318", "3317", 1)
    assert board.told("StepLost")[0].rule == "reading 63"


def test_reading_67_through_friends() -> None:
    """11.13.3, reading 67: through friends with no room, hex by hex, to one that has."""
    units = {"US02": "3117", "US03": "3517", "US11": "3316", "GE20": "3317", "GE16": "3318"}
    board = battle("DR", units, "3317", "US11")
    assert board.legal_of("retreat", "GE20") == {"3219", "3319", "3419"}
    assert board.refused("retreat GE20 3318") == ("11.13.3",)
    board.do("retreat GE20 3319")
    assert board.at("GE20") == "3319"


def test_reading_63_a_smaller_unit_stops_on_friends() -> None:
    """Reading 63: where a unit may stack legally it stops, and goes no further."""
    units = {"US02": "3117", "US03": "3517", "US11": "3316", "GE15": "3317", "GE16": "3318"}
    board = battle("DR", units, "3317", "US11")
    assert board.legal == ["retreat GE15 3318"]


def test_reading_66_friends_in_a_zone_are_not_ways_out() -> None:
    """Reading 66: a friend in an enemy zone does not open the hex for a retreat."""
    units = {"GE20": "3317", "GE15": "3318", "US11": "3316", "US01": "3319", "US02": "3217"}
    board = battle("DR", units, "3317", "US11 US02")
    assert "3318" not in board.legal_of("retreat", "GE20")


def test_11_13_us_and_uk_pass_through_each_other() -> None:
    """3.1.2, reading 67: a US unit does not stop on a UK unit but passes through it."""
    units = {"GE02": "3117", "GE03": "3517", "GE23": "3316", "US01": "3317", "UK21": "3318"}
    board = battle("DR", units, "3317", "GE23", phase="german.combat")
    assert board.legal_of("retreat", "US01") == {"3219", "3319", "3419"}


def test_reading_43_heavy_panzers_do_not_retreat_into_polder() -> None:
    """Reading 43: a heavy panzer's retreat does not lead into polder; others may go there."""
    heavy = battle("DR", {"GE15": "2008", "US11": "2007"}, "2008", "US11")
    assert heavy.legal == ["retreat GE15 2108"]
    assert heavy.refused("retreat GE15 1908") == ("reading 43",)
    other = battle("DR", {"GE20": "2008", "US11": "2007", "US15": "2007"}, "2008", "US11 US15")
    assert other.legal_of("retreat", "GE20") == {"1908", "2009", "2108"}


def test_4_4_a_retreat_onto_a_beachhead() -> None:
    """Reading 46: a German unit that retreats onto a beachhead eliminates it."""
    units = {"GE05": "3522", "US11": "3521"}
    board = battle("DR", units, "3522", "US11", beachheads=("2723", "2824", "3523", "3223")).do(
        "retreat GE05 3523"
    )
    assert board.st.beachheads[2] == -2


def test_10_7_dr_against_a_drop_becomes_ex() -> None:
    """10.7, 11.13.3: DR against a unit air-dropped this turn is EX."""
    units = {"US13": "3317", "GE23": "3316"}
    board = battle("DR", units, "3317", "GE23", phase="german.combat", marks={"US13": DROP})
    assert [e.rule for e in board.told("ResultChanged")] == ["10.7"]
    board.do("lose US13", "lose GE23")
    assert (board.at("US13"), board.steps("US13"), board.steps("GE23")) == ("3317", 1, 1)


def test_10_7_the_dropped_have_nowhere_to_retreat() -> None:
    """10.7: in the turn of its drop a unit retreats nowhere, whatever is open."""
    board = Board({"US13": "3317"}, phase="german.combat", marks={"US13": DROP})
    assert retreat_hexes(board.st, board.unit("US13")) == []
    free = Board({"US13": "3317"}, phase="german.combat")
    assert len(retreat_hexes(free.st, free.unit("US13"))) == 6


def test_reading_24_dsr_against_a_drop() -> None:
    """Reading 24: DSR against a drop costs its step; the retreat is ignored."""
    units = {"US14": "3317", "GE23": "3316", "GE30": "3217", "GE31": "3417"}
    marks = {"US14": DROP}
    board = battle("DSR", units, "3317", "GE23 GE30 GE31", phase="german.combat", marks=marks)
    board.do("lose US14")
    assert (board.at("US14"), board.asks) == ("3317", "CombatPhase")
    assert [e.rule for e in board.told("ResultChanged")] == ["reading 24"]


def test_reading_23_later_the_dropped_retreat() -> None:
    """Reading 23: in later turns a dropped unit retreats like any other."""
    units = {"US13": "3317", "GE23": "3316"}
    marks = {"US13": GROUNDED | HAS_DROPPED}
    board = battle("DR", units, "3317", "GE23", phase="german.combat", marks=marks)
    assert board.asks == "Retreat"
    assert board.legal_of("retreat", "US13")
