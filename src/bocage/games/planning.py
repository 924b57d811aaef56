"""Advice: the lines that would do what is recommended now, for a set-up or a landing.

A game that gives any has a module `planning` with `advice(game, st, seat)`; where there are
several plans to choose from, it has `plans(game, st, seat)` too.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from bocage.engine.game import Game


class Plan(NamedTuple):
    """A plan to choose: what it is called, and the lines that do it."""

    title: str
    lines: list[str]


def plans(game: Game[Any], st: Any, seat: int) -> list[Plan]:
    """The plans to choose from now, the recommended one first; none where there is no advice."""
    name = f"bocage.games.{game.id}"
    if find_spec(name) is None or not find_spec(f"{name}.planning"):
        return []
    room = import_module(f"{name}.planning")
    if hasattr(room, "plans"):
        made: list[Plan] = room.plans(game, st, seat)
        return made
    lines: list[str] = room.advice(game, st, seat)
    return [Plan("", lines)] if lines else []


def advice(game: Game[Any], st: Any, seat: int) -> list[str]:
    """The lines to do, one after the other; none where there is no advice."""
    name = f"bocage.games.{game.id}"
    if find_spec(name) is None or not find_spec(f"{name}.planning"):
        return []
    made: list[str] = import_module(f"{name}.planning").advice(game, st, seat)
    return made
