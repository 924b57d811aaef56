"""12.13: flak against serials and squadrons, and what damage comes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.opcom.air.charts import DAMAGE, LOSS, NOTHING
from bocage.games.opcom.combat.settings import DEFAULT, Settings
from bocage.games.opcom.rulebook import R

Kind = Literal["heavy", "light"]
Target = Literal["overflight", "drop within 2 km", "drop within 4 km"]


def drop_column(km: float, settings: Settings = DEFAULT) -> Target | None:
    """The column for a landing or drop at that distance from flak; None out of its reach."""
    wholes = settings.tables.figures.wholes
    if km <= wholes["air.near_flak"]:
        return "drop within 2 km"
    return "drop within 4 km" if km <= wholes["air.far_flak"] else None


def overflown(km: float, settings: Settings = DEFAULT) -> bool:
    """Reading 8.14: whether flak so far from the route fires at an overflight."""
    return km <= settings.tables.figures.wholes["air.overflight"]


def effect(kind: Kind, target: Target, die: int, settings: Settings = DEFAULT) -> str:
    """12.13.table: loss, damage or none."""
    row = settings.tables.sky.flak[f"{kind}, {target}"]
    if row.loss is not None and die in row.loss:
        return LOSS
    return DAMAGE if row.damage is not None and die in row.damage else NOTHING


@dataclass(frozen=True, slots=True)
class Toll:
    """What flak did to one operation in a turn."""

    steps: int
    """Status that carried units lose, one for each loss."""
    damage: int

    def serials(self, settings: Settings = DEFAULT) -> int:
        """12.13.damage: serials or squadrons that are lost."""
        return self.damage // settings.tables.figures.wholes["air.damage"]


def toll(effects: list[str]) -> Toll:
    """12.13.loss, 12.13.damage: every loss costs a step and is a damage; damage adds up."""
    return Toll(effects.count(LOSS), effects.count(LOSS) + effects.count(DAMAGE))


def may_fire(*, fighters: bool, suppressed: bool) -> Ruling:
    """Whether flak fires at an overflight at all."""
    if fighters:
        return refuse(R("12.13.overflight"), "flak does not fire at fighters that fly over")
    if suppressed:
        return refuse(R("12.13.a").read(R("reading 8.16")), "the flak is suppressed")
    return OK
