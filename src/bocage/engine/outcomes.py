"""The outcomes of a question of chance, as the log writes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bocage.engine.actions import Action, Grammar


class Outcomes(Sequence[str]):
    """The outcomes of a question as text, each made when it is read."""

    def __init__(self, grammar: Grammar, outcomes: Sequence[Action]) -> None:
        self._grammar = grammar
        self._outcomes = outcomes

    def __len__(self) -> int:
        return len(self._outcomes)

    def __getitem__(self, i: Any) -> Any:  # outcomes are not sliced
        return self._grammar.say(self._outcomes[int(i)])
