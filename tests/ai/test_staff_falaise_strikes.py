"""The staff at The Pocket at Falaise: strikes planned with their moves, and who is stopped when."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest

from bocage.ai import load_game
from bocage.ai.staff import NOVICE, REGULAR
from bocage.ai.staff.falaise import FalaiseOffice
from bocage.ai.staff.falaise.assaults import exits
from bocage.ai.staff.falaise.fires import bombard
from bocage.ai.staff.falaise.outlook import Outlook
from bocage.ai.staff.falaise.strikes import planned_strikes
from bocage.ai.staff.falaise.tasks import PURSUIT, TASKS, task_of
from bocage.ai.staff.falaise.worths import Worths
from bocage.engine.actions import first
from bocage.games.falaise.board.position import ACTIVE, DEAD, MOVED, Position
from bocage.games.falaise.game import Falaise
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s05_stacking import is_legal_stack
from bocage.games.falaise.s07_movement import begin
from bocage.games.falaise.s08_bombardment import Bombardment
from bocage.games.falaise.trials import midgame
from bocage.games.falaise.words.verbs import GO, SHELL

from .falaise_positions import empty, put


@pytest.fixture(scope="module")
def game() -> Falaise:
    """Return the game with its players."""
    found = load_game("falaise")
    assert isinstance(found, Falaise)
    return found


@pytest.fixture
def field(game: Falaise) -> Position:
    """Return the map on a day turn without a unit."""
    return empty(game, 6)


def strikes_of(st: Position) -> list[tuple[int, dict[int, int]]]:
    """Targets and moves of the plan."""
    plan = planned_strikes(st, Worths(Outlook(st, seat=ALLIED)))
    return [(strike.hex, strike.moves) for strike in plan]


def test_two_units_that_reach_a_german_strike_together(field: Position) -> None:
    """Armour that is two moves of hexes away on both sides comes and attacks the same hex."""
    put(field, "G-2P-2", "2420")
    a, b = put(field, "U-3A-A", "2423"), put(field, "U-3A-B", "2417")
    ((target, moves),) = strikes_of(field)
    grid = field.world.grid
    assert target == grid.hex("2420")
    assert set(moves) == {a, b}
    for u, n in moves.items():
        assert grid.are_neighbours(n, target)
        legal = begin(field, ALLIED, (u,)).legal(field)
        assert n in {first(each) for each in legal if each >> 32 == GO.number}


def test_infantry_rides_only_with_a_mechanized_unit_of_its_corps(field: Position) -> None:
    """Infantry comes along into the hex of a tank battalion of its corps, and not without it."""
    field.turn = 2
    put(field, "G-2P-2", "2420")
    foot = put(field, "C-2-4", "2422")
    assert not strikes_of(field)
    tanks = put(field, "C-2A-6", "2423")
    ((_, moves),) = strikes_of(field)
    assert moves[foot] == moves[tanks]
    field.place(tanks, DEAD)
    put(field, "B-4A-SG", "2423")
    assert all(foot not in moves for _, moves in strikes_of(field))


def test_a_moved_unit_is_counted_where_it_is(field: Position) -> None:
    """After the first has moved next to the target the plan still brings the second."""
    put(field, "G-2P-2", "2420")
    put(field, "U-3A-A", "2421", ACTIVE | MOVED)
    b = put(field, "U-3A-B", "2417")
    ((target, moves),) = strikes_of(field)
    assert target == field.world.grid.hex("2420")
    assert set(moves) == {b}


def test_strikes_share_nobody_and_stack_legally(game: Falaise) -> None:
    """In positions of all kinds nobody is in two strikes, and those meant for a hex fit there."""
    seen = 0
    for seed in range(8):
        st = midgame(game.world, Random(seed))
        st.points = 6
        for u in st.world.allied:
            st.marks[u] = ACTIVE if u % 2 else 0
        plan = strikes_of(st)
        movers = [u for _, moves in plan for u in moves]
        assert len(movers) == len(set(movers))
        there: dict[int, list[int]] = defaultdict(list)
        for _, moves in plan:
            for u, n in moves.items():
                there[n].append(u)
        for n, units in there.items():
            stay = [u for u in st.at(n, ALLIED) if u not in movers]
            assert is_legal_stack(st.world, (*units, *stay))
        seen += len(plan)
    assert seen > 3


def test_a_novice_plans_no_strikes(field: Position) -> None:
    """Who takes little pains moves without a plan for the assaults after it."""
    put(field, "G-2P-2", "2420")
    put(field, "U-3A-A", "2423")
    put(field, "U-3A-B", "2417")
    assert FalaiseOffice(ALLIED, REGULAR).strikes(field)
    assert not FalaiseOffice(ALLIED, NOVICE).strikes(field)


def test_attackers_who_are_meant_to_come_cut_the_retreat(field: Position) -> None:
    """Hexes where attackers will be are not ways out, and those beside them are watched."""
    put(field, "G-2P-2", "2420")
    grid = field.world.grid
    h = grid.hex("2420")
    free, watched = exits(field, h, GERMAN)
    assert free
    assert not watched
    left, now_watched = exits(field, h, GERMAN, (grid.hex("2421"),))
    assert left + now_watched == free - 1
    assert now_watched == 2


def test_tasks_name_divisions_of_the_game(game: Falaise) -> None:
    """Every task belongs to a division, and the others pursue."""
    assert set(TASKS) <= set(game.world.divisions)
    unit = game.world.unit_names.index("B-43-129")
    assert task_of(game.world, unit) == PURSUIT


def test_guns_that_can_fire_do(field: Position) -> None:
    """8.1: a mission costs nothing, so a German who is of no importance is shelled all the same."""
    field.turn, field.air, field.guns_used = 9, 0, 0
    put(field, "U-1-16", "2330")
    put(field, "G-85-53", "2332")
    legal = Bombardment(ALLIED).legal(field)
    worths = Worths(Outlook(field, seat=ALLIED))
    assert len(legal) > 1
    assert bombard(field, worths, legal) >> 32 == SHELL.number
