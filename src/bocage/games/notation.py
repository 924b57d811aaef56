"""Lines as people write them, and the actions that they mean; the part common to all games.

A game has one `Notation`, which `Game.parse` uses for everybody: terminal, files, server, page and
rule cases read the same lines. A unit is named by its id, its name or its hex, a hex by its number
or its place; capitals do not matter, and the beginning of a word is enough if it is unique. Omitted
parts are filled in if only one thing can be meant.

Three results are distinct. A line without a meaning is a `NotationError`; a line with several is an
`AmbiguousError`; whether its action is allowed is up to the rules, which answer with a `Ruling`.
Only the names of the other side's units are used to read a line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from bocage.engine import play
from bocage.engine.actions import (
    Action,
    AmbiguousError,
    Grammar,
    Kind,
    NotationError,
    first,
)
from bocage.engine.frames import Ask
from bocage.games.names import Naming, is_number

Maker = Callable[[Any, int, list[str]], list[Action]]
"""Makes the actions of a line, from the position, the seat and the words after the first."""

_COMPARED: Final = 40
"""Letters of a word that is compared with words that it is not."""


class Errand(NamedTuple):
    """The rest of a line, after the enemy was asked in the middle of it."""

    seat: int
    """The seat that wrote it."""
    units: tuple[int, ...]
    """The units under way."""
    rest: tuple[Action, ...]
    """Their remaining actions."""


class Part(NamedTuple):
    """The part of a line that can be played now, and the rest."""

    now: tuple[Action, ...]
    rest: tuple[Action, ...]


class Notation:
    """Turns lines into actions; a game fills `makers`."""

    def __init__(
        self, grammar: Grammar, naming: Naming, kinds: Sequence[Kind], quiet: Sequence[Kind]
    ) -> None:
        """Set up the reader: `kinds` are the actions of a player, and `quiet` those without an
        argument.
        """
        self.grammar: Final = grammar
        self.naming: Final = naming
        self.quiet: Final = frozenset(quiet)
        self._players: Final = tuple(kinds)
        self.makers: Final[dict[str, Maker]] = {kind.word: self.alone(kind) for kind in quiet}

    # What a game says ----------------------------------------------------------------------

    def longer(self, kinds: Sequence[Kind]) -> tuple[str, ...]:
        """Return words of longer lines that can be written while these kinds of action are
        legal.
        """
        return ()

    def preferred(self, kinds: Sequence[Kind]) -> str:
        """Return the verb that is meant by a line with only a unit or a place; empty if none."""
        return ""

    def is_word(self, typed: str) -> bool:
        """Return whether a word can begin a line beside actions and units: a place, a choice."""
        return self.naming.is_hex(typed)

    def is_choice(self, typed: str) -> bool:
        """Return whether a word is one of a game's own names and not the beginning of an action."""
        return False

    def cut(self, st: Any, actions: list[Action]) -> list[Action]:
        """Return the part of a line that is done at once; here all of it."""
        return actions

    # Reading -----------------------------------------------------------------------------

    def parse(self, st: Any, seat: int, line: str) -> list[Action]:
        """Return the actions that a line means.

        A line as the log writes it means that action wherever it is allowed.

        Raises:
            AmbiguousError: it means more than one thing.
            NotationError: it means none.
        """
        if (plain := self._as_written(st, seat, line)) is not None:
            return [self.grammar.named(plain)]
        found = self.whole(st, seat, line)
        found = self.cut(st, found) if len(found) > 1 else found
        return [self.grammar.named(each) for each in found]

    def whole(self, st: Any, seat: int, line: str) -> list[Action]:
        """Return the actions that a line means, beyond where another is asked too.

        Raises:
            AmbiguousError: it means more than one thing.
            NotationError: it means none.
        """
        try:
            tokens = self.naming.words(line)
            if not tokens:
                raise NotationError(line, "it is empty")
            word = self.word(st, seat, tokens[0])
            if word is None:
                found = self.makers[self._meant(st, seat, tokens[0])](st, seat, tokens)
            else:
                found = self.makers[word](st, seat, tokens[1:])
            if not found:
                raise NotationError(
                    line, f"no such action is possible now; try {self._try(st, seat)}"
                )
            return found
        except AmbiguousError as error:
            raise error.of(line) from None
        except NotationError as error:
            raise NotationError(line, error.reason) from None

    def _as_written(self, st: Any, seat: int, line: str) -> Action | None:
        """Return the action of a line in the log's form, if it is allowed now; or None."""
        action = self.grammar.find(line)
        if action is None or not play.check(st, self.grammar, seat, action):
            return None
        return action

    def words(self, st: Any, seat: int) -> tuple[str, ...]:
        """Return the words with which a line may begin now."""
        kinds = self.kinds(st, seat)
        return (*self.longer(kinds), *(kind.word for kind in kinds))

    def word(self, st: Any, seat: int, typed: str) -> str | None:
        """Return the verb that a word is, or begins; None if it is not a verb.

        Raises:
            AmbiguousError: it begins several.
        """
        typed = typed.casefold()
        if typed in self.makers:
            return typed
        if self.is_choice(typed):
            return None
        for known in (self.words(st, seat), tuple(self.makers)):
            fits = sorted(word for word in dict.fromkeys(known) if word.startswith(typed))
            if len(fits) == 1:
                return fits[0]
            if fits:
                raise AmbiguousError(typed, f"it can be {' or '.join(fits)}", fits)
        return None

    def kinds(self, st: Any, seat: int) -> list[Kind]:
        """Return the kinds of action that are legal now."""
        numbers = {action >> 32 for action in play.legal(st, seat)}
        return [kind for kind in self._players if kind.number in numbers]

    def _meant(self, st: Any, seat: int, typed: str) -> str:
        """Return the verb of a line that begins with a unit or a place."""
        if not is_number(typed) and not self.naming.is_unit(typed) and not self.is_word(typed):
            word = typed.casefold()[:_COMPARED]
            near = get_close_matches(word, list(self.makers), n=1, cutoff=0.7)
            hint = f"did you mean '{near[0]}'?" if near else f"try {self._try(st, seat)}"
            raise NotationError(typed, f"'{word}' is not an action, unit or place; {hint}")
        kinds = [kind for kind in self.kinds(st, seat) if kind not in self.quiet]
        if word := self.preferred(kinds):
            return word
        if len(kinds) == 1:
            return kinds[0].word
        raise NotationError(typed, f"start with what to do: {self._try(st, seat)}")

    def _try(self, st: Any, seat: int) -> str:
        return ", ".join(self.words(st, seat)) or "what is asked of you"

    # Makers ------------------------------------------------------------------------------

    def alone(self, kind: Kind) -> Maker:
        """Return the maker of a single word."""

        def make(st: Any, seat: int, tokens: list[str]) -> list[Action]:  # noqa: ARG001
            if tokens:
                raise NotationError(" ".join(tokens), f"expected only '{kind.word}'")
            return [kind()]

        return make

    def hexes(self, kind: Kind) -> Maker:
        """Return a word and hexes, each an action."""

        def make(st: Any, seat: int, tokens: list[str]) -> list[Action]:  # noqa: ARG001
            found = self.naming.path(tokens)
            expect(found, f"{kind.word} HEX")
            return [kind(h) for h in found]

        return make

    def units(self, kind: Kind, order: Callable[[int], int] | None = None) -> Maker:
        """Return a reader of a word and units, each an action, in a fixed order if there is one."""

        def make(st: Any, seat: int, tokens: list[str]) -> list[Action]:
            found = self.one_of(st, seat, kind, tokens)
            expect(found, f"{kind.word} UNIT")
            return [kind(u) for u in (found if order is None else sorted(found, key=order))]

        return make

    def one_of(self, st: Any, seat: int, kind: Kind, tokens: list[str]) -> list[int]:
        """Return the units named; without any, the only one it can be."""
        if tokens:
            return self.naming.units(st, seat, tokens)
        able = {first(a) for a in play.legal(st, seat) if a >> 32 == kind.number}
        return list(able) if len(able) == 1 else []

    def units_to(self, kind: Kind) -> Maker:
        """Return a word, units and a hex for all of them."""

        def make(st: Any, seat: int, tokens: list[str]) -> list[Action]:
            expect(tokens[1:], f"{kind.word} UNIT... HEX")
            h = self.naming.hex(tokens[-1])
            return [kind(u, h) for u in self.naming.units(st, seat, tokens[:-1])]

        return make

    def units_and_way(self, tokens: Sequence[str]) -> tuple[list[str], list[int]]:
        """Return the words of a move that name units, and the hexes of its way."""
        named = [each for each in tokens if self.naming.is_rather_unit(each)]
        return named, self.naming.path([each for each in tokens if each not in named])

    # Trying out --------------------------------------------------------------------------

    def after(self, st: Any, actions: Sequence[Action]) -> tuple[list[Action], Any]:
        """Return the actions up to where another is asked or chance decides, and the position then.

        A forbidden action ends it too, and is included: the rules refuse it.
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

    def interrupted(self, st: Any, seat: int, line: str) -> Errand | None:
        """Return the rest of a line after its actions, if somebody else is asked in between; or
        None.
        """
        return None

    def onward(self, st: Any, errand: Errand) -> Part | None:
        """Return the part that can be played now; an empty part if it is over, None if it waits for
        an answer.
        """
        return None


def expect(given: object, pattern: str) -> None:
    """Raise what was expected, if nothing was given.

    Raises:
        NotationError: with the pattern.
    """
    if not given:
        raise NotationError("", f"expected {pattern}")
