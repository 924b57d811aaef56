"""The facts of a report, before they are put into words.

All of them may be reported to the team: they have no status and no number of a rule. Control
changes these facts before the release, and the words follow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bocage.games.opcom.board.tables import Band
from bocage.games.opcom.s10_reports.ladder import Guns, Rear, Rung
from bocage.games.opcom.s10_reports.notes import Code

Kind = Literal["line", "guns", "staff", "columns"]
"""Fighting units, guns, headquarters and supply columns."""


Unseen = Literal["nobody", "barred", "pursued", "fired on"]
"""Why a report names no enemy: nobody was seen; an unidentified enemy stopped the unit; the enemy
escaped; only fire was felt.
"""
Ground = Literal["as told", "stood", "open", "kept"]
"""What happened to the ground. Without it, the band of the result alone would mislead in three
cases: the defenders stood fast; they left and the attackers are not there; they were driven back
but others of them hold the place.
"""


@dataclass(frozen=True, slots=True)
class UnitFact:
    """One of the team's own units (10.1, 10.2)."""

    id: str
    name: str
    kind: Kind
    rung: Rung | Guns | Rear
    place: str
    """`at Son`, `2 km south of Best`; always true (10.2)."""
    moved: bool = False
    fired: bool = False
    """Whether guns were in action this turn."""


@dataclass(frozen=True, slots=True)
class FightFact:
    """The result of a fight, as one side saw it."""

    attacking: bool
    band: Band
    place: str
    ground: Ground = "as told"


@dataclass(frozen=True, slots=True)
class EnemyFact:
    """The enemy in front of a formation (10.3 to 10.5)."""

    count: str
    tanks: bool
    tank_class: str = ""
    """`assault guns`, `Tigers`; empty while the class is unknown."""
    guns: tuple[str, ...] = ()
    air: str = ""
    identity: Literal["unknown", "branch", "mixed", "known"] = "unknown"
    name: str = ""
    """The branch, or the formation."""
    again: bool = False
    """Whether the team knew of it before."""
    still: bool = True
    """Whether they are in contact with the enemy at the end of the turn."""
    x: int = 0
    y: int = 0
    place: str = ""
    """The place of contact, to the nearest kilometre."""


@dataclass(frozen=True, slots=True)
class SupplyFact:
    """The points used, lost, and in hand (10.6)."""

    ammo: int = 0
    fuel: int = 0
    lost: int = 0
    left_ammo: int = 0
    left_fuel: int = 0
    staff: str = ""
    """The headquarters with the stack; empty for units without their own."""
    own: bool = False
    """Whether that headquarters is in the reporting formation."""


@dataclass(frozen=True, slots=True)
class RumourFact:
    """A rumour among the people of a town; half of the rumours are true (reading 10.10)."""

    town: str
    what: str
    """`tanks`, `guns`, `lorries`, `soldiers`; empty if the enemy is said to have left."""
    where: str
    """The point of the compass, in words."""


Activity = Literal["attacked", "defended", "stopped", "dry", "waited", "arrived", "moved", "stood"]
"""The activity of a formation; the first that applies, in the order of a staff's report."""


@dataclass(frozen=True, slots=True)
class RemarkFact:
    """An event worth a remark, with its words."""

    code: Code | Literal["said"]
    """`said` for a remark by Control."""
    words: str


@dataclass(frozen=True, slots=True)
class FormationFact:
    """A formation's half day: one report."""

    id: str
    name: str
    nation: str
    units: tuple[UnitFact, ...]
    supply: SupplyFact
    fights: tuple[FightFact, ...] = ()
    enemy: EnemyFact | None = None
    prisoners: str = ""
    """In words: `two hundred`."""
    did: Activity = "stood"
    remarks: tuple[RemarkFact, ...] = ()
    """Events on the way."""
    unseen: Unseen = "nobody"
    """What they know of an enemy who is not in front of them."""
    fire: tuple[str, ...] = ()
    """What fell on them from afar: `bombs`, `shell-fire`."""
    late: bool = False
    rumours: tuple[RumourFact, ...] = ()

    @property
    def is_routine(self) -> bool:
        """Return whether one line is enough."""
        return not self.fights and self.enemy is None
