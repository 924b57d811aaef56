"""Cover beyond the Withdrawal Line, where only guns and aircraft reach (8.0).

Only a 6 costs a step (8.1), so every negative modifier prevents losses: woods, towns, night,
extended range, and the Polish division's own guns. The danger is a hex in the open within range
of a corps by day.
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
"""The weight of Airstrikes, which reach every hex, against a corps in range."""
CREEP: Final = 2
"""The hexes that Allied units approach before their guns fire."""
NEARLY: Final = 0.4
"""The weight of a corps that must first approach."""
WHOLE: Final = 0.15
"""The weight of the first of two steps, against the last."""
MOST: Final = 2.0


class Guns:
    """The hexes within range of the Allied corps' guns, from their units' present places (8.2)."""

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
        """Return the number of corps with a hex in range, or nearly."""
        found = sum(each >> h & 1 for each in self._near)
        return found + NEARLY * (sum(each >> h & 1 for each in self._nearly) - found)

    def exposure(self, st: Position, outlook: Outlook, u: int, h: int) -> float:
        """Return a unit's points at stake in a hex beyond the line, by the guns that may fire
        there.
        """
        if st.turn >= last_turn(st.world) or is_covered(st, h):
            return 0.0
        whole = st.steps[u] > 1 or is_shield(st, h)
        at_stake = min(MOST, max(outlook.worth.get(u, 0.0), outlook.prize.get(u, 0.0)))
        return at_stake * (WHOLE if whole else 1.0) * (AIRCRAFT + self.at(h))


def is_shield(st: Position, h: int) -> bool:
    """Return whether a unit in a hex can lose a step and survive (10.2)."""
    return any(st.steps[v] > 1 for v in st.at(h, GERMAN))


def is_covered(st: Position, h: int) -> bool:
    """Return whether no die takes a step from units in a hex (8.1)."""
    ground = st.world.ground
    return ground.terrain[h] == WOODS or ground.settlement[h] in (TOWN, ARGENTAN)
