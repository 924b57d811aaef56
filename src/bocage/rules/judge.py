"""Judges: what a game provides so that cases about it can be run.

The judge lays out a position, answers questions about it with the rules that the answer rests on,
and looks up facts. In a checkout it can also switch each rule off (`bocage.rules.mutants`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from bocage.engine.errors import BocageError
from bocage.engine.rulings import Rule, TableRule
from bocage.engine.state import State
from bocage.engine.switches import is_under, switched_off
from bocage.rules.index import load_index
from bocage.rules.readings import load_readings

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path
    from types import ModuleType

    from bocage.engine.actions import Action
    from bocage.engine.events import Event
    from bocage.engine.game import Game
    from bocage.rules.index import Index
    from bocage.rules.readings import Reading
    from bocage.rules.shape import Field

S = TypeVar("S", bound=State)


class CaseError(BocageError, ValueError):
    """A case that can't be read or laid out; the message says where and what was expected."""


class Answer(NamedTuple):
    """The answer to a question."""

    value: Any
    """Plain data: a text, a number, a list, or a table of these."""
    rules: tuple[Rule, ...] = ()
    """The rules it rests on, besides those in ledgers."""


ABSENCE: Final = TableRule("absence")
"""The citation of a piece that replaces a rule: no rule at all."""

Absence = Callable[[], AbstractContextManager[None]]
"""A context manager within which an effect of the game is missing."""


class Judge(ABC, Generic[S]):
    """The contract."""

    game: Game[S]
    folder: Path
    """The folder of the game's code, with `rulebook.toml` and, if it has any, `readings.md`."""
    given: ClassVar[Sequence[Field]] = ()
    """The fields by which a position can be given."""
    questions: ClassVar[Mapping[str, str]] = {}
    """The questions as they are written, and what they ask."""
    facts: ClassVar[Mapping[str, str]] = {}
    """The facts that can be expected, and their meaning."""
    effects: Mapping[str, Absence] = {}
    """By rule: how the game is without it, where it neither refuses nor counts in a ledger."""

    every_reading: ClassVar[bool] = False
    """Whether every reading must have a case, or say why none can exist."""
    explaining: ClassVar[Sequence[str]] = ()
    """Files of its code that explain what others decide."""
    explained: Mapping[str, str] = {}
    """Rules without which no case fails, and why no case can fail."""

    @property
    def index(self) -> Index:
        """The rulebook to the sentence, in its order."""
        return _index(self.folder)

    @property
    def readings(self) -> Mapping[Rule, Reading]:
        """Every reading of the game, in order."""
        return _readings(self.folder)

    @abstractmethod
    def position(self, given: Mapping[str, Any]) -> S:
        """Return the given position, before anything has run in it.

        Raises:
            CaseError: it can't be laid out so.
        """

    @abstractmethod
    def answer(self, st: S, question: str) -> Answer:
        """Return the answer to a question.

        Raises:
            CaseError: there is no such question, or it names something that is not there.
        """

    @abstractmethod
    def look(self, st: S, told: Sequence[Event], path: Sequence[str]) -> object:
        """Return a fact of the position, or of the events of the last step, by its dotted name.

        Raises:
            CaseError: there is no such fact.
        """

    def asks(self, st: S, action: Action) -> Iterable[str]:  # noqa: ARG002 - others use them
        """Return the questions whose answers an action rests on, for counting what decides."""
        return ()

    def rests_on(self, st: S, action: Action) -> list[Rule]:
        """Return the rules that an action rests on, besides those of its events."""
        found = (self.answer(st, question) for question in self.asks(st, action))
        return [rule for answer in found for each in answer.rules for rule in each.cites]

    @contextmanager
    def without(self, *rules: str) -> Generator[None]:
        """Switch off these rules and all their parts during the block: they neither refuse, count
        nor work.
        """
        with switched_off(*rules), ExitStack() as effects:
            for rule, absence in self.effects.items():
                if any(is_under(rule, each) for each in rules):
                    effects.enter_context(absence())
            yield


@cache
def _index(folder: Path) -> Index:
    return load_index(folder / "rulebook.toml")


@cache
def _readings(folder: Path) -> Mapping[Rule, Reading]:
    path = folder / "readings.md"
    return load_readings(path) if path.is_file() else {}


def nothing(*_: Any, **__: Any) -> None:
    """Do nothing, in place of something."""


@contextmanager
def replaced(owner: object, **attributes: object) -> Generator[None]:
    """Replace attributes of an object, class or module during the block."""
    before = {name: vars(owner)[name] for name in attributes if name in vars(owner)}
    for name, value in attributes.items():
        setattr(owner, name, value)
    try:
        yield
    finally:
        for name in attributes:
            if name in before:
                setattr(owner, name, before[name])
            else:
                delattr(owner, name)


@contextmanager
def everywhere(modules: Sequence[ModuleType], **names: object) -> Generator[None]:
    """Replace a name during the block in each of these modules that has it."""
    with ExitStack() as changes:
        for module in modules:
            known = {name: value for name, value in names.items() if name in vars(module)}
            changes.enter_context(replaced(module, **known))
        yield


def together(*absences: Absence) -> Absence:
    """Return several changes at once."""

    @contextmanager
    def without() -> Generator[None]:
        with ExitStack() as stack:
            for each in absences:
                stack.enter_context(each())
            yield

    return without
