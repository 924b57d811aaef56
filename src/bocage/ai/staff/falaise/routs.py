"""The cost of a retreat for the Germans: every way of two hexes, with its Op-Fire (10.3, 6.4).

The owner chooses the way, and is assumed to choose the best. A unit without a way is lost, and so
is a disrupted unit that is hit again. Both are a point for the Allies with any lines (6.4, 10.3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bocage.games.falaise.board.charts import HALT, HIT, clip
from bocage.games.falaise.board.ground import BOCAGE, WOODS
from bocage.games.falaise.board.position import DISRUPTED
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s05_stacking import is_legal_stack
from bocage.games.falaise.s06_op_fire import STRONG
from bocage.games.falaise.s09_disruption import factor, ter
from bocage.games.falaise.s10_retreats import may_enter

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position

FACES: Final = 6
LOST: Final = -1.0
"""The value for the Germans of a unit lost in a retreat (3.3, 6.4)."""

Worth = Callable[[int, int, bool], float]
"""A unit's value for the Germans in a hex; the last argument says whether it is newly disrupted."""


class Rout:
    """The retreat of a stack, with the Allies at their planned places."""

    def __init__(self, st: Position, h: int, moves: Mapping[int, int]) -> None:
        """Prepare a retreat.

        `moves` has the planned hexes of Allied units that have not arrived yet.
        """
        self._st: Final = st
        self._origin: Final = h
        self._group: Final = st.at(h, GERMAN)
        near = st.world.ground.near
        around = {h, *near[h]}
        for n in near[h]:
            around.update(near[n])
        wide = set(around)
        for n in around:
            wide.update(near[n])
        allies: dict[int, list[int]] = {}
        for n in wide:
            if here := [u for u in st.at(n, ALLIED) if u not in moves]:
                allies[n] = here
        for u, n in moves.items():
            if n in wide:
                allies.setdefault(n, []).append(u)
        self._allies: Final = allies
        self._shots: Final[dict[tuple[int, int, int], tuple[float, float]]] = {}

    def kept(self, u: int, worth: Worth) -> float:
        """Return a unit's mean value for the Germans after the retreat."""
        st = self._st
        origin = self._origin
        near, distance = st.world.ground.near, st.world.grid.distance
        shaken = bool(st.marks[u] & DISRUPTED)
        best = LOST
        for a in near[origin]:
            if not self._is_open(u, origin, a):
                continue
            onward = LOST
            for b in near[a]:
                if b == origin or distance(origin, b) < 2 or not self._is_open(u, a, b):
                    continue
                halts, hits = self._fire(u, a, b)
                end = (1 - hits) * worth(u, b, False)
                end += hits * (LOST if shaken else worth(u, b, True))
                onward = max(onward, end)
            if onward <= LOST:
                continue  # no way on, so no unit may begin it
            halts, hits = self._fire(u, origin, a)
            if halts or hits:
                found = (1 - halts - hits) * onward + halts * worth(u, a, False)
                found += hits * (LOST if shaken else worth(u, a, True))
            else:
                found = onward
            best = max(best, found)
        return best

    def _is_open(self, u: int, here: int, h: int) -> bool:
        return h not in self._allies and may_enter_if(self._st, u, here, h, self._group)

    def _fire(self, u: int, came: int, h: int) -> tuple[float, float]:
        """Return the probabilities that a unit is halted and that it is disrupted on entering a
        hex.
        """
        st = self._st
        if any(v not in self._group for v in st.at(h, GERMAN)):
            return 0.0, 0.0  # friends who stay negate it (10.3)
        efficiency = ter(st, u)
        key = (came, h, efficiency)
        found = self._shots.get(key)
        if found is None:
            found = self._shots[key] = self._best_shot(efficiency, came, h)
        return found

    def _best_shot(self, efficiency: int, came: int, h: int) -> tuple[float, float]:
        best, most = (0.0, 0.0), -FACES
        op_fire = self._st.world.tables.op_fire
        for n in self._st.world.ground.near[h]:
            units = self._allies.get(n)
            if not units:
                continue
            drm = _drm(self._st, units, n, came, h, efficiency)
            if drm is None:
                continue
            effects = [op_fire[clip(die + drm) - 1] for die in range(1, FACES + 1)]
            halts, hits = effects.count(HALT), effects.count(HIT)
            if 2 * hits + halts > most:
                most = 2 * hits + halts
                best = (halts / FACES, hits / FACES)
        return best


def may_enter_if(st: Position, u: int, here: int, h: int, group: Sequence[int]) -> bool:
    """Return `retreats.may_enter` without Allies there, and after the group has left its hex."""
    if st.at(h, ALLIED):
        ground = st.world.ground
        d = 1 << ground.grid.direction(here, h)
        if ground.wet[here] & d or (st.world.armor[u] and ground.trun[here] & d):
            return False
        others = [v for v in st.at(h, GERMAN) if v not in group]
        return is_legal_stack(st.world, (*others, u))
    return may_enter(st, u, here, h)


def _drm(
    st: Position, units: Sequence[int], at: int, came: int, into: int, efficiency: int
) -> int | None:
    """Return a shot's modifiers between two hexes, or None if the zone does not reach (6.2)."""
    ground, drm = st.world.ground, st.world.tables.op_fire_drm
    side = 1 << ground.grid.direction(at, into)
    if ground.wet[at] & side:
        return None
    if ground.trun[at] & side:
        units = [u for u in units if not st.world.armor[u]]
        if not units:
            return None
    found = drm["night"] if st.night else 0
    if ground.is_town[into]:
        found += drm["town"]
    elif ground.terrain[into] == WOODS:
        found += drm["woods"]
    elif ground.terrain[into] == BOCAGE:
        found += drm["bocage"]
    crossed = 1 << ground.grid.direction(came, into)
    if (ground.bridge[at] & side) or (not ground.ford[at] & side and ground.bridge[came] & crossed):
        found += drm["bridge"]
    elif (ground.ford[at] & side) or ground.ford[came] & crossed:
        found += drm["ford"]
    if ground.crest[at] and ground.slope[at] & side:
        found += drm["crest"]
    mine = max(ter(st, u) for u in units)
    if efficiency > mine:
        found += drm["mover_better"]
    elif efficiency < mine:
        found += drm["mover_worse"]
    if sum(factor(st, u) for u in units) >= STRONG:
        found += drm["strong"]
    return found
