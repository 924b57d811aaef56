"""Module 3: stacking, zones of control, steps, control of hexes."""

from __future__ import annotations

import pytest

from bocage.engine.viewers import player
from bocage.games.roundup.pieces.units import GERMAN
from bocage.games.roundup.s03_stacking import is_legal_stack
from tests.games.roundup.build import Board, game


def legal_stack(*names: str) -> bool:
    """Return whether these units may end together in a hex."""
    world = game().world
    return is_legal_stack(world, [world.unit_names.index(name) for name in names])


# 3.1 Stacking -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "legal"),
    [
        (("US01",), True),
        (("US01", "US15"), True),
        (("US15", "US16"), True),
        (("US01", "US02"), False),
        (("US01", "US15", "US16"), False),
        (("UK21", "UK22", "UK23"), False),
        (("US15", "UK21"), False),
        (("US01", "UK21"), False),
        (("UK15", "UK20"), False),
        (("UK20", "UK27"), True),
    ],
)
def test_3_1_2_allied_stacks(names: tuple[str, ...], legal: bool) -> None:
    """3.1.2: a division and a smaller unit, or two smaller ones; US and UK never together."""
    assert legal_stack(*names) is legal


@pytest.mark.parametrize(
    ("names", "legal"),
    [
        (("GE20", "GE15"), True),
        (("GE15", "GE29"), True),
        (("GE20", "GE16"), False),
        (("GE20", "GE15", "GE29"), False),
        (("GE01", "GE29"), True),
    ],
)
def test_3_1_3_german_stacks(names: tuple[str, ...], legal: bool) -> None:
    """3.1.3: a division and a smaller unit of any type, or two smaller ones."""
    assert legal_stack(*names) is legal


def test_3_1_stacks_are_looked_at_when_movement_ends() -> None:
    """3.1: over-stacking is allowed on the way; when the phase ends the owner removes."""
    board = Board({"GE20": "3316", "GE16": "3217"}, phase="german.movement")
    board.do("move GE20 3316-3217", "end")
    assert board.asks == "RemoveExcess"
    assert board.legal == ["remove GE16", "remove GE20"]
    assert board.refused("remove GE21") == ("3.1",)
    board.do("remove GE16")
    assert (board.at("GE16"), board.at("GE20")) == ("dead", "3217")
    assert board.asks == "CombatPhase"


def test_3_1_the_owner_continues_until_the_stack_is_legal() -> None:
    """3.1: one unit after the other is removed, and an Allied brigade is rolled for (8.4)."""
    units = {"UK01": "3316", "UK21": "3217", "UK22": "3217"}
    board = Board(units, phase="allied.movement", dice=["1"])
    board.do("move UK01 3316-3217", "end", "remove UK21")
    assert board.at("UK21") == "track"
    assert board.st.due[board.unit("UK21")] == 4
    assert board.asks == "CombatPhase"


@pytest.mark.parametrize(
    ("units", "phase"),
    [
        ({"US01": "2723", "US02": "2723"}, "allied.allied_stacking"),
        ({"GE20": "4210", "GE16": "4210"}, "german.german_stacking"),
    ],
)
def test_3_1_stacks_are_looked_at_when_reinforcement_ends(
    units: dict[str, str], phase: str
) -> None:
    """3.1: what a change by hand has piled up is put right when reinforcement ends."""
    assert Board(units, phase=phase).asks == "RemoveExcess"


def test_3_1_passing_through_a_full_hex_is_free() -> None:
    """10.0: units pass through stacks that are full."""
    board = Board({"GE20": "3316", "GE16": "3217"}, phase="german.movement")
    board.do("move GE20 3316-3217-3117", "end")
    assert board.asks == "CombatPhase"


def test_3_1_1_tas_markers_lie_over_enemies() -> None:
    """3.1.1: a TAS Marker may lie on an enemy's hex and counts for no stack."""
    units = {"GE20": "3317", "GE15": "3317"}
    board = Board(units, phase="allied.place_tas", superiority="allied", tas_left=2)
    board.do("tas 3317", "tas 3317")
    assert board.st.tas == (board.hex("3317"), board.hex("3317"))


# 3.2 Zones of control ---------------------------------------------------------------------


def test_3_2_1_a_unit_stops_in_an_enemy_zone() -> None:
    """3.2.1: entering an enemy zone of control ends the move."""
    board = Board({"UK03": "3318", "GE20": "3316"}, phase="german.movement")
    board.do("select GE20", "step 3317")
    assert board.asks == "MovePhase"
    assert [each.rule for each in board.told("Stopped")] == ["3.2.1"]
    assert board.refused("select GE20") == ("10.0",)


