"""Actions: a packed integer inside, one line of text at the edge.

A `Verb` packs up to two arguments beside its own number; a `Grammar` is all the verbs of
a game and turns a line into an action and back. One action has one encoding: an integer
with stray bits is not canonical and every check refuses it first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from bocage.engine.errors import BocageError
from bocage.engine.words import Words

Action = int
"""`verb << 32 | first << 16 | second`."""

_BITS: Final = 16
_MOST: Final = (1 << _BITS) - 1


class NotationError(BocageError, ValueError):
    """A line that is no action; the message holds the line and says what was expected."""

    def __init__(self, line: str, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"cannot read '{line}': {reason}")


class Names:
    """The written names of a kind of argument: the ids of units, the numbers of hexes.

    Also the noun of that kind (`bocage.engine.words.Noun`): `say` gives the name for
    people, which may be longer than the written one.
    """

    __slots__ = ("_index", "kind", "said", "written")

    def __init__(self, kind: str, written: Iterable[str], said: Iterable[str] = ()) -> None:
        self.kind: Final = kind
        self.written: Final[tuple[str, ...]] = tuple(written)
        self.said: Final[tuple[str, ...]] = tuple(said) or self.written
        self._index: Final[Mapping[str, int]] = {name: i for i, name in enumerate(self.written)}
        if len(self._index) != len(self.written) or len(self.said) != len(self.written):
            raise ValueError(f"the names of {kind} are not one to one")
        if len(self.written) > _MOST:
            raise ValueError(f"there are more than {_MOST} names of {kind}")

    def __len__(self) -> int:
        return len(self.written)

    def say(self, index: int) -> str:
        """The name for people."""
        return self.said[index]

    def index(self, name: str) -> int:
        """The number of a written name.

        Raises:
            NotationError: there is none such; it offers the nearest.
        """
        found = self._index.get(name)
        if found is None:
            near = get_close_matches(name, self.written, n=1)
            hint = f", did you mean {near[0]}?" if near else ""
            raise NotationError(name, f"there is no {self.kind} '{name}'{hint}")
        return found


class Verb:
    """One kind of action: packs it, says it, reads it back."""

    __slots__ = ("arguments", "base", "firsts", "number", "seconds", "word")

    def __init__(self, number: int, word: str, *arguments: Names) -> None:
        if len(arguments) > 2 or not 0 <= number < 256:
            raise ValueError("a verb has a number under 256 and at most two arguments")
        self.number: Final = number
        self.word: Final = word
        self.arguments: Final[tuple[Names, ...]] = arguments
        self.base: Final = number << 2 * _BITS
        self.firsts: Final = len(arguments[0]) if arguments else 1
        self.seconds: Final = len(arguments[1]) if len(arguments) > 1 else 1

    def __call__(self, first: int = 0, second: int = 0) -> Action:
        """The action with these arguments."""
        return self.base | first << _BITS | second

    def __repr__(self) -> str:
        return f"<Verb {self.word} {' '.join(names.kind for names in self.arguments)}>"

    def say(self, action: Action) -> str:
        """The line of an action of this verb."""
        names = self.arguments
        if not names:
            return self.word
        said = f"{self.word} {names[0].written[action >> _BITS & _MOST]}"
        return said if len(names) == 1 else f"{said} {names[1].written[action & _MOST]}"

    def words(self, action: Action) -> Words:
        """An action of this verb as words for people, its units and places linked.

        For refusals: `refuse(rule, "'{what}' is not asked now", what=verb.words(action))`.
        """
        values = (action >> _BITS & _MOST, action & _MOST)
        fields = {f"a{i}": values[i] for i in range(len(self.arguments))}
        said = (f"{{a{i}:{names.kind}}}" for i, names in enumerate(self.arguments))
        return Words(" ".join([self.word, *said]), fields)

    def read(self, line: str, words: Sequence[str]) -> Action:
        """The action of this verb with these written arguments."""
        if len(words) != len(self.arguments):
            pattern = " ".join([self.word, *(names.kind.upper() for names in self.arguments)])
            raise NotationError(line, f"expected {pattern}")
        try:
            return self(*(names.index(w) for names, w in zip(self.arguments, words, strict=True)))
        except NotationError as error:
            raise NotationError(line, error.reason) from None


def first(action: Action) -> int:
    """The first argument."""
    return action >> _BITS & _MOST


def second(action: Action) -> int:
    """The second argument."""
    return action & _MOST


class Kind:
    """A verb before the names of its arguments are known: what the rules of a game pack with.

    A game whose counters can be somebody's own has a grammar for each set of names, and
    one set of kinds for all of them.
    """

    __slots__ = ("arguments", "base", "number", "word")

    def __init__(self, number: int, word: str, *arguments: str) -> None:
        self.number: Final = number
        self.word: Final = word
        self.arguments: Final = arguments
        """Kinds of names: `unit`, `hex`..."""
        self.base: Final = number << 2 * _BITS

    def __call__(self, first: int = 0, second: int = 0) -> Action:
        """The action with these arguments."""
        return self.base | first << _BITS | second

    def verb(self, names: Mapping[str, Names]) -> Verb:
        """The verb with these names."""
        return Verb(self.number, self.word, *(names[each] for each in self.arguments))


def numbers(*kinds: Kind) -> frozenset[int]:
    """The numbers of some kinds, for a frame that takes no others."""
    return frozenset(kind.number for kind in kinds)


class Grammar:
    """All the verbs of a game."""

    __slots__ = ("_by_number", "_by_word", "verbs")

    def __init__(self, *verbs: Verb) -> None:
        self.verbs: Final = verbs
        self._by_number: Final = {verb.number: verb for verb in verbs}
        self._by_word: Final = {verb.word: verb for verb in verbs}
        if not len(verbs) == len(self._by_number) == len(self._by_word):
            raise ValueError("two verbs share a number or a word")

    def verb(self, action: Action) -> Verb | None:
        """The verb of an action, or None if no verb has its number."""
        return self._by_number.get(action >> 2 * _BITS)

    def is_canonical(self, action: Action) -> bool:
        """Whether this integer is the one encoding of an action of the grammar."""
        verb = self._by_number.get(action >> 2 * _BITS)
        return (
            verb is not None
            and (action >> _BITS & _MOST) < verb.firsts
            and (action & _MOST) < verb.seconds
        )

    def say(self, action: Action) -> str:
        """The line of a canonical action."""
        return self._by_number[action >> 2 * _BITS].say(action)

    def words(self, action: Action) -> Words:
        """A canonical action as words for people; see `Verb.words`."""
        return self._by_number[action >> 2 * _BITS].words(action)

    def read(self, line: str) -> Action:
        """The action that a line says.

        Raises:
            NotationError: the line says none.
        """
        word, *rest = line.split() or [""]
        verb = self._by_word.get(word)
        if verb is None:
            near = get_close_matches(word, list(self._by_word), n=1)
            hint = f"did you mean '{near[0]}'?" if near else _known(self._by_word)
            raise NotationError(line, f"there is no action '{word}'; {hint}" if word else hint)
        return verb.read(line, rest)


def _known(words: Iterable[str]) -> str:
    return f"the actions are {', '.join(sorted(words))}"
