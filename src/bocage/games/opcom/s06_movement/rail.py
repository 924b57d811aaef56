"""Trains: boarding, track, arrival and unloading (6.4, readings 3.19 and 3.23)."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from bocage.engine.frames import Step, frame
from bocage.engine.ledger import Ledger
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.opcom.board.position import BLOWN, DUE, Position
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import MECHANISED, World
from bocage.games.opcom.pieces.orders import Train
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import rule_on
from bocage.games.opcom.s02_umpiring.dice import OneDie
from bocage.games.opcom.s11_supplies.roads import beside_km

HALF_TURNS = "half turns"


def journey(*, vehicles: bool, charts: Tables) -> Ledger:
    """Return a unit's time from embarking to standing beside the line, under `half turns`."""
    found = Ledger()
    column = 1 if vehicles else 0
    steps = (
        ("embark in a town or village", R("6.4.a"), "to embark"),
        ("travel, any distance", R("6.4.f"), "on the way, however far"),
        ("disembark", R("6.4.b"), "to disembark"),
    )
    for row, rule, words in steps:
        found.add(HALF_TURNS, charts.rail[row][column], rule, words)
    return found


def may_embark(
    unit: int,
    *,
    at_town: bool,
    points: int,
    lift: int,
    enemy_km: float = 99,
    charts: Tables,
) -> Ruling:
    """Return whether a unit boards a train here: `points` are those aboard with it."""
    if not at_town:
        words = "{unit:unit} boards a train in a town or village on the line"
        return refuse(R("6.4.c"), words, unit=unit)
    if points > lift:
        words = "{unit:unit} does not fit: the train lifts {lift} points"
        return refuse(R("6.4.e"), words, unit=unit, lift=lift)
    if enemy_km <= (near := charts.figures.rail.enemy):
        words = "{unit:unit} can't board a train within {km} km of the enemy"
        return refuse(R("reading 3.19"), words, unit=unit, km=near)
    return OK


def may_leave_train(
    unit: int,
    *,
    vehicles: bool,
    at_town: bool,
    enemy_km: float = 99,
    charts: Tables,
) -> Ruling:
    """Return whether a unit leaves a train here: infantry anywhere, vehicles in a town or
    village.
    """
    if vehicles and not at_town:
        words = "{unit:unit} has vehicles and leaves a train in a town or village"
        return refuse(R("6.4.d"), words, unit=unit)
    if enemy_km <= (near := charts.figures.rail.enemy):
        words = "{unit:unit} can't leave a train within {km} km of the enemy"
        return refuse(R("reading 3.19"), words, unit=unit, km=near)
    return OK


def is_late(die: int, late: int) -> bool:
    """Return whether a train that may be held up is late (reading 3.23)."""
    return die <= late


_TOWNS = ("city", "town", "village")
_TURN = 2
"""The half turns in a turn."""


def stations(world: World) -> dict[str, Point]:
    """Return the towns and villages on a railway, by id."""
    return {
        place.id: world.ways.xy(place.lat, place.lon)
        for place in world.places
        if place.kind in _TOWNS
        and any(link.kind == "railway" for link in world.pack.links_of(place.id))
    }


def station_at(world: World, point: Point) -> str:
    """Return the station at a point, or an empty string."""
    near = [(km_between(at, point), name) for name, at in stations(world).items()]
    km, name = min(near, default=(99.0, ""))
    return name if km <= world.tables.figures.rail.station else ""


def beside_track(world: World, point: Point) -> list[str]:
    """Return the ends of the track past a point: infantry leave a train anywhere (6.4.d)."""
    return [
        end
        for link in world.pack.links
        if link.kind == "railway"
        and any(
            beside_km(point, world.ways.xy(*a), world.ways.xy(*b))
            <= world.tables.figures.rail.station
            for a, b in pairwise(link.points)
        )
        for end in (link.start, link.end)
    ]


def is_joined(world: World, start: str, end: str, down: Collection[int]) -> bool:
    """Return whether the track between two stations is unbroken: no bridge on it is down."""
    pack = world.pack
    bridges = {c.id: i for i, c in enumerate(world.crossings)}
    seen, left = {start}, [start]
    while left:
        here = left.pop()
        if here == end:
            return True
        for link in pack.links_of(here):
            other = link.end if link.start == here else link.start
            broken = bridges.get(other) in down
            if link.kind == "railway" and other not in seen and not broken:
                seen.add(other)
                left.append(other)
    return False


def _enemy_km(st: Position, side: int, point: Point) -> float:
    return min((km_between(point, st.at(e.number)) for e in st.enemies(side)), default=99.0)


def has_vehicles(world: World, unit: int) -> bool:
    """Return whether a unit has tanks, trucks or towed guns, which take longer than infantry
    (6.4).
    """
    mobility = world.units[unit].unit.mobility
    return mobility in MECHANISED or mobility == "towed"


