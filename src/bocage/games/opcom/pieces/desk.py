"""What lies on Control's desk, as records: cards, and messages on their way."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bocage.engine.records import record


@record
@dataclass(frozen=True, slots=True)
class Factor:
    """One row of a ledger: under which heading, how much, why, by which rule."""

    heading: str
    value: int
    words: str
    rule: str


@record
@dataclass(frozen=True, slots=True)
class Case:
    """What a ruling is about, as far as it is a fight."""

    attackers: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()
    at: tuple[int, ...] = ()
    """East and north, in metres; nothing where a ruling has no place."""
    factors: tuple[Factor, ...] = ()
    """Every factor of the scores, as it would be without what Control has struck."""
    struck: tuple[int, ...] = ()
    """The factors that Control has struck, counted from 1."""
    chances: tuple[tuple[str, int], ...] = ()
    """How many sides of the die bring each result."""
    band: str = ""
    """The result, once there is one."""
    die: int = 0
    losses: tuple[tuple[int, int], ...] = ()
    """The steps that each unit loses."""
    path: tuple[tuple[int, int], ...] = ()
    """Of a retreat: from where to where."""


NO_CASE = Case()


@record
@dataclass(frozen=True, slots=True)
class Card:
    """One ruling."""

    name: str
    """`2.advantage.GE-HOF-1`: turn, what, about whom."""
    category: str
    what: str
    why: str
    """Lines of a ledger or a reason, each with its rule."""
    rule: str
    choices: str
    """What it may be changed to, with bars between."""
    value: str
    by: str
    """`rules` or `Control`."""
    reason: str
    """Control's, where Control has ruled. It is private."""
    told: str = ""
    """What Control tells the teams about it."""
    case: Case = NO_CASE

    @property
    def options(self) -> tuple[str, ...]:
        """Return the possible rulings. One that ends in `#` or `@` stands for many (`is_among`)."""
        return tuple(self.choices.split("|"))


@record
@dataclass(frozen=True, slots=True)
class Edit:
    """One change that Control makes in a draft (reading 10.1)."""

    team: str
    formation: str
    key: str
    value: str
    reason: str


@record
@dataclass(frozen=True, slots=True)
class Message:
    """A message on its way between headquarters (reading 10.9)."""

    sender: int
    to: int
    sent: int
    """The turn in which it was written."""
    number: int
    """On the sheet."""
    by: str
    text: str
    due: int = 0
    """The turn with whose reports it comes; 0 while that is not known."""


_NUMBERS: Final = re.compile(r"\d{1,3}(, \d{1,3})*")
_POINT: Final = re.compile(r"-?\d{1,7} -?\d{1,7}")


def is_among(value: str, options: Iterable[str]) -> bool:
    """Return whether a ruling is one of the options.

    An option may end in `#`, for numbers with commas between, or in `@`, for a point: metres
    east and north. `fight without #` takes `fight without 2, 5`.
    """
    for each in options:
        if value == each and each[-1:] not in ("#", "@"):
            return True
        if each.endswith("#") and value.startswith(each[:-1]):
            return bool(_NUMBERS.fullmatch(value.removeprefix(each[:-1])))
        if each.endswith("@") and value.startswith(each[:-1]):
            return bool(_POINT.fullmatch(value.removeprefix(each[:-1])))
    return False
