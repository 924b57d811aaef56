"""One line of a sheet before it is written: units, action, place and enemy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bocage.ai.commander.picture import Enemy, Group
from bocage.games.opcom.board.ways import Point

Action = Literal["hold", "move", "prepare", "probe", "attack", "breakthrough"]
Posture = Literal["tact", "non-tact", "rest"]
Course = Literal["", "round", "beside", "through", "along"]
"""How a group that does not lead continues: round the enemy, then at its post beside a bridge;
through the leading troops; or along with them.
"""


@dataclass(frozen=True, slots=True)
class Task:
    """One line of a sheet before it is written."""

    group: Group
    action: Action
    posture: Posture
    goal: str = ""
    at: Point | None = None
    target: Enemy | None = None
    stand_fast: bool = False
    counter: bool = False
    column: bool = False
    after: bool = False
    """Whether they go after the fights of the turn."""
    main: bool = False
    via: Point | None = None
    """A point on the way, if they do not take the nearest way."""
    words: str = ""
    course: Course = ""

    @property
    def moves(self) -> bool:
        """Return whether it moves its units."""
        return self.action in ("move", "probe", "attack", "breakthrough")
