"""Overlays of the map: zones of control, supply, control, air cover, threat.

The rules' own functions compute them from a position that holds what the viewer may know. They
change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from bocage.engine.rulings import Rule
from bocage.engine.words import Words

Mark = Literal["hatch", "counter", "dots", "offset", "bars", "cross", "waves"]
"""The pattern of a part. Parts of an overlay differ by shape, not only by colour."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the legend about one unit."""

    unit: int
    words: Words


@dataclass(frozen=True, slots=True)
class Part:
    """Hexes with a common property."""

    name: Words
    side: int
    """The side whose colour it has; -1 for neither."""
    mark: Mark
    rule: Rule
    hexes: tuple[int, ...]
    figures: tuple[tuple[int, int], ...] = ()
    """Numbers to print, by hex."""
    ways: tuple[tuple[int, ...], ...] = ()
    """Lines from hex to hex, with an arrow at the end."""
    units: tuple[int, ...] = ()
    """Units to highlight."""
    rows: tuple[Row, ...] = ()
    note: Words | None = None


class Asked(NamedTuple):
    """The viewer who asks for an overlay, and the hex pointed at."""

    seat: int
    hex: int | None


class Overlay(NamedTuple):
    """An overlay: its name, its rule, and the function that makes it."""

    name: Words
    rule: Rule
    make: Callable[[Any, Asked], Sequence[Part]]
    pointed: bool = False
    """Whether it shows more about the hex under the pointer."""


def chosen(field: Sequence[int], bit: int) -> tuple[int, ...]:
    """Return the hexes whose entry in a field has a bit."""
    return tuple(h for h, flags in enumerate(field) if flags & bit)


def below(distances: Sequence[int], far: int) -> tuple[int, ...]:
    """Return the hexes that a flood has reached."""
    return tuple(h for h, steps in enumerate(distances) if steps < far)


def downhill(
    distances: Sequence[int], start: int, near: Callable[[int], Sequence[int]]
) -> tuple[int, ...]:
    """Return the path of a flood to a hex, from the hex back to its source.

    `near` gives the hexes from which the flood could come. Among equal paths it takes the first.
    """
    way = [start]
    while distances[way[-1]] > 0:
        left = distances[way[-1]]
        way.append(next(n for n in near(way[-1]) if distances[n] == left - 1))
    return tuple(way)
