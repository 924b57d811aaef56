"""Citing the rulebook of Operation Roundup, and what each case and reading decides.

`R("11.13.3")` is a case of the rulebook, `R("reading 46")` one of our numbered readings.
`rulebook.toml` has the cases in our own words, `readings.md` the readings; a test checks
every citation in the program against them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from bocage.engine.rulings import Rule as R  # noqa: N817 - cited on every second line

__all__ = ["Case", "R", "cases", "readings"]

_HERE: Final = Path(__file__).parent
_HEADING: Final = re.compile(r"### (\d+[a-z]?)\. (.+?) \(([\d., ]+)\)")


@dataclass(frozen=True, slots=True)
class Case:
    """A case of the rulebook, or one of our readings."""

    rule: R
    title: str
    says: str
    """What it decides, in our own words."""
    about: tuple[R, ...] = ()
    """For a reading: the cases that it belongs to."""


@cache
def cases() -> Mapping[R, Case]:
    """Every case of the rulebook, in its order."""
    data = tomllib.loads((_HERE / "rulebook.toml").read_text(encoding="utf-8"))
    return {R(key): Case(R(key), each["title"], each["says"]) for key, each in data.items()}


@cache
def readings() -> Mapping[R, Case]:
    """Every reading, in order."""
    found: dict[R, Case] = {}
    text = (_HERE / "readings.md").read_text(encoding="utf-8")
    for part in re.split(r"\n(?=##)", text):
        heading, _, body = part.partition("\n")
        if match := _HEADING.fullmatch(heading):
            rule = R(f"reading {match[1]}")
            about = tuple(R(number) for number in match[3].split(", "))
            found[rule] = Case(rule, match[2], " ".join(body.split()), about)
    return found
