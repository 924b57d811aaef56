"""Saying where something is as an officer would: from the nearest place on the team's map."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import atan2, cos, degrees
from pathlib import Path
from typing import Final, NamedTuple, cast

from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import World

_WINDS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_DATA: Final = Path(__file__).parents[1] / "data" / "off_the_sheet.toml"
_UNNAMED: Final = frozenset({"label", "junction", "height"})
"""Kinds of places that stand on no sheet with their name, or are nowhere in particular."""
_SPOKEN: Final = {
    "N": "north",
    "NE": "north-east",
    "E": "east",
    "SE": "south-east",
    "S": "south",
    "SW": "south-west",
    "W": "west",
    "NW": "north-west",
}
_NOTED: Final = re.compile(r"\b(N|NE|E|SE|S|SW|W|NW) of\b")


class Spot(NamedTuple):
    """Where something is, from a place that stands on the team's map."""

    name: str
    """A place, or a crossing that is called after one."""
    km: int = 0
    """The distance from it; 0 for a unit that is there."""
    wind: str = ""
    """On which side: `NE`."""
    crossing: str = ""
    """`bridge` or `ferry` for a unit at one that no sheet names."""


def aloud(text: str) -> str:
    """Return a name of the data as it is said: the points of the compass in words."""
    return _NOTED.sub(lambda found: f"{_SPOKEN[found[1]]} of", text)


def spoken(world: World, point: Point) -> str:
    """Return a place as it is said aloud, such as `2 km south of Valkenswaard`."""
    return _said(located(world, point), _SPOKEN)


_NAME: Final = re.compile(r"[A-Za-z]{3}")


def is_name(said: str) -> bool:
    """Return whether a place on a sheet is a name; a grid reference has fewer letters, a point by
    latitude and longitude none.
    """
    return _NAME.search(said) is not None


def describe(world: World, point: Point) -> str:
    """Return a place as it is noted, such as `at Valkenswaard` or `2 km S of Valkenswaard`."""
    return _said(located(world, point), {each: each for each in _WINDS})


def _said(spot: Spot, winds: Mapping[str, str]) -> str:
    if not spot.km:
        return f"at {spot.name}"
    at = f"at the {spot.crossing} " if spot.crossing else ""
    return f"{at}{spot.km} km {winds[spot.wind]} of {spot.name}"


def nearest(world: World, point: Point) -> str:
    """Return the name by which one says where a point is."""
    return located(world, point).name


@lru_cache(maxsize=1 << 14)
def located(world: World, point: Point) -> Spot:
    """Return a point's place from the nearest name on the sheet (reading 10.12).

    A unit at a named bridge or ferry is placed there.
    """
    at = min(known_crossings(world), key=lambda one: km_between(point, one.at), default=None)
    there = at is not None and km_between(point, at.at) <= world.tables.figures.reports.at
    if at is not None and there and at.name:
        return Spot(at.name)
    if at is not None and there:
        point = at.at
    kind = at.kind if at is not None and there else ""
    spot = _from_place(world, point)
    if kind and not spot.km:
        return Spot(f"the {spot.name} {kind}")
    return spot._replace(crossing=kind)


def _from_place(world: World, point: Point) -> Spot:
    name, place = min(named_places(world), key=lambda one: (km_between(point, one[1]), one[0]))
    km = km_between(point, place)
    if km <= world.tables.figures.reports.at:
        return Spot(name)
    return Spot(name, round(km) or 1, bearing(place, point))


Named = list[tuple[str, Point]]


class KnownCrossing(NamedTuple):
    """A crossing as teams may hear of it."""

    at: Point
    name: str
    """With its article; nothing where it has no place in it that stands on the sheet."""
    kind: str


@cache
def named_places(world: World) -> Named:
    """Return the places by their names on the sheet."""
    off = _sheet()["unnamed"].get(world.pack.id, ())
    return [
        (name, world.ways.xy(p.lat, p.lon))
        for p in world.places
        if p.hex is not None and p.kind not in _UNNAMED and (name := short(p.name)) not in off
    ]


@cache
def _sheet() -> Mapping[str, Mapping[str, Sequence[str]]]:
    data = tomllib.loads(_DATA.read_text(encoding="utf-8"))
    return cast("Mapping[str, Mapping[str, Sequence[str]]]", data)


@cache
def known_crossings(world: World) -> list[KnownCrossing]:
    """Return every crossing, with its name where a team would find it on its map."""
    names = [name for name, _ in named_places(world)]
    own = _sheet()["crossings"].get(world.pack.id, ())
    found: list[KnownCrossing] = []
    for each in world.crossings:
        name = short(each.name)
        known = any(re.search(rf"(?<!\w){re.escape(place)}(?!\w)", name) for place in names)
        kind = "ferry" if each.kind == "ferry" else "bridge"
        at = world.ways.xy(each.lat, each.lon)
        called = name if name in own else f"the {aloud(name)}" if known else ""
        found.append(KnownCrossing(at, called, kind))
    return found


def crossing_named(world: World, crossing: int) -> str:
    """Return a bridge as a team finds it on its map: its name, and where it is if that does not
    say.
    """
    known = known_crossings(world)[crossing]
    name = aloud(short(world.crossings[crossing].name))
    if known.name:
        return name
    return f"{name} ({_said(_from_place(world, known.at), _SPOKEN)})"


def short(name: str) -> str:
    """Return a short name, such as `Joe's Bridge` for `Joe's Bridge (No 9 De Groote Barrier)`."""
    return name.partition(" (")[0].partition(", ")[0].replace(" - ", "-")


def ahead(world: World, was: Point, now: Point) -> str:
    """Return the place towards which somebody moves who comes from one point to another.

    It lies ahead, within 45 degrees of the way; nothing where no place does.
    """
    places = named_places(world)
    if was == now:
        return ""
    way = atan2(now[0] - was[0], now[1] - was[1])
    figures = world.tables.figures.reports
    found: list[tuple[float, str]] = []
    for name, there in places:
        km = km_between(now, there)
        off = atan2(there[0] - now[0], there[1] - now[1]) - way
        if figures.at < km <= figures.ahead and cos(off) >= _COS_45:
            found.append((km, name))
    return min(found)[1] if found else ""


_COS_45: Final = 0.7071


def heading(start: Point, end: Point) -> str:
    """Return the point of the compass in which one place lies from another, in words."""
    return _SPOKEN[bearing(start, end)]


def bearing(start: Point, end: Point) -> str:
    """Return the point of the compass in which one place lies from another."""
    angle = degrees(atan2(end[0] - start[0], end[1] - start[1])) % 360
    return _WINDS[round(angle / 45) % 8]
