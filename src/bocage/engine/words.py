"""Words made from templates, late: an event, a refusal or a prompt is data until it is read.

A template is a format string whose fields name a noun after the colon:
`"{unit:unit} may not enter {hex:hex}"`. The field holds a number; the game's noun of that
name says it. Fields without a noun are said as they are, or as Python's own format says
(`{shift:+d}`); a field may hold words in its turn.
Rendering gives plain text, or pieces in which the nouns stay references that a page can link.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Final, NamedTuple, Protocol, cast


class Noun(Protocol):
    """What a number of some kind is called: a unit, a hex, a die."""

    def say(self, index: int) -> str:
        """The name for people: `9th Infantry`, `2722`."""
        ...


Nouns = Mapping[str, Noun]
"""The nouns of a game by kind."""


class Ref(NamedTuple):
    """A thing named in a text."""

    kind: str
    number: int
    text: str


class Language:
    """How sentences are said: in the English of their templates, or as a translator has them."""

    def __init__(self) -> None:
        self.reword: Callable[[str], str] | None = None
        """What makes another template of a template; the fields in braces stay."""


SPOKEN: Final = Language()
"""The language of this process. Programs read codes, never words: another one changes nothing."""


def phrase(text: str) -> str:
    """A phrase without fields as it is said."""
    return text if SPOKEN.reword is None else SPOKEN.reword(text)


class Words(NamedTuple):
    """A template and what fills it."""

    template: str
    fields: Mapping[str, object] = {}

    def pieces(self, nouns: Nouns) -> Iterator[str | Ref]:
        """The text in pieces: plain strings, and references where a noun stands."""
        for literal, name, spec in _parsed(phrase(self.template)):
            if literal:
                yield literal
            if name is None:
                continue
            value = self.fields[name]
            if isinstance(value, Words):
                yield from value.pieces(nouns)
            elif not spec.isidentifier():  # none, or one of Python's own: `{shift:+d}`
                yield format(value, spec)
            elif isinstance(value, int):
                yield Ref(spec, value, nouns[spec].say(value))
            elif isinstance(value, Sequence) and not isinstance(value, str):
                yield from _listed(spec, cast("Sequence[int]", value), nouns)
            else:
                raise TypeError(f"{{{name}:{spec}}} in {self.template!r} is {value!r}")

    def named(self) -> Iterator[tuple[str, str]]:
        """Give the fields that name things, in order, each with its kind of noun."""
        for _, name, spec in _parsed(self.template):
            if name is not None and spec.isidentifier():
                yield name, spec

    def say(self, nouns: Nouns) -> str:
        """The text."""
        if not self.fields and (said := _unfilled(phrase(self.template))) is not None:
            return said
        return "".join(p.text if isinstance(p, Ref) else p for p in self.pieces(nouns))


def capital(said: str) -> str:
    """A sentence with a capital; a name that begins small by custom stays: `s.SS-Pz 501`."""
    first = said.partition(" ")[0]
    if any(letter.isupper() for letter in first[1:]):
        return said
    return f"{said[:1].upper()}{said[1:]}"


def _listed(spec: str, values: Sequence[int], nouns: Nouns) -> Iterator[str | Ref]:
    """Several nouns as a person lists them: `a, b and c`; none are `nothing`."""
    if not values:
        yield "nothing"
    for i, index in enumerate(values):
        if i:
            yield " and " if i == len(values) - 1 else ", "
        yield Ref(spec, index, nouns[spec].say(index))


@cache
def _parsed(template: str) -> tuple[tuple[str, str | None, str], ...]:
    return tuple((text, name, spec or "") for text, name, spec, _ in Formatter().parse(template))


@cache
def _unfilled(template: str) -> str | None:
    """What a template without fields says; None if it has some."""
    parts = _parsed(template)
    return None if any(name for _, name, _ in parts) else "".join(text for text, _, _ in parts)
