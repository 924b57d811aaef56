"""The facts of a counter (2.3, 2.4): sides, nations, containers, edges, factors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bocage.games.roundup.pieces.counters import Unit

ALLIED: Final = 0
GERMAN: Final = 1
SIDES: Final = ("allied", "german")

US: Final = 0
UK: Final = 1
NATIONS: Final = ("us", "uk")

CUPS: Final = ("1", "2", "ITALY", "RUSSIA")
"""The four opaque containers of 13.2."""

_BY_EDGE: Final = ("1E", "1S", "2E", "2S")
_EDGES: Final = {"ITALY": "S", "RUSSIA": "E"}

SET_ASIDE: Final = "SET-ASIDE"
"""13.2: the entry code of the two airborne divisions that play no part without 15.12."""

BARREL: Final = "BARREL-"
"""15.19: before the entry code of a division that the barrel may give."""

RESTORED: Final = "RESTORED-"
"""Reading 77: before the entry code of a division that plays where the table restores it."""


def is_division(unit: Unit) -> bool:
    """Return whether a unit is a division, with two steps; all others have one (3.4)."""
    return unit.size == "division"


def is_heavy_panzer(unit: Unit) -> bool:
    """Return whether a unit is barred from polder as a heavy panzer (10.9)."""
    return unit.type == "heavy-panzer"


def nation_of(unit: Unit) -> int:
    """Return `US` or `UK`; Canadians and Poles count as UK (2.3). Meaningless for a German."""
    return US if unit.nation == "us" else UK


def is_scraped(unit: Unit) -> bool:
    """Return whether a unit is in play only through the scraped barrel (15.19)."""
    return unit.entry.startswith(BARREL)


def is_restored(unit: Unit) -> bool:
    """Return whether a unit is in play only if the table restores it (reading 77)."""
    return unit.entry.startswith(RESTORED)


def _entry_of(unit: Unit) -> str:
    return unit.entry.removeprefix(BARREL).removeprefix(RESTORED)


def cup_of(unit: Unit) -> int | None:
    """Return the container a unit is drawn from (13.2), or None."""
    entry = _entry_of(unit)
    if entry in CUPS:
        return CUPS.index(entry)
    return CUPS.index(entry[0]) if entry in _BY_EDGE else None


def edge_of(unit: Unit) -> str:
    """Return the map edge a unit enters by: `E` or `S` (8.5.1 to 8.5.3); empty for others."""
    entry = _entry_of(unit)
    if entry == SET_ASIDE:
        return "S"  # 15.12, if they did not drop
    return _EDGES.get(entry, entry[-1] if entry in _BY_EDGE else "")


def attack_of(unit: Unit) -> tuple[int, int, int]:
    """Return the attack factor by steps left: none, one, two."""
    return _factors(unit.single, unit.attack_reduced, unit.attack)


def defence_of(unit: Unit) -> tuple[int, int, int]:
    """Return the defence factor by steps left: none, one, two."""
    return _factors(unit.single, unit.defence_reduced, unit.defence)


def _factors(single: int | None, reduced: int | None, full: int | None) -> tuple[int, int, int]:
    return (0, single or reduced or 0, full or 0)
