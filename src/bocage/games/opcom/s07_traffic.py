"""Traffic (7): unit points over crossings, through towns and along roads."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from bocage.engine.numbers import whole
from bocage.games.opcom.board.capacity import along, usual
from bocage.games.opcom.board.net import metres
from bocage.games.opcom.board.position import BLOWN, QUEUED, Position
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.board.ways import Point, Stretch
from bocage.games.opcom.pieces.desk import Card
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import decided, lay
from bocage.games.opcom.s08_bridges import after_visit, wreck_points


class Waiting(NamedTuple):
    """A unit in a queue, and its size."""

    unit: int
    points: int


class Crossing(NamedTuple):
    """The units that cross in a turn, and those that keep their places for the next."""

    over: tuple[Waiting, ...]
    left: tuple[Waiting, ...]


def cross(points: int, queue: Iterable[Waiting], crossed: int = 0) -> Crossing:
    """Return the units that cross and those left, whole units in the order of the queue (7.1).

    At least one unit crosses in a turn, however large it is (reading 3.15).

    Args:
        points: the capacity of the turn.
        queue: who waits, the first first.
        crossed: the points that have crossed in this turn already.
    """
    over: list[Waiting] = []
    left: list[Waiting] = []
    room = points - crossed
    for each in queue:
        first = points > 0 and not crossed and not over and not left
        if not left and (each.points <= room or first):
            over.append(each)
            room -= each.points
        else:
            left.append(each)
    return Crossing(tuple(over), tuple(left))


def is_jam(points: int, one_way: int, other_way: int, charts: Tables) -> bool:
    """Return whether opposing flows above a share of the capacity jam the crossing (reading
    3.16).
    """
    share = charts.figures.traffic.jam
    return min(one_way, other_way) > 0 and one_way + other_way > points * share


def has_crowds(turns_since: int, *, allied: bool, charts: Tables) -> bool:
    """Return whether cheering people fill a liberated town for units that pass (reading 3.17)."""
    return allied and 0 <= turns_since < charts.figures.traffic.crowd_turns


_CROWD = "town of cheering civilians"
_STREETS = "single-lane main road"
"""The capacity of such a town after the crowds have gone home (reading 3.17)."""


def rank_of(st: Position, unit: int) -> tuple[int, bool]:
    """Return a unit's place in a queue: the priority of its orders, then fighting units first.

    (Reading 3.14.)
    """
    priority = next((line.priority for line in st.orders if unit in line.units), _LAST)
    return priority, st.world.units[unit].arm in ("transport", "hq", "bridging")


_LAST = 9
"""The priority of units without one."""


class Traffic:
    """The flows of one half of a turn over the capacities of the turn."""

    def __init__(self, st: Position) -> None:
        self.st = st
        self._flows: dict[int, list[int]] = {}
        """By crossing: the points from the bank of the first unit, and those from the other."""
        self._first: dict[int, Point] = {}
        """By crossing: where the first unit came from."""
        self._queues: list[tuple[str, int]] = [
            (note.name, note.unit)
            for note in st.notes
            if note.code == "queues" and st.has(note.unit, QUEUED)
        ]
        """The units that wait in this turn, each with the place that it waits for."""
        self._on_road: set[tuple[int, int]] = set()
        """The units that are counted on a road in this turn, each with the road."""
        self._began: dict[int, Point] = {}
        """Where each unit began this half of the turn."""

    def passes(self, unit: int, stretch: Stretch) -> bool:
        """Return whether there is room for a unit; if not, the unit queues where it is."""
        st = self.st
        size = st.world.units[unit].unit.size_points
        began = self._began.setdefault(unit, st.at(unit))
        road = (unit, stretch.link)
        if stretch.link >= 0 and road not in self._on_road and self._was_on(*road, began):
            self._on_road.add(road)
        if stretch.crossing >= 0:
            name = st.world.crossings[stretch.crossing].name
            if not self._room(unit, stretch.crossing, name):
                self._queue(unit, name, crossing=stretch.crossing)
                _lay_card(st, stretch.crossing)
                return False
        if stretch.town >= 0:
            room = self._streets(unit, stretch.town)
            name = st.world.places[stretch.town].name
            if room and not self._gets_over(unit, name, room, st.streets[stretch.town]):
                self._queue(unit, name)
                return False
        if stretch.link >= 0 and road not in self._on_road:
            room = along(st.world.pack.links[stretch.link], st.world.tables)
            used = st.lanes[stretch.link]
            if room and used and used + size > room:  # one larger than the road goes alone
                self._queue(unit, st.world.pack.links[stretch.link].name, road=True)
                return False
        return True

    def _was_on(self, unit: int, road: int, began: Point) -> bool:
        """Return whether a unit came to stand on a road in the first half of this turn: it is
        counted there already (reading 3.14).
        """
        st = self.st
        if began == (st.from_x[unit], st.from_y[unit]):
            return False
        line = [st.world.ways.xy(*each) for each in st.world.pack.links[road].points]
        return began not in (line[0], line[-1]) and any(
            metres(a, began) + metres(began, b) < metres(a, b) + 1  # points are whole metres
            for a, b in pairwise(line)
        )

    def _gets_over(self, unit: int, name: str, points: int, crossed: int) -> bool:
        """Return whether a unit crosses, behind those who wait there first on the same bank.

        (7.1, readings 3.14 and 3.15.)
        """
        st = self.st
        ahead = [
            first
            for place, first in self._queues
            if place == name
            and st.world.units[first].side == st.world.units[unit].side
            and rank_of(st, first) <= rank_of(st, unit)
            and not st.world.ways.waters_between(st.at(first), st.at(unit))
        ]
        queue = [Waiting(each, st.world.units[each].unit.size_points) for each in (*ahead, unit)]
        return not cross(points, queue, crossed).left

    def _room(self, unit: int, crossing: int, name: str) -> bool:
        st = self.st
        if st.bridges[crossing] & BLOWN and st.world.units[unit].unit.mobility != "foot":
            return False
        return self._gets_over(unit, name, room_on(st, crossing), st.crossed[crossing])

    def _streets(self, unit: int, town: int) -> int:
        st = self.st
        place = st.world.places[town]
        if place.kind == "junction":
            return 0
        allied = st.world.units[unit].side == 0
        freed = st.freed[town]
        since = st.turn - freed if freed else 0
        if "cheering" not in place.note:
            return place.capacity
        # The map gives such a town its capacity with the crowds in the streets.
        crowds = has_crowds(since, allied=allied, charts=self.st.world.tables)
        return usual(_CROWD if crowds else _STREETS, st.world.tables)

    def _queue(self, unit: int, what: str, *, crossing: int = -1, road: bool = False) -> None:
        st = self.st
        st.mark(unit, QUEUED)
        self._queues.append((what, unit))
        team = st.world.units[unit].team
        st.note(team, "queues", unit, st.at(unit), crossing=crossing, figure=int(road), name=what)

    def passed(self, unit: int, stretch: Stretch, was: Point) -> None:
        """Count a unit that has reached the end of a stretch; `was` is its point before."""
        st = self.st
        troops = st.world.units[unit]
        size = troops.unit.size_points
        if stretch.link >= 0 and (unit, stretch.link) not in self._on_road:
            self._on_road.add((unit, stretch.link))
            st.lanes[stretch.link] += size
        if stretch.crossing >= 0:
            st.crossed[stretch.crossing] += size
            flows = self._flows.setdefault(stretch.crossing, [0, 0])
            first = self._first.setdefault(stretch.crossing, was)
            flows[int(bool(st.world.ways.waters_between(first, was)))] += size
            visit(st, unit, stretch.crossing)
        if stretch.town >= 0:
            st.streets[stretch.town] += size
            if troops.side == 0 and not st.freed[stretch.town]:
                st.freed[stretch.town] = st.turn

    def jams(self, stretch: Stretch) -> bool:
        """Return whether opposing flows delay the way to a crossing (reading 3.16)."""
        if stretch.crossing < 0 or stretch.crossing not in self._flows:
            return False
        one, other = self._flows[stretch.crossing]
        room = room_on(self.st, stretch.crossing)
        return is_jam(room, one, other, self.st.world.tables)


def _card_name(st: Position, crossing: int) -> str:
    return f"{st.turn}.traffic.{st.world.crossings[crossing].id}"


def room_on(st: Position, crossing: int) -> int:
    """Return the capacity of a bridge in this turn; a ruling by Control comes first (7.3.b)."""
    found = decided(st, _card_name(st, crossing))
    ruled = None if found is None else whole(found[0])
    if ruled is not None:
        return ruled
    wreck = st.bridges[crossing] & BLOWN
    return (
        wreck_points(foot=True, major=False, charts=st.world.tables)
        if wreck
        else st.capacity[crossing]
    )


def _lay_card(st: Position, crossing: int) -> None:
    """Put a card on Control's desk for the units that wait at a bridge, with what may be
    changed.
    """
    room = room_on(st, crossing)
    there = {n.unit for n in st.notes if n.code == "queues" and n.crossing == crossing}
    waiting = [u.name for u in st.here() if u.number in there and st.has(u.number, QUEUED)]
    bridge = st.world.crossings[crossing]
    found = decided(st, _card_name(st, crossing))
    choices = "|".join(str(n) for n in sorted({room, *range(0, 101, 5)}))
    lay(
        st,
        Card(
            _card_name(st, crossing),
            "traffic",
            f"{bridge.name} takes {room} points; {', '.join(waiting)} must wait",
            f"{st.crossed[crossing]} points have crossed (7.1.a)",
            R("7.1.a").read(R("reading 3.15")),
            choices,
            str(room),
            "rules" if found is None else "Control",
            "" if found is None else found[1],
        ),
    )


def visit(st: Position, unit: int, crossing: int) -> None:
    """Make a tested bridge safe when an Allied unit checks or passes it (8.0.c)."""
    if st.world.units[unit].side == 0:
        st.bridges[crossing] = after_visit(st.bridges[crossing])
