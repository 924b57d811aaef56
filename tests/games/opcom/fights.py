"""Fights for tests: units by their profile, the worked example, and the tutorial."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.pieces.counters import PROFILES
from bocage.games.opcom.pieces.profiles import Profile, arm_of
from bocage.games.opcom.s09_combat.fight import (
    Advantage,
    Fight,
    Fighter,
    Gun,
    Side,
    settings_from,
)
from bocage.games.opcom.s09_combat.results import Result, retreat_dice, retreat_km
from bocage.games.places import data_of
from bocage.tables import read_records

MECHANISED = ("tank", "motor", "recce")
DEFAULT = settings_from({}, tables())
"""The rulebook as we read it."""


@cache
def profiles() -> dict[str, Profile]:
    """Annex A and ours, by key."""
    return {each.id: each for _, each in read_records(data_of("opcom"), PROFILES, [])}


@dataclass(slots=True)
class Names:
    """Units by number, and the noun that says them."""

    names: list[str] = field(default_factory=list[str])

    def number(self, name: str) -> int:
        """Return the number of a unit that is new."""
        self.names.append(name)
        return len(self.names) - 1

    def say(self, index: int) -> str:
        """What words call it."""
        return self.names[index]


class Maker:
    """Makes units, numbered in order."""

    def __init__(self) -> None:
        self.names = Names()

    def unit(self, name: str, profile: str, steps: int = 0, **more: Any) -> Fighter:
        """Return a unit on the ground, by its profile."""
        kind = profiles()[profile]
        fields: dict[str, Any] = {
            "arm": arm_of(kind),
            "light": False,
            "formation": "",
            "mechanised": kind.mobility in MECHANISED,
        }
        return Fighter(self.names.number(name), kind.status, steps, **(fields | more))

    def gun(self, name: str, profile: str, steps: int = 0, km: float = 5, **more: Any) -> Gun:
        """Guns at a distance."""
        kind = profiles()[profile]
        fields: dict[str, Any] = {"arm": arm_of(kind), "km": km}
        return Gun(self.names.number(name), kind.status, steps, **(fields | more))

    @property
    def nouns(self) -> dict[str, Names]:
        """What the words of a ledger need."""
        return {"unit": self.names}


def arnhem(make: Maker, *, prepared: bool = True) -> Fight:
    """Return the worked example of section 9 (readings E1 to E9 of the tutorial in its data)."""
    ss: dict[str, Any] = {"formation": "9 SS", "prepared": prepared}
    crew: dict[str, Any] = ss | {"out_of_role": True}
    para: dict[str, Any] = {"formation": "1 Airborne"}
    return Fight(
        "4.fight.arnhem",
        Side(
            (
                make.unit("20 SS PzGR Bn", "GE_WPZGR", **ss),
                make.unit("9 SS PzJg Abt", "X_ADHOC", **crew),
                make.unit("9 SS Pz Abt", "X_ADHOC", **crew),
                make.unit("9 SS PzArtR", "X_ADHOC", **crew),
            ),
            (make.gun("field artillery", "GE_IG", km=4),),
            formation="9 SS",
        ),
        Side(
            (
                make.unit("2 Para", "GB_PARA", 1, **para),
                make.unit("A/Tk Bty", "GB_ALAT", **para),
            ),
            advantages=(Advantage("a day in position in the city"),),
            formation="1 Airborne",
        ),
        "close",
        city=True,
        stand_fast=True,
    )


def frontier(make: Maker) -> Fight:
    """Return the tutorial, turn 2: the Guards at the frontier."""
    guards: dict[str, Any] = {"formation": "Guards", "prepared": True}
    motor: dict[str, Any] = guards | {"mechanised": True}
    walther: dict[str, Any] = {"formation": "Walther"}
    return Fight(
        "2.fight.frontier",
        Side(
            (
                make.unit("2 Irish (Armd)", "GB_ARMD", **guards),
                make.unit("1 Coldstream (Armd)", "GB_ARMD", **guards),
                make.unit("3 Irish", "GB_RIFLE", **motor),
                make.unit("5 Coldstream", "GB_RIFLE", **motor),
            ),
            (
                make.gun("55 Field", "GB_FIELD", km=5.4),
                make.gun("153 Field", "GB_FIELD", km=5.4),
                make.gun("64 Medium", "GB_MED", km=6.8),
                make.gun("84 Medium", "GB_MED", km=6.8),
            ),
            air="overwhelming",
            formation="Guards",
        ),
        Side(
            (
                make.unit("I/von Hoffmann", "GE_FJ", 2, **walther),
                make.unit("Lw Straf-Btl 6", "X_ADHOC", light=True, **walther),
                make.unit("88 and Pak", "GE_HFLAK", **walther),
            ),
            (make.gun("SS artillery", "GE_ARTY", 1, km=6),),
            advantages=(Advantage("defile and prepared block"),),
            formation="Walther",
        ),
        "close",
        breakthrough=True,
    )


def second_position(make: Maker, steps: int = 1) -> Fight:
    """Return the tutorial, turn 2: the overrun reaches the second position, unprepared."""
    guards: dict[str, Any] = {"formation": "Guards"}
    motor: dict[str, Any] = guards | {"mechanised": True}
    walther: dict[str, Any] = {"formation": "Walther"}
    return Fight(
        "2.fight.schaft",
        Side(
            (
                make.unit("2 Irish (Armd)", "GB_ARMD", steps, **guards),
                make.unit("1 Coldstream (Armd)", "GB_ARMD", steps, **guards),
                make.unit("3 Irish", "GB_RIFLE", steps, **motor),
                make.unit("5 Coldstream", "GB_RIFLE", steps, **motor),
            ),
            (
                make.gun("55 Field", "GB_FIELD", km=9.4),
                make.gun("153 Field", "GB_FIELD", km=9.4),
            ),
            air="ordinary",
            formation="Guards",
        ),
        Side(
            (
                make.unit("III/von Hoffmann", "GE_FJ", 2, **walther),
                make.unit("SS-PzJgAbt 10", "GE_WJGPZ", **walther),
            ),
            (make.gun("SS artillery", "GE_ARTY", 1, km=6),),
            formation="Walther",
        ),
        "close",
        breakthrough=True,
    )


def retreat_chances(result: Result, fight: Fight) -> dict[Fraction, Fraction]:
    """Return the exact probability of each distance of a retreat, from the shortest."""
    rolls = product(range(1, 7), repeat=retreat_dice(result))
    found = [retreat_km(result, fight, roll, settings=DEFAULT) for roll in rolls]
    return {km: Fraction(found.count(km), len(found)) for km in sorted(set(found))}
