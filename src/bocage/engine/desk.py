"""What an umpire's desk shows: the turn, sheets, rulings as cards, drafts, the truth, the debrief.

Every record here is for the umpire's seat alone. Who asks is checked once, where questions come
in (`bocage.server.desks`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from math import hypot
from typing import Final, Literal

from bocage.engine.operation import Point, SheetReading

Phase = Literal["orders", "closed", "ruling", "deciding", "release", "over"]
"""Sheets are written; they are closed; a card waits; a team decides at once; reports wait; the
operation is over."""
Came = Literal["out", "in", "none"]
"""A sheet is still awaited; it is here; it was not sent before the orders closed."""
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
"""What kind of work at the desk a line is; umpires share it out."""
_KM: Final = 1000


@dataclass(frozen=True, slots=True)
class Duty:
    """What a line of the umpire's seat does: which umpire may do it depends on this alone."""

    task: Task
    seats: tuple[str, ...] = ()
    """The teams that it is about; nothing if it is about all of them."""
    cards: tuple[str, ...] = ()
    """The cards that it rules on."""


@dataclass(frozen=True, slots=True)
class TimedPhase:
    """A part of a turn among people, and how long it may take."""

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
    """Whether the team has its report of this turn already."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A ruling, in a line."""

    name: str
    category: str
    what: str
    value: str
    weight: Weight
    by: str
    """`rules`, `Control`, or nothing while it waits."""
    reason: str
    told: str
    seats: tuple[str, ...]
    """The teams that it is about."""


@dataclass(frozen=True, slots=True)
class SignalRow:
    """A message between headquarters: its card has what may become of it."""

    card: str
    """The card that rules on it; nothing for one that is under way, or of Control's own."""
    sender: str
    to: str
    by: str
    text: str
    fate: str
    due: int
    """The turn with whose reports it comes; 0 if it does not come."""


@dataclass(frozen=True, slots=True)
class Desk:
    """How the turn stands, for the bar, the inbox and the pile of cards."""

    turn: int
    last_turn: int
    date: str
    half: str
    phase: Phase
    prompt: str
    """What the game waits for, in a sentence."""
    deciding: str
    """The seat that decides at once; nothing if none does."""
    sheets: tuple[SheetRow, ...]
    waiting: str
    """The name of the card that waits; nothing if none does."""
    cards: tuple[CardRow, ...]
    """Every ruling of the turn: what weighs most comes first."""
    signals: tuple[SignalRow, ...]
    modes: Mapping[str, str]
    """How each category of rulings is made: `auto`, `hold`, `by hand`."""
    overruled: Mapping[str, int]
    """Rulings that the umpire has changed so far, by the team that they were about."""

    def within(self, seats: Collection[str]) -> Desk:
        """Return the desk with what is about some teams, for an umpire who works for them."""
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
    """A team's sheet as it was written, beside how the staff reads it."""

    seat: str
    text: str
    """As JSON; nothing if none has come."""
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
    """A unit that a card is about, as it is in truth now."""

    id: str
    name: str
    side: str
    """`attacker`, `defender`, or nothing if nobody fights."""
    at: Point
    level: int
    loses: int
    """Steps that this ruling costs it."""


@dataclass(frozen=True, slots=True)
class Card:
    """A ruling in full."""

    row: CardRow
    rule: str
    why: tuple[str, ...]
    choices: tuple[str, ...]
    """What it may be ruled. One that ends in `#` takes numbers of factors, with commas between;
    one that ends in `@` takes a point, in metres east and north."""
    at: Point | None
    units: tuple[CardUnit, ...]
    factors: tuple[CardFactor, ...]
    chances: Mapping[str, int]
    """How many sides of the die bring each result."""
    band: str
    die: int
    path: tuple[Point, ...]
    """Of a retreat."""


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
    """Its units, and those it fought, as they are in truth."""
    edited: tuple[str, ...]
    """What the umpire has changed in it, with the reasons."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a team will read, beside the truth."""

    seat: str
    name: str
    words: int
    """How long the report is."""
    report: tuple[str, ...]
    annex: tuple[str, ...]
    parts: tuple[DraftPart, ...]
    complaints: tuple[str, ...]
    """What forbids its release."""
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
    """Where it was when the turn began."""
    midway: Point
    """Where it was when the first half of the turn was over; until then, where it began."""
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
        """Return the map around the units of some teams: what is no farther from one of them."""
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
    """Something that a team believes and that is not so."""

    kind: Literal["own", "sighted", "missed"]
    """A unit of its own; an enemy it was told of; an enemy near it of whom it knows nothing."""
    name: str
    words: str
    believed: Point | None
    true: Point | None
    km: float


@dataclass(frozen=True, slots=True)
class Belief:
    """What a team was told last, and where that is wrong."""

    seat: str
    turn: int
    """The turn after which it was told."""
    told: Mapping[str, object]
    """As the team's own view has it."""
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
    """Lines that are added up for a side."""

    id: str
    title: str
    side: str
    points: float
    most: float
    history: float | None
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class Debrief:
    """What was scored, and why."""

    sections: tuple[ScoreSection, ...]
    totals: Mapping[str, float]
    bands: Mapping[str, str]
    """How each side's total is called."""
    yardstick: str


@dataclass(frozen=True, slots=True)
class Rulings:
    """The rulings of one turn of a game that is over, for everybody who sat at the table.

    The umpire's private reasons stay private: the rows have none.
    """

    turns: tuple[int, ...]
    """Every turn that was released."""
    turn: int
    """The one that these are of; 0 if no turn was released."""
    when: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BeliefAt:
    """How far a team's belief was from the truth after one turn."""

    turn: int
    when: str
    seat: str
    own: int
    """Units of its own that were reported."""
    own_wrong: int
    sightings: int
    right: int
    missed: int
    km: float
    """How far sightings were out, on the average."""
    differences: tuple[Difference, ...]
