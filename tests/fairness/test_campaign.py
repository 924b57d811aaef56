"""The short run: another player's moves are acknowledged during every attack.

Nothing here depends on time: `python -m tests.fairness` measures that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator

import pytest

from .attacks import ATTACKS
from .campaign import moves_during
from .people import a_server
from .saves import small_save

# An attacker who is stopped half-way leaves connections that nobody has closed.
pytestmark = [
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

MOVES = 3
LONG = ("moves that resolve a turn", "lists of games", "profiles", "descriptors")
"""Attacks that take long, or need the network: for the long run alone.

`tests/server/test_fairness.py` holds each of them by work done, not by time: a turn that is
resolved stands still at a gate while another moves, a list reads no header twice, a name that
is looked up stands still while another moves, and few people cannot take every descriptor."""


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """A server in a process of its own."""
    with a_server(tmp_path_factory.mktemp("attacked")) as host:
        yield host


@pytest.mark.parametrize("attack", [each for each in ATTACKS if each not in LONG])
def test_moves_are_acknowledged_during_every_attack(attacked: str, attack: str) -> None:
    """The attack is still running when the last move is acknowledged."""
    found = asyncio.run(moves_during(attacked, attack, small_save(), MOVES, 0.0))
    assert len(found.seconds) == MOVES
