"""Every test of the battery runs on every subject."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.engine.game import Game
from tests.battery.subjects import SUBJECTS, subject


@pytest.fixture(params=list(SUBJECTS))
def game(request: pytest.FixtureRequest) -> Game[Any]:
    """The toy, then each registered game."""
    return subject(request.param)
