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
    """How thorough it is: 1 takes the first plan, 2 looks for holes in it and closes them."""
    tilt: float = 0.0
    """How much more it thinks of every worth than it is, as a share of it: a bold staff more, a
    cautious one less."""
    intent: str = ""
    """What it is set on, of the intents of its game; the searching staff compares them."""

    @property
    def player(self) -> str:
        """What the table of players calls a staff of this level."""
        return f"staff-{self.name}" if self.name else "staff"

    @property
    def is_thorough(self) -> bool:
        """Whether it thinks of what follows from a plan, and not of the plan alone."""
        return self.effort > 1

    def judged(self, worth: float, rng: Random) -> float:
        """Return a worth as this level judges it."""
        if not self.blur:
            return worth * (1 + self.tilt) if self.tilt else worth
        return worth * (1 + self.tilt + self.blur * (2 * rng.random() - 1))


NOVICE: Final = Level("novice", 0.6, 1)
REGULAR: Final = Level("", 0.0, 2)


class Judgement(NamedTuple):
    """A level with the stream that its errors come from."""

    level: Level
    rng: Random

    def __call__(self, worth: float) -> float:
        """A worth as it is judged."""
        return self.level.judged(worth, self.rng)

    def overlooks(self) -> bool:
        """Return whether a chance is not seen at all: the more, the more the judgement is
        blurred.
        """
        return bool(self.level.blur) and self.rng.random() < self.level.blur / 2


CLEAR: Final = Judgement(REGULAR, Random(0))  # noqa: S311 - it is never drawn from
"""Judgement without error."""

LEVELS: Final = (NOVICE, REGULAR)
"""From weak to strong."""
