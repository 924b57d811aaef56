"""The judges of the games: who lays out positions and answers questions for rule cases.

A game has a judge if its package has a module `judge` with `load()`.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

from bocage.games import GAMES, UnknownGameError, game
from bocage.rules.judge import CaseError, Judge

_HERE: Final = Path(__file__).parent

JUDGES: Final = tuple(sorted(each.parent.name for each in _HERE.glob("*/judge.py")))
"""The games that have a judge; one may have it before it can be played."""


def judge_of(name: str) -> Judge[Any]:
    """The judge of a game.

    Raises:
        UnknownGameError: there is no such game.
        CaseError: it has no judge.
    """
    if name not in JUDGES and name not in GAMES:
        game(name)  # says what there is instead
        raise UnknownGameError(name)
    if name not in JUDGES:
        raise CaseError(f"{name} has no judge for rule cases yet; {', '.join(JUDGES)} has")
    return cast("Judge[Any]", import_module(f"bocage.games.{name}.judge").load())
