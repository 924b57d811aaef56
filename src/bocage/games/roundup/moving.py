"""10.0 A unit under way: where it may go, what it pays, where it must stop.

It *goes* to a hex by the cheapest way, or *steps* into the next one and goes on, or
*stays*. Over-stacking is allowed on the way; it is looked at when the phase ends (3.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, first, numbers
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup import happenings as told
from bocage.games.roundup import supply
from bocage.games.roundup.changes import occupy, walk
from bocage.games.roundup.charts import STORM
from bocage.games.roundup.inundation import is_flooded
from bocage.games.roundup.position import MOVED
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.units import ALLIED, GERMAN
from bocage.games.roundup.verbs import GO, STAY, STEP
from bocage.hexes.kernels import BLOCKED, DEAR, NO_LIMIT, UNREACHED, ZONE

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.roundup.position import Position
    from bocage.hexes.kernels import Mobility, Workspace


@cache
def go_actions(size: int) -> list[Action]:
    """`GO` to each hex of a map, made once."""
    return [GO(h) for h in range(size)]


def points_of(st: Position, u: int) -> int:
    """10.1, 10.4, 4.1, reading 36: the points of a unit: less in Storm, then half if unsupplied."""
    points = st.world.points[season(st)][u]
    return points if supply.supply(st, u) else supply.halved(points)


def season(st: Position) -> int:
    """Which of the world's tables of Movement Points holds: turn 1, later, later in Storm."""
    if st.turn == 1:
        return 0
    return 2 if st.weather == STORM else 1


def step_cost(st: Position, u: int, here: int, h: int) -> int:
    """10.2, 7.4: what a unit pays for the step into a neighbouring hex."""
    world = st.world
    costs = world.flooded_costs if is_flooded(st) else world.costs
    cost = costs[6 * here + world.grid.direction(here, h)]
    return cost + 1 if st.zone(st.side_of(u))[h] & DEAR else cost


