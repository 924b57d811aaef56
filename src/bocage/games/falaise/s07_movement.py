"""7.0 Movement: which units of the active command move, alone or stacked, and where they may go.

Units move by the plain rates (7.2) or by Road Movement (7.3); one hex is always possible. Units
*go* to a hex by the cheapest way, out of enemy zones if they can pay for that (reading 115), or
*step* into the next one and continue, or *stay*. A stack may *drop* a unit; a German unit on the
south edge may *exit*. Costs are in half points.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.board.ground import FREE, POINT, key_of, road_key_of
from bocage.games.falaise.board.position import ACTIVE, FINISHED, HELPER, LOCKED, MOVED
from bocage.games.falaise.options import ROAD_START_STACKED, SOUTH_EXIT_WEST_ONLY
from bocage.games.falaise.pieces.units import ALLIED, FRANCE, GERMAN
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s05_stacking import is_legal_stack
from bocage.games.falaise.s07_barriers import is_held, one_hex, why_no_exit, why_no_go, why_no_step
from bocage.games.falaise.s07_march import NOT_ASKED, OFF_MAP, Marching, end_move
from bocage.games.falaise.s09_disruption import points_of
from bocage.games.falaise.s10_assault import AssaultRound
from bocage.games.falaise.words.verbs import DROP, END, EXIT, GO, SELECT, STACK, STAY, STEP, numbers
from bocage.hexes.kernels import BLOCKED, PROHIBITED, ZONE, mark_clashes

if TYPE_CHECKING:
    from array import array

    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.board.world import World
    from bocage.hexes.kernels import Mobility, Workspace


# Units under way ---------------------------------------------------------------------------


NO_ROAD: Final = -1
"""Road Movement is not possible, or no longer."""

_CLOSED_TO_ROAD: Final = bytes(flags | BLOCKED if flags & ZONE else flags for flags in range(256))
"""7.3, 12.5: for Road Movement, and for the French, an enemy zone of control is closed."""


@cache
def go_actions(size: int) -> list[Action]:
    """`GO` to each hex of a map, made once."""
    return [GO(h) for h in range(size)]


@lru_cache(maxsize=4096)
def clashes(world: World, units: tuple[int, ...]) -> bytes:
    """Return 1 for each unit of their side with which these units may not stack (5.3)."""
    side = GERMAN if units[0] >= world.german.start else ALLIED
    return bytes(not is_legal_stack(world, (v, *units)) for v in world.ranges[side])


def plain_field(st: Position, units: tuple[int, ...], seat: int) -> bytes:
    """Return the obstacles for these units at the plain rates.

    Enemy units, and friends with whom they would not stack legally (5.1, reading 46).
    """
    kept = st.field
    if kept[0] == st.placed_allied and kept[1] == st.placed_german and kept[2] == units:
        return kept[3]
    field = bytearray(st.zone(seat))
    if is_held(st, units):
        field = field.translate(_CLOSED_TO_ROAD)  # 12.5: out of the enemy's zones, and into none
    own = st.world.ranges[seat]
    mark_clashes(st.loc, own.start, own.stop, clashes(st.world, units), field)
    st.field = (st.placed_allied, st.placed_german, units, bytes(field))
    return st.field[3]


def road_field(st: Position, seat: int) -> bytes:
    """Return the obstacles for Road Movement: enemy zones too, and every friend (7.3)."""
    kept = st.road_field
    if kept[0] == st.placed_allied and kept[1] == st.placed_german and kept[2] == seat:
        return kept[3]
    zone = st.zone(seat)
    field = bytearray(zone.translate(_CLOSED_TO_ROAD))
    for h in st.world.ground.towns:
        field[h] = zone[h]  # enemy zones do not reach into towns for this
    for h in st.stacks(seat):
        field[h] |= BLOCKED
    st.road_field = (st.placed_allied, st.placed_german, seat, bytes(field))
    return st.road_field[3]


def may_use_road(st: Position, units: tuple[int, ...], seat: int) -> bool:
    """Return whether Road Movement can begin here (7.3, reading 48)."""
    world = st.world
    u = units[0]
    if len(units) > 1 or not world.mech[u] or is_held(st, units):
        return False
    h = st.loc[u]
    if not world.ground.road[h]:
        return False
    if len(st.at(h, seat)) > 1 and not st.switches & ROAD_START_STACKED:
        return False
    return not st.zone(seat)[h] & ZONE or bool(world.ground.is_town[h])


def begin(st: Position, seat: int, units: tuple[int, ...]) -> Moving:
    """Begin a move of units: the slowest sets the pace of a stack (7.2, reading 92)."""
    points = min(points_of(st, u) for u in units) * POINT
    road = 0 if may_use_road(st, units, seat) else NO_ROAD
    return Moving(seat, units, 0, road, points)


@frame
class Moving(Ask):
    """7.2: units under way."""

    seat: int
    units: tuple[int, ...]
    spent: int
    """Half points at the plain rates."""
    road: int
    """Half points by Road Movement, or `NO_ROAD`."""
    points: int
    """Half points that they have."""
    rule = R("7.2.a")
    takes = numbers(GO, STEP, STAY, DROP, EXIT)
    phase = "Movement"

    def legal(self, st: Position) -> Sequence[Action]:
        found = [STAY.base]
        world = st.world
        here = st.loc[self.units[0]]
        key, plain = self.key(st), plain_field(st, self.units, self.seat)
        found += self._steps(st, here, plain, world.ground.kept_costs(key))
        if len(self.units) > 1 and self.spent:
            found += [DROP(u) for u in self.units]
        if self.seat == GERMAN and world.ground.last_row[here] and self._may_exit(st, here):
            found.append(EXIT.base)
        names = go_actions(world.size)
        by_road = self.road_reach(st) if self.road != NO_ROAD else None
        left = self.points - self.spent
        if left >= 0:
            mobility = world.ground.mobility(key)
            reach = world.scratch.normal.reach(mobility, here, left, plain)
            found += reach.destinations(world.nothing, 0, names, by_road)
        elif by_road is not None:
            found += by_road.destinations(world.nothing, 0, names)
        return found

    # What can be reached -----------------------------------------------------------------

    def key(self, st: Position, *, free: bool = False) -> int:
        """Return the class of these units for costs, by `ground.key_of`; of a stack the dearer.

        `free` is as if no orders bound them.
        """
        world = st.world
        units = self.units
        u = units[0]
        mech, armor, bars = world.mech[u], world.armor[u], st.bars(u)
        for v in units[1:]:
            mech |= world.mech[v]
            armor |= world.armor[v]
            bars |= st.bars(v)
        return key_of(self.seat, mech, armor, FREE if free else bars)

    def mobility(self, st: Position, *, free: bool = False) -> Mobility:
        """Return the costs at the plain rates, for searches; `free` ignores their orders."""
        return st.world.ground.mobility(self.key(st, free=free))

    def costs(self, st: Position) -> array[int]:
        """Return the cost of each step at the plain rates, by `6 * hex + direction`."""
        return st.world.ground.kept_costs(self.key(st))

    def road_key(self, st: Position) -> int:
        """Return the class of the unit for Road Movement."""
        u = self.units[0]
        return road_key_of(st.world.armor[u], st.bars(u))

    def plain_reach(self, st: Position, goal: int = -1) -> Workspace:
        """Return where they can go at the plain rates, or the way to one goal."""
        field = plain_field(st, self.units, self.seat)
        left = self.points - self.spent
        here = st.loc[self.units[0]]
        return st.world.scratch.normal.reach(self.mobility(st), here, left, field, goal)

    def road_reach(self, st: Position, goal: int = -1) -> Workspace:
        """Return where they can go by Road Movement, or the way to one goal."""
        field = road_field(st, self.seat)
        left = self.points - self.road
        here = st.loc[self.units[0]]
        mobility = st.world.ground.mobility(self.road_key(st))
        return st.world.scratch.road.reach(mobility, here, left, field, goal)

    def step_cost(self, st: Position, here: int, h: int) -> int:
        """Return the cost of a step at the plain rates, breaking contact included; or
        `PROHIBITED`.
        """
        cost = self.costs(st)[6 * here + st.world.grid.direction(here, h)]
        if cost == PROHIBITED:
            return cost
        zone = st.zone(self.seat)
        return cost + POINT if zone[here] & ZONE and not zone[h] & ZONE else cost

    def road_cost(self, st: Position, here: int, h: int) -> int:
        """Return the cost of a step by Road Movement, or `PROHIBITED`."""
        return self._road_cost(st, 6 * here + st.world.grid.direction(here, h), h)

    def _road_cost(self, st: Position, slot: int, h: int) -> int:
        """Return the same for the step through a side, `6 * hex + direction`, into `h`."""
        if self.road == NO_ROAD or road_field(st, self.seat)[h] & BLOCKED:
            return PROHIBITED
        cost = st.world.ground.kept_costs(self.road_key(st))[slot]
        if cost == PROHIBITED:
            return cost
        zone = st.zone(self.seat)
        return cost + POINT if zone[slot // 6] & ZONE and not zone[h] & ZONE else cost

    def _steps(self, st: Position, here: int, plain: bytes, costs: array[int]) -> list[Action]:
        """Single steps that can be paid, and the one hex that is always free (7.2.1)."""
        neighbours = st.world.grid.neighbours
        left = self.points - self.spent
        fresh = not self.spent and not self.road > 0
        by_road, left_road = self.road != NO_ROAD, self.points - self.road
        found: list[Action] = []
        in_zone = plain[here] & ZONE
        for slot in range(6 * here, 6 * here + 6):
            n = neighbours[slot]
            if n < 0 or plain[n] & BLOCKED:
                continue
            cost = costs[slot]
            if fresh:
                if cost != PROHIBITED or one_hex(st, self.units, here, n):
                    found.append(STEP.base | n << 16)
                continue
            if cost == PROHIBITED:
                continue
            if in_zone and not plain[n] & ZONE:
                cost += POINT
            if cost <= left or (by_road and self._road_cost(st, slot, n) <= left_road):
                found.append(STEP.base | n << 16)
        return found

    def _may_exit(self, st: Position, here: int) -> bool:
        if st.switches & SOUTH_EXIT_WEST_ONLY and st.world.ground.escaped[here]:
            return False
        if not self.spent:
            return True  # 7.2.1
        return self.exit_cost(st) <= self.points - self.spent

    def exit_cost(self, st: Position) -> int:
        """Return the cost of exit: a point, and one more out of an enemy zone (reading 26)."""
        here = st.loc[self.units[0]]
        return POINT * (2 if st.in_enemy_zone(here, self.seat) else 1)

    # Checking and doing ------------------------------------------------------------------

    def check(self, st: Position, action: Action) -> Ruling:
        if action == STAY():
            return OK
        kind, argument = action >> 32, first(action)
        if kind == STEP.number:
            return why_no_step(st, self, argument)
        if kind == GO.number:
            return why_no_go(st, self, argument)
        if kind == EXIT.number:
            return why_no_exit(st, self)
        if argument not in self.units or len(self.units) < 2:  # reading 114: either may stay
            words = "{unit:unit} can't be dropped: it is not in a moving stack"
            return refuse(R("7.2.g"), words, unit=argument)
        if not self.spent:
            words = "{unit:unit} can't be dropped before the stack has moved"
            return refuse(R("7.2.g"), words, unit=argument)
        return OK

    def way(self, st: Position, h: int) -> tuple[list[int], bool]:
        """Return the way to a hex, both ends included, and whether it is by Road Movement."""
        if self.spent <= self.points:
            path = self.plain_reach(st, h).path_to(h)
            if path:
                return path, False
        if self.road != NO_ROAD:
            return self.road_reach(st, h).path_to(h), True
        return [], False

    def quiet(self, st: Position, path: list[int]) -> list[int]:
        """Return a way that can be paid and enters no enemy zone before its end, if any (reading
        115).
        """
        zone = st.zone(self.seat)
        for h in path[1:-1]:
            if zone[h] & ZONE:
                break
        else:
            return path
        plain = plain_field(st, self.units, self.seat)
        field = bytearray(plain.translate(_CLOSED_TO_ROAD))
        field[path[0]], field[path[-1]] = plain[path[0]], plain[path[-1]]
        left = self.points - self.spent
        found = st.world.scratch.work.path(self.mobility(st), path[0], path[-1], field, left)
        return found or path

    def apply(self, st: Position, action: Action) -> None:
        seat, units = self.seat, self.units
        kind = action >> 32
        if kind == GO.number:
            path, by_road = self.way(st, first(action))
            if not by_road:
                path = self.quiet(st, path)
            st.swap(
                Marching(seat, units, tuple(path[1:]), 0, NO_ROAD, self.points, False, NOT_ASKED)
            )
        elif kind == STEP.number:
            self._step(st, first(action))
        elif kind == DROP.number:
            u = first(action)
            st.marks[u] |= MOVED
            left = tuple(v for v in units if v != u)
            points = min(points_of(st, v) for v in left) * POINT
            st.swap(Moving(seat, left, self.spent, NO_ROAD, points))
        elif kind == EXIT.number:
            st.swap(Marching(seat, units, (OFF_MAP,), 0, NO_ROAD, self.points, False, NOT_ASKED))
        else:
            st.pop()
            for u in units:
                st.marks[u] |= MOVED
            end_move(st, units, R("7.2.e"))

    def _step(self, st: Position, h: int) -> None:
        here = st.loc[self.units[0]]
        plain = self.step_cost(st, here, h)
        by_road = self.road_cost(st, here, h)
        # A river takes everything (7.2): more than any unit of the stack has.
        spent = self.spent + plain if plain != PROHIBITED else PROHIBITED
        road = NO_ROAD
        if by_road != PROHIBITED and self.road + by_road <= self.points:
            road = self.road + by_road
        goes_on = spent < self.points or (road != NO_ROAD and road < self.points)
        if len(self.units) > 1 and not goes_on:
            # 7.2: the slower one may be dropped, and the other continues.
            goes_on = any(points_of(st, u) * POINT > spent for u in self.units)
        st.swap(Marching(self.seat, self.units, (h,), spent, road, self.points, goes_on, NOT_ASKED))

    def prompt(self, st: Position) -> Words:
        left = max(0, self.points - self.spent) / POINT
        return Words(
            "Move {units:unit} ({left} MP left): go, step or stay",
            {"units": self.units, "left": f"{left:g}"},
            "Click where {units:unit} goes ({left} MP left)"
            if len(self.units) == 1
            else "Click where {units:unit} go ({left} MP left)",
        )

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to move {units:unit}", {"side": self.seat, "units": self.units})


# 7.1 Movement Rounds -----------------------------------------------------------------------


_SELECTIONS: Final = tuple(SELECT(u) for u in range(256))
_MOBILE: Final = bytes((mark & (ACTIVE | MOVED | LOCKED | HELPER)) == ACTIVE for mark in range(256))
"""1 for the marks of a unit that may move."""


def may_move(st: Position, u: int) -> bool:
    """Return whether a unit is active and has not moved this turn (7.2)."""
    return st.loc[u] >= 0 and bool(_MOBILE[st.marks[u]]) and not waits_for_paris(st, u)


def waits_for_paris(st: Position, u: int) -> bool:
    """Return whether a French unit is held back, and in no German zone that it could leave
    (12.5).
    """
    if not st.french or st.world.nation[u] != FRANCE:
        return False
    return not st.in_enemy_zone(st.loc[u], st.side_of(u))


def partner(st: Position, u: int) -> int | None:
    """Return the other unit of a stack that may move as one, or None (7.2)."""
    for v in st.at(st.loc[u], st.side_of(u)):
        if v != u and may_move(st, v):
            return v
    return None


def cannot_move(st: Position, u: int, seat: int) -> Ruling:
    """Return why a unit may not be moved now; allowed if it may."""
    start = "{unit:unit} can't move: "
    if st.side_of(u) != seat:
        return refuse(R("7.0.a"), start + "it is not yours", unit=u)
    if st.loc[u] < 0:
        return refuse(R("7.0.a"), start + "it is not on the map", unit=u)
    marks = st.marks[u]
    if marks & HELPER:
        return refuse(R("11.9.1.c"), start + "it was named to help in an assault", unit=u)
    if not marks & ACTIVE:
        if marks & FINISHED:
            return refuse(R("4.0.n"), start + "it is finished for the turn", unit=u)
        return refuse(R("7.0.a"), start + "it is not active", unit=u)
    if marks & MOVED:
        return refuse(R("7.2.e"), start + "it has moved this turn", unit=u)
    if marks & LOCKED:
        return refuse(R("6.3.e"), start + "it stays to cover another unit", unit=u)
    if waits_for_paris(st, u):
        return refuse(R("12.5.e"), start + "its division is held back for Paris this turn", unit=u)
    return OK


@frame
class MoveRound(Ask):
    """7.1.2: none, any or all active units move, one or one stack after the other."""

    seat: int
    stopped: tuple[int, ...] = ()
    """The units that moved last."""
    by: str = ""
    """The rule by which their move ended."""
    rule = R("7.1.2")
    takes = numbers(END, SELECT, STACK)
    phase = "Movement"

    def legal(self, st: Position) -> Sequence[Action]:
        own = st.world.ranges[self.seat]
        low, high = own.start, own.stop
        mobile = st.marks[low:high].translate(_MOBILE)
        loc = st.loc
        found = [END.base]
        seen: dict[int, int] = {}
        stacks: list[Action] = []
        i = mobile.find(1)
        while i >= 0:
            u = low + i
            h = loc[u]
            if h >= 0 and not (st.french and waits_for_paris(st, u)):
                found.append(_SELECTIONS[u])
                if h in seen:
                    stacks.append(STACK(seen[h]))
                else:
                    seen[h] = u
            i = mobile.find(1, i + 1)
        return found + stacks if stacks else found

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        u = first(action)
        ruling = cannot_move(st, u, self.seat)
        if not ruling or action >> 32 == SELECT.number:
            return ruling
        other = partner(st, u)
        if other is None:
            words = "{unit:unit} can't move as a stack: no other unit there may move"
            return refuse(R("7.2.h"), words, unit=u)
        if other < u:  # the line `stack` takes either name
            words = "{unit:unit} moves as a stack under the name of {other:unit}"
            return refuse(R("7.2.h"), words, unit=u, other=other)
        return OK

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.swap(AssaultRound(self.seat, mech=True))
            return
        u = first(action)
        units: tuple[int, ...] = (u,)
        if action >> 32 == STACK.number:
            other = partner(st, u)
            assert other is not None
            units = (u, other)
        st.push(begin(st, self.seat, units))

    def prompt(self, st: Position) -> Words:
        clicked = "Click a unit or a stack to move it, or end the movement"
        return Words("Select a unit or a stack to move, or end the movement", clicked=clicked)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to move", {"side": self.seat})
