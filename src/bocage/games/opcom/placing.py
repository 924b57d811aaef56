"""Saying where something is as an officer would: from the nearest place that has a name."""

from __future__ import annotations

import re
from math import atan2, degrees
from typing import Final

from bocage.games.opcom.ways import Point, km_between
from bocage.games.opcom.world import World

_WINDS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_AT_KM: Final = 0.6


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


_NOTED: Final = re.compile(r"(\d+ km) (N|NE|E|SE|S|SW|W|NW) of")


def aloud(text: str) -> str:
    """A text as it is said: the points of the compass in words."""
    return _NOTED.sub(lambda found: f"{found[1]} {_SPOKEN[found[2]]} of", text)


def spoken(world: World, point: Point) -> str:
    """Where something is, as it is said aloud: `2 km south of Valkenswaard`."""
    return aloud(describe(world, point))


def describe(world: World, point: Point) -> str:
    """`at Valkenswaard`, `2 km S of Valkenswaard`."""
    named = [
        *((p.name, world.ways.xy(p.lat, p.lon)) for p in world.places if p.hex is not None),
        *((c.name.partition(" (")[0], world.ways.xy(c.lat, c.lon)) for c in world.crossings),
    ]
    name, there = min(named, key=lambda each: (km_between(point, each[1]), each[0]))
    km = km_between(point, there)
    if km <= _AT_KM:
        return f"at {name}"
    return f"{round(km) or 1} km {bearing(there, point)} of {name}"


def heading(start: Point, end: Point) -> str:
    """The point of the compass in which one place lies from another, in words."""
    return _SPOKEN[bearing(start, end)]


def bearing(start: Point, end: Point) -> str:
    """The point of the compass in which one place lies from another."""
    angle = degrees(atan2(end[0] - start[0], end[1] - start[1])) % 360
    return _WINDS[round(angle / 45) % 8]
