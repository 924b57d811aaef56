"""What is understood of a sheet: lines for adjudication, and what goes back to the team."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from bocage.games.opcom.ways import Point


class Line(NamedTuple):
    """One line of a sheet (5.1), its names found. The position keeps it as a plain tuple."""

    team: int
    number: int
    """On the sheet, from 1."""
    units: tuple[int, ...]
    action: int
    posture: int
    words: str
    goal: tuple[int, ...] = ()
    """East and north of where it goes, or nothing."""
    goal_name: str = ""
    route: tuple[Point, ...] = ()
    follow: int = -1
    """The unit behind which it goes, or -1."""
    support: tuple[tuple[int, int], ...] = ()
    """Guns, each with 1 if it fires in the first attack alone."""
    squadrons: int = 0
    cab_rank: int = 0
    ammo: int = -1
    """Allotted (reading 6.5); -1 where the sheet does not say."""
    fuel: int = -1
    stand_fast: int = 0
    counter_attack: int = 0
    night: int = 0
    column: int = 0
    """In road column."""
    after: int = 0
    """1: moves once the fights are over."""
    infiltrate: int = 0
    priority: int = 9
    lift: int = -1
    """The transport unit that lifts its battalions on foot (reading 3.8), or -1."""


Chore = tuple[object, ...]
"""`supply`, `dump`, `attach`, `blow` or `build`; then the team and what it needs to know."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An order that cannot be carried out, in words for the team. The rest of the sheet stands."""

    number: int
    words: str

    def __str__(self) -> str:
        return f"line {self.number}: {self.words}" if self.number else self.words


@dataclass(frozen=True, slots=True)
class Question:
    """Something unclear: what Control asks, what may be answered, and what is taken if not."""

    number: int
    words: str
    choices: tuple[str, ...]
    default: str

    def __str__(self) -> str:
        among = f" ({', '.join(self.choices)})" if self.choices else ""
        head = f"line {self.number}: " if self.number else ""
        return f"{head}{self.words}{among} If we hear nothing: {self.default}."


@dataclass(frozen=True, slots=True)
class Understood:
    """A whole sheet."""

    lines: tuple[Line, ...] = ()
    chores: tuple[Chore, ...] = ()
    problems: tuple[Problem, ...] = ()
    questions: tuple[Question, ...] = field(default=())
