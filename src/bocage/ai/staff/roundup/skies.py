"""The air: TAS Markers over the fight, supply to whoever has none."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, second
from bocage.games.roundup.stacking import stacks_of
from bocage.games.roundup.supply import supply
from bocage.games.roundup.units import ALLIED
from bocage.games.roundup.verbs import TAS

if TYPE_CHECKING:
    from bocage.games.roundup.air import PlaceAerial, PlaceTas
    from bocage.games.roundup.position import Position


def place_tas(st: Position, top: PlaceTas, legal: Sequence[Action], _: Random) -> Action:
    """Where most enemies near our own lie under one marker."""
    world = st.world
    enemy = stacks_of(st, 1 - top.seat)
    own = list(stacks_of(st, top.seat))
    if not own and top.seat == ALLIED:
        own = [h for h in st.beachheads if h >= 0]  # turn 1: the landing comes after
    if not own or not enemy:
        return legal[0]
    work = world.scratch.work
    work.flood(world.links, own, world.is_nothing, 0)
    weight = {h: max(0.0, 8.0 - work.distances[h]) for h in enemy}
    for each in st.tas:
        for h in (each, *world.near(each)):
            weight.pop(h, None)
    worth: dict[int, float] = {}
    for h, w in weight.items():
        for n in (h, *world.near(h)):
            worth[n] = worth.get(n, 0.0) + w
    best = max(worth, key=lambda h: (worth[h], -h), default=-1)
    return TAS(best) if best >= 0 and worth[best] > 0 else legal[0]


def place_aerial(st: Position, _: PlaceAerial, legal: Sequence[Action], __: Random) -> Action:
    """To the strongest stack without supply."""
    best, most = legal[0], 0
    for action in legal[1:]:
        units = [u for u in st.at(second(action), ALLIED) if not supply(st, u)]
        strength = sum(st.world.defence[u][st.steps[u]] for u in units)
        if strength > most:
            best, most = action, strength
    return best
