"""What a team of an umpired game works with: the country, its order form, its sheet read back.

A team never moves a counter. It looks at a map of the country, fills in a form, and before it
sends the sheet it hears how the staff reads each line.
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
    """The ground an operation is fought over; everybody has the same map but for `sided`."""

    pack: object
    """The `bocage.maps.pack.Pack` that the press draws."""
    teams: tuple[Headquarters, ...]
    landmarks: tuple[Landmark, ...]
    earth: Callable[[Point], tuple[float, float]]
    """Latitude and longitude of a point."""
    road: Callable[[Point, Point], tuple[float, tuple[Point, ...]] | None]
    """Kilometres by road between two points and the way, every bridge standing; None for none."""
    sided: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """Layers of the map that only the teams of some sides and Control may see, with these sides."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """Units that can be ordered by one name."""

    name: str
    units: tuple[str, ...]
    """The ids of those that the team has on the map."""


@dataclass(frozen=True, slots=True)
class Column:
    """One field of a line on the sheet, and what is written there."""

    name: str
    takes: str
    """`units`, `place`, `crossing`, `number`, `yes`, `words`, or `choice` for one of `choices`."""
    choices: tuple[str, ...] = ()
    """Names that can be written there; for `words` and `units` only the likeliest."""
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
    """What each kind of line on the sheet may say, in the order of the sheet; only kinds that
    the team can use."""
    objectives: tuple[str, ...] = ()
    """Places that the scenario gives the team."""
    last: bool = False
    """Whether this is the last turn."""
    close_support: tuple[int, int] = (0, 0)
    """Squadrons for attacks and for a cab rank that the team may ask for in this turn."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a march has come to at some hour, if nothing stops it."""

    time: str
    """`0900`, `noon`, `midnight`."""
    at: Point
    where: str


@dataclass(frozen=True, slots=True)
class LineReading:
    """One order as the staff understands it."""

    number: int
    """The line on the sheet, from 1."""
    words: str
    """The order read back in one sentence."""
    units: tuple[str, ...]
    path: tuple[Point, ...] = ()
    """From where the first unit stands to its goal, as far as the team knows the ground."""
    km: float = 0.0
    turns: float = 0.0
    """Half days that the march takes without delay."""
    goal: Point | None = None
    stops: tuple[Stop, ...] = ()
    """Half way through the turn and at its end."""
    warnings: tuple[str, ...] = ()
    """What may come in the way: range, fuel, ammunition, room on a bridge."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about a line: a problem, by which it falls away, or a question."""

    number: int
    """The line, or 0 for the whole sheet."""
    words: str
    choices: tuple[str, ...] = ()
    default: str = ""
    """What is taken if nobody answers; empty for a problem."""


@dataclass(frozen=True, slots=True)
class SheetReading:
    """A whole sheet as the staff understands it."""

    lines: tuple[LineReading, ...]
    problems: tuple[Remark, ...]
    questions: tuple[Remark, ...]
