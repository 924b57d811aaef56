"""Lines of Communication as a target: the hexes of the German lines, and the units on them (6.5).

A unit that is lost without a line, or has none at the end, is a point (3.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.games.falaise.options import DIRECT_1703_ONLY
from bocage.games.falaise.s03_victory import BONUS
from bocage.games.falaise.s04_sequence import last_turn
from bocage.games.falaise.s06_communications import LONGEST
from bocage.hexes.kernels import BLOCKED, UNREACHED, ZONE, mark_zones

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bocage.games.falaise.board.position import Position

FRIEND: Final = 8
_BARS_ROAD: Final = bytes(1 if flags & (BLOCKED | ZONE) else 0 for flags in range(256))
_BARS_PATH: Final = bytes(
    1 if flags & BLOCKED or (flags & ZONE and not flags & FRIEND) else 0 for flags in range(256)
)
FACES: Final = 6


def surrenders(st: Position, u: int) -> float:
    """Return the probability that a unit without an LOC surrenders at the end (3.3)."""
    holds = max(0, min(FACES, st.world.printed[u] - BONUS))
    return 1 - holds / FACES


def lines(st: Position, zone: bytes) -> dict[int, float]:
    """Return the points that depend on each hex of a line of the Germans in the pocket.

    `zone` is `Position.zone(GERMAN)`, perhaps with an Allied unit left out.
    """
    world, ground = st.world, st.world.ground
    road, path = _traced(st, zone)
    late = 0.3 + 0.7 * st.turn / last_turn(st.world)
    found: dict[int, float] = {}
    onward: dict[int, int] = {}
    for u in world.german:
        h = st.loc[u]
        if h < 0 or ground.escaped[h] or world.company[u] or path[h] >= UNREACHED:
            continue
        weight = late * surrenders(st, u)
        while (n := onward.get(h, -2)) != -1:
            if n == -2:
                n = onward[h] = _onward(st, h, path, road)
                if n < 0:
                    break
            h = n
            found[h] = found.get(h, 0.0) + weight
    return found


def _traced(st: Position, zone: bytes) -> tuple[Sequence[int], Sequence[int]]:
    """Return each road hex's distance from the edge along roads, and each hex's from the roads.

    The second is valid until the next search.
    """
    world, ground = st.world, st.world.ground
    work = world.scratch.work
    edge = (ground.german_loc,)
    work.flood(ground.road_links, edge, zone.translate(_BARS_ROAD), 1)
    road = work.distances[:]
    sources = [h for h in ground.road_hexes if road[h] < UNREACHED]
    sources.append(ground.german_loc)
    if not st.switches & DIRECT_1703_ONLY:
        sources.extend(ground.east_edge)
    field = bytearray(zone)
    own = world.german
    mark_zones(ground.reach_links, st.loc, own.start, own.stop, field, 0, FRIEND)
    work.flood(ground.reach_links, sources, field.translate(_BARS_PATH), 1, 0, LONGEST)
    return road, work.distances


def supplied(st: Position, zone: bytes) -> float:
    """Return the number of Germans in the pocket that a line saves from surrender (3.3)."""
    world, escaped = st.world, st.world.ground.escaped
    _, path = _traced(st, zone)
    return sum(
        surrenders(st, u)
        for u in world.german
        if (h := st.loc[u]) >= 0 and path[h] < UNREACHED and not escaped[h] and not world.company[u]
    )


def _onward(st: Position, h: int, path: Sequence[int], road: Sequence[int]) -> int:
    """Return the next hex of a line: to the road, then along it to the edge, or -1 at its end."""
    ground = st.world.ground
    direction = ground.grid.direction
    if here := path[h]:
        for n in ground.near[h]:
            if path[n] == here - 1 and not ground.wet[h] >> direction(h, n) & 1:
                return n
        return -1
    here = road[h]
    if 0 < here < UNREACHED and not ground.escaped[h]:
        for n in ground.near[h]:
            if road[n] == here - 1 and ground.road[h] >> direction(h, n) & 1:
                return n
    return -1
