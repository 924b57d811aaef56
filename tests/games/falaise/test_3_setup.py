"""3.0 Set-up and victory: sectors, exceptions, redeployment, surrender, the final count."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.engine.dice import GivenDice
from bocage.engine.table import Table
from bocage.games.falaise.board.position import GUF, POOL, Position
from bocage.games.falaise.game import load
from bocage.games.falaise.s03_setup import written_setup
from bocage.games.falaise.s03_victory import count_up, to_roll
from bocage.tables import DataError

from .build import Board, game

GERMAN, ALLIED = 1, 0


def table(*lines: tuple[int, str], dice: tuple[str, ...] = ("3",) * 9) -> Table[Position]:
    """Return a new game with some lines done."""
    made = Table.new(game(), seed=bytes(32), oracle=GivenDice(dice))
    for seat, line in lines:
        ruling = made.do(seat, line)
        assert ruling, f"{line}: {made.say(ruling)}"
    return made


def rule_against(made: Table[Position], seat: int, line: str) -> str:
    """Return the rule cited first against a line."""
    ruling = made.check(seat, line)
    assert not ruling, f"{line} is allowed"
    return ruling.rules[0].case


BOTH = (
    *((GERMAN, "setup recommended"), (GERMAN, "end")),
    *((ALLIED, "setup recommended"), (ALLIED, "end")),
)


def test_3_1_the_recommended_set_ups_are_legal_and_whole() -> None:
    """3.1: one line sets up a side, by the rules, with every unit that starts on the map."""
    made = table(*BOTH)
    assert POOL not in made.state.loc
    assert game().faults(made.state) == []


def test_3_1_a_set_up_is_free_to_change() -> None:
    """3.1: after the recommended set-up any unit may be picked up and set up elsewhere."""
    made = table((GERMAN, "setup recommended"), (GERMAN, "pick G-7A"), (GERMAN, "place G-7A 1743"))
    assert made.do(GERMAN, "end")


def test_3_1_a_set_up_can_be_kept_and_loaded(tmp_path: Path) -> None:
    """3.1: a player's own set-up is written down and set up again from another folder."""
    made = table((GERMAN, "setup recommended"), (GERMAN, "pick G-7A"), (GERMAN, "place G-7A 1743"))
    text = written_setup(made.state, GERMAN, "mine", 'My "own" line')
    (tmp_path / "setups.toml").write_text(text, encoding="utf-8")
    again = Table.new(load(tmp_path), seed=bytes(32), oracle=GivenDice(()))
    assert again.do(GERMAN, "setup mine")
    assert again.state.loc == made.state.loc
    wrong = text.replace("1743", "9999")
    (tmp_path / "setups.toml").write_text(wrong, encoding="utf-8")
    with pytest.raises(DataError, match="9999"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("unit", "number", "rule"),
    [
        ("G-12SS-O", "1419", "3.1"),
        ("G-501SS", "1523", "3.1"),
        ("G-9SS-19", "2435", "3.1"),
        ("G-LEHR-AA", "3440", "3.1"),
        ("G-7A", "2020", "3.1"),
        ("G-PGE", "1510", "3.1"),
        ("G-1SS", "2250", "3.1"),
    ],
)
def test_3_1_german_places(unit: str, number: str, rule: str) -> None:
    """3.1: each unit has its place, and is refused elsewhere."""
    made = table((GERMAN, f"pick {unit}"))
    assert rule_against(made, GERMAN, f"place {unit} {number}") == rule


def test_3_1_lehr_and_1_ss_stand_by_the_paratroops() -> None:
    """3.1, reading 21: with or next to a unit of the 2nd FJ Corps, but no unit anchors itself."""
    made = table(
        *((GERMAN, "pick G-3FJ-5"), (GERMAN, "place G-3FJ-5 2150"), (GERMAN, "pick G-1SS")),
        (GERMAN, "place G-1SS 2149"),
    )
    made.do(GERMAN, "pick G-LEHR-KG")
    assert rule_against(made, GERMAN, "place G-LEHR-KG 2148") == "3.1"
    assert made.do(GERMAN, "place G-LEHR-KG 2150")


