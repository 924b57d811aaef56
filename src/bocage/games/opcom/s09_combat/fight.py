"""A fight for the combat procedure (9.8): units, support and ground, without a map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal, cast

from bocage.engine.rulings import Rule
from bocage.games.opcom.board.figures import Figures
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.options import OPTIONS
from bocage.games.opcom.pieces.profiles import Arm, Status
from bocage.games.opcom.words.amounts import days

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
"""The headings of a ledger; their totals are the scores."""

Air = Literal["none", "ordinary", "superior", "overwhelming", "apocalyptic"]
Ground = Literal["open", "close", "marsh"]


GROUNDS: Final[Mapping[str, tuple[Ground, bool]]] = {
    "open": ("open", False),
    "heath": ("open", False),
    "polder": ("marsh", False),
    "marsh": ("marsh", False),
    "woods": ("close", False),
    "town": ("close", False),
    "city": ("close", False),
    "bocage": ("close", True),
    "walled fields": ("close", True),
    "mountains": ("open", True),
}
"""Each kind of ground, with whether it is bad terrain (9.10.4, 9.14.4, reading 4.26)."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit on the ground, in the fight."""

    unit: int
    """Its number; `{unit:unit}` in words."""
    status: Status
    steps: int
    """The steps lost so far."""
    arm: Arm
    light: bool
    """Light infantry by its counter (9.10.3)."""
    formation: str
    """Division or named Kampfgruppe (reading 4.13)."""
    out_of_role: bool = False
    """Tank or artillery crews on foot and the like."""
    mechanised: bool = False
    """Of tank, motor or recce mobility."""
    fuelled: bool = True
    tactical: bool = True
    """False: moving non-tactically, resting, queueing."""
    prepared: bool = False
    """Spent the turn before with Prepare."""
    stands_fast: bool = False
    """Whether it has that order, or holds a vital spot (9.14.2, reading 4.36)."""
    para: bool = False
    overrun: Fraction | None = None
    """The share of its status with which a gun joins that the fight reaches (reading 4.23)."""

    @property
    def level(self) -> int:
        """Return its present status."""
        level = self.status.level(self.steps)
        return level if self.overrun is None else int(level * self.overrun)

    @property
    def is_tank(self) -> bool:
        """Return whether it is armour, jagdpanzers or assault guns in their role (reading 4.10)."""
        return self.arm == "tank" and not self.out_of_role

    @property
    def is_infantry(self) -> bool:
        """Return whether it is any infantry, or a crew on foot (reading 4.10)."""
        return self.arm == "infantry" or self.out_of_role


@dataclass(frozen=True, slots=True)
class Gun:
    """An artillery unit that fires into the fight from its place (9.11)."""

    unit: int
    status: Status
    steps: int
    arm: Arm
    km: float
    """The distance to the nearest defender, or attacker (reading 4.20)."""
    share: Fraction = Fraction(1)
    """The share of the half turn not spent moving (reading 4.21)."""
    ranges: tuple[float, float] | None = None
    """Effective and long range, if they differ from those of its arm."""


@dataclass(frozen=True, slots=True)
class Advantage:
    """One clear tactical advantage (9.10.1), granted by Control."""

    why: str


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight."""

    fighters: tuple[Fighter, ...]
    guns: tuple[Gun, ...] = ()
    advantages: tuple[Advantage, ...] = ()
    air: Air = "none"
    formation: str = ""
    """The leading formation; others pay (9.10.6). Empty if this does not matter."""
    extra: tuple[tuple[int, Rule, str], ...] = ()
    """A scenario's additions: amount, rule and reason."""


@dataclass(frozen=True, slots=True)
class Fight:
    """One combat (9.7.4)."""

    name: str
    """The name of its die: `2.fight.GE-HOF-1`."""
    attacker: Side
    defender: Side
    ground: Ground
    """The defender's ground; close is woods or built-up (9.10.4)."""
    bad: bool = False
    """Whether the column for bad terrain applies (9.14.4, reading 4.26)."""
    city: bool = False
    """A marked city (9.14.3)."""
    breakthrough: bool = False
    stand_fast: bool = False
    """Whether every defender stands fast."""
    struck: tuple[int, ...] = ()
    """The rows of the scores that Control does not count, from 1 (2.0.c)."""

    @property
    def is_open(self) -> bool:
        """Return whether infantry are in the open there: neither close country nor bad terrain."""
        return self.ground != "close" and not self.bad


def fighting(fighters: tuple[Fighter, ...], *, attacking: bool) -> tuple[Fighter, ...]:
    """Return the units that count: effective, and when attacking, not only for defence.

    (9.3, 9.5, readings 4.7 and 4.28.)
    """
    return tuple(
        each
        for each in fighters
        if each.level and not (attacking and each.status.role == "defence")
    )


def status_of(fighters: tuple[Fighter, ...]) -> int:
    """Return their total status without additions."""
    return sum(each.level for each in fighters)


Support = Literal["cap", "literal", "pairing", "none"]
"""The limit of a bracketed unit's status; `none` is not a limit (reading 4.6)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The readings in force; the defaults are ours."""

    tables: Tables = field(compare=False, repr=False)
    unprepared: int | None = None
    """The cost per unit of an unprepared attack; None for the chart's (reading 4.4)."""
    support: Support = "cap"
    combined_defence: bool = False
    """Whether units that prepared by holding have combined arms in defence too (reading 4.9)."""
    twice: Literal["ground", "all"] = "ground"
    """Twice the status of ground units, or with artillery (reading 4.31)."""
    light: Literal["listed", "all paras"] = "listed"
    """The units that are light infantry (reading 4.8)."""
    medium: Literal["heavy", "tactical"] = "heavy"
    """The value of a squadron of medium bombers (reading 4.15)."""
    german_support: bool = False
    """Whether Germans fly close support in a scenario without it (reading 4.16)."""

    @property
    def figures(self) -> Figures:
        """The figures that the rules count with."""
        return self.tables.figures


def settings_from(options: Mapping[str, str], charts: Tables) -> Settings:
    """Return the settings for a table's options; for missing ones, the first choice."""
    options = {name: each.choices[0] for name, each in OPTIONS.items()} | dict(options)
    return Settings(
        unprepared=None if options["unprepared"] == "3" else int(options["unprepared"]),
        support=cast("Support", options["support"]),
        combined_defence=options["combined-defence"] == "yes",
        twice=cast('Literal["ground", "all"]', options["twice"]),
        light=cast('Literal["listed", "all paras"]', options["light"]),
        medium=cast('Literal["heavy", "tactical"]', options["medium-bombers"]),
        german_support=options["german-support"] == "yes",
        tables=charts,
    )


def proposed(
    *,
    turns_in_place: int = 0,
    holds_crossing: bool = False,
    overlooks: bool = False,
    defile: bool = False,
    settings: Settings,
) -> tuple[Advantage, ...]:
    """Return the reasons for a clear advantage, the strongest first, up to the number that
    counts.
    """
    dug_in = settings.figures.combat.dug_in
    found = [
        (holds_crossing, "holds a bank or the end of a bridge"),
        (defile, "holds a defile"),
        (overlooks, "overlooks the enemy"),
        (turns_in_place >= dug_in, f"{days(dug_in)} or more in position"),
    ]
    most = settings.figures.combat.most_advantages
    return tuple(Advantage(why) for holds, why in found if holds)[:most]
