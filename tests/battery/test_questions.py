"""Every game answers every question of the contract, or says in one place that it does not."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.engine.game import QUESTIONS, Game
from tests.battery.subjects import SUBJECTS, subject


def answers(game: Game[Any], question: str) -> bool:
    """Return whether a game has an answer of its own."""
    return getattr(type(game), question) is not getattr(Game, question)


def test_every_question_is_a_method_of_the_contract() -> None:
    """The list of questions names methods of `Game`, each once."""
    assert len(set(QUESTIONS)) == len(QUESTIONS)
    assert all(callable(getattr(Game, each)) for each in QUESTIONS)


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_question_is_answered_or_named_as_lacking(name: str) -> None:
    """Whatever a game does not override is in `lacks` with a reason, and nothing else is."""
    game = subject(name)
    unsaid = [each for each in QUESTIONS if not answers(game, each) and not game.lacks.get(each)]
    assert unsaid == [], f"{game.title}: override these, or name them in `lacks` with a reason"
    wrong = [each for each in game.lacks if each not in QUESTIONS or answers(game, each)]
    assert wrong == []
