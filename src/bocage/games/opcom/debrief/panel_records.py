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

from bocage.games.opcom.board.rows import Needs
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
    """Return the panel of a scenario's folder, or an empty one."""
    data = tables_of(here, FILE, faults)
    return PanelData(
        made_of(Front, data, "front", FILE, faults),
        made_of(Gauge, data, "gauge", FILE, faults),
        made_of(Strength, data, "strength", FILE, faults),
    )


def checked_panel(
    data: PanelData, evenings: int, points: Collection[str], divisions: Collection[str]
) -> list[Fault]:
    """Return the faults of a panel.

    Places must be on the map, history needs a letter for every evening, and divisions must be in
    the field.
    """
    found: list[Fault] = []
    needs = Needs(FILE, found)
    why = "is not a place or bridge on the map"
    for i, each in enumerate(data.fronts):
        if each.id not in points:
            needs.fault(i, "id", each.id, why, "front")
        if each.history and (len(each.history) != evenings or set(each.history) - set(LETTERS)):
            expected = f"expected {evenings} letters of {LETTERS}"
            needs.fault(i, "history", each.history, expected, "front")
    for i, gauge in enumerate(data.gauges):
        if gauge.id not in points:
            needs.fault(i, "id", gauge.id, why, "gauge")
    for i, strong in enumerate(data.strengths):
        if strong.division not in divisions:
            needs.fault(i, "division", strong.division, "has no units", "strength")
        if strong.side not in ("allied", "axis"):
            needs.fault(i, "side", strong.side, "is neither allied nor axis", "strength")
    return found
