"""Status profiles (9 and Annex A): levels that fall step by step, and what they may be used for.

A level is neither strength nor effectiveness alone but an amalgam of the two. Square brackets
mark support units, whose status counts only beside others; round ones mark units that can
only defend.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from bocage.tables import FieldError

Role = Literal["full", "support", "defence"]
"""Whether status counts always, only beside others `[ ]`, or only in defence `( )` (9)."""

Arm = Literal[
    "infantry",
    "tank",
    "recce",
    "anti-tank",
    "field",
    "medium",
    "heavy",
    "rocket",
    "infantry gun",
    "coast",
    "aa",
    "engineer",
    "hq",
    "transport",
    "bridging",
]
"""What a unit is to the rules of combat: who is a tank, who fires from where."""

GUNS: Final[frozenset[Arm]] = frozenset(
    {"field", "medium", "heavy", "rocket", "infantry gun", "coast"}
)
"""Arms that fire into a fight from where they stand (9, Supporting Artillery)."""


@dataclass(frozen=True, slots=True)
class Status:
    """A status profile: the levels, best first, and what they may be used for."""

    levels: tuple[int, ...]
    role: Role

    def __str__(self) -> str:
        if self.role == "support":
            return f"[{'-'.join(str(level) for level in self.levels)}]"
        if self.role == "defence":
            return "-".join(f"({level})" if level else "0" for level in self.levels)
        return "-".join(str(level) for level in self.levels)

    def level(self, steps: int) -> int:
        """Return the status level after so many steps lost, or the last level beyond the end."""
        return self.levels[min(steps, len(self.levels) - 1)]

    def is_effective(self, steps: int) -> bool:
        """Return whether a unit still has at least status 1 (9.5)."""
        return self.level(steps) >= 1

    @property
    def last_step(self) -> int:
        """Return how many steps lead to the last level, at which the unit is out of the game."""
        return len(self.levels) - 1


def read_status(value: str) -> Status:
    """Return a profile as people write it: `7-5-3-0`, `[8-4-0]` or `(2)-(1)-0`.

    Raises:
        FieldError: it is not a status, or is not written as we write it.
    """
    inner = value.removeprefix("[").removesuffix("]")
    bracketed = value.startswith("[") and value.endswith("]")
    parts = inner.split("-")
    rounded = any(part.startswith("(") for part in parts)
    numbers = [part.strip("()") for part in parts]
    role: Role = "support" if bracketed else "defence" if rounded else "full"
    whole = value.startswith("[") == value.endswith("]")
    if not whole or not all(number.isdigit() for number in numbers):
        raise FieldError("expected levels such as 7-5-3-0, [8-4-0] or (2)-(1)-0")
    found = Status(tuple(int(number) for number in numbers), role)
    if str(found) != value:
        raise FieldError(f"expected it written {found}")
    if found.levels[-1] != 0 or list(found.levels) != sorted(found.levels, reverse=True):
        raise FieldError("levels fall from step to step and end at 0")
    return found


@dataclass(frozen=True, slots=True)
class Profile:
    """A kind of unit: a row of Annex A, or one of ours where it has a gap."""

    id: str
    nation: str
    description: str
    status: Status
    size_points: int
    logistics_lift: int
    mobility: str
    symbol: str
    annex_a: bool
    """Whether it stands in Annex A."""


_ARM_OF_PROFILE: Final[dict[str, Arm]] = {
    "GB_MED": "medium",
    "GB_MEDBTY": "medium",
    "GB_HVY": "heavy",
    "GB_92COAST": "coast",
    "GE_IG": "infantry gun",
    "GE_ROCKET": "rocket",
    "GE_JGPZ": "tank",
    "GE_WJGPZ": "tank",
    "IT_LTANK": "tank",
}
"""Profiles whose symbol does not tell their arm: jagdpanzers are tanks (reading 4.10)."""

_ARM_OF_SYMBOL: Final[dict[str, Arm]] = {
    "Anti Tank": "anti-tank",
    "Transport / Logs": "transport",
    "AA Arty": "aa",
    "Engineers": "engineer",
    "Armoured Engineers": "engineer",
    "Airborne Engineers": "engineer",
    "Armour": "tank",
    "Cavalry": "recce",
    "Recce": "recce",
    "Artillery": "field",
    "SP Artillery": "field",
    "Airborne Arty": "field",
    "Mountain Arty": "field",
    "HQ": "hq",
    "Bridging Column": "bridging",
}


def arm_of(profile: Profile) -> Arm:
    """Return the arm of a kind of unit, or infantry if it has no other symbol."""
    known = _ARM_OF_PROFILE.get(profile.id)
    return known or _ARM_OF_SYMBOL.get(profile.symbol, "infantry")
