"""The immutable parts of a game of The Pocket at Falaise: map, counters and charts (2.0).

Rules ask it by number. Everything that a rule needs often is a flat buffer by hex or unit.
"""

from __future__ import annotations

from copy import copy
from operator import ne
from pathlib import Path
from threading import local
from typing import TYPE_CHECKING, Any, Final, cast

from bocage.engine.actions import Names
from bocage.games.falaise.board.charts import Tables, load_tables
from bocage.games.falaise.board.ground import Ground
from bocage.games.falaise.options import LOWER_PANZER_TER, OF_THE_WORLD
from bocage.games.falaise.pieces.counters import NATIONS, Counters
from bocage.games.falaise.pieces.counters import load as load_counters
from bocage.games.falaise.pieces.units import (
    APART,
    BRIGADE,
    CURRIE,
    FREE_AT_THE_DIVES,
    LATE_DIVISION,
    NO_CORPS,
    SIDES,
    factors_of,
    is_large,
    is_tank_destroyer,
    lowered_ter,
)
from bocage.games.places import data_of
from bocage.hexes.kernels import Search, Workspace

if TYPE_CHECKING:
    from bocage.games.short_scenarios import ShortScenario
    from bocage.maps.pack import Pack


class Scratch(local):
    """Work arrays of the kernels; each thread has its own."""

    def __init__(self, size: int) -> None:
        self.work: Final = Workspace(size)
        """For floods and single paths."""
        self.normal: Final = Search(Workspace(size))
        """The hexes that a unit can reach at the plain rates."""
        self.road: Final = Search(Workspace(size))
        """The hexes that it can reach by Road Movement."""