def board(st: Position, order: Train) -> None:
    """A unit boards a train to a place, if it can; its team hears why not."""
    team, unit, goal = order.team, order.unit, (order.x, order.y)
    world, troops = st.world, st.world.units[unit]
    lift = sum(each.lift for each in world.data.trains if each.team == world.teams[team].seat)
    aboard = sum(u.unit.size_points for u in st.here() if u.team == team and st.aboard[u.number])
    start = station_at(world, st.at(unit))
    ends = [station_at(world, goal)]
    if not ends[0] and not has_vehicles(st.world, unit):
        ends = beside_track(world, goal)
    ruling = may_embark(
        unit,
        at_town=bool(start),
        points=aboard + troops.unit.size_points,
        lift=lift,
        enemy_km=_enemy_km(st, troops.side, st.at(unit)),
        charts=st.world.tables,
    )
    down = {i for i, state in enumerate(st.bridges) if state & BLOWN}
    joined = any(end and is_joined(world, start, end, down) for end in ends)
    if not ruling or not joined or not st.is_effective(unit):
        st.note(team, "no train", unit, name=order.name)
        return
    st.aboard[unit] = int(
        journey(vehicles=has_vehicles(st.world, unit), charts=st.world.tables).total(HALF_TURNS)
    )
    st.rail_x[unit], st.rail_y[unit] = goal
    if late_on(st, team):
        st.push(Late((unit,)))


def late_on(st: Position, team: int) -> int:
    """Return the highest die on which a team's train is late; 0 for never (reading 3.23)."""
    seat = st.world.teams[team].seat
    return max((each.late for each in st.world.data.trains if each.team == seat), default=0)


@frame
class Late(OneDie):
    """A die whether a train is a turn late, on its way or before it comes in (reading 3.23)."""

    units: tuple[int, ...]
    die: int = 0
    rule = R("reading 3.23")

    def named(self, st: Position) -> str:
        """Return the name of the die, by the first unit aboard."""
        return f"{st.turn}.train.{st.world.units[self.units[0]].id}"

    def ruled(self, st: Position, name: str) -> str | None:
        """Return the ruling: late up to the die of the scenario."""
        most = late_on(st, st.world.units[self.units[0]].team)
        who = ", ".join(st.world.units[unit].name for unit in self.units)
        return rule_on(
            st,
            name,
            "march",
            f"the train with {who} is late on {most} or less",
            "late" if is_late(self.die, most) else "on time",
            choices=("late", "on time"),
            why=[f"a die of {self.die} (reading 3.23)"],
            rule=R("6.4").read(self.rule),
        )

    def carry_out(self, st: Position, value: str) -> None:
        """Delay a train for a turn, or bring its units on in time."""
        for unit in self.units:
            troops = st.world.units[unit]
            if value == "late":
                st.aboard[unit] += _TURN
                st.note(troops.team, "train late", unit)
            elif not st.is_here(unit):
                come_in(st, unit)


def come_in(st: Position, unit: int) -> None:
    """Bring on a unit whose train is in, like every reinforcement (reading 3.22)."""
    from bocage.games.opcom.s04_turn import arrive  # a circular import at the top

    st.aboard[unit] = 0
    arrive(st, unit)


def due_by_rail(st: Position) -> list[Step]:
    """Return a die for each train that is due this turn and may be late (reading 3.23).

    A train that is already a turn late gets no second die.
    """
    found: dict[tuple[int, str, str], list[int]] = {}
    for unit in st.world.units:
        if unit.unit.arrival_turn == st.turn and is_held_for_a_train(st, unit.number):
            key = (unit.team, unit.unit.division, unit.unit.arrival_place)
            found.setdefault(key, []).append(unit.number)
    return [Late(tuple(units)) for units in found.values()]


def is_held_for_a_train(st: Position, unit: int) -> bool:
    """Return whether a reinforcement comes by a train that may be late."""
    troops = st.world.units[unit]
    rail = troops.unit.arrival_mode == "rail" and st.where[unit] == DUE
    return rail and st.turn > 1 and bool(late_on(st, troops.team))


def run_trains(st: Position, half: int = 2) -> None:
    """Unload units that have arrived, if they can, after half of a turn.

    Infantry take half a turn to get off, and have the other half to march (6.4.b).
    """
    for unit in st.here():
        number = unit.number
        if not st.aboard[number] or (half == 1 and st.aboard[number] > 1):
            continue
        st.aboard[number] = max(0, st.aboard[number] - half)
        if st.aboard[number]:
            continue
        end = (st.rail_x[number], st.rail_y[number])
        free = may_leave_train(
            number,
            vehicles=has_vehicles(st.world, number),
            at_town=bool(station_at(st.world, end)),
            enemy_km=_enemy_km(st, unit.side, end),
            charts=st.world.tables,
        )
        if not free:
            st.aboard[number] = half
            st.note(unit.team, "on railway", number)
            continue
        st.place(number, end)
        st.note(unit.team, "left train", number, end)
