"""Words made from templates, late: an event, a refusal or a prompt is data until it is read.

A template is a format string whose fields name a noun after the colon: `"{unit:unit} may not enter
{hex:hex}"`. The field holds a number; the game's noun of that name renders it. Fields without a
noun are rendered as they are, or by Python's own format (`{shift:+d}`); a field may hold words
itself. Rendering gives plain text, or pieces in which the nouns stay references that a page can
link.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Final, NamedTuple, Protocol, cast


class Noun(Protocol):
    """The names of a kind of number: a unit, a hex, a die."""

    def say(self, index: int) -> str:
        """Return the name for people: `9th Infantry`, `2722`."""
        ...


Nouns = Mapping[str, Noun]
"""The nouns of a game by kind."""


class Ref(NamedTuple):
    """A thing named in a text."""

    kind: str
    number: int
    text: str


class Language:
    """The language of sentences: the English of their templates, or a translation."""

    def __init__(self) -> None:
        self.reword: Callable[[str], str] | None = None
        """The function that translates a template; the fields in braces stay."""


SPOKEN: Final = Language()
"""The language of this process. Programs read codes, never words, so a translation changes nothing
else.
"""


def phrase(text: str) -> str:
    """Return a phrase without fields in the current language."""
    return text if SPOKEN.reword is None else SPOKEN.reword(text)


class Words(NamedTuple):
    """A template and the values of its fields."""

    template: str
    fields: Mapping[str, object] = {}
    clicked: str = ""
    """The template for players who click, if theirs differs from the one for players who type."""

    def pieces(self, nouns: Nouns, *, clicks: bool = False) -> Iterator[str | Ref]:
        """Yield the text in pieces: plain strings, and references for nouns.

        `clicks`: it is for a player who clicks.
        """
        template = self.clicked if clicks and self.clicked else self.template
        for literal, name, spec in _parsed(phrase(template)):
            if literal:
                yield literal
            if name is None:
                continue
            value = self.fields[name]
            if isinstance(value, Words):
                yield from value.pieces(nouns, clicks=clicks)
            elif not spec.isidentifier():  # no noun, or one of Python's own formats: `{shift:+d}`
                yield format(value, spec)
            elif isinstance(value, int):
                yield Ref(spec, value, nouns[spec].say(value))
            elif isinstance(value, Sequence) and not isinstance(value, str):
                yield from _listed(spec, cast("Sequence[int]", value), nouns)
            else:
                raise TypeError(f"{{{name}:{spec}}} in {self.template!r} is {value!r}")

    def named(self) -> Iterator[tuple[str, str]]:
        """Yield the fields that name things, in order, each with its kind of noun."""
        for _, name, spec in _parsed(self.template):
            if name is not None and spec.isidentifier():
                yield name, spec

    def say(self, nouns: Nouns) -> str:
        """Return the text."""
        if not self.fields and (said := _unfilled(phrase(self.template))) is not None:
            return said
        return "".join(p.text if isinstance(p, Ref) else p for p in self.pieces(nouns))


def capital(said: str) -> str:
    """Return a sentence with a capital; a name that is written small stays: `s.SS-Pz 501`."""
    first = said.partition(" ")[0]
    if any(letter.isupper() for letter in first[1:]):
        return said
    return f"{said[:1].upper()}{said[1:]}"


def _listed(spec: str, values: Sequence[int], nouns: Nouns) -> Iterator[str | Ref]:
    """Yield several nouns as a list in words: `a, b and c`; for none, `nothing`."""
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
    """Return the text of a template without fields; None if it has some."""
    parts = _parsed(template)
    return None if any(name for _, name, _ in parts) else "".join(text for text, _, _ in parts)
