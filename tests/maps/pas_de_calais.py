"""Questions that the tests of the Pas-de-Calais ask of its map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache

from bocage.hexes.grid import ROW_HEIGHT, Vertex
from bocage.maps import load
from mapforge.geometry import Point, inside

PACK = load("pas-de-calais")
GRID = PACK.grid
COAST = [each.hex for each in PACK.hexes if "coastal" in each.flags]


def numbers(hexes: Iterable[int]) -> list[str]:
    """Printed numbers of hexes."""
    return [GRID.numbers[h] for h in hexes]


def area(area_id: str) -> list[str]:
    """Printed numbers of an area."""
    return numbers(PACK.area(area_id).hexes)


def waters(a: str, b: str) -> set[str]:
    """Names of the waters between two hexes."""
    return {side.name for side in PACK.water_between(GRID.hex(a), GRID.hex(b))}


def wet_sides(number: str) -> set[str]:
    """Return the neighbours from which a river or canal parts a hex."""
    return {n for n in numbers(GRID.around(GRID.hex(number))) if waters(number, n)}


@cache
def land() -> list[Point]:
    """Return the land as a polygon of the plane: the drawn coast, closed far inland."""
    (coast,) = (line for line in PACK.lines if line.kind == "coast")
    far = ((51.2, 3.2), (50.0, 3.2), (50.0, 1.6))
    return [PACK.projection.to_plane(*point) for point in (*coast.points, *far)]


@cache
def sampled_land(x: int, y: int) -> float:
    """Share of land of the hex at (half hexes west, rows south), by a lattice of points."""
    steps = range(-11, 12)
    spots = [
        (x / 2 + i / 23, y * ROW_HEIGHT + j / 20)
        for i in steps
        for j in steps
        if abs(j / 20) <= (1 - abs(i / 23)) / 3**0.5
    ]
    return sum(inside(spot, land()) for spot in spots) / len(spots)


def reached(starts: Iterable[int], may_enter: Callable[[int], bool]) -> set[int]:
    """Return every hex to which a way leads through hexes that may be entered."""
    found = {h for h in starts if may_enter(h)}
    waiting = list(found)
    while waiting:
        for n in GRID.around(waiting.pop()):
            if n not in found and may_enter(n):
                found.add(n)
                waiting.append(n)
    return found


def chain(name: str) -> Counter[Vertex]:
    """Return how often each corner is met along a watercourse."""
    return Counter(
        corner
        for side in PACK.sides
        if side.name == name
        for corner in GRID.side_ends(side.a, side.b)
    )


def end_of(name: str, corner: Vertex) -> str:
    """What a watercourse meets at one of its ends."""
    if any(corner in chain(other) for other in WATER_ENDS if other != name):
        return "water"
    around = {h for h in GRID if corner in GRID.corners(h)}
    if len(around) == 3:
        return "source"
    if around <= set(COAST):
        return "sea"
    return next(
        side for side in ("east", "south") if around <= set(PACK.area(f"{side}-edge").hexes)
    )


WATER_ENDS = {
    "Aa": ["sea", "source"],
    "Canal de Neuffossé": ["water", "water"],
    "Canal d'Aire à La Bassée": ["east", "water"],
    "Lys": ["east", "source"],
    "Canal de Calais": ["sea", "water"],
    "Haute Colme": ["water", "water"],
    "Canal de Bourbourg": ["water", "water"],
    "Canal de Bergues": ["water", "water"],
    "Basse Colme": ["east", "water"],
    "Canal de Furnes": ["east", "water"],
    "Yser": ["east", "source"],
    "Liane": ["sea", "source"],
    "Canche": ["sea", "south"],
    "Ternoise": ["source", "water"],
    "Authie": ["sea", "south"],
}
