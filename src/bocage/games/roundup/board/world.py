"""The immutable parts of a game of Operation Roundup: map, counters and charts (2.0).

Rules ask it by number. Everything that a rule needs often is a flat buffer by hex.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from copy import copy
from functools import cached_property
from pathlib import Path
from threading import local
from typing import TYPE_CHECKING, Any, Final, cast

from bocage.engine.actions import Names
from bocage.games.roundup.board.charts import TERRAINS, Charts, load_charts
from bocage.games.roundup.pieces.counters import BARREL_FILE, RESTORED_FILE, Unit, load_spare
from bocage.games.roundup.pieces.counters import load as load_counters
from bocage.games.roundup.pieces.units import (
    SIDES,
    attack_of,
    cup_of,
    defence_of,
    edge_of,
    is_division,
    is_heavy_panzer,
    is_restored,
    is_scraped,
    nation_of,
)
from bocage.hexes.kernels import (
    BLOCKED,
    PROHIBITED,
    ZONE,
    Links,
    Mobility,
    Search,
    Workspace,
    ZoneToZone,
)
from bocage.hexes.tables import step_costs
from bocage.maps.pack import Pack
from bocage.maps.vocabulary import WATER

if TYPE_CHECKING:
    from bocage.games.short_scenarios import ShortScenario

DATA: Final = Path(__file__).parents[1] / "data"

PORTS: Final = ("dunkirk", "calais", "boulogne")
"""2.1.2: the three ports."""

BEACHHEADS: Final = ("us1", "us2", "uk1", "uk2")
"""The four Beachhead Markers, two a nation (reading 5)."""

DROP_RANGE: Final = 5
"""10.7: hexes from an Allied unit in overland supply."""

FLOODED_POLDER: Final = 4
"""15.6: Movement Points to enter polder under water."""

_POLDER: Final = TERRAINS.index("polder")
_TOWN: Final = TERRAINS.index("town")
_PORT: Final = TERRAINS.index("port")


DEAR_COST: Final = 1
"""7.4: the additional cost of entering a hex under enemy TAS."""
_COLUMN_FIELD: Final = bytes(flags | BLOCKED if flags & ZONE else flags for flags in range(256))
"""10.6: for a column an enemy zone of control is closed."""


class Scratch(local):
    """Work arrays of the kernels; each thread has its own."""

    def __init__(self, size: int) -> None:
        self.work: Final = Workspace(size)
        """For floods and single paths."""
        self.normal: Final = Search(Workspace(size))
        """The hexes that a unit can reach in a normal move."""
        self.column: Final = Search(Workspace(size), _COLUMN_FIELD)
        """The hexes that it can reach in a column."""


class World:
    """The board, the counters and the charts of one edition."""

    short: ShortScenario | None = None
    """The short scenario that is played on it; None for the whole game."""

    def __init__(
        self,
        pack: Pack,
        units: tuple[Unit, ...],
        charts: Charts,
        restored: tuple[Unit, ...] = (),
    ) -> None:
        """`restored` are divisions of the barrel as the table restores them (reading 77)."""
        self.pack: Final = pack
        self.grid: Final = pack.grid
        self.units: Final = units
        self.charts: Final = charts
        size = len(pack.grid)
        self.size: Final = size
        """The number of hexes."""
        self.scratch: Final = Scratch(size)
        self.count: Final = len(units)
        self.allied: Final = range(sum(unit.side == "allied" for unit in units))
        """The Allied units: they come first."""
        self.spare: Final = range(
            sum(not (is_scraped(unit) or is_restored(unit)) for unit in units), len(units)
        )
        """Divisions that play no part unless an option brings them; they come last."""
        self.barrel: Final = range(self.spare.start, self.spare.start + sum(map(is_scraped, units)))
        """15.19: the divisions that the barrel may provide."""
        self.german: Final = range(len(self.allied), self.spare.start)
        self.ranges: Final = (self.allied, self.german)
        """Units by side."""
        self.terrain: Final = bytes(
            TERRAINS.index(each.settlement or each.terrain) for each in pack.hexes
        )
        """Line of the Terrain Effects Chart, an index into `TERRAINS`."""
        self.is_polder: Final = bytes(t == _POLDER for t in self.terrain)
        self.is_built: Final = bytes(t in (_TOWN, _PORT) for t in self.terrain)
        """Towns and ports: no concentric shift (11.10)."""
        self.coastal: Final = self._flagged("coastal")
        """Hexes with a side on the sea (reading 3)."""
        self.beach: Final = self._flagged("beach")
        self.drop: Final = self._flagged("drop")
        self.terrain_shift: Final = tuple(charts.shifts[TERRAINS[t]] for t in self.terrain)
        self.water: Final = self._water()
        """For each hex the mask of directions across a river or canal."""
        self.ports: Final = tuple(pack.area(name).hexes for name in PORTS)
        """The hexes of each port."""
        self.port_of: Final = self._port_of()
        """One more than the port a hex belongs to, or 0."""
        self.edges: Final = {
            "E": pack.area("east-edge").hexes,
            "S": pack.area("south-edge").hexes,
        }
        """2.1.1, reading 2: the numbers of the hexes decide."""
        self.supply_edge: Final = tuple(sorted({*self.edges["E"], *self.edges["S"]}))
        """4.2: where German supply comes from."""
        self.is_supply_edge: Final = bytes(h in self.supply_edge for h in range(size))
        self.allied_zone: Final = self._zone(pack.facts["allied victory zone begins"])
        """14.1, reading 1: the South edge, and the East edge from 2301 on."""
        self.german_zone: Final = self._zone(pack.facts["german victory zone begins"])
        """14.2, reading 1: the South edge, and the East edge south of 2301."""
        self.links: Final = Links(pack.grid.neighbours)
        self.costs: Final = self._costs(closed=())
        """10.2: the cost of a step, by `6 * hex + direction`."""
        self.dry_costs: Final = self._costs(closed=("polder",))
        """The same with polder closed: column movement (10.6) and heavy panzers (10.9)."""
        self.mobility: Final = self._mobility(self.costs)
        self.dry_mobility: Final = self._mobility(self.dry_costs)
        self.is_nothing: Final = bytes(size)
        """A field of zeros."""
        self.hex_names: Final = Names("hex", pack.grid.numbers, pack.hex_names())
        self.unit_names: Final = Names(
            "unit", (unit.id for unit in units), (unit.name for unit in units)
        )
        self.is_division: Final = bytes(is_division(unit) for unit in units)
        self.is_heavy: Final = bytes(is_heavy_panzer(unit) for unit in units)
        self.attack: Final = tuple(attack_of(unit) for unit in units)
        """Attack factors by unit and steps left."""
        self.defence: Final = tuple(defence_of(unit) for unit in units)
        self.cup: Final = tuple(cup_of(unit) for unit in units)
        self.edge: Final = tuple(edge_of(unit) for unit in units)
        self.points: Final = self._points()
        """10.1, 10.4: Movement Points by unit, for each of `season`."""
        self.nation: Final = bytes(nation_of(unit) for unit in units)
        """`US` or `UK` of each unit; of no meaning for a German."""
        self.of_nation: Final = tuple(
            tuple(u for u in self.allied if self.nation[u] == nation) for nation in range(2)
        )
        """The Allied units of each nation."""
        self.airborne: Final = tuple(u for u in self.allied if units[u].airborne)
        """8.2: the Allied airborne units."""
        self.scraped: Final = self._scraped()
        """15.19: the same world in which the divisions of the barrel count as German units."""
        self.restored: Final = self._restored({unit.id: unit for unit in restored})
        """Reading 77: the same world in which all spare divisions are German units like others."""

    def at(self, short: ShortScenario) -> World:
        """Return the same world, on which a short scenario is played."""
        made: Any = copy(self)
        made.short = short
        return cast("World", made)

    def _scraped(self) -> World:
        made: Any = copy(self)
        made.german = range(len(self.allied), self.barrel.stop)
        made.ranges = (made.allied, made.german)
        return cast("World", made)

    def _restored(self, changed: Mapping[str, Unit]) -> World:
        made: Any = copy(self)
        made.german = range(len(self.allied), self.count)
        made.ranges = (made.allied, made.german)
        made.spare = made.barrel = range(self.count, self.count)
        made.units = tuple(changed.get(unit.id, unit) for unit in self.units)
        made.cup = tuple(cup_of(unit) for unit in made.units)
        made.edge = tuple(edge_of(unit) for unit in made.units)
        return cast("World", made)

    @cached_property
    def flooded_costs(self) -> array[int]:
        """15.6: `costs` when the polder is under water."""
        return self._costs(closed=(), flooded=True)

    @cached_property
    def flooded_mobility(self) -> Mobility:
        """15.6: `mobility` when the polder is under water."""
        return self._mobility(self.flooded_costs)

    @cached_property
    def drop_hexes(self) -> tuple[frozenset[int], ...]:
        """10.7: for each hex the clear hexes off the coast no further than a drop may be."""
        grid = self.grid
        return tuple(frozenset(n for n in grid.within(h, DROP_RANGE) if self.drop[n]) for h in grid)

    @cached_property
    def beaches(self) -> tuple[int, ...]:
        """13.4: where a Beachhead Marker may be placed."""
        return tuple(h for h in self.grid if self.beach[h])

    def near(self, h: int) -> tuple[int, ...]:
        """Return the neighbours of a hex."""
        return self._near[h]

    @cached_property
    def _near(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self.grid.around(h) for h in self.grid)

    def _flagged(self, flag: str) -> bytes:
        return bytes(flag in each.flags for each in self.pack.hexes)

    def _zone(self, begins: str) -> tuple[int, ...]:
        east = [h for h in self.edges["E"] if self.grid.numbers[h] >= begins]
        return tuple(sorted({*east, *self.edges["S"]}))

    def _water(self) -> bytes:
        masks = bytearray(self.size)
        for side in self.pack.sides:
            if side.kind in WATER:
                d = self.grid.direction(side.a, side.b)
                masks[side.a] |= 1 << d
                masks[side.b] |= 1 << d.opposite
        return bytes(masks)

    def _port_of(self) -> bytes:
        found = bytearray(self.size)
        for number, hexes in enumerate(self.ports, 1):
            for h in hexes:
                found[h] = number
        return bytes(found)

    def _points(self) -> tuple[bytes, ...]:
        table = self.charts.movement
        later = [table[unit.movement] for unit in self.units]
        first = [
            table["allied_turn_1"] if u.side == "allied" else table[u.movement] for u in self.units
        ]
        storm = [max(0, points + table["storm"]) for points in later]
        return bytes(first), bytes(later), bytes(storm)

    def _costs(self, *, closed: tuple[str, ...], flooded: bool = False) -> array[int]:
        charts = self.charts
        points = {**charts.points, "polder": FLOODED_POLDER} if flooded else charts.points
        entering = [
            PROHIBITED if TERRAINS[t] in closed else points[TERRAINS[t]] for t in self.terrain
        ]
        water = {
            (side.a, side.b): charts.points["water"]
            for side in self.pack.sides
            if side.kind in WATER
        }
        return step_costs(self.grid, entering=entering, crossing=water)

    def _mobility(self, costs: array[int]) -> Mobility:
        return Mobility(
            self.grid.neighbours,
            costs,
            stop_in_zone=True,
            zone_to_zone=ZoneToZone.NOT_FROM_START,
            enter_dear=DEAR_COST,
        )


def load_world(pack: Pack, data: Path | None = None) -> World:
    """Return the world of our edition, or with the counters and charts of a user's folder.

    A file that the folder does not have is taken from ours.

    Raises:
        DataError: the counters or the charts cannot be read.
    """

    def folder(name: str) -> Path:
        return data if data is not None and (data / name).is_file() else DATA

    counters = load_counters(folder("oob.csv"))
    units = sorted(counters.units, key=lambda unit: SIDES.index(unit.side))
    # A counter of somebody's own may have the name of one of ours: then theirs plays.
    taken = {unit.id for unit in units}
    barrel = load_spare(folder(BARREL_FILE), BARREL_FILE)
    units += [unit for unit in barrel if unit.id not in taken]
    taken |= {unit.id for unit in barrel}
    restored = load_spare(folder(RESTORED_FILE), RESTORED_FILE)
    units += [unit for unit in restored if unit.id not in taken]
    return World(pack, tuple(units), load_charts(folder("charts.toml")), restored)