def test_3_1_behind_the_front_only_when_it_is_full() -> None:
    """3.1: a unit stands behind one of its division only if the front has no room for it."""
    made = table((GERMAN, "pick G-85-53"), (GERMAN, "place G-85-53 1317"), (GERMAN, "pick G-85-54"))
    assert rule_against(made, GERMAN, "place G-85-54 1416") == "3.1"


def test_3_1_us_divisions_keep_apart() -> None:
    """3.1, reading 14: no unit of the US 1st, 9th and 90th is set up next to another of them."""
    made = table(*BOTH[:2], (ALLIED, "place U-1-16 2551"))
    made.do(ALLIED, "pick U-1-18")
    assert rule_against(made, ALLIED, "place U-1-18 2551") in {"5.3", "reading 14"}
    assert rule_against(made, ALLIED, "place U-1-18 2651") == "reading 14"
    assert made.do(ALLIED, "place U-1-18 2751")


def test_3_1_the_80th_stands_alone() -> None:
    """3.1: the 80th within five hexes of Argentan, not next to another division."""
    made = table(*BOTH[:2], (ALLIED, "pick F-2-D"), (ALLIED, "place F-2-D 3322"))
    made.do(ALLIED, "pick U-80-317")
    assert rule_against(made, ALLIED, "place U-80-317 3321") == "3.1"
    assert rule_against(made, ALLIED, "place U-80-317 3820") == "3.1"
    assert made.do(ALLIED, "place U-80-317 3418")


def test_3_1_currie_starts_with_its_brigade() -> None:
    """3.1: Task Force Currie is set up with the 10th Mechanized Brigade, and ends there."""
    made = table(*BOTH[:3], (ALLIED, "pick C-4-10"), (ALLIED, "place C-4-10 1319"))
    assert rule_against(made, ALLIED, "end") == "3.1"
    assert made.do(ALLIED, "pick C-4-CUR")
    assert made.do(ALLIED, "place C-4-CUR 1319")
    assert made.do(ALLIED, "end")


def test_3_1_redeployment_and_unknown_forces() -> None:
    """3.1: six taken up, two put back away from the Allies, four unknown; no VP for that."""
    units = ("G-10SS-21", "G-10SS-22", "G-2SS-D", "G-2SS-DF", "G-9SS-19", "G-9SS-20")
    order = sorted(units, key=game().world.unit_names.index)
    made = table(*BOTH, *((GERMAN, f"take {unit}") for unit in order))
    assert rule_against(made, GERMAN, "take G-PGE") == "3.1"
    made.do(GERMAN, "end")
    made.do(GERMAN, f"pick {order[0]}")
    assert rule_against(made, GERMAN, f"place {order[0]} 3210") == "3.1"  # next to the 90th
    assert rule_against(made, GERMAN, f"place {order[0]} 0710") == "reading 18"
    assert made.do(GERMAN, f"place {order[0]} 1804")
    made.do(GERMAN, f"pick {order[1]}")
    made.do(GERMAN, f"place {order[1]} 2404")
    assert rule_against(made, GERMAN, f"pick {order[2]}") == "3.1"
    made.do(GERMAN, "end")
    assert list(made.state.loc).count(GUF) == 4
    assert made.state.vp == 0


def test_3_1_five_unknown_cost_a_point() -> None:
    """3.1, 3.2: with five or six units withheld the Allies begin with 1 VP."""
    units = ("G-10SS-21", "G-10SS-22", "G-2SS-D", "G-2SS-DF", "G-9SS-19")
    order = sorted(units, key=game().world.unit_names.index)
    made = table(*BOTH, *((GERMAN, f"take {unit}") for unit in order))
    made.do(GERMAN, "end")
    made.do(GERMAN, "end")
    assert made.state.vp == 1


# 3.3 Victory -----------------------------------------------------------------------------


def test_3_3_divisions_and_mechanized_units_east_of_the_line() -> None:
    """3.3: 2 VP a division, 2 more a Mechanized unit; corps troops and companies as they are."""
    units = {"G-2SS-D": "1604", "G-2SS-DF": "1704", "G-271-977": "1804", "G-501SS": "1904"}
    board = Board(units | {"G-PGE": "2004", "G-7A": "2104", "G-708": "exited"}, argentan=0)
    # 2 SS 2 + 2 + 2, 271 2, 501 SS 2, the exit 1; the companies nothing.
    assert count_up(board.st).total("german") == 11


