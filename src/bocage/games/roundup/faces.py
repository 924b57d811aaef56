"""The counters of Operation Roundup as faces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bocage.engine.counters import BlankFace, Counter, Face, UnitFace
from bocage.games.markers import marker_counter
from bocage.games.roundup.counters import SIDES, Counters, Unit

GLYPHS: Final[Mapping[str, str]] = {
    "infantry": "infantry",
    "armor": "armour",
    "airborne": "parachute",
    "commando": "commando",
    "ranger": "ranger",
    "static-infantry": "static",
    "panzergrenadier": "mechanised",
    "panzer": "armour",
    "heavy-panzer": "heavy armour",
    "parachute": "parachute",
}
"""The symbol of each type. It also says how a German unit moves (2.3): a track is mechanized,
a ground line static, neither is other."""

SIZES: Final[Mapping[str, str]] = {
    "division": "XX",
    "brigade": "X",
    "regiment": "III",
    "battalion": "II",
}

ENTRIES: Final[Mapping[str, str]] = {"POOL-US": "", "POOL-UK": "", "SET-ASIDE": "OPTION"}
"""Entry codes that are not printed as they stand."""


def counters(data: Counters) -> list[Counter]:
    """Every unit and marker, in the order of the tables."""
    made = [_unit(unit) for unit in data.units]
    made.extend(marker_counter(marker) for marker in data.markers)
    return made


def _unit(unit: Unit) -> Counter:
    front = UnitFace(
        nation=unit.nation,
        glyph=GLYPHS[unit.type],
        size=SIZES[unit.size],
        label=unit.label,
        side_label=ENTRIES.get(unit.entry, unit.entry),
        factors=unit.factors,
        steps=unit.steps,
    )
    back: Face
    if unit.steps == 2:
        back = UnitFace(
            nation=unit.nation,
            glyph=GLYPHS[unit.type],
            size=SIZES[unit.size],
            label=unit.label,
            factors=unit.factors_reduced,
            steps=1,
            reduced=True,
        )
    else:
        back = BlankFace(unit.nation, (unit.label, "one step"))
    return Counter(unit.id, unit.name, front, back, seat=SIDES.index(unit.side))