class World:
    """The board, the counters and the charts of one edition."""

    short: ShortScenario | None = None
    """The short scenario that is played on it; None for the whole game."""
    bits: int = 0
    """The options that made the map or the ratings other than printed."""

    def __init__(self, pack: Pack, counters: Counters, tables: Tables) -> None:
        self.pack: Final = pack
        self.grid: Final = pack.grid
        self.tables: Final = tables
        self.ground: Final = Ground(pack, tables)
        self.size: Final = len(pack.grid)
        self.scratch: Final = Scratch(self.size)
        units = tuple(sorted(counters.units, key=lambda unit: SIDES.index(unit.side)))
        self.units: Final = units
        self.count: Final = len(units)
        self.allied: Final = range(sum(unit.side == "allied" for unit in units))
        """The Allied units: they come first."""
        self.german: Final = range(len(self.allied), len(units))
        self.ranges: Final = (self.allied, self.german)
        self.nation: Final = bytes(NATIONS.index(unit.nation) for unit in units)
        self.large: Final = bytes(is_large(unit) for unit in units)
        self.mech: Final = bytes(unit.mechanized for unit in units)
        self.armor: Final = bytes(unit.type == "armor" for unit in units)
        self.not_armor: Final = bytes(unit.type != "armor" for unit in units)
        self.company: Final = bytes(unit.size == "company" for unit in units)
        """3.3: the two companies, which give nobody VP."""
        self.two_step: Final = bytes(unit.steps == 2 for unit in units)
        self.factor: Final = tuple(factors_of(unit) for unit in units)
        """Combat Factors by unit and steps left."""
        self.printed: Final = bytes(unit.ter.value or 0 for unit in units)
        """The printed TER; 0 for the US 80th Division, which rolls for its own (11.8)."""
        self.rolled: Final = bytes(unit.ter.value is None for unit in units)
        """The units of the US 80th Division."""
        self.red: Final = bytes(unit.ter.red for unit in units)
        """The units whose TER rises when the commander is relieved (11.6)."""
        self.divisions: Final = tuple(dict.fromkeys(unit.division for unit in units))
        self.division: Final = bytes(self.divisions.index(unit.division) for unit in units)
        self.has_division: Final = bytes(bool(unit.division) for unit in units)
        self.free_at_dives: Final = bytes(unit.division in FREE_AT_THE_DIVES for unit in units)
        self.apart: Final = bytes(unit.division in APART for unit in units)
        self.late: Final = bytes(unit.division == LATE_DIVISION for unit in units)
        """The 272nd Division (11.4)."""
        self.destroyers: Final = bytes(is_tank_destroyer(unit) for unit in units)
        ids = [unit.id for unit in units]
        self.currie: Final = ids.index(CURRIE) if CURRIE in ids else -1
        self.brigade: Final = ids.index(BRIGADE) if BRIGADE in ids else -1
        self.muster: Final = tuple(
            u if unit.mechanized else u + self.count for u, unit in enumerate(units)
        )
        """The order in which units join an assault: Mechanized first, then by counter."""
        self.corps: Final = tuple(counters.corps.values())
        names = tuple(counters.corps)
        self.corps_of: Final = bytes(
            names.index(unit.corps) if unit.corps else NO_CORPS for unit in units
        )
        self.corps_side: Final = bytes(SIDES.index(corps.side) for corps in self.corps)
        self.corps_nation: Final = bytes(NATIONS.index(corps.nation) for corps in self.corps)
        self.guns: Final = bytes(corps.artillery for corps in self.corps)
        """Range of each corps' artillery marker; 0 where it has none."""
        self.corps_58: Final = names.index("58")
        self.corps_86: Final = names.index("86")
        self.chits: Final = sum(
            1 << c for c in range(len(names)) if c not in (self.corps_58, self.corps_86)
        )
        """The chits that are in the cup from the start, as bits."""
        self.german_chits: Final = sum(
            1 << c for c in range(len(names)) if self.corps_side[c] == SIDES.index("german")
        )
        self.corps_names: Final = Names("corps", names, (corps.name for corps in self.corps))
        self.hex_names: Final = Names("hex", pack.grid.numbers, pack.hex_names())
        self.named: Final = bytes(map(ne, self.hex_names.written, self.hex_names.said))
        """Hexes that are called by a place as well."""
        self.unit_names: Final = Names("unit", ids, (_name(unit) for unit in units))
        self.nothing: Final = bytes(self.size)
        self._variants: dict[int, tuple[list[int], World]] = {}

    def at(self, short: ShortScenario) -> World:
        """Return the same world, on which a short scenario is played."""
        made: Any = copy(self)
        made.short = short
        made._variants = {}
        return cast("World", made)

    def under(self, switches: int) -> World:
        """Return the world as these options have it: the same, or one with another map or other
        ratings (readings 26, 61, 118, 120). Made once for each set of options."""
        bits = switches & OF_THE_WORLD
        if bits == self.bits:
            return self
        facts = [id(value) for value in vars(self).values()]
        kept, found = self._variants.get(bits, ([], self))
        if kept != facts:  # never made, or of a world in which something was another
            made: Any = copy(self)
            made.bits = bits
            made.ground = Ground(self.pack, self.tables, bits)
            made.scratch = Scratch(self.size)
            if bits & LOWER_PANZER_TER:
                made.printed = bytes(map(lowered_ter, self.units))
            found = cast("World", made)
            self._variants[bits] = facts, found
        return found


def _name(unit: object) -> str:
    """Return the name of a unit in texts: division and label."""
    division = str(getattr(unit, "division_label", ""))
    label = str(getattr(unit, "label", ""))
    told = f" {division} " in f" {label} "
    return f"{division} {label}" if division and not told else label


def load_world(pack: Pack, data: Path | None = None) -> World:
    """Return the world of our edition, or with the counters and charts of a user's folder.

    Raises:
        DataError: the counters or the charts cannot be read.
    """

    def folder(name: str) -> Path | None:
        return data if data is not None and (data / name).is_file() else None

    return World(pack, load_counters(folder("oob.csv")), load_tables(folder("charts.toml")))


DATA: Final = data_of("falaise")
"""The folder of our own data."""
