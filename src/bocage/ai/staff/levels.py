"""How well a staff plays: levels differ in judgement and in effort, never in what they see."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple


class Level(NamedTuple):
    """How well a staff plays."""

    name: str
    """What follows `staff-` in the player's name; nothing for the default."""
    blur: float
    """How far its judgement of a worth errs, as a share of it: 0 sees clearly."""
    effort: int
    """How much it looks at: 1 takes the first plan, 2 compares plans, 3 compares more."""

    @property
    def player(self) -> str:
        """What the table of players calls a staff of this level."""
        return f"staff-{self.name}" if self.name else "staff"

    def judged(self, worth: float, rng: Random) -> float:
        """A worth as this level judges it."""
        return worth * (1 + self.blur * (2 * rng.random() - 1)) if self.blur else worth


NOVICE: Final = Level("novice", 0.6, 1)
REGULAR: Final = Level("", 0.0, 2)
VETERAN: Final = Level("veteran", 0.0, 3)

LEVELS: Final = (NOVICE, REGULAR, VETERAN)
"""From weak to strong."""
