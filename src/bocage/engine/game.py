"""What a game is to the engine: immutable facts, a first state, and the one filter to seats."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from bocage.engine.actions import Action, Grammar
    from bocage.engine.rulings import Rule, Ruling
    from bocage.engine.viewers import Viewer
    from bocage.engine.words import Nouns, Words

from bocage.engine.state import State

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of the table: an optional rule, or a reading that can be ruled otherwise."""

    id: str
    title: str
    rule: Rule
    choices: tuple[str, ...]
    """What it can be set to; the first is the default."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A way to begin."""

    id: str
    title: str
    description: str


class Outcome(NamedTuple):
    """How a game ended."""

    winner: int | None
    """The seat that won; None for a draw."""
    words: Words
    rule: Rule
    scores: tuple[float, ...]
    """What each seat gets: its victory level, its points; more is better."""


class OptionError(ValueError):
    """An option that does not exist, or cannot be set so."""


class Game(ABC, Generic[S]):
    """The contract. A game object never changes and may be shared by threads."""

    id: str
    """What the command line and the save call it."""
    title: str
    book: str
    """What citations call the rulebook: `Roundup 11.13.3`."""
    revision: int
    """Counts up when a correction changes what an old log means; see `docs/design.md`."""
    seats: tuple[str, ...]
    """Names of the seats, by number; written in the log."""
    scenarios: Mapping[str, Scenario]
    """The first is the default."""
    options: Mapping[str, Option]
    grammar: Grammar
    nouns: Nouns

    def settings(self, chosen: Mapping[str, str] | None = None) -> dict[str, str]:
        """Every option with what it is set to.

        Raises:
            OptionError: an option does not exist, or has no such choice.
        """
        found = {option.id: option.choices[0] for option in self.options.values()}
        for name, choice in (chosen or {}).items():
            option = self.options.get(name)
            if option is None:
                raise OptionError(f"{self.title} has no option '{name}'")
            if choice not in option.choices:
                known = ", ".join(option.choices)
                raise OptionError(f"option {name} cannot be '{choice}'; it can be {known}")
            found[name] = choice
        return found

    @abstractmethod
    def new(self, scenario: str, options: Mapping[str, str]) -> S:
        """The first state, before the first step has run. Nothing is rolled in it."""

    @abstractmethod
    def heading(self, st: S) -> Words:
        """Where in the sequence of play we are: `Turn 3, Allied Movement Phase`."""

    @abstractmethod
    def outcome(self, st: S) -> Outcome | None:
        """How it ended, or None while it goes on."""

    @abstractmethod
    def concede(self, st: S, seat: int) -> None:
        """That seat gives up: the game ends."""

    @abstractmethod
    def view(self, st: S, viewer: Viewer) -> dict[str, Any]:
        """What this viewer may know of the state, as plain data, from a white list."""

    @abstractmethod
    def determinise(self, st: S, viewer: Viewer, rng: Random) -> S:
        """Another world that this viewer cannot tell from the true one."""

    def gesture(self, st: S, seat: int, line: str) -> Sequence[Action]:  # noqa: ARG002
        """The actions that a line means; one, unless the game knows longer lines.

        Raises:
            NotationError: it means none.
        """
        return (self.grammar.read(line),)

    def faults(self, st: S) -> list[str]:  # noqa: ARG002 - others use it
        """What is impossible about a state; empty for every state that play can reach."""
        return []

    def adjust(self, st: S, line: str) -> tuple[Ruling, Ruling]:
        """Change the position by hand, for a referee who notes instead of enforcing.

        Returns whether it is possible at all (if not, the state is as it was) and what
        the rules have against it, to be noted beside it.

        Raises:
            NotationError: the line says no adjustment.
        """
        raise NotImplementedError
