"""The rulebooks of the games as data: index and readings, whether the game has a judge or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from bocage.games.judges import JUDGES, judge_of
from bocage.rules.reached import Book

_HERE: Final = Path(__file__).parent


def _explain(name: str) -> Callable[[Any, int], Iterable[str]]:
    return judge_of(name).rests_on


def rulebook_of(name: str) -> Book | None:
    """The rulebook of a game, or None if the game has no index of it."""
    if name in JUDGES:
        judge = judge_of(name)
        explain = partial(_explain, name)
        options = {
            each.rule.removesuffix(".0"): each.id
            for each in judge.game.options.values()
            if each.rule not in judge.readings
        }
        return Book(judge.index, judge.readings, judge.folder, judge.explaining, explain, options)
    folder = _HERE / name
    if not (folder / "rulebook.toml").is_file():
        return None
    module = import_module(f"bocage.games.{name}.rulebook")
    return Book(module.index(), module.readings(), folder)
