"""A fight as the combat procedure sees it (9.8): who, with what, where. It knows no map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal, cast

from bocage.engine.rulings import Rule
from bocage.games.opcom.board.figures import Figures
from bocage.games.opcom.board.tables import Tables, tables
from bocage.games.opcom.options import OPTIONS
from bocage.games.opcom.pieces.profiles import Arm, Status

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
"""Headings of a ledger: the totals are the scores."""

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
"""9.10.4, 9.14.4, reading 4.26: what ground is to a fight, and whether it is bad terrain."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit on the ground, in the fight."""

    unit: int
    """Its number; `{unit:unit}` in words."""
    status: Status
    steps: int
    """Lost so far."""
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
    """Ordered to, or holds a vital spot (9.14.2, reading 4.36)."""
    para: bool = False
    overrun: bool = False
    """Guns that the fight reaches: they join at half (reading 4.23)."""

    @property
    def level(self) -> int:
        """Its status now."""
        level = self.status.level(self.steps)
        return int(level * DEFAULT.figures.combat.overrun_guns) if self.overrun else level

    @property
    def is_tank(self) -> bool:
        """Reading 4.10: armour, jagdpanzers and assault guns, in their role."""
        return self.arm == "tank" and not self.out_of_role

    @property
    def is_infantry(self) -> bool:
        """Reading 4.10: every kind of infantry, and crews on foot."""
        return self.arm == "infantry" or self.out_of_role


@dataclass(frozen=True, slots=True)
class Gun:
    """An artillery unit that fires into the fight from where it stands (9.11)."""

    unit: int
    status: Status
    steps: int
    arm: Arm
    km: float
    """To the nearest defender, or attacker (reading 4.20)."""
    share: Fraction = Fraction(1)
    """Of the half turn not spent moving (reading 4.21)."""
    ranges: tuple[float, float] | None = None
    """Effective and long, where they are not those of its arm."""


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
    """The one that leads; others pay (9.10.6). Empty where nobody is asked to."""
    extra: tuple[tuple[int, Rule, str], ...] = ()
    """What a scenario adds: how much, by which rule, and why."""


@dataclass(frozen=True, slots=True)
class Fight:
    """One combat (9.7.4)."""

    name: str
    """Names the question of the die: `2.fight.GE-HOF-1`."""
    attacker: Side
    defender: Side
    ground: Ground
    """Where the defender is; close is woods or built-up (9.10.4)."""
    bad: bool = False
    """Whether the column for bad terrain is used (9.14.4, reading 4.26)."""
    city: bool = False
    """A marked city (9.14.3)."""
    breakthrough: bool = False
    stand_fast: bool = False
    """Whether every defender stands fast."""
    struck: tuple[int, ...] = ()
    """Rows of the scores that Control does not count (2.0.c), from 1."""

    @property
    def is_open(self) -> bool:
        """Whether infantry are in the open there: neither close country nor bad terrain."""
        return self.ground != "close" and not self.bad


def fighting(fighters: tuple[Fighter, ...], *, attacking: bool) -> tuple[Fighter, ...]:
    """Return those that count (9.3, 9.5, readings 4.7 and 4.28): effective, and not for defence
    alone.
    """
    return tuple(
        each
        for each in fighters
        if each.level and not (attacking and each.status.role == "defence")
    )


def status_of(fighters: tuple[Fighter, ...]) -> int:
    """Their status together, before anything is added."""
    return sum(each.level for each in fighters)


Support = Literal["cap", "literal", "pairing", "none"]
"""Reading 4.6: how far a bracketed unit counts; `none` is no limit."""


@dataclass(frozen=True, slots=True)
class Settings:
    """As we read the rulebook, unless said otherwise."""

    unprepared: int | None = None
    """Reading 4.4: what each unit of an unprepared attack costs; None is as the chart lists it."""
    support: Support = "cap"
    combined_defence: bool = False
    """Reading 4.9: combined arms in defence too, for units that have prepared by holding."""
    twice: Literal["ground", "all"] = "ground"
    """Reading 4.31: twice the status of ground units, or with artillery."""
    light: Literal["listed", "all paras"] = "listed"
    """Reading 4.8: who is light infantry."""
    medium: Literal["heavy", "tactical"] = "heavy"
    """Reading 4.15: what a squadron of medium bombers counts as."""
    german_support: bool = False
    """Reading 4.16: whether Germans fly close support though the scenario has none."""
    tables: Tables = field(default_factory=tables, compare=False, repr=False)

    @property
    def figures(self) -> Figures:
        """The figures that the rules count with."""
        return self.tables.figures


def settings_from(options: Mapping[str, str], charts: Tables) -> Settings:
    """Return the settings that the options of a table mean; where it says nothing, the first
    choice.
    """
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


DEFAULT = Settings()
"""The rulebook as we read it."""


def proposed(
    *,
    turns_in_place: int = 0,
    holds_crossing: bool = False,
    overlooks: bool = False,
    defile: bool = False,
    settings: Settings = DEFAULT,
) -> tuple[Advantage, ...]:
    """What speaks for a clear advantage, the strongest first, no more than may count."""
    found = [
        (holds_crossing, "holds a bank or the end of a bridge"),
        (defile, "holds a defile"),
        (overlooks, "overlooks the enemy"),
        (turns_in_place >= settings.figures.combat.dug_in, "a day or more in position"),
    ]
    most = settings.figures.combat.most_advantages
    return tuple(Advantage(why) for holds, why in found if holds)[:most]
