"""8.0 Bombardments and Airstrikes: range, nations, the table, friendly fire."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.games.falaise.s08_bombardment import AIR, BombardmentOdds

from .build import Board


def guns(*, turn: int = 3, dice: tuple[int, ...] = (), **more: str) -> Board:
    """Canadian guns six hexes from a German stack, by night unless told."""
    units = {"C-2-4": "0427", "G-271-977": "0421", "G-271-979": "0421"}
    units |= {k.replace("_", "-"): v for k, v in more.items()}
    air = () if turn % 2 else (1,)
    return Board(units, phase="air", turn=turn, dice=(*air, *dice))


def test_8_2_range() -> None:
    """8.2: six hexes from any unit of the corps, not seven."""
    board = guns(G_708="0420")
    assert "shell C2 0421" in board.legal
    assert board.refused("shell C2 0420") == "8.2"
    assert board.refused("shell C2 0427") == "8.2"
    assert board.refused("shell 74 0421") == "8.2"


def test_8_2_extended_range_from_a_crest_by_day() -> None:
    """8.2: two hexes more by day from a crest, at -1; by night not."""
    units = {"C-2-4": "1223", "G-708": "1231"}
    board = Board(units, phase="bombardment", turn=2)
    assert "shell C2 1231" in board.legal
    corps = board.game.world.corps_names.index("C2")
    assert BombardmentOdds(board.st, corps, board.hex("1231")).drm == -1
    assert Board(units, phase="bombardment", turn=3).refused("shell C2 1231") == "8.2"


def test_8_2_a_marker_fires_once() -> None:
    """8.2: a corps' guns are done for the turn."""
    board = guns(dice=(1,))
    board.do("shell C2 0421")
    assert board.refused("shell C2 0421") == "8.2"


def test_8_2_us_guns_do_not_fire_next_to_the_commonwealth() -> None:
    """8.2: nor next to Poles, unless a US unit is stacked with them."""
    units = {"U-90-357": "0424", "G-708": "0421", "C-2-4": "0420"}
    board = Board(units, phase="bombardment", turn=2)
    assert board.refused("shell US15 0421") == "8.2"
    units = {"U-90-357": "0420", "G-708": "0421", "P-1-S": "0420"}
    assert "shell US15 0421" in Board(units, phase="bombardment", turn=2).legal


@pytest.mark.parametrize(
    ("die", "hit", "asks"), [(4, False, "Bombardment"), (5, True, "Bombardment")]
)
def test_8_1_the_table_by_night(die: int, hit: bool, asks: str) -> None:
    """8.1: night has -2, so a 5 disrupts every unit in the hex and a 4 does nothing."""
    board = guns(dice=(die,))
    board.do("shell C2 0421")
    assert board.disrupted("G-271-977") is hit
    assert board.disrupted("G-271-979") is hit
    assert board.asks == asks


def test_8_1_a_six_costs_a_step_of_the_owners_choice() -> None:
    """8.1, reading 63: one step from the hex, which the Germans choose, and all are disrupted."""
    board = guns(turn=2, dice=(6,))
    board.do("shell C2 0421")
    assert (board.asks, board.seat) == ("StepLoss", "german")
    board.do("lose G-271-979")
    assert (board.at("G-271-979"), board.disrupted("G-271-977")) == ("dead", True)


def test_8_3_airstrikes_by_day() -> None:
    """8.3: as many as the die says, on any German hex, by day alone."""
    board = Board({"G-708": "2624", "C-2-4": "0421"}, phase="air", turn=2, dice=(2, 1, 1))
    board.do("strike 2624", "strike 2624")
    assert board.refused("strike 2624") == "8.3"
    assert Board({"G-708": "2624"}, phase="air", turn=3).refused("strike 2624") == "8.3"


def test_8_1_towns_and_woods_shelter() -> None:
    """8.1: town and woods -1, Argentan -2."""
    board = Board({"G-708": "2314", "G-9P": "3219", "G-2P-2": "1725"})
    drm = [BombardmentOdds(board.st, AIR, board.hex(h)).drm for h in ("2314", "3219", "1725")]
    assert drm == [-1, -2, -1]


def test_8_4_friendly_fire() -> None:
    """8.4: an Airstrike next to Allied units rolls for each hex; the Germans pick the unit."""
    units = {"G-708": "0421", "C-2-4": "0422", "C-2A-6": "0422", "C-2-5": "0420"}
    board = Board(units, phase="bombardment", turn=2, air=1, dice=(1, 4, 3))
    board.do("strike 0421")
    assert (board.asks, board.seat) == ("Victim", "german")
    assert board.refused("disrupt C-2-5") == "8.4"
    board.do("disrupt C-2-4")
    assert (board.disrupted("C-2-4"), board.disrupted("C-2A-6")) == (True, False)


def test_8_4_artillery_by_day_is_safe() -> None:
    """8.4: guns hit friends at night only."""
    board = Board({"G-708": "0421", "C-2-4": "0422"}, phase="bombardment", turn=2, dice=(1,))
    board.do("shell C2 0421")
    assert board.asks == "Bombardment"
    board = Board({"G-708": "0421", "C-2-4": "0422"}, phase="bombardment", turn=3, dice=(1, 1))
    board.do("shell C2 0421")
    assert board.asks == "Victim"


def test_8_3_by_night_nobody_speaks_of_airstrikes() -> None:
    """The question offers Airstrikes only while some are left."""
    night, day = guns(turn=3), guns(turn=2)
    tops: list[Any] = [board.st.stack[-1] for board in (night, day)]
    asked = [top.prompt(board.st).template for top, board in zip(tops, (night, day), strict=True)]
    assert ["Airstrike" in each for each in asked] == [False, True]
