"""Questions and facts: how a judge finds the answer that a case asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from bocage.engine import play
from bocage.engine.state import State
from bocage.rules.judge import Answer, CaseError

if TYPE_CHECKING:
    from bocage.engine.events import Event
    from bocage.engine.game import Game
    from bocage.engine.rulings import Rule

G = TypeVar("G", bound="Game[Any]")
S = TypeVar("S", bound=State)


class Questions(Generic[G, S]):
    """The questions of a game.

    Args:
        said: each as it is written, `odds HEX with UNIT ...`, and what it asks; what stands
            in brackets may be left out.
        answers: by the first word, who answers the rest.
    """

    def __init__(
        self,
        said: Mapping[str, str],
        answers: Mapping[str, Callable[[G, S, Sequence[str]], Answer]],
    ) -> None:
        self.said: Final = said
        self._answers: Final = answers
        self._patterns: Final = {each.split()[0]: each for each in said}

    def answer(self, game: G, st: S, question: str) -> Answer:
        """Return the answer to a question.

        Raises:
            CaseError,
            NotationError: there is no such question, or it names something that is not there.
        """
        word, *rest = question.split() or [""]
        if word not in self._answers:
            known = "; ".join(self.said)
            raise CaseError(f"there is no question '{word}'; expected one of: {known}")
        pattern = self._patterns[word]
        if not rest and len(pattern.split()) > 1 and "[" not in pattern:
            raise CaseError(f"'{question}' is too short; expected {pattern}")
        if rest and len(pattern.split()) == 1:
            raise CaseError(f"expected {pattern}, and nothing after it")
        return self._answers[word](game, st, rest)


def legal(
    game: Game[Any], st: State, words: Sequence[str], rests_on: Sequence[Rule] = ()
) -> Answer:
    """Return the rest of every legal line with this beginning, and the rules it rests on."""
    pending = play.pending(st)
    if not pending:
        raise CaseError("no seat has to decide any more")
    lines = [game.grammar.say(each).split() for each in play.legal(st, pending[0])]
    found = [" ".join(line[len(words) :]) for line in lines if line[: len(words)] == list(words)]
    asks: Any = st.stack[-1]
    return Answer(found, (asks.rule, *rests_on))


class Facts(Generic[S]):
    """The facts of a game, by their names.

    Args: plain: `turn`: of the position. about: `at.UNIT`: of something in it. told: `moved.UNIT`:
    of the events of the last step. said: every fact as it is written, and its meaning.
    """

    def __init__(
        self,
        said: Mapping[str, str],
        plain: Mapping[str, Callable[[S], object]],
        about: Mapping[str, Callable[[S, str], object]],
        told: Mapping[str, Callable[[Sequence[Event], str], object]] | None = None,
    ) -> None:
        self._said: Final = said
        self._plain: Final = plain
        self._about: Final = about
        self._told: Final = told or {}

    def look(self, st: S, told: Sequence[Event], path: Sequence[str]) -> object:
        """Return a fact by its dotted name.

        Raises:
            CaseError,
            NotationError: there is no such fact.
        """
        match list(path):
            case [name] if name in self._plain:
                return self._plain[name](st)
            case [name, about] if name in self._about:
                return self._about[name](st, about)
            case [name, about] if name in self._told:
                return self._told[name](told, about)
            case _:
                raise CaseError(f"there is no such fact; expected one of {', '.join(self._said)}")
