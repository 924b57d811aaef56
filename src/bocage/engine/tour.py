"""Tours: the position at which a guided tour of a game begins.

A game is played to it from dice that are always the same, so that no kept file can fall behind
the rules. Whoever takes the tour holds both seats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Tour(NamedTuple):
    """Where a tour begins."""

    seed: int
    player: str
    """Who plays until then."""
    begins: Callable[[Any], bool]
    """Whether a position has what the tour shows."""
    chosen: tuple[str, ...] = ()
    """Lines that are done wherever they may be, before anything else."""
