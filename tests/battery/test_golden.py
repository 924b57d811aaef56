from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from bocage.engine.game import Game
from tests.battery.playthrough import playthrough

FOLDER = Path(__file__).parent / "golden"


def test_the_kept_playthrough_is_played_alike(
    request: pytest.FixtureRequest, game: Game[Any]
) -> None:
    """A random game told decision by decision is, to the letter, the one that was kept."""
    path = FOLDER / f"{request.node.callspec.params['game']}.txt"
    told = playthrough(game, seed=1, most=150)
    if os.environ.get("BOCAGE_GOLDEN") == "write":
        path.write_text(told, encoding="utf-8", newline="\n")
    assert path.exists(), "no playthrough is kept: write one with BOCAGE_GOLDEN=write"
    assert told.splitlines() == path.read_text(encoding="utf-8").splitlines()
