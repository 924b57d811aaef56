"""The counters of Operation Roundup (2.3 to 2.5): units of both sides, markers, faces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from bocage.engine.counters import BlankFace, Counter, Face, UnitFace
from bocage.games.markers import MARKERS, Marker, marker_counter
from bocage.games.places import data_of
from bocage.tables import DataError, Fault, Table, fields, read_records

SIDES: Final = ("allied", "german")
NATIONS: Final = ("us", "uk", "canada", "poland", "heer", "ss", "luftwaffe")
TYPES: Final = (
    *("infantry", "armor", "airborne", "commando", "ranger", "static-infantry"),
    *("panzergrenadier", "panzer", "heavy-panzer", "parachute"),
)
SIZES: Final = ("division", "brigade", "regiment", "battalion")
MOVEMENT: Final = ("allied", "mechanized", "other", "static")
"""Rows of the Movement Points Table."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A ground unit. Divisions have two steps and two factors a side, others one of each."""

    id: str
    side: str
    nation: str
    name: str
    label: str
    """The name as short as it must be on the counter."""
    type: str
    size: str
    movement: str
    attack: int | None
    defence: int | None
    attack_reduced: int | None
    defence_reduced: int | None
    single: int | None
    """The one factor of a unit that is not a division (2.4)."""
    entry: str
    """Start hex, entry code or pool (2.4, 8.5, 13.2)."""
    airborne: bool
    components: str
    confidence: str
    notes: str

    @property
    def steps(self) -> int:
        """Two for a division, one for every other unit (3.4)."""
        return 2 if self.size == "division" else 1

    @property
    def factors(self) -> str:
        """The printed front."""
        return f"{self.attack}-{self.defence}" if self.single is None else str(self.single)

    @property
    def factors_reduced(self) -> str:
        """The printed back; empty for a unit of one step."""
        return f"{self.attack_reduced}-{self.defence_reduced}" if self.steps == 2 else ""


@dataclass(frozen=True, slots=True)
class Counters:
    """All counters of the game."""

    units: tuple[Unit, ...]
    markers: tuple[Marker, ...]


BARREL_FILE: Final = "barrel.csv"
RESTORED_FILE: Final = "restored.csv"
_factor = fields.maybe(fields.integer(1, 15))
OOB: Final = Table(
    "oob.csv",
    Unit,
    (
        ("id", fields.needed),
        ("side", fields.word(SIDES)),
        ("nation", fields.word(NATIONS)),
        ("name", fields.needed),
        ("label", fields.needed),
        ("type", fields.word(TYPES)),
        ("size", fields.word(SIZES)),
        ("movement", fields.word(MOVEMENT)),
        ("attack", _factor),
        ("defence", _factor),
        ("attack_reduced", _factor),
        ("defence_reduced", _factor),
        ("single", _factor),
        ("entry", fields.needed),
        ("airborne", fields.yes_or_no),
        ("components", fields.text),
        ("confidence", fields.word(("H", "M", "L"))),
        ("notes", fields.text),
    ),
    ("id",),
)


def load(folder: Path | None = None) -> Counters:
    """Return the counters of a folder, or those of the game.

    Raises:
        DataError: something cannot be read; the error lists everything found.
    """
    faults: list[Fault] = []
    where = data_of("roundup", folder)
    units = read_records(where, OOB, faults)
    markers = read_records(where, MARKERS, faults)
    for row, unit in units:
        faults.extend(_checked(row, unit))
    if faults:
        raise DataError("roundup", faults)
    return Counters(tuple(u for _, u in units), tuple(m for _, m in markers))


def load_spare(folder: Path, file: str) -> tuple[Unit, ...]:
    """15.19, reading 77: divisions that play only where an option brings them.

    Raises:
        DataError: something cannot be read; the error lists everything found.
    """
    faults: list[Fault] = []
    units = read_records(folder, replace(OOB, file=file), faults)
    for row, unit in units:
        faults.extend(_checked(row, unit))
    if faults:
        raise DataError("roundup", faults)
    return tuple(unit for _, unit in units)


def _checked(row: int, unit: Unit) -> Iterator[Fault]:
    pairs = {
        "attack": unit.attack,
        "defence": unit.defence,
        "attack_reduced": unit.attack_reduced,
        "defence_reduced": unit.defence_reduced,
    }
    division = unit.size == "division"
    for field, value in pairs.items():
        if division != (value is not None):
            reason = "a division has four factors (2.4)" if division else "only a division has it"
            yield Fault(OOB.file, row, field, "" if value is None else str(value), reason)
    if division == (unit.single is not None):
        reason = "a division has none" if division else "a unit below a division needs it (2.4)"
        yield Fault(OOB.file, row, "single", str(unit.single or ""), reason)
    if (unit.side == "allied") != (unit.movement == "allied"):
        reason = "Allied units move as allied, German units do not (2.3)"
        yield Fault(OOB.file, row, "movement", unit.movement, reason)
    if unit.side == "german" and unit.entry.startswith("POOL"):
        yield Fault(OOB.file, row, "entry", unit.entry, "only Allied units come from a pool (8.1)")


# Faces -------------------------------------------------------------------------------------


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

SIZE_SIGNS: Final[Mapping[str, str]] = {
    "division": "XX",
    "brigade": "X",
    "regiment": "III",
    "battalion": "II",
}

ENTRIES: Final[Mapping[str, str]] = {"POOL-US": "", "POOL-UK": "", "SET-ASIDE": "OPTION"}
"""Entry codes that are not printed as they stand."""


def counters(data: Counters) -> list[Counter]:
    """Return every unit and marker, in the order of the tables."""
    made = [_unit(unit) for unit in data.units]
    made.extend(marker_counter(marker) for marker in data.markers)
    return made


def _unit(unit: Unit) -> Counter:
    front = UnitFace(
        nation=unit.nation,
        glyph=GLYPHS[unit.type],
        size=SIZE_SIGNS[unit.size],
        label=unit.label,
        side_label=ENTRIES.get(unit.entry, unit.entry),
        factors=unit.factors,
        strength=unit.attack or unit.single or 0,
        steps=unit.steps,
    )
    back: Face
    if unit.steps == 2:
        back = UnitFace(
            nation=unit.nation,
            glyph=GLYPHS[unit.type],
            size=SIZE_SIGNS[unit.size],
            label=unit.label,
            factors=unit.factors_reduced,
            steps=1,
            reduced=True,
        )
    else:
        back = BlankFace(unit.nation, (unit.label, "one step"))
    return Counter(unit.id, unit.name, front, back, seat=SIDES.index(unit.side))
