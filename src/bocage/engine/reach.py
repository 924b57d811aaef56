"""Ways: where units can go, what every step costs, and which rule says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bocage.engine.rulings import Rule
from bocage.engine.words import Words


class Note(NamedTuple):
    """A fact about a step or a way."""

    code: str
    """What programs know it by: `zone`, `road`; a game says which codes it uses."""
    words: Words
    rule: Rule


@dataclass(frozen=True, slots=True)
class Step:
    """One hex of a way."""

    hex: int
    cost: float | None
    """Movement Points; None where a step takes the whole move, or cannot be made."""
    spent: float
    """Movement Points spent by then."""
    notes: tuple[Note, ...]
    """What the points are for, and what happens there."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way of units to a hex, step by step."""

    units: tuple[int, ...]
    start: int
    steps: tuple[Step, ...]
    cost: float
    """Movement Points spent at its end."""
    points: float
    """Movement Points that the units have."""
    notes: tuple[Note, ...] = ()
    """What kind of move it is, and what happens on it."""
    means: tuple[Note, ...] = ()
    """What the units have to spend, and why."""
    allowed: bool = True
    """Whether units may take it; if not, it is the cheapest that leads there."""

    @property
    def hex(self) -> int:
        """The hex at its end."""
        return self.steps[-1].hex

    @property
    def hexes(self) -> tuple[int, ...]:
        """Every hex of it, where the units stand first."""
        return (self.start, *(step.hex for step in self.steps))


def points_said(points: float) -> str:
    """Movement Points as players say them: `3½`, `4`."""
    whole, rest = divmod(points, 1)
    half = "½" if rest else ""
    return half if half and not whole else f"{int(whole)}{half}"
