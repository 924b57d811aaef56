"""The facts of a report, before anybody has put them into words.

Everything here may be reported to the team: no status, no number of a rule. Control's changes
before release apply to these facts; the words follow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bocage.games.opcom.board.tables import Band
from bocage.games.opcom.s10_reports.ladder import Guns, Rear, Rung
from bocage.games.opcom.s10_reports.notes import Code

Kind = Literal["line", "guns", "staff", "columns"]
"""Who fights, who fires, who commands, who carries."""


Unseen = Literal["nobody", "barred", "pursued", "fired on"]
"""Why there is no enemy: nobody seen; stopped by somebody not made out; the enemy escaped; only
fire was felt.
"""
Ground = Literal["as told", "stood", "open", "kept"]
"""What the band alone would tell wrongly: the defenders stood fast; they left and the attackers
are not there; they were driven back and others of them hold the place."""


@dataclass(frozen=True, slots=True)
class UnitFact:
    """10.1, 10.2: one of our units."""

    id: str
    name: str
    kind: Kind
    rung: Rung | Guns | Rear
    place: str
    """`at Son`, `2 km south of Best`: always true (10.2)."""
    moved: bool = False
    fired: bool = False
    """Whether guns have been in action in this turn."""


@dataclass(frozen=True, slots=True)
class FightFact:
    """The result of a fight, as one side saw it."""

    attacking: bool
    band: Band
    place: str
    ground: Ground = "as told"


@dataclass(frozen=True, slots=True)
class EnemyFact:
    """10.3 to 10.5: the enemy in front of a formation."""

    count: str
    tanks: bool
    tank_class: str = ""
    """`assault guns`, `Tigers`; nothing while it is not known."""
    guns: tuple[str, ...] = ()
    air: str = ""
    identity: Literal["unknown", "branch", "mixed", "known"] = "unknown"
    name: str = ""
    """The branch, or the formation."""
    again: bool = False
    """Whether it was known before."""
    still: bool = True
    """Whether they are in contact with the enemy when the turn ends."""
    x: int = 0
    y: int = 0
    place: str = ""
    """The place where the enemy was met, to the nearest kilometre."""


@dataclass(frozen=True, slots=True)
class SupplyFact:
    """10.6: points used, lost, and in hand."""

    ammo: int = 0
    fuel: int = 0
    lost: int = 0
    left_ammo: int = 0
    left_fuel: int = 0
    staff: str = ""
    """Whose stack it is; nothing where they have none of their own."""
    own: bool = False
    """Whether that headquarters is one of those who report."""


@dataclass(frozen=True, slots=True)
class RumourFact:
    """Reading 10.10: what the people of a town say; half of it is so."""

    town: str
    what: str
    """`tanks`, `guns`, `lorries`, `soldiers`; nothing where the enemy is said to have gone."""
    where: str
    """The point of the compass, in words."""


Activity = Literal["attacked", "defended", "stopped", "dry", "waited", "arrived", "moved", "stood"]
"""What a formation did, as a staff would group it: the first of these that is so."""


@dataclass(frozen=True, slots=True)
class RemarkFact:
    """Something that came up: what it was, and how it is said."""

    code: Code | Literal["said"]
    """`said` for a remark of Control's."""
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
    """`two hundred`."""
    did: Activity = "stood"
    remarks: tuple[RemarkFact, ...] = ()
    """What came up on the way."""
    unseen: Unseen = "nobody"
    """What they know of an enemy who is not in front of them."""
    late: bool = False
    rumours: tuple[RumourFact, ...] = ()

    @property
    def is_routine(self) -> bool:
        """Whether a line will do."""
        return not self.fights and self.enemy is None
