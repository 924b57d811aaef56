"""Positions of Operation Roundup for the tests of its staff: laid out, and named as on the map."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.games.roundup.board.position import Position
from bocage.games.roundup.game import Roundup, load
from bocage.games.roundup.judge.layout import laid_out


@pytest.fixture(scope="module", name="roundup")
def the_roundup() -> Roundup:
    """Return the game."""
    return load()


def laid(roundup: Roundup, **given: Any) -> Position:
    """Return a position as a rule case lays it out; the beachheads lie about Hardelot."""
    return laid_out(roundup.world, given)


def unit(roundup: Roundup, name: str) -> int:
    """Return the number of a unit."""
    return roundup.world.unit_names.index(name)


def at(roundup: Roundup, number: str) -> int:
    """Return a hex."""
    return roundup.world.grid.hex(number)
