"""The names that enemies use for a formation that they face (10.5)."""

from __future__ import annotations

from typing import Final

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.s10_reports.speech import called

_NO_NAME: Final = frozenset(
    {"", "-", "Independent", "Reinforcements", "Corps troops", "Army troops"}
)
"""Words that enemies do not take for the name of a formation."""


def faced_as(st: Position, number: int) -> str:
    """Return the name that enemies use for a unit's formation after facing it for a while."""
    unit = st.world.units[number].unit
    name = st.formation(number)
    if name == "Polish":
        return f"the Polish {unit.brigade}"
    if name in _NO_NAME:
        names = (unit.brigade, unit.corps, unit.team)
        name = next(each for each in names if each not in _NO_NAME)
    return called(name).partition(" / ")[0]
