"""Units under way in The Pocket at Falaise at the terminal: fire that does nothing, quiet ways,
and rounds that are ended by a slip."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from bocage.cli.game_file import Sitting
from bocage.cli.terminal.face import face_of
from bocage.cli.terminal.session import Session
from bocage.games.falaise.board.position import FOUGHT
from bocage.games.falaise.words.verbs import END
from bocage.hexes.kernels import ZONE
from tests.games.falaise.build import Board, game

from .test_any_game import Typed

NO_EFFECT, HALT = 1, 6
"""Dice of Op-Fire at a unit in the open by day."""


def sat(
    folder: Path, units: Mapping[str, str], *lines: str, phase: str, die: int = NO_EFFECT
) -> tuple[Board, str]:
    """Types lines in a position, and gives it with all that was shown."""
    board = Board(units, phase=phase, dice=(die,) * 6, points=8)
    screen = Typed(*lines)
    Session(Sitting(folder / "g.bocage", board.table, None), screen).run()
    return board, screen.text


@pytest.fixture
def watched() -> dict[str, str]:
    """Return a brigade that walks past a German regiment, and another that could move too."""
    return {"C-2-4": "0425", "C-2-5": "0427", "G-271-977": "0421"}


def test_fire_without_effect_stops_nobody(tmp_path: Path, watched: dict[str, str]) -> None:
    """After a shot without effect a unit continues along the path that was typed, and says so."""
    lines = ("move C-2-4 0424-0423-0422-0322", "fire", "fire", "quit")
    board, text = sat(tmp_path, watched, *lines, phase="move C2")
    assert board.at("C-2-4") == "0322"
    assert board.asks == "MoveRound"
    assert "continues: 0322" in text
    assert "No: " not in text


def test_a_hit_ends_a_units_path(tmp_path: Path, watched: dict[str, str]) -> None:
    """A shot that tells ends the path where it was fired at."""
    lines = ("move C-2-4 0424-0423-0422-0322", "fire", "quit")
    board, text = sat(tmp_path, watched, *lines, phase="move C2", die=HALT)
    assert board.at("C-2-4") == "0422"
    assert "continues" not in text


def test_without_fire_a_unit_continues_its_path(tmp_path: Path, watched: dict[str, str]) -> None:
    """Where nobody fires the path is walked to its end too, and a unit with points left stays."""
    lines = ("move C-2-4 0424-0423-0422", "pass", "quit")
    board, _ = sat(tmp_path, watched, *lines, phase="move C2")
    assert board.at("C-2-4") == "0422"
    assert board.asks == "MoveRound"


def test_standing_orders_do_not_end_a_path(tmp_path: Path, watched: dict[str, str]) -> None:
    """The same where orders answer for the enemy."""
    lines = ("orders german fire", "move C-2-4 0424-0423-0422-0322", "quit")
    board, text = sat(tmp_path, watched, *lines, phase="move C2")
    assert board.at("C-2-4") == "0322"
    assert "continues: 0322" in text


def test_a_german_leaves_by_the_edge_after_a_shot(tmp_path: Path) -> None:
    """What is left of a line may be the exit."""
    units = {"G-84-51": "3936", "U-1-16": "4038"}
    lines = ("move 84-51 4037 exit", "fire", "fire", "quit")
    board, text = sat(tmp_path, units, *lines, phase="move 84")
    assert board.at("G-84-51") == "exited"
    assert "continues: the edge" in text


def test_another_line_cancels_the_rest_of_a_path(tmp_path: Path, watched: dict[str, str]) -> None:
    """What was left of a path is forgotten when its unit is no longer under way."""
    lines = ("move C-2-4 0424-0423-0422-0322", "fire", "move C-2-5 0426", "quit")
    board, _ = sat(tmp_path, watched, *lines, phase="move C2", die=HALT)
    assert board.at("C-2-4") == "0422"
    assert board.at("C-2-5") == "0426"


def test_a_path_with_a_gap_is_refused_before_the_first_step(
    tmp_path: Path, watched: dict[str, str]
) -> None:
    """What lies behind a shot is looked at before it: a hex that is not next stops the line."""
    lines = ("move C-2-4 0424-0423-0422-0319", "quit")
    board, text = sat(tmp_path, watched, *lines, phase="move C2")
    assert "0319 is not next to 0422" in text
    assert board.at("C-2-4") == "0425"


# Quiet ways -------------------------------------------------------------------------------


def meant(board: Board, line: str) -> list[str]:
    """Return the actions that a line means, as the save would have them."""
    return [game().grammar.say(each) for each in face_of(game()).actions(board.st, 0, line)]


def test_a_road_without_enemies_is_preferred() -> None:
    """Where Road Movement comes to the hex and enters no enemy zone, that is the way."""
    units = {"C-2A-6": "3022", "G-271-977": "3027", "G-271-978": "3424"}
    board = Board(units, phase="move C2", points=8)
    found = meant(board, "move C-2A-6 3129")
    assert found[:3] == ["select C-2A-6", "step 3023", "step 2924"]
    zone = board.st.zone(0)
    hexes = [board.hex(each.removeprefix("step ")) for each in found if each.startswith("step")]
    assert hexes[-1] == board.hex("3129")
    assert not any(zone[h] & ZONE for h in hexes)
    board.do(*found)
    assert board.at("C-2A-6") == "3129"
    other = Board(units, phase="move C2", points=8)
    other.do("select C-2A-6")
    assert meant(other, "go 3129") == ["go 3129"], "what the rules call going is left alone"


def test_the_way_with_the_fewest_shots_is_chosen(tmp_path: Path) -> None:
    """Of two ways the one with fewer shots is taken; the text names it and where the enemy may
    fire."""
    units = {"C-2-4": "3628", "C-2-5": "3026", "G-271-977": "3830", "G-271-978": "3931"}
    board, text = sat(tmp_path, units, "move C-2-4 3831", "pass", "pass", "quit", phase="move C2")
    assert "By 3629-3630-3731-3831: the enemy may fire in 3731, 3831 (6.2)" in text
    assert board.at("C-2-4") == "3831"


def test_a_way_without_fire_is_not_mentioned(tmp_path: Path, watched: dict[str, str]) -> None:
    """Nothing is said about a way on which nobody may fire, or only at its end."""
    lines = ("move C-2-5 0426", "move C-2-4 0422", "pass", "quit")
    _, text = sat(tmp_path, watched, *lines, phase="move C2")
    assert "the enemy may fire" not in text.replace("the enemy may fire (6.2)", "")


# Ends by a slip ---------------------------------------------------------------------------


def test_ending_without_a_mechanized_assault_must_be_confirmed(tmp_path: Path) -> None:
    """If a Mechanized Assault was possible, `end` must be confirmed. A player who typed `end`
    once too often loses nothing."""
    units = {"C-2A-6": "0423", "G-271-977": "0421"}
    lines = ("move C-2A-6 0422", "pass", "end", "end", "no", "quit")
    board, text = sat(tmp_path, units, *lines, phase="move C2")
    assert board.asks == "AssaultPhase"
    assert "No Mechanized Assault was made. End the round anyway?" in text


def test_only_who_is_active_counts_as_having_fought() -> None:
    """What another corps did this turn is not a reason not to ask."""
    units = {"C-2-4": "0422", "P-1-K": "0420", "G-271-977": "0421"}
    face = face_of(game())
    board = Board(units, phase="assault C2")
    other = board.st.copy()
    other.marks[other.world.unit_names.index("P-1-K")] |= FOUGHT
    assert face.doubt(other, 0, END()).startswith("No unit has attacked yet.")
    other.marks[other.world.unit_names.index("C-2-4")] |= FOUGHT
    assert face.doubt(other, 0, END()) == ""
