"""Judges and rulebooks of the games: who lays out positions for rule cases, and what rules say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any, cast

from bocage.engine.game import Game
from bocage.games import game
from bocage.rules.judge import CaseError, Judge
from bocage.rules.unmet import Book


@cache
def judge_of(name: str) -> Judge[Any]:
    """Return the judge of a game by its name, with our counters and charts; made once.

    Raises:
        UnknownGameError: there is no such game.
        CaseError: it has no judge.
    """
    return judge_for(game(name))


def judge_for(rules: Game[Any]) -> Judge[Any]:
    """Return the judge that a game gives.

    Raises:
        CaseError: it gives none.
    """
    found = rules.judge()
    if not isinstance(found, Judge):
        raise CaseError(f"{rules.title} has no judge for rule cases")
    return cast("Judge[Any]", found)


def _explain(name: str) -> Callable[[Any, int], Iterable[str]]:
    return judge_of(name).rests_on


def rulebook_for(rules: Game[Any]) -> Book | None:
    """Return the rulebook of a game, or None if it has no judge, who knows it."""
    if rules.judge() is None:
        return None
    judge = judge_for(rules)
    options = {
        each.rule.removesuffix(".0"): each.id
        for each in judge.game.options.values()
        if each.rule not in judge.readings
    }
    return Book(
        judge.index,
        judge.readings,
        judge.folder,
        judge.explaining,
        partial(_explain, rules.id),
        options,
    )
