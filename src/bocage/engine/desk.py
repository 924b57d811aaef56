"""The umpire's desk: the turn, sheets, rulings as cards, drafts, the truth, the debrief.

Every record here is for the umpire's seat alone. `bocage.server.desks` checks once, where questions
come in, who asks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from math import hypot
from typing import Final, Literal

from bocage.engine.operation import Point, SheetReading

Phase = Literal["orders", "closed", "ruling", "deciding", "release", "over"]
"""The phase of a turn: sheets are written; they are closed; a card waits; a team decides at once;
reports wait; the operation is over.
"""
Came = Literal["out", "in", "none"]
"""The state of a sheet: still awaited; received; not sent before the orders closed."""
Weight = Literal["decisive", "needs you", "routine"]
Task = Literal[
    "turn",
    "ruling",
    "air ruling",
    "mode",
    "units",
    "bridges",
    "stocks",
    "weather",
    "sheet",
    "report",
    "signal",
    "scores",
]
"""The kind of work that a line at the desk does; umpires divide the work by it."""
_KM: Final = 1000


@dataclass(frozen=True, slots=True)
class Duty:
    """The work that a line of the umpire's seat does; only this decides which umpire may do it."""

    task: Task
    seats: tuple[str, ...] = ()
    """The teams concerned; empty for all of them."""
    cards: tuple[str, ...] = ()
    """The cards that it rules on."""


@dataclass(frozen=True, slots=True)
class TimedPhase:
    """A part of a turn, and how long people may take for it."""

    id: str
    title: str
    minutes: int
    rule: str


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A team and its sheet for this turn."""

    seat: str
    name: str
    side: str
    came: Came
    lines: int
    problems: int
    questions: int
    released: bool
    """Whether the team already has its report of this turn."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A ruling in one line."""

    name: str
    category: str
    what: str
    value: str
    weight: Weight
    by: str
    """`rules`, `Control`, or empty while it waits."""
    reason: str
    told: str
    seats: tuple[str, ...]
    """The teams concerned."""


@dataclass(frozen=True, slots=True)
class SignalRow:
    """A message between headquarters; its card lists what can happen to it."""

    card: str
    """The card that rules on it; empty for one that is under way, or one of Control's own."""
    sender: str
    to: str
    by: str
    text: str
    fate: str
    due: int
    """The turn whose reports bring it; 0 if it does not arrive."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The state of the turn, for the bar, the inbox and the pile of cards."""

    turn: int
    last_turn: int
    date: str
    half: str
    phase: Phase
    prompt: str
    """What the game waits for, in a sentence."""
    deciding: str
    """The seat that decides at once; empty if none does."""
    sheets: tuple[SheetRow, ...]
    waiting: str
    """The name of the card that waits; empty if none does."""
    cards: tuple[CardRow, ...]
    """Every ruling of the turn, the weightiest first."""
    signals: tuple[SignalRow, ...]
    modes: Mapping[str, str]
    """How each category of rulings is made: `auto`, `hold`, `by hand`."""
    overruled: Mapping[str, int]
    """The number of rulings that the umpire has changed so far, by the team concerned."""

    def within(self, seats: Collection[str]) -> Desk:
        """Return the part of the desk that concerns some teams, for an umpire who works for
        them.
        """
        own = set(seats)
        names = {row.name for row in self.sheets if row.seat in own}
        cards = tuple(row for row in self.cards if own.intersection(row.seats))
        waits = any(row.name == self.waiting for row in cards)
        mine = self.deciding in own
        asked = self.phase in ("ruling", "deciding")
        return replace(
            self,
            phase="deciding" if mine else "ruling" if asked else self.phase,
            prompt=self.prompt if waits or mine or not asked else "",
            deciding=self.deciding if mine else "",
            sheets=tuple(row for row in self.sheets if row.seat in own),
            waiting=self.waiting if waits else "",
            cards=cards,
            signals=tuple(row for row in self.signals if names & {row.sender, row.to}),
            overruled={seat: count for seat, count in self.overruled.items() if seat in own},
        )


@dataclass(frozen=True, slots=True)
class Sheet:
    """A team's sheet as written, beside the staff's reading of it."""

    seat: str
    text: str
    """The sheet as JSON; empty if none has come."""
    reading: SheetReading


@dataclass(frozen=True, slots=True)
class CardFactor:
    """A row of a ledger."""

    number: int
    heading: str
    value: int
    words: str
    rule: str
    struck: bool


@dataclass(frozen=True, slots=True)
class CardUnit:
    """A unit that a card concerns, in its true state."""

    id: str
    name: str
    side: str
    """`attacker`, `defender`, or empty if there is no fight."""
    at: Point
    level: int
    loses: int
    """The steps that this ruling costs it."""


