"""The speech of a nation's staffs: banks of phrases, and the choice among them."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2s
from importlib.resources import files
from typing import Final, cast

_FOLDER: Final = files("bocage.games.opcom") / "data" / "speech"
_STYLES: Final = ("british", "american", "german", "italian", "liaison")

Bank = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Speech:
    """A national style."""

    name: str
    nations: tuple[str, ...]
    clock: str
    delayed: str
    one: str
    """The phrase for one unit: `{name} is {state}.`"""
    several: str
    later: str
    """`Later {it}`: for a second fight over the same ground."""
    mixed: str
    """Begins the report of a formation whose units have no common state."""
    attack: Bank
    defence: Bank
    state: Bank
    guns: Bank
    rear: Bank
    enemy: Bank
    supply: Bank
    quiet: Bank
    rumour: Bank


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice of a phrase: random, but the same whenever the turn is worked out again."""

    seed: str

    def among(self, slot: str, phrases: Sequence[str]) -> str:
        """Return one of them."""
        found = blake2s(f"{self.seed}/{slot}".encode(), digest_size=4).digest()
        return phrases[int.from_bytes(found, "big") % len(phrases)]

    def happens(self, slot: str, one_in: int) -> bool:
        """Return whether something happens that happens once in so many times."""
        return self.among(slot, ("yes", *("no",) * (one_in - 1))) == "yes"


FOREIGN: Final = "*"
"""Marks a phrase in a foreign language; a report has one at most."""


class Voice:
    """A staff's voice in one turn; it repeats a phrase only after all others of its bank.

    Its start in a bank is random, but the same each time the turn is worked out.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._said: Counter[tuple[str, ...]] = Counter()
        self._foreign = False

    def begin(self) -> None:
        """Begin another report."""
        self._foreign = False

    def among(self, slot: str, phrases: Sequence[str]) -> str:
        """Return the next of them."""
        bank = tuple(phrases)
        first = bank.index(Choice(self._seed).among(slot, bank)) + self._said[bank]
        self._said[bank] += 1
        turned = [bank[(first + i) % len(bank)] for i in range(len(bank))]
        if self._foreign:
            turned.sort(key=lambda each: each.startswith(FOREIGN))
        self._foreign |= turned[0].startswith(FOREIGN)
        return turned[0].removeprefix(FOREIGN)


@cache
def speech_of(nation: str) -> Speech:
    """Return the style of a nation's staffs."""
    return next(each for each in speeches() if nation in each.nations)


@cache
def speeches() -> tuple[Speech, ...]:
    """Return every style."""
    return tuple(_read(name) for name in _STYLES)


def _read(name: str) -> Speech:
    data = tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    banks = ("attack", "defence", "state", "guns", "rear", "enemy", "supply", "quiet", "rumour")
    form = cast("dict[str, str]", data["form"])
    return Speech(
        name,
        tuple(cast("list[str]", data["nations"])),
        str(data["clock"]),
        str(data["delayed"]),
        form["one"],
        form["several"],
        form["later"],
        form["mixed"],
        **{bank: cast("Bank", data[bank]) for bank in banks},
    )


_ONES: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def in_words(number: int) -> str:
    """A number as it is spoken."""
    if number < len(_ONES):
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")
    size, name = (1000, "thousand") if number >= 1000 else (100, "hundred")
    many, rest = divmod(number, size)
    joined = " " if rest >= 100 else " and "
    return f"{in_words(many)} {name}" + (f"{joined}{in_words(rest)}" if rest else "")


_IN_BRACKETS: Final = re.compile(r"(\s*\([^)]*\))+(,.*)?$")
_BATTALION: Final = re.compile(r"^(\d+(?:st|nd|rd|th))(?: \([^)]*\))? Bn (?=[A-Z])")
_GUNNERS: Final = re.compile(
    r"(?: \([A-Z]\w* Yeo\))?( Field| Medium| Heavy| Anti-Tank| Light AA) Regt RA$"
)
_HEAVY: Final = re.compile(r"^s (?=[A-Z])")
_PLURAL: Final = re.compile(
    r"\b(troops|columns|forces|crews|companies|reinforcements)$", re.IGNORECASE
)


def called(name: str) -> str:
    """A name as it is spoken: without what is noted in brackets, `2nd Irish Guards` for short."""
    name = _IN_BRACKETS.sub("", name)
    name = _BATTALION.sub(r"\1 ", name)
    name = _GUNNERS.sub(r"\1 Regt", name)
    return _HEAVY.sub("Schwere ", name).replace(" - ", "-")


_THEIRS: Final = (
    ("a shadow of itself", "shadows of themselves"),
    ("it is", "they are"), ("it can", "they can"), ("it was", "they were"), ("it has", "they have"),
    ("its", "their"), ("itself", "themselves"), ("it", "they"),
)  # fmt: skip


def of_several(state: str) -> str:
    """Return a state in the plural."""
    for one, many in _THEIRS:
        state = re.sub(rf"\b{one}\b", many, state)
    return state


def is_plural(name: str) -> bool:
    """Return whether a name takes a plural verb."""
    return " and " in name or bool(_PLURAL.search(name))


def listed(names: Sequence[str]) -> str:
    """Return names as a list: `a, b and c`; `RASC companies one and two`.

    Names that contain `and` are set off by commas.
    """
    found = _numbered(names)
    *first, last = found
    if first and any(" and " in name for name in names):
        return f"{', '.join(first)}, and {last}"
    return f"{', '.join(first)} and {last}" if first else last


_SERIES: Final = re.compile(r"^(.* )(company|column|group) (\d+)$")
_MANY: Final = {"company": "companies", "column": "columns", "group": "groups"}


def _numbered(names: Sequence[str]) -> list[str]:
    """Return the names, with those that differ only in their number joined."""
    series: dict[tuple[str, str], list[int]] = {}
    for name in names:
        if found := _SERIES.match(name):
            series.setdefault((found[1], found[2]), []).append(int(found[3]))
    result: list[str] = []
    for name in names:
        found = _SERIES.match(name)
        numbers = series.get((found[1], found[2]), []) if found else []
        if found is None or len(numbers) < 2:
            result.append(name)
        elif int(found[3]) == numbers[0]:
            *first, last = [in_words(each) for each in numbers]
            result.append(f"{found[1]}{_MANY[found[2]]} {', '.join(first)} and {last}")
    return result


def in_short(names: Sequence[str]) -> str:
    """Return the first of several: `a and two others`."""
    more = len(names) - 1
    return f"{names[0]} and {in_words(more)} other{'s' if more > 1 else ''}" if more else names[0]


def sentence(text: str) -> str:
    """Return a text with a capital at its start."""
    return text[:1].upper() + text[1:]
