"""The outlook of a line: its result if nothing stops it, and possible obstacles (5).

It uses only what the team knows: its own units, supplies and crossings. It is a staff's estimate
without enemies and without other traffic on the roads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from bocage.engine.operation import Point, Stop
from bocage.games.opcom.board.position import ATTACK, BREAKTHROUGH, Position
from bocage.games.opcom.board.ways import Stretch, km_between
from bocage.games.opcom.pieces.orders import Chore, FireMission, Line, Supply
from bocage.games.opcom.s05_orders.chore_words import listed
from bocage.games.opcom.s05_orders.meaning import Known
from bocage.games.opcom.s06_movement.march import hours, is_detour, moves
from bocage.games.opcom.s06_movement.rates import by_night
from bocage.games.opcom.s09_combat.support import support_range
from bocage.games.opcom.s11_supplies.use import move_needs
from bocage.games.opcom.words.places import describe


@dataclass(frozen=True, slots=True)
class Way:
    """The march of a line's first unit."""

    start: Point
    stretches: tuple[Stretch, ...] = ()
    costs: tuple[float, ...] = ()
    """The half days that each stretch takes."""
    broken: bool = False
    """Whether no way to the goal is known."""

    @property
    def km(self) -> float:
        """Return its length."""
        return sum(each.km for each in self.stretches)

    @property
    def turns(self) -> float:
        """The half days that it takes."""
        return sum(self.costs)

    @property
    def points(self) -> tuple[Point, ...]:
        """Return its points from the start."""
        return (self.start, *((each.x, each.y) for each in self.stretches))

    def after(self, turns: float) -> Point:
        """Return the place after a march of so many half days."""
        for (was, now), cost in zip(pairwise(self.points), self.costs, strict=True):
            if cost > turns:
                part = turns / cost
                return (
                    was[0] + round((now[0] - was[0]) * part),
                    was[1] + round((now[1] - was[1]) * part),
                )
            turns -= cost
        return self.points[-1]


def stops(st: Position, line: Line, way: Way) -> tuple[Stop, ...]:
    """Return the places half way through the turn and at its end."""
    if not way.stretches:
        return ()
    row = st.world.turn(st.turn)
    night = float(by_night(st.world.tables))
    clock = 0 if row.half == "am" else 12
    spent, found = 0.0, list[Stop]()
    for half in (1, 2):
        for dark in hours(st, half):
            clock += 1
            if not line.after and (line.night or not dark):
                spent += night / row.night if dark else 1.0 / row.daylight
        if half == 2 and line.after:
            spent = float(st.figures.movement.after_fights)
        at = way.after(min(spent, 1.0))
        time = {12: "noon", 24: "midnight"}.get(clock, f"{clock:02d}00")
        found.append(Stop(time, at, describe(st.world, at)))
    return tuple(found)


@dataclass(slots=True)
class Stores:
    """The team's supplies as it knows them, less those that earlier lines use."""

    st: Position
    known: Known
    held: dict[str, dict[str, int]]
    """`ammo` and `fuel` by the name of a holder."""
    dumps: list[tuple[str, Point, int]] = field(default_factory=list[tuple[str, Point, int]])
    """Name, place, and the points that each still delivers."""

    def take(self, unit: int, kind: str, *, near: bool) -> bool:
        """Take a point for a unit from those it may draw on; with `near` only within reach."""
        for holder in self._holders(unit, near=near):
            name = self.st.world.units[holder].name
            if self.held.get(name, {}).get(kind, 0):
                self.held[name][kind] -= 1
                return True
            if holder != unit and self._deliver(holder, kind):
                return True
        return False

    def _holders(self, unit: int, *, near: bool) -> list[int]:
        units, where = self.st.world.units, self.known.where
        reach = self.st.figures.supply.draw
        found = [unit] if units[unit].unit.logistics_lift else []
        hq, seen = units[unit].hq, {unit}
        while hq >= 0 and hq not in seen:
            seen.add(hq)
            if hq in where and (not near or km_between(where[unit], where[hq]) <= reach):
                found.append(hq)
            hq = units[hq].hq
        return found

    def _deliver(self, holder: int, kind: str) -> bool:
        marked = {each.name: each.range_km for each in self.st.world.dumps}
        for i, (name, at, left) in enumerate(self.dumps):
            reach = marked.get(name) or self.st.figures.supply.dump
            there = km_between(at, self.known.where[holder]) <= reach
            if there and left and self.held.get(name, {}).get(kind, 0):
                self.held[name][kind] -= 1
                self.dumps[i] = (name, at, left - 1)
                return True
        return False


