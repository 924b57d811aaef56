"""How a nation's staffs speak: banks of phrases, and which of them is used this time."""

from __future__ import annotations

import tomllib
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
    """`{name} is {state}.`"""
    several: str
    attack: Bank
    defence: Bank
    state: Bank
    guns: Bank
    enemy: Bank
    supply: Bank
    quiet: Bank


@dataclass(frozen=True, slots=True)
class Choice:
    """Which phrase is used: by chance, but the same whenever the turn is worked out anew."""

    seed: str

    def among(self, slot: str, phrases: Sequence[str]) -> str:
        """One of them."""
        found = blake2s(f"{self.seed}/{slot}".encode(), digest_size=4).digest()
        return phrases[int.from_bytes(found, "big") % len(phrases)]

    def happens(self, slot: str, one_in: int) -> bool:
        """Whether something happens that happens once in so many times."""
        return self.among(slot, ("yes", *("no",) * (one_in - 1))) == "yes"


@cache
def speech_of(nation: str) -> Speech:
    """The style of a nation's staffs."""
    return next(each for each in speeches() if nation in each.nations)


@cache
def speeches() -> tuple[Speech, ...]:
    """Every style."""
    return tuple(_read(name) for name in _STYLES)


def _read(name: str) -> Speech:
    data = tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    banks = ("attack", "defence", "state", "guns", "enemy", "supply", "quiet")
    form = cast("dict[str, str]", data["form"])
    return Speech(
        name,
        tuple(cast("list[str]", data["nations"])),
        str(data["clock"]),
        str(data["delayed"]),
        form["one"],
        form["several"],
        **{bank: cast("Bank", data[bank]) for bank in banks},
    )


_ONES: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def in_words(number: int) -> str:
    """A small number as it is spoken; from a hundred on in digits."""
    if number < len(_ONES):
        return _ONES[number]
    if number >= 100:
        return str(number)
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")


def listed(names: Sequence[str]) -> str:
    """`a, b and c`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def sentence(text: str) -> str:
    """With a capital, whatever it begins with."""
    return text[:1].upper() + text[1:]
