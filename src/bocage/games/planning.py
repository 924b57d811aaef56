"""Advice: the lines that would do what is recommended now, for a set-up or a landing.

A game that gives any has a module `planning` with `advice(game, st, seat)`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from bocage.engine.game import Game


def advice(game: Game[Any], st: Any, seat: int) -> list[str]:
    """The lines to do, one after the other; none where there is no advice."""
    name = f"bocage.games.{game.id}"
    if find_spec(name) is None or not find_spec(f"{name}.planning"):
        return []
    made: list[str] = import_module(f"{name}.planning").advice(game, st, seat)
    return made
