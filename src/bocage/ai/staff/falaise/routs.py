"""The cost of a retreat for the Germans: every way of two hexes, with its Op-Fire (10.3, 6.4).

The owner chooses the way, and is assumed to choose the best. A unit without a way is lost, and so
is a disrupted unit that is hit again. Both are a point for the Allies with any lines (6.4, 10.3).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.falaise.assaults import NOWHERE
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
    """The retreats of a stack from a hex, wherever the Allies go before.

    All that Allied moves do not change is computed once.
    """

    def __init__(self, st: Position, h: int, worth: Worth) -> None:
        """Prepare the retreats; `worth` gives a unit's value where it ends."""
        self._st: Final = st.copy()  # the position goes on
        self._origin: Final = h
        self._worth: Final = cache(worth)
        near = st.world.ground.near
        around = {h, *near[h]}
        for n in near[h]:
            around.update(near[n])
        wide = set(around)
        for n in around:
            wide.update(near[n])
        self._wide: Final = wide
        self._allies: Final = {n: units for n in wide if (units := st.at(n, ALLIED))}
        group = st.at(h, GERMAN)
        self._covered: Final = {n for n in around if any(v not in group for v in st.at(n, GERMAN))}
        """The hexes of friends who stay."""
        self._ways: Final = {u: self._open(u, group) for u in group if not st.world.company[u]}
        self._shots: Final[dict[Hashable, tuple[int, int]]] = {}

    def _open(self, u: int, group: Sequence[int]) -> list[tuple[int, list[int]]]:
        """Return the hexes that a unit may enter first, each with those that it may enter next, if
        no Allied unit is there.
        """
        st, origin = self._st, self._origin
        near, distance = st.world.ground.near, st.world.grid.distance
        found: list[tuple[int, list[int]]] = []
        for a in near[origin]:
            if may_enter_if(st, u, origin, a, group):
                onward = [b for b in near[a] if b != origin and distance(origin, b) >= 2]
                found.append((a, [b for b in onward if may_enter_if(st, u, a, b, group)]))
        return found

    def kept(self, moves: Mapping[int, int] = NOWHERE) -> dict[int, float]:
        """Return each unit's mean value for the Germans after the retreat.

        `moves` has the planned hexes of Allied units that have not arrived yet.
        """
        allies = self._after(moves) if moves else self._allies
        fires: dict[tuple[int, int, int], tuple[float, float]] = {}
        return {u: self._best(u, ways, allies, fires) for u, ways in self._ways.items()}

    def _after(self, moves: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
        """Return the Allied units around by hex after their moves."""
        allies, loc = dict(self._allies), self._st.loc
        for u in moves:
            here = allies.get(loc[u])
            if here is not None:
                allies[loc[u]] = tuple([v for v in here if v != u])
        for u, n in moves.items():
            if n in self._wide:
                allies[n] = (*allies.get(n, ()), u)
        return {n: units for n, units in allies.items() if units}

    def _best(
        self,
        u: int,
        ways: Sequence[tuple[int, Sequence[int]]],
        allies: Mapping[int, tuple[int, ...]],
        fires: dict[tuple[int, int, int], tuple[float, float]],
    ) -> float:
        worth, origin = self._worth, self._origin
        efficiency = ter(self._st, u)
        shaken = bool(self._st.marks[u] & DISRUPTED)

        def fire(came: int, h: int) -> tuple[float, float]:
            key = (came, h, efficiency)
            found = fires.get(key)
            if found is None:
                found = fires[key] = self._fire(efficiency, came, h, allies)
            return found

        best = LOST
        for a, further in ways:
            if a in allies:
                continue
            onward = LOST
            for b in further:
                if b in allies:
                    continue
                halts, hits = fire(a, b)
                end = (1 - hits) * worth(u, b, False)
                if hits:
                    end += hits * (LOST if shaken else worth(u, b, True))
                onward = max(onward, end)
            if onward <= LOST:
                continue  # no way on, so no unit may begin it
            halts, hits = fire(origin, a)
            if halts or hits:
                found = (1 - halts - hits) * onward + halts * worth(u, a, False)
                found += hits * (LOST if shaken else worth(u, a, True))
            else:
                found = onward
            best = max(best, found)
        return best

    def _fire(
        self, efficiency: int, came: int, h: int, allies: Mapping[int, tuple[int, ...]]
    ) -> tuple[float, float]:
        """Return the probabilities that a unit is halted and that it is disrupted on entering a
        hex, under the best fire.
        """
        if h in self._covered:
            return 0.0, 0.0  # friends who stay negate it (10.3)
        best, most = (0, 0), -FACES
        shots = self._shots
        for n in self._st.world.ground.near[h]:
            units = allies.get(n)
            if units is None:
                continue
            key = (n, units, came, h, efficiency)
            shot = shots.get(key)
            if shot is None:
                shot = shots[key] = self._shot(units, n, came, h, efficiency)
            halts, hits = shot
            if 2 * hits + halts > most:
                most = 2 * hits + halts
                best = shot
        return best[0] / FACES, best[1] / FACES

    def _shot(
        self, units: Sequence[int], n: int, came: int, h: int, efficiency: int
    ) -> tuple[int, int]:
        """Return on how many faces a stack's fire halts a unit, and on how many it disrupts it."""
        drm = _drm(self._st, units, n, came, h, efficiency)
        if drm is None:
            return 0, 0
        op_fire = self._st.world.tables.op_fire
        effects = [op_fire[clip(die + drm) - 1] for die in range(1, FACES + 1)]
        return effects.count(HALT), effects.count(HIT)


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
