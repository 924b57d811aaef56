"""Whole games by simple players, examined after every action: twenty of each game in all.

`bocage fuzz GAME --games 2000` does the same by hand.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from bocage.ai import load_game
from bocage.engine.fuzzing import Fuzz
from bocage.engine.playout import policies_of
from bocage.games import GAMES
from bocage.games.short_scenarios import ORDER

LOT = 10
LOTS = 2


@pytest.mark.parametrize("lot", range(LOTS))
@pytest.mark.parametrize("name", GAMES)
def test_no_game_fails(name: str, lot: int, tmp_path: Path) -> None:
    """Random and aggressive play, every third game from its middle, reaches nothing impossible."""
    players = ("random", *(each for each in policies_of(load_game(name)) if each == "aggressive"))
    seed = 1_000 * lot

    found = Fuzz(partial(load_game, name), players, seed, folder=tmp_path).run(LOT)

    assert found.reasons == []
    assert (found.games, found.failed) == (LOT, 0)


@pytest.mark.parametrize(("name", "scenario"), [(g, s) for g in ORDER for s in ORDER[g]])
def test_no_short_scenario_fails(name: str, scenario: str, tmp_path: Path) -> None:
    """The same with four games of each short scenario."""
    players = ("random", "aggressive")

    found = Fuzz(partial(load_game, name), players, 1, scenario=scenario, folder=tmp_path).run(4)

    assert found.reasons == []
    assert (found.games, found.failed) == (4, 0)
