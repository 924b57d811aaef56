"""10.0 Movement: what a unit may spend, where it may go, what it pays, where it must stop.

A move begins with *select* for a unit. Then it can *go* to a hex by the cheapest way, or *step*
into the next one and continue, or *stay*. Over-stacking is allowed on the way and checked when the
phase ends (3.1, 10.0).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first, numbers
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup import s04_supply
from bocage.games.roundup.board.changes import occupy, walk
from bocage.games.roundup.board.charts import STORM
from bocage.games.roundup.board.position import DROPPED, GROUNDED, MOVED, REPLACED
from bocage.games.roundup.board.world import DEAR_COST
from bocage.games.roundup.options import NO_COLUMN_ON_TURN_1
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s03_stacking import StackingCheck, cautions
from bocage.games.roundup.s15_optional.s15_06_inundation import is_flooded
from bocage.games.roundup.s15_optional.s15_11_kampfgruppen import resting_rule
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import END, GO, SELECT, STAY, STEP
from bocage.hexes.kernels import BLOCKED, DEAR, NO_LIMIT, UNREACHED, ZONE, unmarked

if TYPE_CHECKING:
    from bocage.engine.rulings import Caution, Rule
    from bocage.games.roundup.board.position import Position
    from bocage.hexes.kernels import Mobility, Workspace


# A unit under way --------------------------------------------------------------------------


_WITHOUT_ZONES: Final = bytes(flags & ~ZONE for flags in range(256))
"""The obstacles other than enemy zones."""


@cache
def go_actions(size: int) -> list[Action]:
    """`GO` to each hex of a map, made once."""
    return [GO(h) for h in range(size)]


@cache
def step_actions(size: int) -> list[Action]:
    """`STEP` into each hex of a map, made once."""
    return [STEP(h) for h in range(size)]


def points_of(st: Position, u: int) -> int:
    """Return the points of a unit: less in Storm, then half if unsupplied (10.1, 10.4, 4.1, reading
    36).
    """
    points = st.world.points[season(st)][u]
    return points if s04_supply.supply(st, u) else s04_supply.halved(points)


def season(st: Position) -> int:
    """Return which of the world's tables of Movement Points holds: turn 1, later, later in
    Storm.
    """
    if st.turn == 1:
        return 0
    return 2 if st.weather == STORM else 1


def step_cost(st: Position, u: int, here: int, h: int) -> int:
    """10.2, 7.4: what a unit pays for the step into a neighbouring hex."""
    world = st.world
    costs = world.flooded_costs if is_flooded(st) else world.costs
    cost = costs[6 * here + world.grid.direction(here, h)]
    return cost + DEAR_COST if st.zone(st.side_of(u))[h] & DEAR else cost


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
        world, scratch = st.world, st.world.scratch
        found = scratch.normal.moves(
            self.mobility(st),
            st.loc[self.unit],
            self.points - self.spent,
            st.zone(self.seat),
            step_actions(world.size),
            go_actions(world.size),
            scratch.column if self.column else None,
            world.dry_mobility,
            2 * self.points - self.spent,
        )
        found.insert(0, STAY.base)
        return found

    def _normal_reach(self, st: Position, here: int, zone: bytes, goal: int = -1) -> Workspace:
        """Return where a normal move can end, or the way to one goal: enemy zones stop it
        (3.2.1).
        """
        left = self.points - self.spent
        return st.world.scratch.normal.reach(self.mobility(st), here, left, zone, goal)

    def _column_reach(self, st: Position, here: int, zone: bytes, goal: int = -1) -> Workspace:
        """Return where a column can end: it enters neither enemy zones nor polder (10.6)."""
        left = 2 * self.points - self.spent
        return st.world.scratch.column.reach(st.world.dry_mobility, here, left, zone, goal)

    def mobility(self, st: Position) -> Mobility:
        """Return the costs of the ground for this unit: heavy panzers enter no polder, floods cost
        more.
        """
        world = st.world
        if world.is_heavy[self.unit]:
            return world.dry_mobility
        return world.flooded_mobility if is_flooded(st) else world.mobility

    def check(self, st: Position, action: Action) -> Ruling:
        if action == STAY():
            return OK
        kind, h = action >> 32, first(action)
        if kind == STEP.number:
            return self._may_step(st, h)
        if kind == GO.number:
            return self._may_go(st, h)
        return refuse(self.rule, "{unit:unit} is moving: finish its move first", unit=self.unit)

    def _may_step(self, st: Position, h: int) -> Ruling:
        world, here, u = st.world, st.loc[self.unit], self.unit
        if not world.grid.are_neighbours(here, h):
            words = "{unit:unit} can't step into {hex:hex}: it is not next to {here:hex}"
            return refuse(R("10.0.b"), words, unit=u, hex=h, here=here)
        barred = self._barred(st, h)
        if not barred:
            return barred
        zone = st.zone(self.seat)
        if zone[h] & ZONE and zone[here] & ZONE:
            return self._zone_to_zone(st, here, h)
        cost = step_cost(st, u, here, h)
        if self.spent + cost <= self.points:
            return OK
        if not self.column or self.spent + cost > 2 * self.points:
            return self._too_dear(st, h, cost)
        return self._may_be_column(st, h, cost, h if world.is_polder[h] else None)

    def _zone_to_zone(self, st: Position, here: int, h: int) -> Ruling:
        """Refuse a step from one enemy zone straight into another (3.2.1); name the owners and a
        detour.
        """
        friends = st.at(h, self.seat)
        rule = R("3.2.1.e").read(R("reading 41")) if friends else R("3.2.1.e")
        left, entered = (st.zone_owners(each, self.seat) for each in (here, h))
        both = [u for u in left if u in entered]
        if both:
            words = "both hexes are in the zone of control of {both:unit} at {place:hex}"
            about = {"both": [u for u in both if st.loc[u] == st.loc[both[0]]]}
            place = st.loc[both[0]]
        else:
            words = "{here:hex} is in the zone of control of {left:unit}, {hex:hex} in that of "
            words += "{entered:unit} at {place:hex}"
            place = st.loc[entered[0]]
            about = {
                "left": [u for u in left if st.loc[u] == st.loc[left[0]]],
                "entered": [u for u in entered if st.loc[u] == place],
            }
        round_by = self._round(st, here, h)
        if round_by:
            words += ". Go through " + " or ".join(f"{{by{i}:hex}}" for i in range(len(round_by)))
        ways = {f"by{i}": n for i, n in enumerate(round_by)}
        return refuse(
            rule,
            "{unit:unit} can't leave {here:hex} for {hex:hex}: " + words,
            unit=self.unit,
            here=here,
            hex=h,
            place=place,
            **about,
            **ways,
        )

    def _round(self, st: Position, here: int, h: int) -> list[int]:
        """Return hexes of a detour of two steps that the unit can pay."""
        left, zone = self.points - self.spent, st.zone(self.seat)
        return [
            n
            for n in st.world.near(here)
            if st.world.grid.are_neighbours(n, h)
            and not zone[n] & (BLOCKED | ZONE)
            and self._barred(st, n)
            and step_cost(st, self.unit, here, n) + step_cost(st, self.unit, n, h) <= left
        ]

    def _may_be_column(self, st: Position, h: int, cost: int, polder: int | None) -> Ruling:
        """Return whether a column may take a way that is too long for a normal move (10.6)."""
        about = {"unit": self.unit, "hex": h, "cost": cost, "left": self.points - self.spent}
        start = "{unit:unit} can't reach {hex:hex}: that takes {cost} MP, a normal move has "
        start += "{left} left, and a column can't enter "
        if st.zone(self.seat)[h] & ZONE:
            enemy = st.zone_owners(h, self.seat)
            words = start + "an enemy zone of control, here that of {enemy:unit}"
            return refuse(R("10.6.d"), words, enemy=enemy, **about)
        if polder is not None:
            words = start + "polder, which {polder:hex} is"
            return refuse(R("10.6.e"), words, polder=polder, **about)
        return OK

    def _barred(self, st: Position, h: int) -> Ruling:
        """Return whether the hex itself is closed to this unit."""
        start = "{unit:unit} can't enter {hex:hex}: "
        about = {"unit": self.unit, "hex": h}
        if self.seat == ALLIED and st.has_marker(h) and not st.at(h, GERMAN):
            words = start + "a German marker holds it until a battle removes it"
            return refuse(R("15.4.e"), words, **about)
        if st.zone(self.seat)[h] & BLOCKED:
            enemy = st.at(h, 1 - self.seat)
            return refuse(R("10.0.g"), start + "it holds {enemy:unit}", enemy=enemy, **about)
        if st.world.is_heavy[self.unit] and st.world.is_polder[h]:
            return refuse(R("10.9.a"), start + "heavy panzers never enter polder", **about)
        return OK

    def _too_dear(self, st: Position, h: int, cost: int) -> Ruling:
        by_now = points_of(st, self.unit) != self.points
        most = (2 * self.points if self.column else self.points) - self.spent
        what = "{most} left" if self.spent else "{most}"
        what += " in a column" if self.column else ""
        return refuse(
            R("10.3").read(R("reading 37")) if by_now else R("10.3"),
            "{unit:unit} can't reach {hex:hex}: that takes {cost} MP and it has " + what,
            unit=self.unit,
            hex=h,
            cost=cost,
            most=most,
        )

    def _may_go(self, st: Position, h: int) -> Ruling:
        here = st.loc[self.unit]
        if h == here:
            words = "{unit:unit} is in {hex:hex} already: stay ends its move"
            return refuse(self.rule, words, unit=self.unit, hex=h)
        if self.way(st, h)[0]:
            return OK  # no way leads into a barred hex
        barred = self._barred(st, h)
        if not barred:
            return barred
        work = st.world.scratch.work
        path = work.path(self.mobility(st), here, h, st.zone(self.seat), NO_LIMIT)
        cost = work.costs[h]
        if cost >= UNREACHED:
            return self._no_way(st, here, h)
        if not self.column or self.spent + cost > 2 * self.points:
            return self._too_dear(st, h, cost)
        polder = next((each for each in path[1:] if st.world.is_polder[each]), None)
        return self._may_be_column(st, h, cost, polder)

    def _no_way(self, st: Position, here: int, h: int) -> Ruling:
        """Refuse with what bars every way to a hex: enemy zones, enemy units, or polder for heavy
        panzers.
        """
        world, zone = st.world, st.zone(self.seat)
        about = {"unit": self.unit, "hex": h}
        units_alone = zone.translate(_WITHOUT_ZONES)
        path = world.scratch.work.path(self.mobility(st), here, h, units_alone, NO_LIMIT)
        if path:
            return self._stopped_on(st, path)
        start = "{unit:unit} can't reach {hex:hex}: "
        if world.is_heavy[self.unit]:
            wet = world.flooded_mobility if is_flooded(st) else world.mobility
            if world.scratch.work.path(wet, here, h, zone, NO_LIMIT):
                words = start + "every route crosses polder, which heavy panzers never enter"
                return refuse(R("10.9.a"), words, **about)
        return refuse(R("10.0.g"), start + "enemy units block every route", **about)

    def _stopped_on(self, st: Position, path: Sequence[int]) -> Ruling:
        """Return where on a way a unit stops, though it would be open but for enemy zones
        (3.2.1).
        """
        zone, u, h = st.zone(self.seat), self.unit, path[-1]
        if len(path) == 2:
            return self._zone_to_zone(st, path[0], h)
        start = "{unit:unit} can't reach {hex:hex}: every route crosses enemy zones of control; "
        at = next(each for each in path[1:] if zone[each] & ZONE)
        enemy = st.zone_owners(at, self.seat)
        about = {"unit": u, "hex": h, "at": at, "enemy": enemy}
        if at == path[1] and zone[path[0]] & ZONE:
            words = (
                start + "from {here:hex} it can't step into {at:hex}, in the zone of {enemy:unit}"
            )
            return refuse(R("3.2.1.e"), words, here=path[0], **about)
        words = start + "it must stop at {at:hex}, in the zone of {enemy:unit}"
        return refuse(R("3.2.1.a"), words, **about)

    def way(self, st: Position, h: int) -> tuple[list[int], int]:
        """Return the hexes of the way to `h`, both ends included, and its cost.

        It is a normal move if possible; without hexes if there is no way.
        """
        here, zone = st.loc[self.unit], st.zone(self.seat)
        work = self._normal_reach(st, here, zone, h)
        path = work.path_to(h)
        if not path and self.column:
            work = self._column_reach(st, here, zone, h)
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
        zone = st.zone(self.seat)
        leaves, stops = zone[path[0]] & ZONE, zone[path[-1]] & ZONE
        alone = bool(self.spent) or not st.at(path[0], self.seat)
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
        """Yield the readings that a move rests on: of columns, and of beachheads passed."""
        if self.spent + cost > self.points:
            if self.seat == GERMAN:
                yield R("reading 27")
            if st.turn == 1:
                yield R("reading 35")
            if st.world.is_polder[path[0]]:
                yield R("reading 42")
        passed = path[1:-1] if not self.spent else path[:-1]
        if self.seat == GERMAN and not set(st.beachheads).isdisjoint(passed):
            yield R("reading 46")

    def _finish(self, st: Position) -> None:
        st.marks[self.unit] |= MOVED
        occupy(st, self.unit)
        st.pop()

    def prompt(self, st: Position) -> Words:
        left = self.points - self.spent
        column = ", {column} in a column" if self.column else ""
        return Words(
            "Move {unit:unit} ({left} MP left): go, step or stay",
            {"unit": self.unit, "left": left, "column": left + self.points},
            f"Click where {{unit:unit}} goes ({{left}} MP left{column})",
        )

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to move {unit:unit}", {"side": self.seat, "unit": self.unit})


# The Movement Phase ------------------------------------------------------------------------


_FIXED: Final = MOVED | REPLACED | GROUNDED
"""The marks that keep a unit where it is."""
_AFTER: Final = bytes(mark & ~MOVED for mark in range(256))
"""What is left of a unit's marks when a Movement Phase ends."""


