"""Another world can be made of every position, for every viewer, with the same work."""

from __future__ import annotations

import os
from random import Random

import pytest

from bocage.engine.table import Table
from bocage.engine.viewers import player
from bocage.games.opcom.board.position import Position
from tests.battery.subjects import decisions
from tests.battery.twins import umpires, viewers
from tests.games.opcom.playing import GAME, sheet
from tests.games.opcom.playing import send as send_sheet
from tests.work import counted_calls

SCENARIOS = tuple(GAME.scenarios)
DECISIONS = int(os.environ.get("BOCAGE_WORLDS", "20"))
"""Decisions of random play that are looked at in each scenario; more by hand."""


def tried(table: Table[Position], rng: Random) -> int:
    """Make another world for everybody; how many were made."""
    seen = [*viewers(table), *umpires(table)]
    for viewer in seen:
        made = table.game.determinise(table.state, viewer, rng)
        assert table.game.faults(made) == []
    return len(seen)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_play_always_has_another_world(scenario: str) -> None:
    """Random play in every scenario: for each viewer another world, and nothing wrong with it."""
    table = Table.new(GAME, scenario=scenario, seed=b"s" * 32)
    for number, _ in enumerate(decisions(table, Random(1))):
        assert tried(table, Random(number))
        if number >= DECISIONS:
            break


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("rebuilt", [0, 1])
def test_every_strength_has_another_world(scenario: str, rebuilt: int) -> None:
    """No number of steps lost, by play, by rest or by Control's hand, has no other world."""
    game = GAME.at(scenario)
    table = Table.new(game, scenario=scenario, seed=b"s" * 32)
    st = table.state
    for steps in range(8):
        for unit in st.world.units:
            st.steps[unit.number], st.rebuilt[unit.number] = steps, rebuilt
        for viewer in viewers(table):
            for seed in range(4):
                assert len(game.determinise(st, viewer, Random(seed)).steps) == len(st.steps)


@pytest.mark.parametrize("scenario", ["malta", "market-garden"])
def test_the_work_is_the_same_for_any_number_of_sheets(scenario: str) -> None:
    """Another world takes as many calls with no sheet in as with all but one."""
    game = GAME.at(scenario)
    table = Table.new(game, scenario=scenario, seed=b"s" * 32)
    teams = range(len(table.state.world.teams))
    mine = player(teams[-1])
    game.determinise(table.state, mine, Random(0))  # what the world remembers, it now does
    counts: set[int] = set()
    for team in teams:
        with counted_calls() as work:
            game.determinise(table.state, mine, Random(0))
        counts.add(work.calls)
        if team < teams[-1]:
            send_sheet(table, team, sheet())
    assert len(counts) == 1