@pytest.mark.parametrize(("blocked", "points"), [(False, 10), (True, 5)])
def test_3_3_argentan(blocked: bool, points: int) -> None:
    """3.3: Argentan is worth 5, and 10 with a Line of Communication."""
    ring = {"U-90-357": "3217", "U-90-358": "3119", "F-2-L": "3121", "U-90-359": "3320"}
    units = {"G-708": "3219", **(ring if blocked else {})}
    board = Board(units)
    assert count_up(board.st).total("german") == points


def test_3_3_surrender_without_an_loc() -> None:
    """3.3: on turn 10 cut-off units roll die + 2 against the printed TER; 1 and 2 need no die."""
    ring = {"C-2-4": "0322", "C-2-5": "0420", "C-3-7": "0521", "C-3-8": "0522", "C-3-9": "0321"}
    units = {"G-708": "0421", "G-2SS-2": "0421 disrupted", "G-7A": "0528", **ring}
    board = Board(units, phase="recovery", turn=10, dice=(3,), argentan=0)
    assert board.at("G-708") == "dead"
    assert board.at("G-2SS-2") == "0421"  # 3 + 2 is not above 5
    assert board.at("G-7A") == "0528"  # a company does not roll
    assert board.st.vp == 1
    assert not board.st.stack
    outcome = game().outcome(board.st)
    assert outcome is not None
    assert outcome.winner == ALLIED


def test_3_4_argentan_falls_when_its_garrison_surrenders() -> None:
    """3.4, reading 27: if all Germans in Argentan surrender they do not control it."""
    ring = {"U-90-357": "3217", "U-90-358": "3119", "F-2-L": "3121", "U-90-359": "3320"}
    board = Board({"G-708": "3219", **ring}, phase="recovery", turn=10)
    assert board.st.argentan == ALLIED
    assert board.st.german_vp == 0


def test_3_3_zero_is_a_german_victory() -> None:
    """3.3, reading 29: the Allies need 1 or more."""
    board = Board({}, phase="recovery", turn=10, argentan=0)
    outcome = game().outcome(board.st)
    assert outcome is not None
    assert outcome.winner == GERMAN


# 6.5 Lines of Communication --------------------------------------------------------------


def test_6_5_a_german_loc_leads_to_1703() -> None:
    """6.5: ten hexes to a road, and along the road to 1703, clear of enemy zones."""
    assert Board({"G-708": "2624"}).loc("G-708")
    cut = {"C-2-4": "1803", "C-2-5": "1603"}
    units = {"G-708": "2624", **cut}
    board = Board(units)
    assert to_roll(board.st) == (board.unit("G-708"),)


def test_6_5_a_direct_loc_to_the_east_edge() -> None:
    """Reading 77: escaped Germans trace straight to the east edge, unless ruled otherwise."""
    units = {"G-708": "3004", "C-2-4": "1704", "C-2-5": "1604"}
    assert Board(units).loc("G-708")
    assert not Board(units, options={"german-direct-1703-only": "on"}).loc("G-708")


def test_6_5_friends_negate_zones_off_the_road_only() -> None:
    """6.5, reading 78: a friend in 1703 opens it to a direct path, not to the road."""
    units = {"G-708": "1703", "G-9P": "1902", "G-271-977": "2624", "C-2-4": "1704"}
    board = Board(units, options={"german-direct-1703-only": "on"})
    assert board.st.in_enemy_zone(board.hex("1703"), GERMAN)
    assert board.loc("G-9P")
    assert not board.loc("G-271-977")
    del units["G-708"]
    board = Board(units, options={"german-direct-1703-only": "on"})
    assert not board.loc("G-9P")


def test_9_2_recovery() -> None:
    """9.2: Germans by night or east of the line, Allies by day or with an LOC."""
    units = {"G-708": "2624 disrupted", "G-9P": "1604 disrupted", "C-2-4": "0421 disrupted"}
    board = Board(units, phase="recovery", turn=6, counter=1, dice=())
    assert not board.disrupted("G-9P")
    assert board.disrupted("G-708")
    assert not board.disrupted("C-2-4")
    board = Board(units, phase="recovery", turn=5, counter=1, dice=(1,))
    assert not board.disrupted("G-708")
    assert not board.disrupted("C-2-4")
