"""Ways to ask the Falaise pack by printed numbers, for the tests of its map."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache

from bocage.maps import load
from bocage.maps.vocabulary import WATER

PACK = load("falaise")
GRID = PACK.grid
NUMBERS = GRID.numbers

Pair = tuple[str, str]

# Units and, of those, regiments or brigades, of the German orders of battle.
GERMAN_FRONTS = {
    "B2": (2, 0),
    "C": (3, 0),
    "D": (4, 0),
    "E": (2, 2),
    "F": (3, 2),
    "G": (3, 2),
    "H": (3, 2),
    "I": (3, 2),
    "J": (4, 3),
    "K1": (3, 2),
    "K2": (3, 2),
    "L": (4, 0),
    "M": (4, 0),
    "N": (3, 0),
    "O P1": (5, 2),
    "P2": (4, 2),
}


def pair(a: str, b: str) -> Pair:
    """A hexside whichever hex is named first."""
    return (a, b) if a < b else (b, a)


def area(area_id: str) -> set[str]:
    """Printed numbers of an area."""
    return {NUMBERS[h] for h in PACK.area(area_id).hexes}


def flagged(flag: str) -> set[str]:
    """Printed numbers of the hexes with a flag."""
    return {NUMBERS[each.hex] for each in PACK.hexes if flag in each.flags}


def around(number: str) -> list[str]:
    """Printed numbers of the neighbours."""
    return [NUMBERS[n] for n in GRID.around(GRID.hex(number))]


def waters(a: str, b: str) -> list[str]:
    """Names of the rivers between two hexes."""
    return [side.name for side in PACK.water_between(GRID.hex(a), GRID.hex(b))]


def sides(*kinds: str) -> list[Pair]:
    """Return the sides of some kinds, as the pack names them: first hex first."""
    return [(NUMBERS[s.a], NUMBERS[s.b]) for s in PACK.sides if s.kind in kinds]


@cache
def roads() -> frozenset[Pair]:
    """Return every road link."""
    return frozenset(pair(link.start, link.end) for link in PACK.links)


@cache
def road_hexes() -> frozenset[str]:
    """Return every hex with a road."""
    return frozenset(number for link in roads() for number in link)


@cache
def wet() -> frozenset[Pair]:
    """Return every river side."""
    return frozenset(pair(*side) for side in sides(*WATER))


@cache
def crossable() -> frozenset[Pair]:
    """Return every side with a bridge or ford."""
    return frozenset(pair(NUMBERS[c.a], NUMBERS[c.b]) for c in PACK.crossings)


@cache
def slopes() -> frozenset[Pair]:
    """Return every slope side."""
    return frozenset(pair(*side) for side in sides("slope"))


def sectors(side: str) -> dict[str, set[str]]:
    """Return the hexes of each sector on one side of the front."""
    return {
        each.grade: {NUMBERS[h] for h in each.hexes}
        for each in PACK.areas_of("sector")
        if each.id.endswith(f"-{side}")
    }


def ends(some: Iterable[Pair]) -> Counter[tuple[int, int]]:
    """Return how many of the sides meet at each corner."""
    return Counter(corner for a, b in some for corner in GRID.side_ends(GRID.hex(a), GRID.hex(b)))


def at_edge(corner: tuple[int, int]) -> bool:
    """Return whether fewer than three hexes of the map meet at a corner."""
    return sum(corner in GRID.corners(h) for h in GRID) < 3


def connected(links: Iterable[Pair], start: str) -> set[str]:
    """Return the hexes that some links join to a hex."""
    joined: dict[str, list[str]] = defaultdict(list)
    for a, b in links:
        joined[a].append(b)
        joined[b].append(a)
    found, queue = {start}, [start]
    while queue:
        for there in joined[queue.pop()]:
            if there not in found:
                found.add(there)
                queue.append(there)
    return found


def name_of(place_id: str) -> str:
    """Return the display name of a place."""
    return PACK.place(place_id).name
