"""The levels of a staff. They differ in judgement and effort, never in what the staff sees."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple


class Level(NamedTuple):
    """The playing strength of a staff."""

    name: str
    """The part after `staff-` in the player's name; empty for the default."""
    blur: float
    """The error of its estimates, as a share of the value; 0 makes none."""
    effort: int
    """1 takes the first plan; 2 looks for holes in it and closes them."""
    tilt: float = 0.0
    """The share by which it overrates every value; negative for a cautious staff."""
    intent: str = ""
    """Its intent, one of those of its game. The searching staff compares them."""

    @property
    def player(self) -> str:
        """Return the name of such a staff in the list of players."""
        return f"staff-{self.name}" if self.name else "staff"

    @property
    def is_thorough(self) -> bool:
        """Return whether it considers the consequences of a plan too."""
        return self.effort > 1

    def judged(self, worth: float, rng: Random) -> float:
        """Return a worth as this level judges it."""
        if not self.blur:
            return worth * (1 + self.tilt) if self.tilt else worth
        return worth * (1 + self.tilt + self.blur * (2 * rng.random() - 1))


NOVICE: Final = Level("novice", 0.6, 1)
REGULAR: Final = Level("", 0.0, 2)


class Judgement(NamedTuple):
    """A level with the random stream for its errors."""

    level: Level
    rng: Random

    def __call__(self, worth: float) -> float:
        """Return a worth as this level judges it."""
        return self.level.judged(worth, self.rng)

    def overlooks(self) -> bool:
        """Return whether it misses a chance entirely. A higher `blur` misses more."""
        return bool(self.level.blur) and self.rng.random() < self.level.blur / 2


CLEAR: Final = Judgement(REGULAR, Random(0))  # noqa: S311 - it is never drawn from
"""A judgement without error."""

LEVELS: Final = (NOVICE, REGULAR)
"""From weak to strong."""
