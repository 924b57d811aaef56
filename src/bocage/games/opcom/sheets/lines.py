"""What is understood of a sheet: lines for adjudication, and what goes back to the team."""

from __future__ import annotations

from dataclasses import dataclass, field

from bocage.games.opcom.pieces.orders import Chore, Line


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
