"""How far a unit under way can go: every hex it may go to, what that costs, and by which way.

A game that can say so has a module `reaching` with `reached(st, seat)`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from bocage.engine.rulings import Rule


class Reached(NamedTuple):
    """A hex that can be gone to."""

    hex: int
    cost: str
    """Movement Points in all, as players say them: `3 1/2`."""
    way: tuple[int, ...]
    """The hexes that would be entered, the place where it stands first."""
    notes: tuple[tuple[str, Rule], ...]
    """What happens there, or what kind of move it is."""


def reached(game: str, st: Any, seat: int) -> list[Reached]:
    """Where the unit under way may go; nothing where none is, or the game cannot say."""
    if find_spec(f"bocage.games.{game}") is None or not find_spec(f"bocage.games.{game}.reaching"):
        return []
    made: list[Reached] = import_module(f"bocage.games.{game}.reaching").reached(st, seat)
    return made