def test_3_2_1_a_friend_does_not_cancel_the_zone() -> None:
    """3.2.1: a friendly unit in an enemy zone does not open it for movement."""
    units = {"UK03": "3318", "GE20": "3316", "GE15": "3317"}
    board = Board(units, phase="german.movement")
    board.do("select GE20", "step 3317")
    assert board.asks == "MovePhase"


def test_3_2_1_no_step_from_zone_to_zone() -> None:
    """3.2.1: a unit in an enemy zone may not step straight into another."""
    board = Board({"UK03": "3318", "GE20": "3317"}, phase="german.movement")
    board.do("select GE20")
    assert board.refused("step 3218") == ("3.2.1",)
    assert "3218" not in board.legal_of("step")


def test_3_2_1_out_of_a_zone_and_into_another() -> None:
    """3.2.1: by a hex outside every enemy zone a unit may go on into another zone."""
    board = Board({"UK03": "3318", "GE20": "3317"}, phase="german.movement")
    board.do("move GE20 3317-3217-3218")
    assert board.at("GE20") == "3218"


def test_3_2_1_go_finds_the_way_around() -> None:
    """3.2.1: the cheapest way obeys the same rule."""
    board = Board({"UK03": "3318", "GE20": "3317"}, phase="german.movement")
    board.do("select GE20", "go 3218")
    path = board.told("Moved")[0].path
    assert [game().world.grid.numbers[h] for h in path] == ["3317", "3217", "3218"]


def test_3_2_enemies_surrounded_by_zones_cannot_move() -> None:
    """3.2.1: a unit all of whose neighbours lie in enemy zones stays."""
    units = {"UK01": "3318", "UK02": "3316", "GE20": "3317"}
    board = Board(units, phase="german.movement")
    board.do("select GE20")
    assert board.legal == ["stay"]


def test_3_2_zones_of_one_step_units() -> None:
    """3.2: every ground unit has a zone, whatever its size and supply."""
    board = Board({"UK21": "3318", "GE20": "3316"}, phase="german.movement")
    board.do("select GE20", "step 3317")
    assert board.asks == "MovePhase"


# 3.4, 3.5 ---------------------------------------------------------------------------------


def test_3_4_steps() -> None:
    """3.4: a division has two steps, any other unit one."""
    for unit in game().world.units:
        assert unit.steps == (2 if unit.size == "division" else 1)


def test_3_5_control_changes_on_entry_not_by_zone() -> None:
    """3.5: a hex changes hands when a unit enters it, on the way too, and not by a zone."""
    board = Board({"UK01": "3316"}, phase="allied.movement")
    board.do("move UK01 3316-3317-3318")
    assert board.holds("3317") == board.holds("3318") == "allied"
    assert board.holds("3218") == "german"


def test_3_5_germans_take_a_hex_back() -> None:
    """3.5: a German unit that enters takes a hex back."""
    board = Board({"GE20": "3316"}, phase="german.movement", allied=["3317"])
    board.do("select GE20", "go 3318")
    assert board.holds("3317") == "german"


def test_3_5_control_of_key_hexes_is_an_event() -> None:
    """3.5: a change of control is an event where it matters: ports and the two edges."""
    board = Board({"UK01": "4103"}, phase="allied.movement")
    board.do("move UK01 4103-4203")
    assert [(e.side, e.hex, e.rule) for e in board.told("Controlled")] == [
        (0, board.hex("4203"), "3.5")
    ]


def test_3_1_a_stack_that_will_lose_units_is_reported_before_the_phase_ends() -> None:
    """3.1: the decision carries how many units of which stack will go; a legal stack is silent."""
    units = {"US01": "3317", "US02": "3317", "US15": "3317", "UK01": "3320", "UK26": "3320"}
    board = Board(units, phase="allied.movement")
    decision = board.table.decision
    assert decision is not None
    (caution,) = decision.cautions
    assert caution.rule == "3.1.c"
    said = caution.words.say(board.game.nouns)
    assert said.startswith("3317 holds 1st Infantry")
    assert said.endswith("when the phase ends, one of them must be eliminated")
    board.do("move US02 3318")
    after = board.table.decision
    assert after is not None
    assert after.cautions == ()
    assert decision.for_viewer(player(GERMAN)).cautions == ()
