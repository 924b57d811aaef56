"""What can be laid over the map: zones of control, supply, control, air cover, threat.

The rules' own functions compute them from a position that holds what the one who asks may
know; they change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from bocage.engine.rulings import Rule
from bocage.engine.words import Words

Mark = Literal["hatch", "counter", "dots", "offset", "bars", "cross", "waves"]
"""The pattern of a part: its shape tells it from the others of its overlay, not its colour."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the legend about one unit."""

    unit: int
    words: Words


@dataclass(frozen=True, slots=True)
class Part:
    """Hexes that something is true of."""

    name: Words
    side: int
    """Whose it is, for its colour; -1 for neither."""
    mark: Mark
    rule: Rule
    hexes: tuple[int, ...]
    figures: tuple[tuple[int, int], ...] = ()
    """A number to print in a hex."""
    ways: tuple[tuple[int, ...], ...] = ()
    """Lines from hex to hex, with an arrow at the end."""
    units: tuple[int, ...] = ()
    """Units that stand out."""
    rows: tuple[Row, ...] = ()
    note: Words | None = None


class Asked(NamedTuple):
    """Who asks for an overlay, and where he points."""

    seat: int
    hex: int | None


class Overlay(NamedTuple):
    """An overlay: its name, the rule it is about, and how it is made."""

    name: Words
    rule: Rule
    make: Callable[[Any, Asked], Sequence[Part]]
    pointed: bool = False
    """Whether it says more about a hex that is pointed at."""


def chosen(field: Sequence[int], bit: int) -> tuple[int, ...]:
    """The hexes whose entry in a field has a bit."""
    return tuple(h for h, flags in enumerate(field) if flags & bit)


def below(distances: Sequence[int], far: int) -> tuple[int, ...]:
    """The hexes that a flood has reached."""
    return tuple(h for h, steps in enumerate(distances) if steps < far)


def downhill(
    distances: Sequence[int], start: int, near: Callable[[int], Sequence[int]]
) -> tuple[int, ...]:
    """The way that a flood took to a hex, from the hex back to its source.

    `near` gives the hexes from which the flood could come. Of equal ways it is the first.
    """
    way = [start]
    while distances[way[-1]] > 0:
        left = distances[way[-1]]
        way.append(next(n for n in near(way[-1]) if distances[n] == left - 1))
    return tuple(way)
