"""The tools of a team in an umpired game: the country, its order form, its sheet read back.

A team never moves a counter. It looks at a map of the country and fills in a form. Before it sends
the sheet, it sees how the staff reads each line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Point = tuple[int, int]
"""Metres east and north of the country's origin."""


@dataclass(frozen=True, slots=True)
class Landmark:
    """A place or crossing that orders and reports may name."""

    id: str
    name: str
    kind: str
    """`place` or `crossing`."""
    at: Point


@dataclass(frozen=True, slots=True)
class Headquarters:
    """A team of the operation."""

    seat: str
    name: str
    side: str
    above: str
    """The seat of the headquarters above, if it is played."""


@dataclass(frozen=True, slots=True)
class Country:
    """The ground of an operation; everybody has the same map except for `sided`."""

    pack: object
    """The `bocage.maps.pack.Pack` that the press draws."""
    teams: tuple[Headquarters, ...]
    landmarks: tuple[Landmark, ...]
    earth: Callable[[Point], tuple[float, float]]
    """Latitude and longitude of a point."""
    road: Callable[[Point, Point], tuple[float, tuple[Point, ...]] | None]
    """The kilometres by road between two points and the path, with every bridge intact; None if
    there is no road.
    """
    sided: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """Layers of the map that only the teams of some sides and Control may see, with these sides."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """Units that can be ordered by one name."""

    name: str
    units: tuple[str, ...]
    """The ids of its units on the map."""


@dataclass(frozen=True, slots=True)
class Column:
    """One field of a line on the sheet, and its possible content."""

    name: str
    takes: str
    """`units`, `place`, `crossing`, `number`, `yes`, `words`, or `choice` for one of `choices`."""
    choices: tuple[str, ...] = ()
    """Possible entries; for `words` and `units` only the likeliest."""
    several: bool = False
    """Whether it may name more than one."""


@dataclass(frozen=True, slots=True)
class Form:
    """The order form of one seat for one turn."""

    team: str
    """The headquarters by its full name."""
    above: str
    """The seat of the headquarters above, if it is played."""
    turn: int
    date: str
    half: str
    weather: str
    daylight: int
    """Hours of light in this half day."""
    groupings: tuple[Grouping, ...]
    symbols: Mapping[str, tuple[str, str]]
    """The nation of each of the team's units and the glyph that draws it, by id."""
    actions: tuple[str, ...]
    postures: tuple[str, ...]
    columns: Mapping[str, tuple[Column, ...]]
    """The columns of each kind of line, in the order of the sheet; only kinds that the team can
    use.
    """
    objectives: tuple[str, ...] = ()
    """Places that the scenario gives the team."""
    last: bool = False
    """Whether this is the last turn."""
    close_support: tuple[int, int] = (0, 0)
    """The squadrons that the team may request this turn, for attacks and for a cab rank."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The place that a march reaches at some hour, if nothing stops it."""

    time: str
    """`0900`, `noon`, `midnight`."""
    at: Point
    where: str


@dataclass(frozen=True, slots=True)
class LineReading:
    """One order as the staff understands it."""

    number: int
    """The number of the line on the sheet, from 1."""
    words: str
    """The order read back in one sentence."""
    units: tuple[str, ...]
    path: tuple[Point, ...] = ()
    """The path from the first unit to its goal, as far as the team knows the ground."""
    km: float = 0.0
    turns: float = 0.0
    """The number of half days that the march takes without delay."""
    goal: Point | None = None
    stops: tuple[Stop, ...] = ()
    """The stops halfway through the turn and at its end."""
    warnings: tuple[str, ...] = ()
    """Possible obstacles: range, fuel, ammunition, room on a bridge."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about a line: a problem that cancels it, or a question."""

    number: int
    """The line, or 0 for the whole sheet."""
    words: str
    choices: tuple[str, ...] = ()
    default: str = ""
    """The answer assumed if nobody answers; empty for a problem."""


@dataclass(frozen=True, slots=True)
class SheetReading:
    """A whole sheet as the staff understands it."""

    lines: tuple[LineReading, ...]
    problems: tuple[Remark, ...]
    questions: tuple[Remark, ...]