@dataclass(frozen=True, slots=True)
class Card:
    """A ruling in full."""

    row: CardRow
    rule: str
    why: tuple[str, ...]
    choices: tuple[str, ...]
    """The possible rulings. One that ends in `#` takes numbers of factors, separated by commas; one
    that ends in `@` takes a point, in metres east and north.
    """
    at: Point | None
    units: tuple[CardUnit, ...]
    factors: tuple[CardFactor, ...]
    chances: Mapping[str, int]
    """The number of sides of the die that bring each result."""
    band: str
    die: int
    path: tuple[Point, ...]
    """The path of a retreat."""


@dataclass(frozen=True, slots=True)
class DraftFact:
    """A fact of a draft that the umpire may change."""

    key: str
    label: str
    value: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftPart:
    """The report of one formation."""

    id: str
    name: str
    text: str
    facts: tuple[DraftFact, ...]
    truth: tuple[str, ...]
    """Its units and those it fought, in their true state."""
    edited: tuple[str, ...]
    """The umpire's changes to it, with the reasons."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The report that a team will read, beside the truth."""

    seat: str
    name: str
    words: int
    """The number of words in the report."""
    report: tuple[str, ...]
    annex: tuple[str, ...]
    parts: tuple[DraftPart, ...]
    complaints: tuple[str, ...]
    """The reasons that forbid its release."""
    released: bool


@dataclass(frozen=True, slots=True)
class TrueUnit:
    """A unit on the master map."""

    id: str
    name: str
    seat: str
    side: str
    at: Point
    began: Point
    """Its place at the beginning of the turn."""
    midway: Point
    """Its place after the first half of the turn; before that, its place at the beginning."""
    place: str
    level: int
    full: int
    state: str
    here: bool
    ammo: int
    fuel: int


@dataclass(frozen=True, slots=True)
class TrueCrossing:
    """A crossing on the master map."""

    id: str
    name: str
    at: Point
    state: str
    """`standing`, `blown`, `prepared`, `safe`."""
    capacity: int


@dataclass(frozen=True, slots=True)
class TrueDump:
    """A dump on the master map."""

    id: str
    name: str
    seat: str
    at: Point
    ammo: int
    fuel: int


@dataclass(frozen=True, slots=True)
class Truth:
    """The master map."""

    units: tuple[TrueUnit, ...]
    crossings: tuple[TrueCrossing, ...]
    dumps: tuple[TrueDump, ...]
    bad_roads: bool
    flying: str
    close_support: str

    def around(self, seats: Collection[str], km: float) -> Truth:
        """Return the map around the units of some teams: everything within `km` of one of them."""
        own = set(seats)
        near = [unit.at for unit in self.units if unit.here and unit.seat in own]

        def is_near(at: Point) -> bool:
            return any(hypot(at[0] - x, at[1] - y) <= km * _KM for x, y in near)

        return replace(
            self,
            units=tuple(u for u in self.units if u.seat in own or (u.here and is_near(u.at))),
            crossings=tuple(each for each in self.crossings if is_near(each.at)),
            dumps=tuple(each for each in self.dumps if each.seat in own),
        )


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that a team believes and that is wrong."""

    kind: Literal["own", "sighted", "missed"]
    """A unit of its own; an enemy reported to it; an enemy near it that it does not know about."""
    name: str
    words: str
    believed: Point | None
    true: Point | None
    km: float


@dataclass(frozen=True, slots=True)
class Belief:
    """The last information that a team received, and where it is wrong."""

    seat: str
    turn: int
    """The turn whose report it is."""
    told: Mapping[str, object]
    """The information in the form of the team's own view."""
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of the debrief."""

    id: str
    words: str
    points: float
    history: float | None
    why: str
    counts: bool


@dataclass(frozen=True, slots=True)
class ScoreSection:
    """Lines that are summed for a side."""

    id: str
    title: str
    side: str
    points: float
    most: float
    history: float | None
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class Debrief:
    """The scores with their reasons."""

    sections: tuple[ScoreSection, ...]
    totals: Mapping[str, float]
    bands: Mapping[str, str]
    """The name of each side's result."""
    yardstick: str


@dataclass(frozen=True, slots=True)
class Rulings:
    """The rulings of one turn of a finished game, for everybody who played in it.

    The umpire's private reasons stay private: the rows do not have them.
    """

    turns: tuple[int, ...]
    """Every turn whose reports were released."""
    turn: int
    """The turn of these rulings; 0 if no turn was released."""
    when: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BeliefAt:
    """How far a team's belief was from the truth after one turn."""

    turn: int
    when: str
    seat: str
    own: int
    """The number of its own units that were reported."""
    own_wrong: int
    sightings: int
    right: int
    missed: int
    km: float
    """The average error of sightings, in kilometres."""
    differences: tuple[Difference, ...]
