"""Whole games by simple players, examined after every action: sixty of each game in all.

The games are played in lots, so that the lots can run side by side.
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

LOT = 10
LOTS = 6


@pytest.mark.parametrize("lot", range(LOTS))
@pytest.mark.parametrize("name", GAMES)
def test_no_game_fails(name: str, lot: int, tmp_path: Path) -> None:
    """Random and aggressive play, every third game from its middle, reaches nothing impossible."""
    players = ("random", *(each for each in policies_of(load_game(name)) if each == "aggressive"))
    seed = 1_000 * lot

    found = Fuzz(partial(load_game, name), players, seed, folder=tmp_path).run(LOT)

    assert found.reasons == []
    assert (found.games, found.failed) == (LOT, 0)