@frame
class Moving(Ask):
    """10.0: a unit under way."""

    seat: int
    unit: int
    spent: int
    points: int
    """What it may spend in a normal move."""
    column: bool
    """Whether it may still double that (10.6): it has entered no polder."""
    rule = R("10.0")
    takes = numbers(GO, STEP, STAY)
    phase = "Movement Phase"

    def legal(self, st: Position) -> Sequence[Action]:
        world = st.world
        here = st.loc[self.unit]
        zone = st.zone(self.seat)
        column = self._column_reach(st, here, zone) if self.column else None
        normal = self._normal_reach(st, here, zone)
        goals = normal.destinations(world.is_nothing, 0, go_actions(world.size), column)
        goals[:0] = (STAY.base, *self._steps(st, here, zone))
        return goals

    def _normal_reach(self, st: Position, here: int, zone: bytes) -> Workspace:
        """Where a normal move can end: enemy zones stop it (3.2.1)."""
        left = self.points - self.spent
        return st.world.scratch.normal.reach(self.mobility(st), here, left, zone)

    def _column_reach(self, st: Position, here: int, zone: bytes) -> Workspace:
        """Where a column can end: it enters neither enemy zones nor polder (10.6)."""
        left = 2 * self.points - self.spent
        return st.world.scratch.column.reach(st.world.dry_mobility, here, left, zone)

    def mobility(self, st: Position) -> Mobility:
        """What the ground costs this unit: heavy panzers enter no polder, floods make it dear."""
        world = st.world
        if world.is_heavy[self.unit]:
            return world.dry_mobility
        return world.flooded_mobility if is_flooded(st) else world.mobility

    def _steps(self, st: Position, here: int, zone: bytes) -> list[Action]:
        """Single steps that can be paid."""
        world = st.world
        left = self.points - self.spent
        left_column = left + self.points if self.column else -1
        heavy = world.is_heavy[self.unit]
        base = STEP.base
        found: list[Action] = []
        exits = world.flooded_exits if is_flooded(st) else world.exits
        for n, cost, polder in exits[here]:
            if flags := zone[n]:
                if flags & BLOCKED:
                    continue
                if flags & DEAR:
                    cost += 1
                if flags & ZONE and (zone[here] & ZONE or cost > left):
                    continue
            if (cost <= left and not (heavy and polder)) or (cost <= left_column and not polder):
                found.append(base | n << 16)
        return found

    def check(self, st: Position, action: Action) -> Ruling:
        if action == STAY():
            return OK
        kind, h = action >> 32, first(action)
        if kind == STEP.number:
            return self._may_step(st, h)
        if kind == GO.number:
            return self._may_go(st, h)
        return refuse(self.rule, "{unit:unit} is under way: go, step or stay", unit=self.unit)

    def _may_step(self, st: Position, h: int) -> Ruling:
        world, here, u = st.world, st.loc[self.unit], self.unit
        start = "{unit:unit} may not enter {hex:hex}: "
        if not world.grid.are_neighbours(here, h):
            return refuse(
                R("10.0.b"), start + "{here:hex} is not next to it", unit=u, hex=h, here=here
            )
        barred = self._barred(st, h)
        if not barred:
            return barred
        zone = st.zone(self.seat)
        if zone[h] & ZONE and zone[here] & ZONE:
            friends = st.at(h, self.seat)
            return refuse(
                R("3.2.1.e").read(R("reading 41")) if friends else R("3.2.1.e"),
                start + "no unit moves from one enemy zone of control straight into another",
                unit=u,
                hex=h,
            )
        cost = step_cost(st, u, here, h)
        if self.spent + cost <= self.points:
            return OK
        if not self.column:
            return self._too_dear(st, h, self.spent + cost, self.points)
        if world.is_polder[h]:
            return refuse(R("10.6.e"), start + "a column does not enter polder", unit=u, hex=h)
        if zone[h] & ZONE:
            words = start + "a column does not enter an enemy zone"
            return refuse(R("10.6.d"), words, unit=u, hex=h)
        if self.spent + cost <= 2 * self.points:
            return OK
        return self._too_dear(st, h, self.spent + cost, 2 * self.points)

    def _barred(self, st: Position, h: int) -> Ruling:
        """Whether the hex itself is closed to this unit."""
        start = "{unit:unit} may not enter {hex:hex}: "
        if self.seat == ALLIED and st.has_marker(h) and not st.at(h, GERMAN):
            words = start + "a German marker holds it until a battle removes it"
            return refuse(R("15.4.e"), words, unit=self.unit, hex=h)
        if st.zone(self.seat)[h] & BLOCKED:
            return refuse(
                R("10.0.g"),
                start + "{enemy:unit} there",
                unit=self.unit,
                hex=h,
                enemy=st.at(h, 1 - self.seat),
            )
        if st.world.is_heavy[self.unit] and st.world.is_polder[h]:
            return refuse(
                R("10.9.a"), start + "heavy panzers never enter polder", unit=self.unit, hex=h
            )
        return OK

    def _too_dear(self, st: Position, h: int, cost: int, most: int) -> Ruling:
        by_now = points_of(st, self.unit) != self.points
        return refuse(
            R("10.3").read(R("reading 37")) if by_now else R("10.3"),
            "{unit:unit} may not reach {hex:hex}: that takes {cost} MP and it has {most}",
            unit=self.unit,
            hex=h,
            cost=cost,
            most=most,
        )

    def _may_go(self, st: Position, h: int) -> Ruling:
        here = st.loc[self.unit]
        if h == here:
            return refuse(
                self.rule, "{unit:unit} is in {hex:hex} already: let it stay", unit=self.unit, hex=h
            )
        barred = self._barred(st, h)
        if not barred:
            return barred
        if self.way(st, h)[0]:
            return OK
        work = st.world.scratch.work
        work.path(self.mobility(st), here, h, st.zone(self.seat), NO_LIMIT)
        cost = work.costs[h]
        if cost >= UNREACHED:
            return refuse(
                R("3.2.1.e"),
                "{unit:unit} may not reach {hex:hex}: enemy units and zones bar every way",
                unit=self.unit,
                hex=h,
            )
        most = 2 * self.points if self.column else self.points
        if self.spent + cost <= most:
            return refuse(
                self._column_rule(st, h),
                "{unit:unit} may not reach {hex:hex} in a column: "
                "the way leads through polder or enemy zones, and a normal move has {most} MP",
                unit=self.unit,
                hex=h,
                most=self.points,
            )
        return self._too_dear(st, h, self.spent + cost, most)

    def _column_rule(self, st: Position, h: int) -> Rule:
        """10.6: what a column may not enter on the way: polder, or enemy zones."""
        zone = st.zone(self.seat)[h] & ZONE
        return R("10.6.d") if zone or not st.world.is_polder[h] else R("10.6.e")

    def way(self, st: Position, h: int) -> tuple[list[int], int]:
        """The hexes of the way to `h`, both ends included, and what it costs.

        A normal move if it can be one; no hexes if there is no way.
        """
        here, zone = st.loc[self.unit], st.zone(self.seat)
        work = self._normal_reach(st, here, zone)
        path = work.path_to(h)
        if not path and self.column:
            work = self._column_reach(st, here, zone)
            path = work.path_to(h)
        return path, work.costs[h]

    def apply(self, st: Position, action: Action) -> None:
        if action == STAY():
            self._finish(st)
            return
        h = first(action)
        if action >> 32 == GO.number:
            path, cost = self.way(st, h)
            st.place(self.unit, h)
            walk(st, self.unit, path[1:])
            if st.events is not None:
                self._tell(st, tuple(path), cost)
            self._finish(st)
            return
        here = st.loc[self.unit]
        cost = step_cost(st, self.unit, here, h)
        st.place(self.unit, h)
        walk(st, self.unit, (h,))
        if st.events is not None:
            self._tell(st, (here, h), cost)
        if st.in_enemy_zone(h, self.seat):
            self._finish(st)
            return
        column = self.column and not st.world.is_polder[h]
        st.swap(Moving(self.seat, self.unit, self.spent + cost, self.points, column))

    def _tell(self, st: Position, path: tuple[int, ...], cost: int) -> None:
        if st.events is None:
            return
        leaves, stops = (st.in_enemy_zone(h, self.seat) for h in (path[0], path[-1]))
        own = st.world.ranges[self.seat]
        alone = bool(self.spent) or path[0] not in st.loc[own.start : own.stop]
        rule = R("10.0.a") if alone else R("10.0.i")
        rule = R("10.6.a") if self.spent + cost > self.points else rule
        if leaves:
            rule = R("3.2.1.d") if stops else R("3.2.1.c")
        readings = self._readings(st, path, cost)
        rule = rule.read(*(readings if alone else (*readings, R("reading 75c"))))
        st.events.append(told.Moved(self.unit, path, cost, rule))
        if stops:
            among_friends = len(st.at(path[-1], self.seat)) > 1
            rule = R("3.2.1.b") if among_friends else R("3.2.1.a")
            st.events.append(told.Stopped(self.unit, path[-1], rule))

    def _readings(self, st: Position, path: tuple[int, ...], cost: int) -> Iterator[Rule]:
        """The readings that a move rests on: of columns, and of beachheads passed."""
        if self.spent + cost > self.points:
            if self.seat == GERMAN:
                yield R("reading 27")
            if st.turn == 1:
                yield R("reading 35")
            if st.world.is_polder[path[0]]:
                yield R("reading 42")
        passed = path[1:-1] if not self.spent else path[:-1]
        if self.seat == GERMAN and any(h in st.beachheads for h in passed):
            yield R("reading 46")

    def _finish(self, st: Position) -> None:
        st.marks[self.unit] |= MOVED
        occupy(st, self.unit)
        st.pop()

    def prompt(self, st: Position) -> Words:
        return Words(
            "Move {unit:unit} ({left} MP left): go, step or stay",
            {"unit": self.unit, "left": self.points - self.spent},
        )

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to move {unit:unit}", {"side": self.seat, "unit": self.unit})
