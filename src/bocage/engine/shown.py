"""The contents of a page beside the units: markers on the map, badges, tracks, the sequence.

It is computed only from what a viewer may see (`Game.view`) and from what never changes, so it
can't reveal more than the view.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from bocage.engine.rulings import Rule
from bocage.engine.words import Words

View = Mapping[str, Any]
"""What a viewer may see, as `Game.view` gives it."""

Corner = Literal["nw", "ne", "sw", "se"]


@dataclass(frozen=True, slots=True)
class Marked:
    """A marker that lies in a hex."""

    hex: int
    marker: str
    """Id of the marker, and its side: `BEACH-US f`."""
    corner: Corner
    words: Words


@dataclass(frozen=True, slots=True)
class Badge:
    """A marker on a unit, or a fact shown in words."""

    unit: int
    marker: str
    """The id of the marker, and its side; empty if there is no picture."""
    words: Words


@dataclass(frozen=True, slots=True)
class Box:
    """A place on a track."""

    text: str
    tint: Literal["", "night", "day"] = ""


@dataclass(frozen=True, slots=True)
class Track:
    """A track, or a figure that has one on paper."""

    name: Words
    rule: Rule
    boxes: tuple[Box, ...] = ()
    at: int | None = None
    """The box that the marker is in."""
    text: Words | None = None
    note: Words | None = None
    list: tuple[Words, ...] = ()
    """The things it counts, one by one."""


@dataclass(frozen=True, slots=True)
class Units:
    """A box beside the map: units that wait, come later, or are lost."""

    name: Words
    rule: Rule
    units: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything that is shown."""

    markers: tuple[Marked, ...] = ()
    badges: tuple[Badge, ...] = ()
    tracks: tuple[Track, ...] = ()
    boxes: tuple[Units, ...] = ()
    lit: tuple[int, ...] = ()
    """Units of the command that acts now, whether or not they can still act."""


@dataclass(frozen=True, slots=True)
class Ribbon:
    """The parts of a turn in order, and the current one; -1 during the set-up."""

    stages: tuple[Words, ...] = ()
    at: int = -1
    note: Words | None = None
    """Who acts in it, if not the whole side."""


NOTHING: Final = Shown()
NO_RIBBON: Final = Ribbon()


def at_stage(names: Sequence[str], stage: int, note: Words | None = None) -> Ribbon:
    """Return the ribbon at a stage; a stage without a name belongs to the one before, or the
    next.
    """
    stages = list(dict.fromkeys(name for name in names if name))
    said = tuple(Words(each) for each in stages)
    if stage < 0:
        return Ribbon(said, -1, note)
    found = [*reversed([name for name in names[: stage + 1] if name]), *stages]
    return Ribbon(said, stages.index(found[0]), note)


def boxed(view: View, boxes: Iterable[tuple[str, Rule, int, Sequence[int]]]) -> list[Units]:
    """Return the boxes that hold units: name, rule, place off the map, and whose units."""
    found: list[Units] = []
    for name, rule, place, own in boxes:
        there = tuple(u for u in own if view["units"][u][0] == place)
        if there:
            found.append(Units(Words(name), rule, there))
    return found