def _stores(st: Position, team: int, known: Known) -> Stores:
    rows = st.told[team].stocks
    delivers = {each.name: each.delivers for each in st.world.dumps}
    return Stores(
        st,
        known,
        {row.name: {"ammo": row.ammo, "fuel": row.fuel} for row in rows},
        [
            (row.name, (row.x, row.y), delivers[row.name])
            for row in rows
            if row.x is not None and row.y is not None and row.name in delivers
        ],
    )


def warnings(
    st: Position, team: int, known: Known, lines: Sequence[Line], ways: Mapping[int, Way]
) -> dict[int, list[str]]:
    """Return possible obstacles to each line, by its number."""
    found: dict[int, list[str]] = {line.number: [] for line in lines}
    stores = _stores(st, team, known)
    for line in lines:
        said = found[line.number]
        if ways[line.number].broken:
            said.append("We know no route there.")
        said += _detour(st, line, ways[line.number])
        said += _fuel(st, stores, line, ways[line.number])
        said += _ammunition(st, stores, line)
        said += _ranges(st, known, [u for u, _ in line.support], _goal(line), line.goal_name)
        said += _squadrons(st, team, line)
    _crowds(st, team, known, lines, ways, found)
    return found


def chore_warnings(st: Position, known: Known, chores: Sequence[Chore]) -> list[list[str]]:
    """Return possible obstacles to each of the other lines, in order."""
    left = {holder: list(points) for holder, points in known.stocks.items()}
    found: list[list[str]] = []
    for chore in chores:
        said: list[str] = []
        if isinstance(chore, FireMission):
            said = _ranges(st, known, chore.guns, (chore.x, chore.y), chore.name)
        elif isinstance(chore, Supply):
            said = _shortage(st, left, chore)
        found.append(said)
    return found


def _shortage(st: Position, left: dict[int, list[int]], order: Supply) -> list[str]:
    """A stack that has less than it is to give, counting what the lines before bring and take."""
    if order.source not in left:
        return []
    here = left[order.source]
    wants = (order.ammo, order.fuel)
    gives = [min(want, has) for want, has in zip(wants, here, strict=True)]
    short = any(want > has for want, has in zip(wants, here, strict=True))
    units, dumps = st.world.units, st.world.dumps
    depot = order.source - len(units)
    name = units[order.source].name if depot < 0 else "The stack"
    if 0 <= depot < len(dumps):
        name = dumps[depot].name
    words = f"{name} has {here[0]} ammunition and {here[1]} fuel, and gives what it has."
    left[order.source] = [has - each for has, each in zip(here, gives, strict=True)]
    if order.target in left:
        there = left[order.target]
        left[order.target] = [has + each for has, each in zip(there, gives, strict=True)]
    return [words] if short else []


def _goal(line: Line) -> Point | None:
    return (line.goal[0], line.goal[1]) if line.goal else None


def _detour(st: Position, line: Line, way: Way) -> list[str]:
    """Return a warning of a detour that units take only if the line names a place on it (reading
    3.26).
    """
    goal = _goal(line)
    if goal is None or line.route or not is_detour(st, way.start, goal, way.stretches):
        return []
    straight = km_between(way.start, goal)
    words = f"The way round is {way.km:.0f} km for {straight:.0f} km on the map."
    return [f"{words} They do not set off unless you name a place on it."]


