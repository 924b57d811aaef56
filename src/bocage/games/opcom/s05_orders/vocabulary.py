"""The words of orders (5.1), from `order_words.toml`, and how a text is cut into them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, cast

_DATA: Final = Path(__file__).parents[1] / "data" / "order_words.toml"
_TOKEN: Final = re.compile(r"-?\d+\.\d+|[\w'’/&-]+|[.,;:!?()]")
STOPS: Final = frozenset(".;:!?")
Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """A closed list of phrases, each with what it stands for."""

    means: Mapping[Phrase, str]
    longest: int

    def at(self, said: Sequence[str], i: int) -> tuple[str, int] | None:
        """Return the meaning and length of the longest phrase that begins at word `i`, if any."""
        for length in range(min(self.longest, len(said) - i), 0, -1):
            found = self.means.get(tuple(said[i : i + length]))
            if found is not None:
                return found, length
        return None

    def __contains__(self, word: str) -> bool:
        return (word,) in self.means


def _words(table: Mapping[str, Sequence[str]]) -> Words:
    means = {tuple(phrase.split()): name for name, some in table.items() for phrase in some}
    return Words(means, max(map(len, means)))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Every list of `order_words.toml`."""

    verbs: Words
    """Actions, and tasks that stand on lines of their own."""
    tasks: frozenset[str]
    flags: Words
    roles: Words
    winds: Words
    lists: Mapping[str, Words]
    """The lists of `[grammar]`."""


@cache
def vocabulary() -> Vocabulary:
    """Return the words that we know. They are read once."""
    data = tomllib.loads(_DATA.read_text(encoding="utf-8"))
    tables = cast("Mapping[str, Mapping[str, Sequence[str]]]", data)
    verbs = _words({**tables["verbs"], **tables["tasks"]})
    return Vocabulary(
        verbs=_words({name: _forms(verbs, name) for name in dict.fromkeys(verbs.means.values())}),
        tasks=frozenset(tables["tasks"]),
        flags=_words(tables["flags"]),
        roles=_words(tables["places"]),
        winds=_words(tables["winds"]),
        lists={name: _words({name: some}) for name, some in tables["grammar"].items()},
    )


def _forms(verbs: Words, name: str) -> list[str]:
    """Return the phrases of a verb, and the same with -ing."""
    found: list[str] = []
    for phrase, means in verbs.means.items():
        if means == name:
            first = phrase[0]
            going = first[:-1] if first.endswith("e") and not first.endswith("ee") else first
            doubled = going + going[-1] if going in _DOUBLED else going
            found += [" ".join(phrase), " ".join([f"{doubled}ing", *phrase[1:]])]
    return found


_DOUBLED: Final = ("get", "dig", "stop", "sit", "cut")


def cut(text: str) -> list[str]:
    """Return a text as words and stops, as written.

    A point in a number or after `Gen` is not a stop.
    """
    found: list[str] = []
    short = vocabulary().lists["abbreviation"]
    for word in _TOKEN.findall(text.replace("’", "'")):
        if word == "." and found and found[-1].casefold() in short:
            continue
        found.append(word.strip("'") or word)
    return found
