"""The guard of the south edge: posts where the infantry of the US VII Corps waits for escapers.

Single units do not find such places: while the line has gaps, a German walks round any unit in it.
So the posts are assigned together. They are on the last row, three hexes apart. Every hex between
two of them is in a zone of control, so a German there draws fire and is next to a unit that may
assault it before it leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from bocage.games.falaise.board.ground import key_of
from bocage.games.falaise.pieces.units import ALLIED
from bocage.games.falaise.s07_movement import plain_field
from bocage.hexes.kernels import UNREACHED

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.board.world import World
    from bocage.games.short_scenarios import ShortScenario

STARTS: Final = {
    "U-1-16": "3246",
    "U-1-18": "3148",
    "U-1-26": "2950",
    "U-9-39": "3544",
    "U-9-47": "3642",
    "U-9-60": "3639",
    "B-11-159": "2352",
}
"""The guard's places at set-up (3.1), as near to its posts as its sectors allow. The brigade of the
VIII Corps comes by the road from Flers, outside the pocket.
"""
POSTS: Final = ("4035", "4038", "4041", "4043", "4046", "4049", "4052")
"""The part of the edge by which most left without a guard: 9 of 12 a game, in ten games."""
FARTHEST: Final = 8
"""The turns of movement to look ahead."""


@cache
def _guard(world: World) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the units of the guard, and its posts."""
    own = tuple(u for u in world.allied if world.unit_names.written[u] in STARTS)
    return own, tuple(world.grid.hex(number) for number in POSTS)


def post_of(st: Position, u: int) -> int:
    """Return the post of a unit, or -1. The assignment makes the sum of the ways shortest."""
    if st.world.short is not None:
        return _place_of(st, st.world.short, u)
    units, posts = _guard(st.world)
    if u not in units or st.loc[u] < 0:
        return -1
    own = [v for v in units if st.loc[v] >= 0]
    distance = st.world.grid.distance
    ways = {v: {h: distance(st.loc[v], h) ** 2 for h in posts} for v in own}
    # The assignment with the shortest ways so far, by the set of posts that are taken.
    given: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for v in own:
        further: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken, (far, each) in given.items():
            for i, h in enumerate(posts):
                if taken >> i & 1:
                    continue
                found = (far + ways[v][h], (*each, h))
                if found < further.get(taken | 1 << i, (UNREACHED * UNREACHED, ())):
                    further[taken | 1 << i] = found
        given = further
    return min(given.values())[1][own.index(u)]


def _place_of(st: Position, short: ShortScenario, u: int) -> int:
    """Return the place that a unit holds in a short scenario, or -1: the nearest free unit for
    each.
    """
    free = [v for v in short.units if v < st.world.german.start and st.loc[v] >= 0]
    distance = st.world.grid.distance
    for place in short.places:
        for h in place.hexes if place.seat == ALLIED else ():
            nearest = min(free, key=lambda v: (distance(st.loc[v], h), v), default=-1)
            if nearest == u:
                return h
            free = [v for v in free if v != nearest]
    return -1


def step_to(st: Position, u: int, post: int, points: int, dests: Sequence[int]) -> int:
    """Return a unit's next hex on its way to a post, or its own hex if none is nearer.

    `points` are the half points of this move, and `dests` the hexes within it.
    """
    world = st.world
    here = st.loc[u]
    if here == post or points <= 0:
        return here
    key = key_of(ALLIED, world.mech[u], world.armor[u], st.bars(u))
    work = world.scratch.normal.reach(
        world.ground.mobility(key), here, points * FARTHEST, plain_field(st, (u,), ALLIED)
    )
    costs, goal = work.costs, post
    if costs[post] >= UNREACHED:  # a German is there
        goal = min(world.ground.near[post], key=lambda h: (costs[h], h))
    known = set(dests)
    return next((h for h in reversed(work.path_to(goal)) if h in known), here)