def _fuel(st: Position, stores: Stores, line: Line, way: Way) -> list[str]:
    if not moves(line) or not way.stretches:
        return []
    dry = [
        st.world.units[unit].name
        for unit in line.units
        if _burns(st, unit) and not stores.take(unit, "fuel", near=True)
    ]
    if not dry:
        return []
    reach = st.figures.supply.draw
    stay = "stays" if len(dry) == 1 else "stay"
    return [f"No fuel left within {reach} km of headquarters: {listed(dry)} {stay} where they are."]


def _burns(st: Position, unit: int) -> bool:
    troops = st.world.units[unit]
    return bool(move_needs(unit, troops.arm, troops.unit.mobility, charts=st.world.tables).fuel)


def _ammunition(st: Position, stores: Stores, line: Line) -> list[str]:
    if line.action not in (ATTACK, BREAKTHROUGH):
        return []
    use = st.world.tables.supply_use
    needs = [(u, use["attack"][0]) for u in line.units if st.world.units[u].fights]
    needs += [(u, use["artillery fire"][0]) for u, _ in line.support if u in stores.known.where]
    want = sum(points for _, points in needs)
    got = sum(stores.take(u, "ammo", near=False) for u, points in needs for _ in range(points))
    found: list[str] = []
    if got < want:
        found.append(f"An attack by all of them uses {want} ammunition; we find {got}.")
    if 0 <= line.ammo < want:
        found.append(f"You allot {line.ammo} ammunition; all of them together use {want}.")
    return found


def _ranges(
    st: Position, known: Known, guns: Sequence[int], goal: Point | None, name: str
) -> list[str]:
    found: list[str] = []
    for gun in guns:
        if goal is None or gun not in known.where:
            continue
        reach = max(support_range(st.world.units[gun].arm, st.world.tables))
        km = km_between(known.where[gun], goal)
        if km > reach:
            called = st.world.units[gun].name
            found.append(f"{called} fires {reach:g} km; {name or 'the goal'} is {km:.0f} km away.")
    return found


def _squadrons(st: Position, team: int, line: Line) -> list[str]:
    if st.world.sky or not (line.squadrons or line.cab_rank):
        return []
    seat = st.world.teams[team].seat
    rows = [each for each in st.world.data.air if (each.team, each.turn) == (seat, st.turn)]
    found: list[str] = []
    for asked, there, what in (
        (line.squadrons, sum(each.squadrons for each in rows), "in close support"),
        (line.cab_rank, sum(each.cab_rank for each in rows), "on a cab rank"),
    ):
        if asked > there:
            found.append(f"{there or 'No'} squadrons fly for us {what} this half day.")
    return found


def _crowds(
    st: Position,
    team: int,
    known: Known,
    lines: Sequence[Line],
    ways: Mapping[int, Way],
    found: dict[int, list[str]],
) -> None:
    """Add warnings for crossings with more units than the capacity that the team knows (7)."""
    room = {row.name: row.capacity for row in st.told[team].crossings}
    sent: dict[int, int] = {}
    for line in lines:
        way = ways[line.number]
        for stretch in way.stretches:
            if stretch.crossing < 0:
                continue
            # A unit nearer to the goal than the crossing is over it already.
            km = km_between((stretch.x, stretch.y), way.points[-1])
            behind = [u for u in line.units if km_between(known.where[u], way.points[-1]) > km]
            size = sum(st.world.units[u].unit.size_points for u in behind)
            name = st.world.crossings[stretch.crossing].name
            sent[stretch.crossing] = sent.get(stretch.crossing, 0) + size
            if size and name in room and sent[stretch.crossing] > room[name]:
                found[line.number].append(
                    f"{name} takes {room[name]} unit points in half a day; "
                    f"with this line you send {sent[stretch.crossing]}."
                )
