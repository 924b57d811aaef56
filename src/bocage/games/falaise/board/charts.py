"""The charts that the rules look things up in (2.3), read from `charts.toml` into tuples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bocage.engine.ledger import Ledger
from bocage.engine.rulings import Rule
from bocage.games.charts import Chart, Grid, Modifiers, read_charts

DIE: Final = ("1", "2", "3", "4", "5", "6")

RESULTS: Final = ("AL1", "C", "DR", "BL1", "DL1", "DE")
"""Assault results (10.2), from the attacker's worst to best."""

AUTOMATIC: Final = -1
"""The column of odds worse than 1-3: AL1 without a die (10.2)."""

NO_EFFECT: Final = 0
HALT: Final = 1
HIT: Final = 2
"""Disrupted, by Op-Fire or a bombardment."""
STEP_AND_HIT: Final = 3

_OP_FIRE: Final = {"none": NO_EFFECT, "halt": HALT, "disrupted": HIT}
_BOMBARDMENT: Final = {"none": NO_EFFECT, "disrupted": HIT, "step and disrupted": STEP_AND_HIT}
_TERRAINS: Final = ("clear", "woods", "bocage", "town", "argentan")


@dataclass(frozen=True, slots=True)
class Orders:
    """13.2: the solitaire table's orders to an Allied formation."""

    units: str
    """`none`, `one` or `all`."""
    assault: bool
    """Whether units next to Germans assault; the others move, and make no Mechanized Assault."""
    mech: bool
    """Whether Mechanized Assaults may follow the movement."""

    @property
    def one(self) -> bool:
        """Whether a single unit acts."""
        return self.units == "one"

    @property
    def all(self) -> bool:
        """Whether every unit acts."""
        return self.units == "all"

    @property
    def words(self) -> str:
        """The row of the table in words."""
        if self.assault:
            if self.one:
                return "one unit assaults, or moves if no German is next to it"
            return "all units next to Germans assault, the others move"
        if not self.one and not self.all:
            return "nobody acts"
        who = "one unit moves" if self.one else "all units move"
        return f"{who}, and Mechanized Assaults may follow" if self.mech else who


@dataclass(frozen=True, slots=True)
class Tables:
    """Every chart, ready to be looked up."""

    columns: tuple[str, ...]
    """Heads of the Assault Table."""
    assault: tuple[tuple[str, ...], ...]
    """The result by modified die (0 is 1 or less) and column."""
    points: tuple[int, ...]
    """7.1: Movement Points by modified die, 1 to 7."""
    op_fire: tuple[int, ...]
    """6.2: by modified die, 1 to 6."""
    bombardment: tuple[int, ...]
    """8.1: by modified die, 1 to 6."""
    costs: Mapping[str, tuple[int, int, int]]
    """Movement Points to enter a terrain: German foot, Mechanized, Allied foot."""
    assault_drm: Mapping[str, int]
    activation_drm: Mapping[str, int]
    op_fire_drm: Mapping[str, int]
    bombardment_drm: Mapping[str, int]
    solitaire: tuple[Orders, ...]
    """13.2: by modified die, 1 to 7."""
    ter_low: int
    ter_high: int
    disrupted: int
    relieved: int


def load_tables(folder: Path | None = None) -> Tables:
    """Return the charts of a folder, or ours.

    Raises:
        ChartsError: the file cannot be read.
        KeyError: a chart or a modifier that the rules need is not in it.
    """
    charts = read_charts("falaise", folder)
    assault = _grid(charts, "assault")
    terrain = _grid(charts, "terrain")
    movement = _drm(charts, "unit_movement")
    efficiency = _drm(charts, "efficiency")
    return Tables(
        columns=assault.columns,
        assault=tuple(
            tuple(str(assault.cell(die, column)) for column in assault.columns)
            for die in range(1, 7)
        ),
        points=tuple(
            int(_grid(charts, "activation").cell(die, "Movement Points")) for die in range(1, 8)
        ),
        op_fire=_effects(_grid(charts, "op_fire"), _OP_FIRE),
        bombardment=_effects(_grid(charts, "bombardment"), _BOMBARDMENT),
        costs={
            name: (
                int(terrain.cell(name, "MP")),
                int(terrain.cell(name, "MP mechanized")),
                int(terrain.cell(name, "MP Allied")),
            )
            for name in _TERRAINS
        },
        assault_drm=_drm(charts, "assault_modifiers"),
        activation_drm=_drm(charts, "activation_modifiers"),
        op_fire_drm=_drm(charts, "op_fire_modifiers"),
        bombardment_drm=_drm(charts, "bombardment_modifiers"),
        solitaire=tuple(_orders(_grid(charts, "solitaire"), die) for die in range(1, 8)),
        ter_low=movement["ter_low"],
        ter_high=movement["ter_high"],
        disrupted=efficiency["disrupted"],
        relieved=efficiency["relieved"],
    )


DRM: Final = "drm"
"""The heading of Die Roll Modifiers in a ledger."""
NOTE: Final = "note"
"""The heading of what modifies nothing."""


class DieLedger(Ledger):
    """The modifiers of one die, each with its reason."""

    def __init__(self, modifiers: Mapping[str, int] = MappingProxyType({})) -> None:
        """`modifiers` are those of a chart, by name."""
        super().__init__()
        self._modifiers: Final = modifiers

    @property
    def drm(self) -> int:
        """The sum of the modifiers."""
        return int(self.total(DRM))

    def modify(self, name: str, rule: Rule, words: str, /, **about: object) -> None:
        """Enter a modifier of the chart."""
        self.add(DRM, self._modifiers[name], rule, words, **about)


def clip(die: int, most: int = 6) -> int:
    """Return a modified die, clipped to the end rows of its table (reading 60)."""
    return min(most, max(1, die))


def _grid(charts: Mapping[str, Chart], name: str) -> Grid:
    found = charts[name]
    if not isinstance(found, Grid):
        raise KeyError(f"{name} is not a grid")
    return found


def _drm(charts: Mapping[str, Chart], name: str) -> dict[str, int]:
    found = charts[name]
    if not isinstance(found, Modifiers):
        raise KeyError(f"{name} is not a list of modifiers")
    return {each.id: each.value for each in found.modifiers}


def _orders(grid: Grid, die: int) -> Orders:
    return Orders(
        str(grid.cell(die, "units")),
        grid.cell(die, "action") == "assault",
        grid.cell(die, "mechanized assault") == "yes",
    )


def _effects(grid: Grid, codes: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(codes[str(grid.cell(die, "effect"))] for die in range(1, 7))
