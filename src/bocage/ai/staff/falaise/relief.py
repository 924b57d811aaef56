"""The Germans' gain if the Allied units in a hex were gone: opened ways and lines (3.3, 6.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.falaise.lines import surrenders
from bocage.ai.staff.falaise.paces import chance
from bocage.ai.staff.falaise.ways import ARMOUR, EAST, FOOT, SOUTH, WHEELS
from bocage.games.falaise.board.position import DEAD
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s04_sequence import last_turn
from bocage.games.falaise.s06_communications import net
from bocage.hexes.kernels import UNREACHED

if TYPE_CHECKING:
    from bocage.ai.staff.falaise.outlook import Outlook

OPENED: Final = 0.5
"""The part of an opened way that is used before it closes again."""
LINKED: Final = 0.15
"""The weight of a line that is open now; on the last turn its weight is 1."""

RING: Final = 5
"""The hexes within which Allied units form a ring."""
RING_SHARE: Final = 0.6
"""The part of a ring that opens when one of its units is gone."""


def relief(outlook: Outlook, h: int) -> float:
    """Return the Germans' points if the Allies in a hex are gone, computed once."""
    found = outlook.reliefs.get(h)
    if found is None:
        found = outlook.reliefs[h] = max(_gained(outlook, (h,)), _shared(outlook, h))
    return found


def _shared(outlook: Outlook, h: int) -> float:
    """Return each unit's share of the value of the Allied ring around a hex."""
    distance = outlook.st.world.grid.distance
    ring = tuple([n for n in outlook.st.stacks(ALLIED) if distance(n, h) <= RING])
    return RING_SHARE * _gained(outlook, ring) / len(ring) if len(ring) > 1 else 0.0


def _gained(outlook: Outlook, hexes: tuple[int, ...]) -> float:
    """Return the same if the Allies in several hexes are gone, computed once."""
    found = outlook.gains.get(hexes)
    if found is None:
        found = outlook.gains[hexes] = _without(outlook, hexes)
    return found


def _without(outlook: Outlook, hexes: Sequence[int]) -> float:
    st, world = outlook.st, outlook.st.world
    gone = st.copy()
    for h in hexes:
        for u in st.at(h, ALLIED):
            gone.place(u, DEAD)
    zone = gone.zone(GERMAN)
    opened = bool(st.zone_open)
    east = [outlook.ways.field(EAST, kind, zone, opened=opened) for kind in (FOOT, WHEELS, ARMOUR)]
    south = outlook.ways.field(SOUTH, FOOT, zone, opened=opened)
    before, after = net(st, GERMAN), net(gone, GERMAN)
    late = LINKED + (1 - LINKED) * (st.turn == last_turn(world))
    ways = links = 0.0
    for u, at, left, kind, prize, now in outlook.runners:
        then = chance(east[kind].cost(at), left) * prize
        if not world.mech[u]:
            then = max(then, chance(south.cost(at), left))
        ways += then - now
        if before[at] >= UNREACHED > after[at]:
            links += surrenders(st, u) * (1 - outlook.hope.get(u, 0.0))
    return OPENED * ways + late * links
