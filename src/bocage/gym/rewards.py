"""The rewards of the seats: for victory, for its level, or along the way.

Every reward is between two: what one seat gets, the other loses.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from bocage.engine.game import Outcome
from bocage.gym.sight import Book

Reward = Literal["victory", "levels", "shaped"]
"""`victory`: 1, -1 or 0 when the game ends. `levels`: how high the victory was, from -1 to 1, when
the game ends. `shaped`: as `victory`, and after each action the change of the potential."""

REWARDS: Final[tuple[Reward, ...]] = ("victory", "levels", "shaped")


class Purse:
    """Computes the reward of the Allies; the other seat gets its negative."""

    def __init__(self, kind: Reward, book: Book) -> None:
        if kind not in REWARDS:
            raise ValueError(f"there is no reward '{kind}'; there are {', '.join(REWARDS)}")
        self.kind: Final = kind
        self.is_shaped: Final = kind == "shaped"
        """Whether it pays on the way."""
        self._book: Final = book

    def worth(self, st: Any) -> float:
        """Return the potential of a state, where the reward is shaped; a finished game has none."""
        return self._book.potential(st) if self.is_shaped and st.stack else 0.0

    def at_end(self, outcome: Outcome) -> float:
        """Return the reward of the Allies for the end of a game, without any potential."""
        if self.kind == "levels":
            return self._book.level(outcome.scores)
        return 0.0 if outcome.winner is None else 1.0 - 2.0 * outcome.winner
