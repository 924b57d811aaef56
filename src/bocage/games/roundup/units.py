"""The counters of Operation Roundup: who they are and what is printed on them (2.3, 2.4)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bocage.tables import DataError, Fault, Table, read_records
from bocage.tables.fields import FieldError, maybe, needed, text, whole, word, yes_or_no

ALLIED: Final = 0
GERMAN: Final = 1
SIDES: Final = ("allied", "german")

US: Final = 0
UK: Final = 1
NATIONS: Final = ("us", "uk")

CUPS: Final = ("1", "2", "ITALY", "RUSSIA")
"""The four opaque containers of 13.2."""


class UnitsError(DataError):
    """An order of battle that cannot be read; `faults` has every reason found."""

    kind = "counters"


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter, a row of `oob.csv`, field for field."""

    id: str
    side: str
    nation: str
    """Whose uniform, for the eye: `us`, `canada`, `ss`... (2.3: of no effect on play)."""
    name: str
    label: str
    """The short name on the counter."""
    type: str
    size: str
    movement: str
    """Movement class (10.1)."""
    attack_full: int | None
    defence_full: int | None
    attack_reduced: int | None
    defence_reduced: int | None
    single: int | None
    """The one factor of a non-divisional unit (2.4)."""
    entry: str
    """Start hex, cup (`1E`, `2S`, `ITALY`...), Allied pool, or set aside."""
    airborne: bool
    components: str
    """What the factors were worked out from."""
    confidence: str
    note: str

    @property
    def is_division(self) -> bool:
        """3.4: divisions have two steps, all others one."""
        return self.size == "division"

    @property
    def is_heavy_panzer(self) -> bool:
        """10.9: barred from polder."""
        return self.type == "heavy-panzer"

    @property
    def steps(self) -> int:
        """Steps at full strength (3.4)."""
        return 2 if self.is_division else 1

    @property
    def attack(self) -> tuple[int, int, int]:
        """Attack factor by steps left: none, one, two."""
        return self._factors(self.attack_reduced, self.attack_full)

    @property
    def defence(self) -> tuple[int, int, int]:
        """Defence factor by steps left: none, one, two."""
        return self._factors(self.defence_reduced, self.defence_full)

    def _factors(self, reduced: int | None, full: int | None) -> tuple[int, int, int]:
        return (0, self.single or reduced or 0, full or 0)

    @property
    def is_us(self) -> bool:
        """Whether it is a US unit; Canadians and Poles count as UK (2.3)."""
        return self.nation == "us"

    @property
    def cup(self) -> int | None:
        """The container it is drawn from (13.2), or None."""
        if self.entry in CUPS:
            return CUPS.index(self.entry)
        return CUPS.index(self.entry[0]) if self.entry in _EDGE_ENTRIES else None

    @property
    def edge(self) -> str:
        """The map edge it enters by: `E` or `S` (8.5.1 to 8.5.3); empty for others."""
        fixed = {"ITALY": "S", "RUSSIA": "E"}
        return fixed.get(self.entry, self.entry[-1] if self.entry in _EDGE_ENTRIES else "")


_EDGE_ENTRIES: Final = ("1E", "1S", "2E", "2S")
_ALLIED_NATIONS: Final = ("us", "uk", "canada", "poland")
_GERMAN_NATIONS: Final = ("heer", "ss", "luftwaffe")


def _entry(value: str) -> str:
    fixed = (*_EDGE_ENTRIES, "ITALY", "RUSSIA", "POOL-US", "POOL-UK", "SET-ASIDE")
    if value in fixed or (len(value) == 4 and value.isdigit()):
        return value
    raise FieldError(f"expected a hex number or one of {', '.join(fixed)}")


UNITS: Final = Table(
    "oob.csv",
    Unit,
    (
        ("id", needed),
        ("side", word(SIDES)),
        ("nation", word((*_ALLIED_NATIONS, *_GERMAN_NATIONS))),
        ("name", needed),
        ("label", needed),
        ("type", needed),
        ("size", word(("division", "brigade", "regiment", "battalion"))),
        ("movement", word(("allied", "mechanized", "other", "static"))),
        ("attack", maybe(whole)),
        ("defence", maybe(whole)),
        ("attack_reduced", maybe(whole)),
        ("defence_reduced", maybe(whole)),
        ("single", maybe(whole)),
        ("entry", _entry),
        ("airborne", yes_or_no),
        ("components", text),
        ("confidence", text),
        ("notes", text),
    ),
    ("id",),
)
"""The order of battle as a table."""


def load_units(folder: Path) -> tuple[Unit, ...]:
    """The counters in a folder's `oob.csv`, the Allied ones first.

    Raises:
        UnitsError: rows that cannot be; the error lists file, row, field, value and reason.
    """
    faults: list[Fault] = []
    rows: list[tuple[int, Unit]] = read_records(folder, UNITS, faults)
    for line, unit in rows:
        four = (unit.attack_full, unit.defence_full, unit.attack_reduced, unit.defence_reduced)
        if unit.is_division != (None not in four) or unit.is_division == bool(unit.single):
            reason = "a division has four factors, any other unit a single one (2.4)"
            faults.append(Fault("oob.csv", line, "size", unit.size, reason))
        if unit.nation not in (_ALLIED_NATIONS if unit.side == "allied" else _GERMAN_NATIONS):
            faults.append(Fault("oob.csv", line, "nation", unit.nation, f"is not {unit.side}"))
    if faults:
        raise UnitsError(folder.name, faults)
    return tuple(sorted((unit for _, unit in rows), key=lambda unit: SIDES.index(unit.side)))
