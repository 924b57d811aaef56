"""What a page shows of a game beside its units: markers on the map, badges, tracks, the sequence.

It is made from what a viewer may see (`Game.view`) and from what never changes, and from
nothing else: it cannot tell more than the view does. A game that is shown so has a module
`shown` with `shown(world, view)`; the pictures are those of its markers (`markers.csv`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import (
    Any,
    Literal,
    NotRequired,  # Pydantic reads only these on Python 3.11
)

from typing_extensions import TypedDict

View = Mapping[str, Any]
"""What a viewer may see, as `Game.view` gives it."""

Corner = Literal["nw", "ne", "sw", "se"]


class Shown(TypedDict):
    """Everything, as plain data."""

    markers: list[Marked]
    badges: list[Badge]
    tracks: list[Track]
    boxes: list[Units]


class Marked(TypedDict):
    """A marker that lies in a hex."""

    hex: int
    marker: str
    """Id of the marker, and its side: `BEACH-US f`."""
    corner: Corner
    said: str


class Badge(TypedDict):
    """A marker that lies on a unit."""

    unit: int
    marker: str
    said: str


class Box(TypedDict):
    """A place on a track."""

    text: str
    tint: NotRequired[str]


class Track(TypedDict):
    """A track, or a figure that has one on paper."""

    name: str
    rule: str
    boxes: NotRequired[list[Box]]
    at: NotRequired[int]
    """Which box the marker is in."""
    text: NotRequired[str]
    note: NotRequired[str]
    list: NotRequired[Sequence[str]]
    """What it counts, one by one."""


class Units(TypedDict):
    """A box beside the map: units that wait, come later, or are lost."""

    name: str
    rule: str
    units: list[int]
    note: NotRequired[str]


class Ribbon(TypedDict):
    """The parts of a turn in order, and which of them it is; none during the set-up."""

    stages: list[str]
    at: int
    note: NotRequired[str]
    """Who acts in it, where that is not the whole side."""


NOTHING: Shown = {"markers": [], "badges": [], "tracks": [], "boxes": []}


def shown(game: str, world: Any, view: View) -> Shown:
    """What there is to show of a view of a game."""
    if not _has(game):
        return NOTHING
    made: Shown = import_module(f"bocage.games.{game}.shown").shown(world, view)
    return made


def ribbon(game: str, st: Any) -> Ribbon:
    """Where we are in the sequence of play, which everybody may know."""
    if not _has(game):
        return {"stages": [], "at": -1}
    made: Ribbon = import_module(f"bocage.games.{game}.shown").ribbon(st)
    return made


def at_stage(names: Sequence[str], stage: int) -> Ribbon:
    """The ribbon at a stage; stages without a name belong to the one before, or the next."""
    stages = list(dict.fromkeys(name for name in names if name))
    if stage < 0:
        return {"stages": stages, "at": -1}
    found = [*reversed([name for name in names[: stage + 1] if name]), *stages]
    return {"stages": stages, "at": stages.index(found[0])}


def boxed(view: View, boxes: Sequence[tuple[str, str, int, Sequence[int]]]) -> list[Units]:
    """The boxes that hold somebody: name, rule, place off the map, and whose units."""
    found: list[Units] = []
    for name, rule, place, own in boxes:
        there = [u for u in own if view["units"][u][0] == place]
        if there:
            found.append({"name": name, "rule": rule, "units": there})
    return found


@cache
def _has(game: str) -> bool:
    try:
        return find_spec(f"bocage.games.{game}.shown") is not None
    except ModuleNotFoundError:
        return False