@cache
def _selections(first_unit: int, end: int) -> tuple[Action, ...]:
    """`SELECT` of each unit of a range, made once."""
    return tuple(SELECT(u) for u in range(first_unit, end))


def may_form_column(st: Position, u: int) -> bool:
    """10.6, readings 27 and 35: overland supply and no enemy zone of control at the start."""
    side = st.side_of(u)
    if st.in_enemy_zone(st.loc[u], side):
        return False
    if st.turn == 1:
        return side == GERMAN or not st.switches & NO_COLUMN_ON_TURN_1
    return s04_supply.traces_overland(st, u)


def allowance(st: Position, u: int) -> tuple[int, bool]:
    """Return `points_of` and `may_form_column` in one pass, for every unit selected."""
    if st.turn == 1:
        return points_of(st, u), may_form_column(st, u)
    side = GERMAN if u >= st.world.german.start else ALLIED
    h = st.loc[u]
    points = st.world.points[season(st)][u]
    if st.net(side, st.world.nation[u])[h] < UNREACHED:
        return points, not st.zone(side)[h] & ZONE
    return points if s04_supply.supply_kind(st, u) else s04_supply.halved(points), False


def cannot_move(st: Position, u: int, seat: int) -> Ruling:
    """Return why a unit may not be moved now; allowed if it may."""
    start = "{unit:unit} can't move: "
    if st.side_of(u) != seat:
        return refuse(R("10.0.f"), start + "it is not yours", unit=u)
    if st.loc[u] < 0:
        return refuse(R("10.0.b"), start + "it is not on the map", unit=u)
    marks = st.marks[u]
    if marks & MOVED:
        return refuse(R("10.0.e"), start + "it has moved this phase", unit=u)
    if marks & REPLACED:
        rule = R("8.3.f").read(R("reading 72")) if seat == ALLIED else resting_rule(st)
        return refuse(rule, start + "it received replacements this turn", unit=u)
    if marks & GROUNDED:
        if marks & DROPPED:
            return refuse(R("10.7.g"), start + "it was air-dropped this turn", unit=u)
        words = "it was air-dropped, and had no overland supply when this turn began"
        return refuse(R("10.7.g").read(R("reading 23")), start + words, unit=u)
    return OK


@frame
class MovePhase(Ask):
    """10.0: some, none or all units of the phasing side move, one after the other."""

    seat: int
    rule = R("10.0")
    takes = numbers(END, SELECT)
    phase = "Movement Phase"

    def legal(self, st: Position) -> Sequence[Action]:
        own = st.world.ranges[self.seat]
        names = _selections(own.start, own.stop)
        found = unmarked(st.loc, st.marks, own.start, own.stop, _FIXED, names)
        found.insert(0, END.base)
        return found

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        return cannot_move(st, first(action), self.seat)

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            own = st.world.ranges[self.seat]
            st.marks[own.start : own.stop] = st.marks[own.start : own.stop].translate(_AFTER)
            st.swap(StackingCheck(self.seat))
            return
        u = first(action)
        st.push(Moving(self.seat, u, 0, *allowance(st, u)))

    def prompt(self, st: Position) -> Words:
        clicked = "Click a unit to move it, or end the Movement Phase"
        return Words("Select a unit to move, or end the Movement Phase", clicked=clicked)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to move", {"side": self.seat})

    def cautions(self, st: Position) -> tuple[Caution, ...]:
        return cautions(st, self.seat)
