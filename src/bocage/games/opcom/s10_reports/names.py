"""What the enemy's formations are called by those who face them (10.5)."""

from __future__ import annotations

from typing import Final

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.s10_reports.speech import called

_NO_NAME: Final = frozenset(
    {"", "-", "Independent", "Reinforcements", "Corps troops", "Army troops"}
)
"""What is no name of a formation to those who face it."""


def faced_as(st: Position, number: int) -> str:
    """What those who have faced a unit for a while call the formation that it belongs to."""
    unit = st.world.units[number].unit
    name = st.formation(number)
    if name == "Polish":
        return f"the Polish {unit.brigade}"
    if name in _NO_NAME:
        names = (unit.brigade, unit.corps, unit.team)
        name = next(each for each in names if each not in _NO_NAME)
    return called(name).partition(" / ")[0]
