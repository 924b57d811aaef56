"""7: unit points over crossings and through chokes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Final, NamedTuple

from bocage.engine.ledger import Ledger
from bocage.engine.rulings import Rule
from bocage.games.opcom.combat.settings import DEFAULT, Settings
from bocage.games.opcom.rulebook import R

POINTS: Final = "points"
"""The heading of a capacity: unit points a turn."""
_RULES: Final[Mapping[str, Rule]] = {
    "civilian ferry": R("7.2.civilian-ferry"),
    "military ferry": R("7.2.military-ferry"),
    "light military bridge": R("7.2.light-military"),
    "minor road bridge": R("7.2.minor-road-bridge"),
    "rail bridge": R("7.2.rail-bridge"),
    "Bailey bridge": R("7.2.bailey"),
    "main road bridge": R("7.2.main-road-bridge"),
    "single-lane main road": R("7.3.single-lane"),
    "double-lane main road": R("7.3.double-lane"),
    "town of cheering civilians": R("7.3.town"),
}
KINDS: Final = tuple(_RULES)
"""Kinds of crossings and chokes."""


class Waiting(NamedTuple):
    """A unit in a queue, and its size."""

    unit: int
    points: int


class Crossing(NamedTuple):
    """Who gets over in a turn, and who keeps his place for the next."""

    over: tuple[Waiting, ...]
    left: tuple[Waiting, ...]


def capacity(kind: str, marked: int | None = None, settings: Settings = DEFAULT) -> Ledger:
    """7.2, 7.3: the capacity of a crossing or choke, under `points`.

    Args:
        kind: one of `KINDS`.
        marked: what the map says; None where it says nothing (reading 1.2).

    Raises:
        KeyError: there is no such kind.
        ValueError: the map says what the table does not allow.
    """
    row = settings.tables.capacity[kind]
    if marked is not None and not row.least <= marked <= row.most:
        raise ValueError(f"a {kind} takes {row.least} to {row.most} points, not {marked}")
    found = Ledger()
    rule = _RULES[kind] if marked is not None else _RULES[kind].read(R("reading 1.2"))
    found.add(POINTS, row.unsaid if marked is None else marked, rule, "a {kind}", kind=kind)
    return found


def open_for(points: int, hours: int, daylight: int) -> int:
    """Reading 3.15: the capacity of a crossing that is open for some of the daylight hours."""
    if not daylight or hours <= 0:
        return 0
    return ceil(Fraction(points * min(hours, daylight), daylight))


def cross(points: int, queue: Iterable[Waiting], *, part_of_turn: bool = False) -> Crossing:
    """7.1, reading 3.15: who gets over; a unit crosses whole, in the order of the queue.

    Where the crossing is open for a part of the turn, at least one unit gets over.
    """
    over: list[Waiting] = []
    left: list[Waiting] = []
    room = points
    for each in queue:
        first = part_of_turn and points > 0 and not over and not left
        if not left and (each.points <= room or first):
            over.append(each)
            room -= each.points
        else:
            left.append(each)
    return Crossing(tuple(over), tuple(left))


def turns_to_cross(points: int, queue: Sequence[Waiting]) -> int:
    """How many turns a queue takes; a unit larger than the crossing takes whole turns alone."""
    turns, left = 0, tuple(queue)
    while left:
        found = cross(points, left)
        if not found.over:
            turns += ceil(Fraction(left[0].points, points)) - 1
            left = left[1:]
        else:
            left = found.left
        turns += 1
    return turns


def is_jam(points: int, one_way: int, other_way: int, settings: Settings = DEFAULT) -> bool:
    """Reading 3.16: opposing flows above a share of the capacity jam the crossing."""
    share = settings.tables.figures.shares["traffic.jam"]
    return min(one_way, other_way) > 0 and one_way + other_way > points * share


def has_crowds(turns_since: int, *, allied: bool, settings: Settings = DEFAULT) -> bool:
    """Reading 3.17: whether a liberated town is full of cheering people for those who pass."""
    return allied and 0 <= turns_since < settings.tables.figures.wholes["traffic.crowd_turns"]


def supply_traffic(points: int, settings: Settings = DEFAULT) -> int:
    """Reading 6.4: the unit points that so many supply points take on a road."""
    return ceil(Fraction(points, settings.tables.figures.wholes["traffic.supply_per_point"]))
