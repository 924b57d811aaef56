"""The map as the rules read it (2.3, 7.2): terrain, water, slopes, roads, zones, costs.

Costs are in half Movement Points, because Road Movement costs a half (7.3).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from bocage.games.falaise.options import REAR_CLOSED, SOUTH_EXIT_EAST_ONLY, UPPER_DIVES
from bocage.games.falaise.pieces.units import ALLIED
from bocage.hexes.kernels import BLOCKED, PROHIBITED, Links, Mobility
from bocage.hexes.tables import step_costs

if TYPE_CHECKING:
    from bocage.games.falaise.board.charts import Tables
    from bocage.maps.pack import Pack

CLEAR: Final = 0
WOODS: Final = 1
BOCAGE: Final = 2
_GROUND: Final = ("clear", "woods", "bocage")

OPEN: Final = 0
VILLAGE: Final = 1
TOWN: Final = 2
ARGENTAN: Final = 3
_SETTLEMENTS: Final = ("", "village", "town", "argentan")

POINT: Final = 2
"""A Movement Point, in the halves that are counted here."""

# What is closed to a unit, beside terrain and the enemy.
ESCAPED: Final = 1
"""East of the Withdrawal Line, for the Allies (11.4)."""
ZONE_86: Final = 2
"""The 86th Corps Zone, for the Germans before it is opened (11.4)."""
DIVES: Final = 4
"""Next to the Dives, for most of the Allies (11.9)."""
NORTH: Final = 8
"""North of Argentan's row, for the US 80th Division (11.9)."""
EAST: Final = 16
"""East of Argentan, for it too where 3.1 is read so (reading 15)."""
BOUNDARY: Final = 32
"""The 86th Corps Zone, for the Allies of solitaire play before their die lets them in (13.3)."""
REAR: Final = 64
"""The Allied rear, for the Germans where the table closes it (reading 118)."""
FREE: Final = 128
"""Nothing is closed: for finding where a unit could go without its orders."""
UPPER: Final = "Upper Dives"
"""The river above Fel, as the map names it (reading 61)."""


_ARMOR: Final = 1
_ROAD: Final = 8
_BARS: Final = 4
_NO_BARS: Final = (1 << _BARS) - 1


def key_of(side: int, mech: int, armor: int, bars: int) -> int:
    """Return a class of units for costs: side, Mechanized, armour, and closed ground."""
    return bars << _BARS | side << 2 | mech << 1 | armor


def road_key_of(armor: int, bars: int) -> int:
    """Return a class of units by Road Movement."""
    return bars << _BARS | _ROAD | armor


