"""A rule of the current game in our own words, found by its number."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from bocage.engine.actions import NotationError
from bocage.engine.rulings import Rule
from bocage.games.judges import judge_for

if TYPE_CHECKING:
    from bocage.engine.game import Game


def told_rule(game: Game[Any], number: str) -> list[str]:
    """Return a case with its sentences, a single sentence, or a reading.

    Raises:
        NotationError: there is no such rule.
        CaseError: the rules of this game are not written down yet.
    """
    judge = judge_for(game)
    rule = Rule(" ".join(number.split()).removeprefix(f"{game.book} "))
    if (reading := judge.readings.get(rule)) is not None:
        return [f"{rule}, {reading.title}: {reading.says}"]
    if (entry := judge.index.get(rule)) is None:
        near = get_close_matches(rule, [*judge.index, *judge.readings], n=1)
        hint = f", did you mean {near[0]}?" if near else ""
        raise NotationError(f"rule {number}", f"there is no rule '{rule}'{hint}")
    parts = [each for each in judge.index.values() if each.rule.case == rule != each.rule]
    about = [each for each in judge.readings.values() if rule in each.about]
    return [
        f"{game.book} {rule}, {entry.title}: {entry.says}",
        *(f"  {each.rule}: {each.says}" for each in parts),
        *(f"  {each.rule}, {each.title}: {each.says}" for each in about),
    ]
