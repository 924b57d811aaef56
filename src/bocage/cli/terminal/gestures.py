"""Lines as a person types them, and the actions that they mean; what is common to the games.

A game adds its own longer lines (`move UNIT HEX`, `attack HEX with UNIT...`). What is left out
is filled in where only one thing can be meant. Whether the actions are allowed is for the
rules to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any, Final

from bocage.cli.terminal.naming import Naming, is_number, tokens_of
from bocage.engine import play
from bocage.engine.actions import Action, Grammar, Kind, NotationError, first
from bocage.engine.frames import Ask

Maker = Callable[[Any, int, list[str]], list[Action]]
"""Makes the actions of a line, from the position, the seat and the words after the first."""


class Gestures:
    """Turns lines into actions; a game fills `makers`."""

    def __init__(
        self, grammar: Grammar, naming: Naming, kinds: Sequence[Kind], quiet: Sequence[Kind]
    ) -> None:
        """`kinds` are what a player can do, and `quiet` those of them without an argument."""
        self.grammar: Final = grammar
        self.naming: Final = naming
        self.quiet: Final = frozenset(quiet)
        self._players: Final = tuple(kinds)
        self.makers: Final[dict[str, Maker]] = {kind.word: self.alone(kind) for kind in quiet}

    # What a game says ----------------------------------------------------------------------

    def longer(self, kinds: Sequence[Kind]) -> tuple[str, ...]:  # noqa: ARG002 - others use it
        """Words of longer lines that can be typed where these kinds of action are legal."""
        return ()

    def preferred(self, kinds: Sequence[Kind]) -> str:  # noqa: ARG002 - others use it
        """The word that is meant by a line that names only a unit or a place; nothing if none."""
        return ""

    def is_word(self, typed: str) -> bool:
        """Whether a word can begin a line beside actions and units: a place, a choice."""
        return self.naming.is_hex(typed)

    def is_choice(self, typed: str) -> bool:  # noqa: ARG002 - others use it
        """Whether a word is one of a game's own names and not the beginning of an action."""
        return False

    # Reading -----------------------------------------------------------------------------

    def actions(self, st: Any, seat: int, line: str) -> list[Action]:
        """The actions that a line means.

        Raises:
            NotationError: it means none, or more than one thing.
        """
        tokens = tokens_of(line)
        if not tokens:
            raise NotationError(line, "it is empty")
        try:
            word = self.word(st, seat, tokens[0])
            if word is None:
                found = self.makers[self._meant(st, seat, tokens[0])](st, seat, tokens)
            else:
                found = self.makers[word](st, seat, tokens[1:])
            if not found:
                raise NotationError(line, f"nothing can be done so now; try {self._try(st, seat)}")
            return found
        except NotationError as error:
            raise NotationError(line, error.reason) from None

    def words(self, st: Any, seat: int) -> tuple[str, ...]:
        """The words with which a line may begin now."""
        kinds = self.kinds(st, seat)
        return (*self.longer(kinds), *(kind.word for kind in kinds))

    def word(self, st: Any, seat: int, typed: str) -> str | None:
        """The verb that a word is, or begins; None if it is none.

        Raises:
            NotationError: it begins several.
        """
        typed = typed.casefold()
        if typed in self.makers:
            return typed
        if self.is_choice(typed):
            return None
        for known in (self.words(st, seat), tuple(self.makers)):
            fits = [word for word in dict.fromkeys(known) if word.startswith(typed)]
            if len(fits) == 1:
                return fits[0]
            if fits:
                raise NotationError(typed, f"it can be {' or '.join(sorted(fits))}")
        return None

    def kinds(self, st: Any, seat: int) -> list[Kind]:
        """The kinds of action that are legal now."""
        numbers = {action >> 32 for action in play.legal(st, seat)}
        return [kind for kind in self._players if kind.number in numbers]

    def _meant(self, st: Any, seat: int, typed: str) -> str:
        """The verb of a line that begins with a unit or a place."""
        if not is_number(typed) and not self.naming.is_unit(typed) and not self.is_word(typed):
            near = get_close_matches(typed.casefold(), list(self.makers), n=1, cutoff=0.7)
            hint = f"did you mean '{near[0]}'?" if near else f"try {self._try(st, seat)}"
            raise NotationError(typed, f"'{typed}' is no action, unit or place; {hint}")
        kinds = [kind for kind in self.kinds(st, seat) if kind not in self.quiet]
        if word := self.preferred(kinds):
            return word
        if len(kinds) == 1:
            return kinds[0].word
        raise NotationError(typed, f"say first what to do: {self._try(st, seat)}")

    def _try(self, st: Any, seat: int) -> str:
        return ", ".join(self.words(st, seat)) or "'legal'"

    # Makers ------------------------------------------------------------------------------

    def alone(self, kind: Kind) -> Maker:
        """A word and nothing more."""

        def make(st: Any, seat: int, tokens: list[str]) -> list[Action]:  # noqa: ARG001
            if tokens:
                raise NotationError(" ".join(tokens), f"expected '{kind.word}' and nothing more")
            return [kind()]

        return make

    def hexes(self, kind: Kind) -> Maker:
        """A word and hexes, each an action."""

        def make(st: Any, seat: int, tokens: list[str]) -> list[Action]:  # noqa: ARG001
            found = self.naming.path(tokens)
            expect(found, f"{kind.word} HEX")
            return [kind(h) for h in found]

        return make

    def units(self, kind: Kind, order: Callable[[int], int] | None = None) -> Maker:
        """A word and units, each an action, in an order of their own if there is one."""

        def make(st: Any, seat: int, tokens: list[str]) -> list[Action]:
            found = self.one_of(st, seat, kind, tokens)
            expect(found, f"{kind.word} UNIT")
            return [kind(u) for u in (found if order is None else sorted(found, key=order))]

        return make

    def one_of(self, st: Any, seat: int, kind: Kind, tokens: list[str]) -> list[int]:
        """The units named; without any, the only one it can be."""
        if tokens:
            return self.naming.units(st, seat, tokens)
        able = {first(a) for a in play.legal(st, seat) if a >> 32 == kind.number}
        return list(able) if len(able) == 1 else []

    def units_to(self, kind: Kind) -> Maker:
        """A word, units and a hex for all of them."""

        def make(st: Any, seat: int, tokens: list[str]) -> list[Action]:
            expect(tokens[1:], f"{kind.word} UNIT... HEX")
            h = self.naming.hex(tokens[-1])
            return [kind(u, h) for u in self.naming.units(st, seat, tokens[:-1])]

        return make

    # Trying out --------------------------------------------------------------------------

    def after(self, st: Any, actions: Sequence[Action]) -> tuple[list[Action], Any]:
        """The actions up to where another is asked or chance decides, and the position then.

        What is not allowed ends it too, and is among the actions: it is for the rules to say.
        """
        trial = st.copy()
        done: list[Action] = []
        seat = getattr(trial.stack[-1], "seat", -1) if trial.stack else -1
        for action in actions:
            top = trial.stack[-1] if trial.stack else None
            if not isinstance(top, Ask) or top.seat != seat:
                break
            done.append(action)
            if not play.check(trial, self.grammar, seat, action):
                break
            play.apply(trial, seat, action)
        return done, trial


def expect(given: object, pattern: str) -> None:
    """Raise what was expected, if nothing was given.

    Raises:
        NotationError: with the pattern.
    """
    if not given:
        raise NotationError("", f"expected {pattern}")