class Ground:
    """Flat buffers by hex, and mobilities by class of unit."""

    def __init__(self, pack: Pack, tables: Tables, switches: int = 0) -> None:
        """`switches` are the options that change the map (`options.OF_THE_WORLD`)."""
        self.pack: Final = pack
        self.grid: Final = pack.grid
        self.tables: Final = tables
        self.size: Final = len(pack.grid)
        self.terrain: Final = bytes(_GROUND.index(each.terrain) for each in pack.hexes)
        self.settlement: Final = bytes(_SETTLEMENTS.index(each.settlement) for each in pack.hexes)
        self.is_town: Final = bytes(each >= TOWN for each in self.settlement)
        """Towns and Argentan."""
        self.towns: Final = tuple(h for h in pack.grid if self.is_town[h])
        self.crest: Final = self.flagged("crest")
        self.escaped: Final = self.flagged("escaped")
        """East of the German Withdrawal Line."""
        self.zone_86: Final = self.flagged("zone-86")
        self.zone_86_hexes: Final = tuple(h for h in pack.grid if self.zone_86[h])
        upper = [(s.a, s.b) for s in pack.sides if s.name == UPPER]
        upper = upper if switches & UPPER_DIVES else []
        self.at_dives: Final = self._next_to_dives(upper)
        self.german_start: Final = self.flagged("german-start")
        self.allied_start: Final = self.flagged("allied-start")
        self.near_bridge: Final = self.area("dives-bridges-six-hexes")
        """11.4: within six hexes of a Dives bridge south of row 20."""
        self.behind_orne: Final = self.area("orne-west-bank")
        """3.1, 11.2: west or south of the Orne, west of 3221 and 3321."""
        self.north: Final = self.area("north-of-argentan")
        self.east: Final = self.area("east-of-argentan")
        self.argentan: Final = pack.grid.hex(pack.facts["argentan"])
        self.german_loc: Final = pack.grid.hex(pack.facts["german-loc"])
        self.south_edge: Final = self.area("edge-south")
        self.last_row: Final = (
            bytes(a & b for a, b in zip(self.south_edge, self.escaped, strict=True))
            if switches & SOUTH_EXIT_EAST_ONLY
            else self.south_edge
        )
        """3.3, reading 26: where a German unit may leave the map."""
        self.rear: Final = self.area("allied-rear") if switches & REAR_CLOSED else bytes(self.size)
        """Reading 118: the ground closed to the Germans."""
        self._rear_closed: Final = any(self.rear)
        self.allied_edges: Final = self._edges("edge-north", "edge-west", "edge-south")
        self.east_edge: Final = self._edges("edge-east")
        self.slope: Final = self._masks(
            ((s.a, s.b) for s in pack.sides if s.kind == "slope"), both=False
        )
        """The directions down the slopes of a crest hex."""
        self.bridge: Final = self._masks((c.a, c.b) for c in pack.crossings if c.kind == "bridge")
        self.ford: Final = self._masks((c.a, c.b) for c in pack.crossings if c.kind == "ford")
        water = self._masks((s.a, s.b) for s in pack.sides if s.kind == "river")
        sides = [(s.a, s.b) for s in pack.sides if s.kind == "major river"]
        major = self._masks([*sides, *upper])
        crossed = bytes(b | f for b, f in zip(self.bridge, self.ford, strict=True))
        self.river: Final = bytes(
            w & ~c & ~m for w, c, m in zip(water, crossed, major, strict=True)
        )
        """Sides of ordinary rivers with neither bridge nor ford."""
        self.major: Final = bytes(m & ~c for m, c in zip(major, crossed, strict=True))
        """Sides of the Dives and Orne with neither bridge nor ford."""
        self.wet: Final = bytes(r | m for r, m in zip(self.river, self.major, strict=True))
        """Sides over which no ZOC and no LOC reaches (6.1, 6.5)."""
        trun = pack.crossing(pack.facts["trun-bridge"])
        self.trun: Final = self._masks([(trun.a, trun.b)])
        """6.1: the bridge that no armour crosses."""
        self.over_water: Final = bytes(w | c for w, c in zip(self.wet, crossed, strict=True))
        """Sides over which an advance stops (10.4)."""
        roads = [(pack.grid.hex(e.start), pack.grid.hex(e.end)) for e in pack.links]
        self.roads: Final = tuple(roads)
        self.road: Final = self._masks(roads)
        """Directions in which a road leads."""
        self.road_hexes: Final = tuple(h for h in pack.grid if self.road[h])
        neighbours = pack.grid.neighbours
        self.reach_links: Final = Links(neighbours, self.wet)
        """Sides through which ZOC and LOC pass."""
        self.armor_links: Final = Links(
            neighbours, bytes(w | t for w, t in zip(self.wet, self.trun, strict=True))
        )
        self.road_links: Final = Links(neighbours, bytes(~mask & 0x3F for mask in self.road))
        self.ways: Final = Links(neighbours, self.major)
        """Sides that a unit may ever cross, a river with its whole move included."""
        self.armor_ways: Final = Links(
            neighbours, bytes(m | t for m, t in zip(self.major, self.trun, strict=True))
        )
        self.near: Final = tuple(pack.grid.around(h) for h in pack.grid)
        self._discs: dict[int, list[int]] = {}
        self._mobilities: dict[int, Mobility] = {}
        self._costs: dict[int, array[int]] = {}
        self._closed: dict[int, int] = {}
        self._sides: dict[int, list[tuple[int, int]]] = {}

    def flagged(self, flag: str) -> bytes:
        """Return 1 for each hex with a flag of the pack."""
        return bytes(flag in each.flags for each in self.pack.hexes)

    def area(self, name: str) -> bytes:
        """Return 1 for each hex of an area of the pack."""
        hexes = set(self.pack.area(name).hexes)
        return bytes(h in hexes for h in self.grid)

    def _next_to_dives(self, upper: Iterable[tuple[int, int]]) -> bytes:
        """Return the hexes next to the Dives, and to the Upper Dives if it counts as part of it
        (11.9).
        """
        also = {h for side in upper for h in side}
        flags = self.flagged("dives-adjacent")
        return bytes(flags[h] or h in also for h in self.grid)

    def _edges(self, *names: str) -> tuple[int, ...]:
        return tuple(sorted({h for name in names for h in self.pack.area(name).hexes}))

    def _masks(self, sides: Iterable[tuple[int, int]], *, both: bool = True) -> bytes:
        masks = bytearray(self.size)
        for a, b in sides:
            d = self.grid.direction(a, b)
            masks[a] |= 1 << d
            if both:
                masks[b] |= 1 << d.opposite
        return bytes(masks)

    def within(self, h: int, radius: int) -> int:
        """Return the hexes no further than that, as bits by hex; computed once for each hex."""
        discs = self._discs.get(radius)
        if discs is None:
            discs = self._discs[radius] = [0] * self.size
        found = discs[h]
        if not found:
            found = discs[h] = bits(self.grid.within(h, radius))
        return found

    def is_barred(self, bars: int, h: int) -> int:
        """Return which of these bars closes a hex, or 0."""
        bars = self._all_bars(bars)
        found = 0
        if bars & ESCAPED and self.escaped[h]:
            found |= ESCAPED
        if bars & ZONE_86 and self.zone_86[h]:
            found |= ZONE_86
        if bars & DIVES and self.at_dives[h]:
            found |= DIVES
        if bars & NORTH and self.north[h]:
            found |= NORTH
        if bars & EAST and self.east[h]:
            found |= EAST
        if bars & BOUNDARY and self.zone_86[h]:
            found |= BOUNDARY
        if bars & REAR and self.rear[h]:
            found |= REAR
        return found

    def _all_bars(self, bars: int) -> int:
        """Return these bars and, for Germans, the Allied rear if this map closes it (reading 118).

        Units that the Withdrawal Line stops are Allied (11.4); all others are German.
        """
        return bars | REAR if self._rear_closed and not bars & (ESCAPED | FREE) else bars

    def closed_to(self, bars: int) -> int:
        """Return the hexes that some bars close, as a field with `BLOCKED` in one long number."""
        found = self._closed.get(bars)
        if found is None:
            field = bytes(BLOCKED if self.is_barred(bars, h) else 0 for h in self.grid)
            found = self._closed[bars] = int.from_bytes(field)
        return found

    # Mobilities --------------------------------------------------------------------------

    def mobility(self, key: int) -> Mobility:
        """Return the costs of steps for a class; breaking contact costs a point more (7.2, 7.3,
        6.3).
        """
        found = self._mobilities.get(key)
        if found is None:
            found = Mobility(self.grid.neighbours, self.kept_costs(key), break_zone=POINT)
            self._mobilities[key] = found
        return found

    def kept_costs(self, key: int) -> array[int]:
        """Return the cost of each step for a class, by `6 * hex + direction`, computed once."""
        found = self._costs.get(key)
        if found is None:
            if bars := self._all_bars(key >> _BARS) & ~FREE:
                unbarred = self.kept_costs(key & _NO_BARS | FREE << _BARS)
                found = self._barred(unbarred, bars)
            elif key & _ROAD:
                found = self._road_costs(key & _ARMOR)
            else:
                found = self._plain_costs(key >> 2 & 1, key >> 1 & 1, key & _ARMOR)
            self._costs[key] = found
        return found

    def _barred(self, costs: array[int], bars: int) -> array[int]:
        """Return the same costs with no way into the hexes that are closed."""
        found = costs[:]
        neighbours = self.grid.neighbours
        for h in self.grid:
            if self.is_barred(bars, h):
                for slot in range(6 * h, 6 * h + 6):
                    n = neighbours[slot]
                    if n >= 0:
                        found[6 * n + (slot + 3) % 6] = PROHIBITED
        return found

    def costs_as(self, h: int) -> str:
        """Return the name of a hex in the chart of costs: its town, or its ground."""
        name = _SETTLEMENTS[self.settlement[h]]
        return name if name in self.tables.costs else _GROUND[self.terrain[h]]

    def _plain_costs(self, side: int, mech: int, armor: int) -> array[int]:
        """Return the cost of each step, by `6 * hex + direction` (reading 51)."""
        table = self.tables.costs
        column = 1 if mech else (2 if side == ALLIED else 0)
        entering: list[int] = []
        for h in self.grid:
            name = self.costs_as(h)
            points = table[name][column]
            if name == "bocage" and side == ALLIED:
                points = max(points, table[name][2])  # Mechanized or not
            entering.append(points * POINT)
        costs = step_costs(self.grid, entering)
        for slot, over in self._crossings(armor):
            costs[slot] = PROHIBITED if over == PROHIBITED else costs[slot] + over
        roads: dict[tuple[int, int], int] = {}
        for a, b in self.roads:
            for here, there in ((a, b), (b, a)):
                d = 1 << self.grid.direction(here, there)
                if armor and self.trun[here] & d:
                    continue
                roads[here, there] = POINT * (2 if self.bridge[here] & d else 1)
        return _directed(costs, self, roads)

    def _crossings(self, armor: int) -> list[tuple[int, int]]:
        """Return what sides add, as `6 * hex + direction` with the points or `PROHIBITED`."""
        found = self._sides.get(armor)
        if found is None:
            neighbours = self.grid.neighbours
            all_of_them = (
                (slot, self._crossing(*divmod(slot, 6), n, armor))
                for slot, n in enumerate(neighbours)
                if n >= 0
            )
            found = self._sides[armor] = [each for each in all_of_them if each[1]]
        return found

    def _crossing(self, h: int, d: int, n: int, armor: int) -> int:
        side = 1 << d
        if self.wet[h] & side or (armor and self.trun[h] & side):
            return PROHIBITED
        cost = 0
        if (self.bridge[h] | self.ford[h]) & side:
            cost += POINT
        if self.slope[h] & side or self.slope[n] & 1 << (d + 3) % 6:
            cost += POINT
        return cost

    def _road_costs(self, armor: int) -> array[int]:
        costs = array("h", [PROHIBITED]) * len(self.grid.neighbours)
        for a, b in self.roads:
            for here, there in ((a, b), (b, a)):
                d = self.grid.direction(here, there)
                if armor and self.trun[here] & 1 << d:
                    continue
                over = POINT if self.bridge[here] & 1 << d else 0
                costs[6 * here + d] = 1 + over
        return costs


def _directed(costs: array[int], ground: Ground, roads: dict[tuple[int, int], int]) -> array[int]:
    """Return the costs with each road step that is open put in, one way at a time."""
    for (here, there), cost in roads.items():
        costs[6 * here + ground.grid.direction(here, there)] = cost
    return costs


def bits(hexes: Iterable[int]) -> int:
    """Return a set of hexes as bits."""
    found = 0
    for h in hexes:
        found |= 1 << h
    return found
