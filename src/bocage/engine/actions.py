"""Actions: a packed integer inside, one line of text at the edge.

A `Verb` packs up to two arguments beside its own number; a `Grammar` is all the verbs of
a game and turns a line into an action and back. One action has one encoding: an integer
with stray bits is not canonical and every check refuses it first.

A verb may also carry a text (an order sheet, an umpire's reason): its bytes are packed above
the verb's number, so an action is still one integer that can be copied, hashed and stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final, Literal

from bocage.engine.errors import BocageError
from bocage.engine.words import Words

Action = int
"""`text << 40 | verb << 32 | first << 16 | second`; most have no text."""

_BITS: Final = 16
_MOST: Final = (1 << _BITS) - 1
_TEXT: Final = 40
"""The number of bits below the text of an action."""
MOST_TEXT: Final = 65_536
"""The most bytes that the text of an action may have."""


class NotationError(BocageError, ValueError):
    """A line that is not an action; the message holds the line and says what was expected.

    Reading a line and allowing it are separate: a line that can be read but is forbidden raises no
    error; its `Ruling` refuses it.
    """

    def __init__(self, line: str, reason: str) -> None:
        self.line = line
        self.reason = reason
        said = f"cannot read '{shown(line)}': {reason}"
        super().__init__(
            said.encode(errors="replace").decode()
        )  # a lone surrogate can't be encoded


class AmbiguousError(NotationError):
    """A line that means several things; `fits` are the names or words it could mean."""

    def __init__(self, line: str, reason: str, fits: Iterable[str]) -> None:
        self.fits: Final = tuple(fits)
        super().__init__(line, reason)

    def of(self, line: str) -> AmbiguousError:
        """Return the same error for the whole line of which this was a part."""
        return AmbiguousError(line, self.reason, self.fits)


_SHOWN: Final = 200
"""The most characters of a line that an error repeats."""
_COMPARED: Final = 40
"""The most characters of an unknown word that are compared with known ones."""


def shown(line: str, most: int = _SHOWN) -> str:
    """Return a line as an error repeats it: its printable characters, shortened to fit a screen."""
    plain = "".join(letter if letter.isprintable() else " " for letter in line[: most + 1])
    return plain if len(plain) <= most else f"{plain[:most]}..."


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
        """Return the name for people."""
        return self.said[index]

    def get(self, name: str) -> int | None:
        """Return the number of a written name, or None."""
        return self._index.get(name)

    def index(self, name: str) -> int:
        """Return the number of a written name.

        Raises:
            NotationError: no such name; the message offers the nearest.
        """
        found = self._index.get(name)
        if found is None:
            near = get_close_matches(name[:_COMPARED], self.written, n=1)
            hint = f", did you mean {near[0]}?" if near else ""
            raise NotationError(name, f"there is no {self.kind} '{shown(name, _COMPARED)}'{hint}")
        return found


Role = Literal["", "select", "go", "step", "join", "aim", "commit", "place", "end"]
"""What a verb does on the board: take a unit, send it to a hex or to an adjacent one, add it to an
attack, name a hex to attack, end the gathering, put something down, end a phase; or none of these.
"""


class Verb:
    """One kind of action: packs it, says it, reads it back."""

    __slots__ = (
        "arguments",
        "base",
        "firsts",
        "number",
        "plain",
        "role",
        "seconds",
        "text",
        "word",
    )

    def __init__(
        self,
        number: int,
        word: str,
        *arguments: Names,
        text: str = "",
        role: Role = "",
        plain: bool = False,
    ) -> None:
        if len(arguments) > 2 or not 0 <= number < 256:
            raise ValueError("a verb has a number under 256 and at most two arguments")
        self.number: Final = number
        self.word: Final = word
        self.arguments: Final[tuple[Names, ...]] = arguments
        self.base: Final = number << 2 * _BITS
        self.firsts: Final = len(arguments[0]) if arguments else 1
        self.seconds: Final = len(arguments[1]) if len(arguments) > 1 else 1
        self.text: Final = text
        """The name of its text (`sheet`, `reason`), or empty if it carries none."""
        self.role: Final[Role] = role
        self.plain: Final = plain
        """Whether a face does it without asking for confirmation: it can be undone, or its cost is
        shown.
        """

    def __call__(self, first: int = 0, second: int = 0) -> Action:
        """Return the action with these arguments."""
        return self.base | first << _BITS | second

    def carrying(self, text: str, first: int = 0, second: int = 0) -> Action:
        """Return the action with these arguments and this text, which must have passed through
        `cleaned`.
        """
        return int.from_bytes(text.encode()) << _TEXT | self(first, second)

    def __repr__(self) -> str:
        return f"<Verb {self.word} {' '.join(names.kind for names in self.arguments)}>"

    def say(self, action: Action) -> str:
        """Return the line of an action of this verb."""
        names = self.arguments
        if self.text:
            return f"{self._without_text(action)} {text_of(action)}"
        return self._without_text(action) if names else self.word

    def _without_text(self, action: Action) -> str:
        names = self.arguments
        if not names:
            return self.word
        said = f"{self.word} {names[0].written[action >> _BITS & _MOST]}"
        return said if len(names) == 1 else f"{said} {names[1].written[action & _MOST]}"

    def words(self, action: Action) -> Words:
        """Return an action of this verb as words for people, with its units and places linked.

        For refusals: `refuse(rule, "'{what}' is not asked now", what=verb.words(action))`.
        """
        values = (action >> _BITS & _MOST, action & _MOST)
        fields: dict[str, object] = {f"a{i}": values[i] for i in range(len(self.arguments))}
        said = [f"{{a{i}:{names.kind}}}" for i, names in enumerate(self.arguments)]
        if self.text:
            fields["text"] = text_of(action)
            said.append("{text}")
        return Words(" ".join([self.word, *said]), fields)

    def find(self, line: str, words: Sequence[str]) -> Action | None:
        """Return the action of this verb with these written arguments, or None."""
        found = [names.get(w) for names, w in zip(self.arguments, words, strict=False)]
        if None in found or len(words) < len(found):
            return None
        try:
            return self.read(line, words)
        except NotationError:
            return None

    def read(self, line: str, words: Sequence[str]) -> Action:
        """Return the action of this verb with these written arguments."""
        text = ""
        if self.text:
            *words, text = line.split(maxsplit=1 + len(self.arguments))[1:] or [""]
            if not is_clean(text) or len(words) != len(self.arguments):
                pattern = " ".join([self.word, *(names.kind.upper() for names in self.arguments)])
                raise NotationError(line, f"expected {pattern} {self.text.upper()}")
        if len(words) != len(self.arguments):
            pattern = " ".join([self.word, *(names.kind.upper() for names in self.arguments)])
            raise NotationError(line, f"expected {pattern}")
        try:
            found = [names.index(w) for names, w in zip(self.arguments, words, strict=True)]
            return self.carrying(text, *found) if text else self(*found)
        except NotationError as error:
            raise NotationError(line, error.reason) from None


def number_of(action: Action) -> int:
    """Return the number of the verb, whether or not the action carries a text."""
    return action >> 2 * _BITS & 0xFF


def first(action: Action) -> int:
    """Return the first argument."""
    return action >> _BITS & _MOST


def second(action: Action) -> int:
    """Return the second argument."""
    return action & _MOST


def text_of(action: Action) -> str:
    """Return the text that an action carries, or an empty string."""
    packed = action >> _TEXT
    return packed.to_bytes((packed.bit_length() + 7) // 8).decode()


def is_clean(text: str) -> bool:
    """Return whether an action can carry this text: one line, no blanks at its ends, no mark of the
    log.
    """
    return (
        text.isprintable()  # first: a lone surrogate can't be encoded or counted
        and 0 < len(text.encode()) <= MOST_TEXT
        and text == text.strip()
        and not any(sign in text for sign in _SIGNS)
    )


def cleaned(text: str) -> str:
    """Return a text in a form that an action can carry: one line, without the marks of the log."""
    printed = (letter if letter.isprintable() else " " for letter in text)
    line = " ".join("".join(printed).split())
    for sign in _SIGNS:
        line = line.replace(sign, " -")
    return line.encode()[:MOST_TEXT].decode(errors="ignore").strip()


_SIGNS: Final = (" ~", " ^", " @")
"""The marks that end the text of a line in a save."""


class Kind:
    """A verb before the names of its arguments are known: what the rules of a game pack with.

    A game in which users can have their own counters has a grammar for each set of names, and one
    set of kinds for all of them.
    """

    __slots__ = ("arguments", "base", "number", "plain", "role", "text", "word")

    def __init__(
        self,
        number: int,
        word: str,
        *arguments: str,
        text: str = "",
        role: Role = "",
        plain: bool = False,
    ) -> None:
        self.number: Final = number
        self.word: Final = word
        self.arguments: Final = arguments
        """Kinds of names: `unit`, `hex`..."""
        self.text: Final = text
        self.role: Final[Role] = role
        self.plain: Final = plain
        self.base: Final = number << 2 * _BITS

    def __call__(self, first: int = 0, second: int = 0) -> Action:
        """Return the action with these arguments."""
        return self.base | first << _BITS | second

    def verb(self, names: Mapping[str, Names]) -> Verb:
        """Return the verb with these names."""
        arguments = (names[each] for each in self.arguments)
        return Verb(
            self.number,
            self.word,
            *arguments,
            text=self.text,
            role=self.role,
            plain=self.plain,
        )

    def carrying(self, text: str, first: int = 0, second: int = 0) -> Action:
        """See `Verb.carrying`."""
        return int.from_bytes(text.encode()) << _TEXT | self(first, second)


def numbers(*kinds: Kind) -> frozenset[int]:
    """Return the numbers of some kinds, for a frame that takes only these."""
    return frozenset(kind.number for kind in kinds)


class SaidAction(int):
    """An action that knows its line: the integer that it is, with a `repr` for people."""

    line: str

    def __repr__(self) -> str:
        return f"<{self.line}>"


_SAID: Final = 20_000
"""The number of lines that a grammar remembers: most actions are written and read many times."""
_SHORT: Final = 64
"""The most characters of a line that it remembers; longer lines can come from strangers."""


class Grammar:
    """All the verbs of a game."""

    __slots__ = ("_by_number", "_by_word", "_heard", "_said", "verbs")

    def __init__(self, *verbs: Verb) -> None:
        self.verbs: Final = verbs
        self._by_number: Final = {verb.number: verb for verb in verbs}
        self._by_word: Final = {verb.word: verb for verb in verbs}
        self._said: Final[dict[Action, str]] = {}
        self._heard: Final[dict[str, Action]] = {}
        if not len(verbs) == len(self._by_number) == len(self._by_word):
            raise ValueError("two verbs share a number or a word")

    def verb(self, action: Action) -> Verb | None:
        """Return the verb of an action, or None if no verb has its number."""
        return self._by_number.get(number_of(action))

    def is_canonical(self, action: Action) -> bool:
        """Return whether this integer is the one encoding of an action of the grammar."""
        verb = self._by_number.get(action >> 2 * _BITS)
        if verb is None or verb.text:
            return self._is_text(action)
        return (action >> _BITS & _MOST) < verb.firsts and (action & _MOST) < verb.seconds

    def _is_text(self, action: Action) -> bool:
        """Return whether this is the one encoding of an action that carries a text."""
        verb = self._by_number.get(number_of(action))
        if action >> _TEXT <= 0 or verb is None or not verb.text:
            return False
        try:
            text = text_of(action)
        except UnicodeDecodeError:
            return False
        return (
            (action >> _BITS & _MOST) < verb.firsts
            and (action & _MOST) < verb.seconds
            and is_clean(text)
        )

    def say(self, action: Action) -> str:
        """Return the line of a canonical action."""
        said = self._said.get(action)
        if said is None:
            verb = self._by_number[number_of(action)]
            said = verb.say(action)
            if not verb.text and len(self._said) < _SAID:
                self._said[action] = said
        return said

    def named(self, action: Action) -> SaidAction:
        """Return the same action with its line as its `repr`; for logs, shells and debuggers."""
        made = SaidAction(action)
        made.line = self.say(action) if self.is_canonical(action) else hex(action)
        return made

    def words(self, action: Action) -> Words:
        """Return a canonical action as words for people; see `Verb.words`."""
        return self._by_number[number_of(action)].words(action)

    def find(self, line: str) -> Action | None:
        """Return the action that a line says, or None. Unlike `read`, it does not search for what
        was meant.
        """
        known = self._heard.get(line)
        if known is not None:
            return known
        word, *rest = line.split() or [""]
        verb = self._by_word.get(word)
        return None if verb is None else verb.find(line, rest)

    def read(self, line: str) -> Action:
        """Return the action that a line says.

        Raises:
            NotationError: the line says no action.
        """
        known = self._heard.get(line)
        if known is not None:
            return known
        word, *rest = line.split() or [""]
        verb = self._by_word.get(word)
        if verb is None:
            near = get_close_matches(word[:_COMPARED], list(self._by_word), n=1)
            hint = f"did you mean '{near[0]}'?" if near else _known(self._by_word)
            said = shown(word, _COMPARED)
            raise NotationError(line, f"there is no action '{said}'; {hint}" if word else hint)
        found = verb.read(line, rest)
        if not verb.text and len(line) < _SHORT and len(self._heard) < _SAID:
            self._heard[line] = found
        return found


def _known(words: Iterable[str]) -> str:
    return f"the actions are {', '.join(sorted(words))}"
