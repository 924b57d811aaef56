"""One line of a sheet before it is written: who does what, where, against whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bocage.ai.commander.picture import Enemy, Group
from bocage.games.opcom.board.ways import Point

Action = Literal["hold", "move", "prepare", "probe", "attack", "breakthrough"]
Posture = Literal["tact", "non-tact", "rest"]


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
    """Whether they go once the fights of the turn are over."""
    main: bool = False
    via: Point | None = None
    """By which point they go, where that is not the nearest way."""
    words: str = ""

    @property
    def moves(self) -> bool:
        """Whether it takes its units anywhere."""
        return self.action in ("move", "probe", "attack", "breakthrough")
