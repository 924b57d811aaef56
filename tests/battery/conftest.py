"""Every test of the battery runs on every subject, and on some random games of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bocage.engine.game import Game
from bocage.games import GAMES
from tests.battery.subjects import LOTS, SUBJECTS, subject

SHORT = 12
"""Games of the toy for one of the others: it is that much shorter."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes a game gets each; one that takes a seed, some of each."""
    names = list(SUBJECTS)
    if "seed" in metafunc.fixturenames:
        lots = [(name, seed) for name in names for seed in range(_lots(name))]
        metafunc.parametrize(("game", "seed"), lots, indirect=["game"])
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", names, indirect=True)


def _lots(name: str) -> int:
    """Return how many games: more of the toy, and fewer of a variant, most of whose rules others
    test.
    """
    if name == "toy":
        return SHORT * LOTS
    return LOTS if name in GAMES else max(1, LOTS // 2)


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game[Any]:
    """Return the toy, or a registered game."""
    return subject(request.param)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole random games are played without tracing their lines: it would take twice as long."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.no_cover)
