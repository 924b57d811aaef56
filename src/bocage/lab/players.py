"""Numbers of a computer player, set for a batch: `player:staff.roundup.aims.PORT_HEX=6,12,24`.

The numbers of a player are constants of its modules in `bocage.ai`. A worker sets them before it
loads the game, in every module of the players that knows the constant.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from bocage.ai import load_game
from bocage.engine.game import Game
from bocage.lab.sweeps import SweepError


class Setting(NamedTuple):
    """A number of a player, and its value."""

    module: str
    """Below `bocage.ai`: `staff.roundup.aims`."""
    name: str
    value: float


def number_of(module: str, name: str) -> float:
    """Return a number that a player has now.

    Raises:
        SweepError: there is no such module, or no such number in it.
    """
    try:
        found = import_module(f"bocage.ai.{module}")
    except ModuleNotFoundError:
        raise SweepError(f"no player has a module '{module}': write staff.roundup.aims") from None
    value = vars(found).get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        numbers = [
            each
            for each, number in vars(found).items()
            if each.isupper() and isinstance(number, int | float) and not isinstance(number, bool)
        ]
        raise SweepError(f"{module} has no number '{name}': there are {', '.join(numbers)}")
    return value


def load_with(settings: Sequence[Setting], name: str, data: Path | None = None) -> Game[Any]:
    """Return a game whose players have these numbers; a process has one set of them."""
    game = load_game(name, data)
    for each in settings:
        was = number_of(each.module, each.name)
        for module_name, module in list(sys.modules.items()):
            known = vars(module).get(each.name) if module_name.startswith("bocage.ai.") else None
            if type(known) is type(was) and known == was:
                setattr(module, each.name, type(was)(each.value))
    return game
