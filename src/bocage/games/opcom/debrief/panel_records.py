"""What is drawn beside history at the end: `panel.toml` in a scenario's folder (reading 11.8).

`[[front]]` is a place whose holder is noted every evening, `[[gauge]]` a crossing or a beach at
which unit points are counted every turn, `[[strength]]` a division whose steps are.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from bocage.games.opcom.debrief.rows import made_of, tables_of
from bocage.tables import Fault

FILE: Final = "panel.toml"
LETTERS: Final = "-AXC"
"""Who was at a place: nobody, the Allies, the Axis, both."""


@dataclass(frozen=True, slots=True)
class Front:
    """A place on the way; the first is the farthest from the start line."""

    id: str
    history: str = ""
    """By evening, a letter of `LETTERS`; nothing where there is no history."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A crossing, or a beach, over which points go."""

    id: str


@dataclass(frozen=True, slots=True)
class Strength:
    """A division whose steps are counted."""

    division: str
    side: str


@dataclass(frozen=True, slots=True)
class PanelData:
    """Everything of `panel.toml`."""

    fronts: tuple[Front, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    strengths: tuple[Strength, ...] = ()

    def __bool__(self) -> bool:
        """Return whether there is anything to draw."""
        return bool(self.fronts or self.gauges or self.strengths)


def read_panel(here: Path | Traversable, faults: list[Fault]) -> PanelData:
    """Return the panel of a scenario's folder; nothing where it has none."""
    data = tables_of(here, FILE, faults)
    return PanelData(
        made_of(Front, data, "front", FILE, faults),
        made_of(Gauge, data, "gauge", FILE, faults),
        made_of(Strength, data, "strength", FILE, faults),
    )


def checked_panel(
    data: PanelData, evenings: int, points: Collection[str], divisions: Collection[str]
) -> list[Fault]:
    """Places lie on the map, history has a letter for every evening, divisions are in the field."""
    names = (*(each.id for each in data.fronts), *(each.id for each in data.gauges))
    why = "is not a place or bridge on the map"
    found = [Fault(FILE, 0, "id", name, why) for name in names if name not in points]
    for each in data.fronts:
        if each.history and (len(each.history) != evenings or set(each.history) - set(LETTERS)):
            why = f"expected {evenings} letters of {LETTERS}"
            found.append(Fault(FILE, 0, "front.history", each.history, why))
    for strong in data.strengths:
        if strong.division not in divisions:
            found.append(Fault(FILE, 0, "strength.division", strong.division, "has no units"))
        if strong.side not in ("allied", "axis"):
            found.append(Fault(FILE, 0, "strength.side", strong.side, "is neither allied nor axis"))
    return found
