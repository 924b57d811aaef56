"""Saying where something is as an officer would: from the nearest place that has a name."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from math import atan2, degrees
from typing import Final

from bocage.games.opcom.ways import Point, km_between
from bocage.games.opcom.world import World

_WINDS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_AT_KM: Final = 0.6
_FAR_KM: Final = 4.0
"""Beyond this a bridge that is nearer than any place serves to say where."""


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


def aloud(text: str) -> str:
    """A text as it is said: the points of the compass in words."""
    return _NOTED.sub(lambda found: f"{_SPOKEN[found[1]]} of", text)


def spoken(world: World, point: Point) -> str:
    """Where something is, as it is said aloud: `2 km south of Valkenswaard`."""
    return aloud(describe(world, point))


def describe(world: World, point: Point) -> str:
    """`at Valkenswaard`, `2 km S of Valkenswaard`, `at the Grave bridge`."""
    name, km, wind = located(world, point)
    return f"{km} km {wind} of {name}" if km else f"at {name}"


def nearest(world: World, point: Point) -> str:
    """The name by which one says where a point is."""
    return located(world, point)[0]


@lru_cache(maxsize=1 << 14)
def located(world: World, point: Point) -> tuple[str, int, str]:
    """A name, how many kilometres from it, and on which side; 0 for whoever is there.

    A bridge or ferry is named by those who are at it; others go by the nearest place.
    """
    places, crossings = _named(world)
    near = [min(each, key=lambda one: (km_between(point, one[1]), one[0])) for each in crossings]
    for name, there in near:
        if km_between(point, there) <= _AT_KM:
            return name, 0, ""
    best = min(places, key=lambda one: (km_between(point, one[1]), one[0]))
    if near and km_between(point, best[1]) > _FAR_KM:
        best = min(best, near[0], key=lambda one: km_between(point, one[1]))
    name, there = best
    km = km_between(point, there)
    if km <= _AT_KM:
        return name, 0, ""
    return name, round(km) or 1, bearing(there, point)


Named = list[tuple[str, Point]]


@cache
def _named(world: World) -> tuple[Named, list[Named]]:
    """Places by name, and crossings with their article; whatever stands in brackets left out."""
    places = [
        (_short(p.name), world.ways.xy(p.lat, p.lon))
        for p in world.places
        if p.hex is not None and p.kind != "label"
    ]
    crossings = [
        (_with_article(_short(c.name)), world.ways.xy(c.lat, c.lon)) for c in world.crossings
    ]
    return places, [crossings] if crossings else []


def _short(name: str) -> str:
    """`Joe's Bridge (No 9 De Groote Barrier)` is Joe's Bridge."""
    return name.partition(" (")[0].partition(", ")[0].replace(" - ", "-")


def _with_article(name: str) -> str:
    return name if "'s " in name else f"the {name}"


def heading(start: Point, end: Point) -> str:
    """The point of the compass in which one place lies from another, in words."""
    return _SPOKEN[bearing(start, end)]


def bearing(start: Point, end: Point) -> str:
    """The point of the compass in which one place lies from another."""
    angle = degrees(atan2(end[0] - start[0], end[1] - start[1])) % 360
    return _WINDS[round(angle / 45) % 8]
