"""Ways: where units can go, the cost of every step, and its rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bocage.engine.rulings import Rule
from bocage.engine.words import Words


class Note(NamedTuple):
    """A fact about a step or a way."""

    code: str
    """The code for programs: `zone`, `road`; each game lists its codes."""
    words: Words
    rule: Rule


@dataclass(frozen=True, slots=True)
class Step:
    """One hex of a way."""

    hex: int
    cost: float | None
    """Movement Points; None if a step takes the whole move or is impossible."""
    spent: float
    """Movement Points spent so far."""
    notes: tuple[Note, ...]
    """The reasons of the cost, and what happens there."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way of units to a hex, step by step."""

    units: tuple[int, ...]
    start: int
    steps: tuple[Step, ...]
    cost: float
    """Movement Points spent in all."""
    points: float
    """Movement Points that the units have."""
    notes: tuple[Note, ...] = ()
    """The kind of move, and what happens on it."""
    means: tuple[Note, ...] = ()
    """The Movement Points available, and why."""
    allowed: bool = True
    """Whether units may take it; if not, it is the cheapest way there."""

    @property
    def hex(self) -> int:
        """The hex at its end."""
        return self.steps[-1].hex

    @property
    def hexes(self) -> tuple[int, ...]:
        """Every hex of it, including the first."""
        return (self.start, *(step.hex for step in self.steps))


def points_said(points: float) -> str:
    """Return Movement Points as players write them: `3½`, `4`."""
    whole, rest = divmod(points, 1)
    half = "½" if rest else ""
    return half if half and not whole else f"{int(whole)}{half}"
