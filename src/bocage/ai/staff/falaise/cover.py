"""Cover beyond the Withdrawal Line: nobody follows there, but guns and aircraft reach it (8.0).

A step is lost by a 6 alone (8.1), so whatever takes from the die saves it: woods, towns, night,
the extended range, the Polish division's own guns. What is left is a hex in the open within
range of a corps by day.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.games.falaise.board.ground import ARGENTAN, TOWN, WOODS
from bocage.games.falaise.pieces.units import ALLIED, GERMAN, POLAND
from bocage.games.falaise.s04_sequence import last_turn

if TYPE_CHECKING:
    from bocage.ai.staff.falaise.outlook import Outlook
    from bocage.games.falaise.board.position import Position

AIRCRAFT: Final = 0.3
"""What Airstrikes, which reach every hex, count for against a corps in range."""
CREEP: Final = 2
"""Hexes that Allied units come nearer before their guns fire."""
NEARLY: Final = 0.4
"""What a corps counts for that would have to come so near first."""
WHOLE: Final = 0.15
"""What the first of two steps counts for, against the last."""
MOST: Final = 2.0


class Guns:
    """Which hexes the guns of the Allied corps reach, from where their units stand (8.2)."""

    def __init__(self, st: Position) -> None:
        world = st.world
        near, nearly = [0] * len(world.guns), [0] * len(world.guns)
        for h, units in st.stacks(ALLIED).items():
            for u in units:
                corps = st.corps[u]
                most = world.guns[corps]
                if most and world.corps_nation[corps] != POLAND:
                    near[corps] |= world.ground.within(h, most)
                    nearly[corps] |= world.ground.within(h, most + CREEP)
        self._near: Final = [each for each in near if each]
        self._nearly: Final = [each for each in nearly if each]

    def at(self, h: int) -> float:
        """Return how many corps have a hex in range, or nearly."""
        found = sum(each >> h & 1 for each in self._near)
        return found + NEARLY * (sum(each >> h & 1 for each in self._nearly) - found)

    def exposure(self, st: Position, outlook: Outlook, u: int, h: int) -> float:
        """Points at stake for a unit in a hex beyond the line, by how many may fire there."""
        if st.turn >= last_turn(st.world) or is_covered(st, h):
            return 0.0
        whole = st.steps[u] > 1 or is_shield(st, h)
        at_stake = min(MOST, max(outlook.worth.get(u, 0.0), outlook.prize.get(u, 0.0)))
        return at_stake * (WHOLE if whole else 1.0) * (AIRCRAFT + self.at(h))


def is_shield(st: Position, h: int) -> bool:
    """Return whether somebody in a hex can lose a step and live (10.2)."""
    return any(st.steps[v] > 1 for v in st.at(h, GERMAN))


def is_covered(st: Position, h: int) -> bool:
    """Return whether no die takes a step from units in a hex (8.1)."""
    ground = st.world.ground
    return ground.terrain[h] == WOODS or ground.settlement[h] in (TOWN, ARGENTAN)
