"""6.5 Lines of Communication: ten hexes to a road, and along it to an edge; or straight to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.games.falaise.options import DIRECT_1703_ONLY
from bocage.games.falaise.pieces.units import GERMAN
from bocage.hexes.kernels import BLOCKED, UNREACHED, ZONE, mark_zones

if TYPE_CHECKING:
    from array import array

    from bocage.games.falaise.board.position import Position

LONGEST: Final = 10
"""6.5: hexes to a road or an edge."""
FRIEND: Final = 8
"""Bit of a field: a friendly unit is there."""

_BARS_ROAD: Final = bytes(1 if flags & (BLOCKED | ZONE) else 0 for flags in range(256))
"""Reading 78: on the road an enemy zone bars, friendly unit or not."""
_BARS_PATH: Final = bytes(
    1 if flags & BLOCKED or (flags & ZONE and not flags & FRIEND) else 0 for flags in range(256)
)
"""6.5: off it, friendly units negate enemy zones."""


def net(st: Position, side: int) -> array[int]:
    """Return the hexes from which a side has an LOC: those below `UNREACHED`."""
    kept = st.net_german if side == GERMAN else st.net_allied
    if kept[0] == st.placed_allied and kept[1] == st.placed_german:
        return kept[2]
    found = (st.placed_allied, st.placed_german, _traced(st, side))
    if side == GERMAN:
        st.net_german = found
    else:
        st.net_allied = found
    return found[2]


def has_loc(st: Position, u: int) -> bool:
    """Return whether a unit on the map has a Line of Communication now (6.5)."""
    return net(st, st.side_of(u))[st.loc[u]] < UNREACHED


def hex_has_loc(st: Position, h: int, side: int) -> bool:
    """Return whether a side could trace an LOC from a hex that it holds (3.3: Argentan)."""
    if net(st, side)[h] < UNREACHED:
        return True
    # A hex can start a path even if it is empty, so look at its neighbours.
    ground = st.world.ground
    if st.zone(side)[h] & BLOCKED:
        return False
    return any(
        net(st, side)[n] < LONGEST
        for n in ground.near[h]
        if not ground.wet[h] >> ground.grid.direction(h, n) & 1
    )


def _edge(st: Position, side: int) -> tuple[int, ...]:
    """Return the hexes at which the roads of a side leave the map (6.5)."""
    ground = st.world.ground
    return (ground.german_loc,) if side == GERMAN else ground.allied_edges


def on_road(st: Position, side: int) -> array[int]:
    """Return the number of hexes from an edge along roads, for each road hex open to it (6.5)."""
    work, ground = st.world.scratch.work, st.world.ground
    work.flood(ground.road_links, _edge(st, side), st.zone(side).translate(_BARS_ROAD), 1)
    return work.distances[:]  # type: ignore[return-value]


def _traced(st: Position, side: int) -> array[int]:
    world, ground = st.world, st.world.ground
    steps = on_road(st, side)
    sources = [h for h in ground.road_hexes if steps[h] < UNREACHED]
    sources.extend(_edge(st, side))
    if side == GERMAN and not st.switches & DIRECT_1703_ONLY:
        sources.extend(ground.east_edge)
    work = world.scratch.work
    zone = st.zone(side)
    own = world.ranges[side]
    field = bytearray(zone)
    mark_zones(ground.reach_links, st.loc, own.start, own.stop, field, 0, FRIEND)
    work.flood(ground.reach_links, sources, field.translate(_BARS_PATH), 1, 0, LONGEST)
    return work.distances[:]  # type: ignore[return-value]
