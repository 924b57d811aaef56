"""Goals: how each side wins, and where it stands now, each line with its rule."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.engine.rulings import Rule
from bocage.engine.words import Words


@dataclass(frozen=True, slots=True)
class Line:
    """Something that decides a game: a level with what it needs, or a source of points."""

    words: Words
    rule: Rule
    met: bool | None = None
    """Whether it is reached now; None where it only counts."""
    value: int | None = None
    """The points that it brings."""
    hexes: tuple[int, ...] = ()
    """Where something is still to be done for it, or where it is counted."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What one seat plays for."""

    seat: int
    standing: Words
    """Where it stands now, in short: `Limited`, `23 points`."""
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Goals:
    """What both play for, and who would win if it ended now."""

    now: Words
    rule: Rule
    goals: tuple[Goal, ...]
