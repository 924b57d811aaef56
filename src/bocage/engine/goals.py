"""Goals: how each side wins, and where it stands now, each line with its rule."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.engine.rulings import Rule
from bocage.engine.words import Words


@dataclass(frozen=True, slots=True)
class Line:
    """Something that decides a game: a victory level with its conditions, or a source of points."""

    words: Words
    rule: Rule
    met: bool | None = None
    """Whether it is reached now; None for a line that only counts points."""
    value: int | None = None
    """The points that it brings."""
    hexes: tuple[int, ...] = ()
    """The hexes where something is still to be done for it, or where it is counted."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of one seat."""

    seat: int
    standing: Words
    """The current standing, in short: `Limited`, `23 points`."""
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Goals:
    """The goals of both sides, and who would win if the game ended now."""

    now: Words
    rule: Rule
    goals: tuple[Goal, ...]


def moment(stack: tuple[object, ...], conceded: int) -> Words:
    """Return the moment that goals describe: now, the end, or when a side conceded.

    Args:
        stack: the frames of the position; a game that is over has none.
        conceded: the seat that conceded, plus one; 0 if none did.
    """
    if stack:
        return Words("If it ended now")
    if conceded:
        return Words("When {side:side} conceded", {"side": conceded - 1})
    return Words("At the end")
