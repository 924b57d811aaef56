"""The reporting formations: a team's units by brigade, by division, or together.

And their names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bocage.games.opcom.board.position import HERE, Position
from bocage.games.opcom.board.world import Troops
from bocage.games.opcom.s05_orders.rest import is_shattered
from bocage.games.opcom.s10_reports.speech import called

_TROOPS: Final = "Divisional troops"
_SPOKEN: Final = {
    "RE bridging": "the bridging columns",
    "RASC": "the transport columns",
    "Reinforcements": "the corps reinforcements",
    "Independent": "the independent troops",
}
"""Spoken names for words that appear only in the order of battle."""


def formations(st: Position, team: int) -> dict[str, list[Troops]]:
    """Return a team's units by the formation that reports on them.

    That is the brigade if it has more than one unit, else the division, else the team. Divisional
    troops go with their division if a team has several. A unit that was reported as lost is not
    reported again.
    """
    own = [unit for unit in st.world.units if unit.team == team]
    several = len({unit.unit.division for unit in own if unit.unit.brigade == _TROOPS}) > 1
    counts = Counter((unit.unit.division, unit.unit.brigade) for unit in own)
    fighting = {unit for fight in st.fought for unit in fight.own}
    lost = frozenset(st.told[team].lost)
    found: dict[str, list[Troops]] = {}
    for unit in own:
        row = unit.unit
        gone = unit.id in lost and is_shattered(st, unit.number)
        if unit.number not in fighting and (st.where[unit.number] != HERE or gone):
            continue
        name = row.brigade if counts[row.division, row.brigade] > 1 else ""
        name = name or row.division or st.world.teams[team].name
        if several and row.brigade == _TROOPS:
            name = f"{row.division} troops"
        found.setdefault(name, []).append(unit)
    return found


def spoken_name(name: str, units: Sequence[Troops]) -> str:
    """Return the spoken name of a formation; a single unit has its own name."""
    return called(_SPOKEN.get(name, name) if len(units) > 1 else units[0].name)
