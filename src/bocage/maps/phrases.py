"""Single facts of a map in words: a river, a bridge, a slope, an area, a position.

Each function takes records of a pack and gives one phrase that can be read aloud. Kinds,
grades and flags never appear as they are written in the tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, degrees
from typing import TYPE_CHECKING, Final

from bocage.maps.vocabulary import WATER

if TYPE_CHECKING:
    from bocage.maps.records import Area, Crossing, Line, Link, Place, Side

_NONE: Final = "none:"

_CARRIED: Final = {"road": "a road", "rail": "a railway"}

_LOADS: Final = {"light": "light loads only", "heavy": "heavy loads"}
"""The words for a crossing's class; any other word is used as it is."""

_OURS: Final = ("placed:", "area =")
"""The beginnings of clauses in notes that concern map making and not the place."""

_WATER_WORDS: Final = ("river", "canal", "kanaal", "stream", "brook", "vaart", "ditch", "water")
"""A name with one of these already says that it is water."""

_COMPASS: Final = (
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
)


def side_phrase(side: Side, seen_from: int) -> str:
    """Return the words for one feature of a hexside, seen from one of its two hexes."""
    if side.kind in WATER:
        return _water(side)
    if side.kind in ("slope", "escarpment"):
        way = "downhill" if seen_from == side.a else "uphill"
        return f"{side.kind}, {way}" + (f" ({side.name})" if side.name else "")
    said = {"front": "front line", "limit": "boundary"}.get(side.kind, side.kind)
    if not side.name:
        return said
    if side.kind == "coast":
        return f"coast ({side.name})"
    return side.name if _says(side.name, said) else f"{side.name}, {said}"


def _water(side: Side) -> str:
    if not side.name:
        return a(side.kind)
    name = side.name if side.name.lower().startswith("the ") else f"the {side.name}"
    if side.kind != "major river" and any(word in name.lower() for word in _WATER_WORDS):
        return name
    return f"{name}, {a(side.kind)}"


def crossing_phrase(crossing: Crossing) -> str:
    """Return the words for a bridge, ford or ferry: its name, kind, route and load."""
    name = crossing.name
    parts = [name if _says(name, crossing.kind) else f"{name}, {a(crossing.kind)}"]
    if crossing.over.startswith(_NONE):
        parts.append(crossing.over.removeprefix(_NONE).strip())
    parts.append(_carrying(crossing))
    if crossing.weight:
        parts.append(_LOADS.get(crossing.weight, crossing.weight))
    if crossing.capacity:
        parts.append(f"{crossing.capacity} unit points a turn")
    if crossing.prepared:
        parts.append("prepared for demolition")
    if crossing.state:
        held = crossing.state in ("German", "Allied", "Italian", "civilian")
        state = f"in {crossing.state} hands" if held else crossing.state
        parts.append(f"{state} at the start")
    return ", ".join(part for part in parts if part) + _note(crossing.note)


def _carrying(crossing: Crossing) -> str:
    if crossing.carries.startswith(_NONE):
        why = crossing.carries.removeprefix(_NONE).strip()
        return f"without a road ({why})" if why else "without a road"
    carried = [_CARRIED.get(each, each) for each in crossing.carries.split()]
    return "carrying " + and_(carried)


def place_phrase(place: Place) -> str:
    """Return the words for a named point."""
    kind = "" if place.kind == "label" or _says(place.name, place.kind) else place.kind
    parts = [place.name, a(kind) if kind else ""]
    if place.kind == "port" and place.capacity:
        parts.append(f"capacity {place.capacity}")
    return ", ".join(part for part in parts if part) + _note(place.note)


def area_phrase(area: Area) -> str:
    """Return the words for a named stretch of country."""
    drawn = area.kind in ("edge", "zone", "region", "sector")  # lines of ours, not of the land
    return area.name if drawn or _says(area.name, area.kind) else f"{area.name} ({area.kind})"


def route_phrase(route: Link | Line) -> str:
    """Return the name of a road or railway."""
    return route.name if _says(route.name, route.kind) else f"{route.kind} {route.name}"


def position_phrase(lat: float, lon: float) -> str:
    """Return latitude and longitude in words, to about ten metres."""
    north, east = "N" if lat >= 0 else "S", "E" if lon >= 0 else "W"
    return f"{abs(lat):.4f}° {north}, {abs(lon):.4f}° {east}"


def bearing_phrase(west: float, south: float) -> str:
    """Return the point of the compass, as the map has it, of a step in its plane."""
    return _COMPASS[round(degrees(atan2(-west, -south)) / 45) % 8]


def hexes_phrase(count: int) -> str:
    """Return a number of hexes."""
    return "1 hex" if count == 1 else f"{count} hexes"


def a(noun: str) -> str:
    """Return the noun with its indefinite article; the plurals we use have none."""
    if noun.endswith("s"):
        return noun
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def and_(parts: Iterable[str]) -> str:
    """Return several phrases as one: `a, b and c`."""
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def or_(parts: Iterable[str]) -> str:
    """Return several phrases as a choice: `a, b or c`."""
    *first, last = parts
    return f"{', '.join(first)} or {last}" if first else last


def capital(phrase: str) -> str:
    """Return the phrase with its first letter raised."""
    return phrase[:1].upper() + phrase[1:]


def _note(note: str) -> str:
    """Return the addition of a note, in brackets; empty if it only says how the thing was
    placed.
    """
    clauses = [clause.strip() for clause in note.split(";")]
    kept = [clause for clause in clauses if clause and not clause.startswith(_OURS)]
    return f" ({'; '.join(kept)})" if kept else ""


def _says(name: str, kind: str) -> bool:
    """Return whether a name already includes the kind."""
    return kind.lower() in name.lower()
