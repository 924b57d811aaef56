"""How a nation's staffs speak: banks of phrases, and which of them is used this time."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2s
from importlib.resources import files
from typing import Final, cast

from bocage.games.opcom.placing import aloud

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
    rear: Bank
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
    banks = ("attack", "defence", "state", "guns", "rear", "enemy", "supply", "quiet")
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
_SEVERAL: Final = {"is": "are", "has": "have", "waits": "wait", "finds": "find", "was": "were"}


def called(name: str) -> str:
    """A name as it is spoken: without what is noted behind it in brackets."""
    return _IN_BRACKETS.sub("", name)


def remark(names: Sequence[str], fate: str) -> str:
    """What befell one or several: `2nd Grenadiers and 1st Welsh are stopped ...`."""
    first, _, rest = fate.partition(" ")
    verb = _SEVERAL.get(first, first) if len(names) > 1 else first
    return aloud(f"{listed(names)} {verb} {rest}")


def listed(names: Sequence[str]) -> str:
    """`a, b and c`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def sentence(text: str) -> str:
    """With a capital, whatever it begins with."""
    return text[:1].upper() + text[1:]
