"""The state of a game of Operation Roundup, and the few verbs that change it.

Derived facts (zones of control, supply nets) are remembered under version numbers. The verbs
increase them: every change of a place, a control or a marker uses a verb.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from bocage.engine.state import Remembered, State, state
from bocage.games.roundup.board.charts import CLEAR_SKY
from bocage.games.roundup.board.world import BEACHHEADS, PORTS, World
from bocage.games.roundup.options import (
    FELL_BEFORE,
    MARKERS,
    OPENS,
    PORT_HEX_CONTROL,
    SECTORS,
    SLOTS,
    STORMED,
)
from bocage.games.roundup.pieces.units import ALLIED, GERMAN, US
from bocage.hexes.kernels import BLOCKED, DEAR, UNREACHED, ZONE, mark_zones, units_at

if TYPE_CHECKING:
    from bocage.engine.actions import Action
    from bocage.engine.rulings import Ruling

# Where a unit is that is on no hex.
POOL: Final = -1
"""Allied units waiting in England (8.1)."""
CUP: Final = -2
"""German units in their container (13.2)."""
TRACK: Final = -3
"""Allied non-divisional units on the Turn Record Track, to return (8.4)."""
DEAD: Final = -4
"""Eliminated for good."""
ASIDE: Final = -5
"""Out of play in the standard game (13.2)."""
HAND: Final = -6
"""German reinforcements drawn and not yet placed (8.5)."""
ABSENT: Final = -7
"""Takes no part in a short scenario (reading 76)."""

# The marks of a unit.
MOVED: Final = 1
"""Has finished its move in this Movement Phase."""
FOUGHT: Final = 2
"""Has attacked in this Combat Phase (11.0)."""
ATTACKED: Final = 4
"""Has been attacked in this Combat Phase (11.0)."""
REPLACED: Final = 8
"""Bears a Replacement Marker: may not move or attack this turn (8.3)."""
DROPPED: Final = 16
"""Was air-dropped this game turn (10.7)."""
GROUNDED: Final = 32
"""Was air-dropped and has not begun a turn in overland supply since (10.7)."""
HAS_DROPPED: Final = 64
"""Has used its one air drop (8.2)."""
LANDED: Final = 128
"""Came ashore in this Reinforcement Phase (8.1)."""
KAMPFGRUPPE: Final = HAS_DROPPED
"""On a German unit: it came back as a Kampfgruppe (15.10)."""

NOWHERE: Final = -1
"""A marker that is not on the map."""
LOST: Final = -2
"""A Beachhead Marker that was eliminated (4.4)."""

FRIEND: Final = 8
"""Bit of a supply field: a friendly unit is there."""

NOBODY: Final = -1
"""Neither side has air superiority."""

BARS_SUPPLY: Final = bytes(
    1 if flags & BLOCKED or (flags & ZONE and not flags & FRIEND) else 0 for flags in range(256)
)
"""3.2.2: enemy units bar supply, and enemy zones unless a friendly unit is there."""


SHIFTED: Final = {1: ((0, 1, 3), (2,)), 2: ((0,), (1, 2, 3))}
"""15.17: the Beachhead Markers of each nation, where three are of one."""


@state
class Position(State):
    """Everything that can change."""

    NAMED: ClassVar[Mapping[str, tuple[str, str]]] = {
        "loc": ("unit", "hex"),
        "steps": ("unit", ""),
        "marks": ("unit", ""),
        "due": ("unit", ""),
        "control": ("hex", ""),
        "beachheads": ("beachhead", "hex"),
        "port_ready": ("port", ""),
        "port_nation": ("port", ""),
        "aerial": ("nation", "hex"),
    }

    world: Remembered[World]

    loc: array[int]
    """Hex of each unit, or where it is instead."""
    steps: bytearray
    """Steps left, by unit."""
    marks: bytearray
    """The marks of each unit."""
    due: bytearray
    """Turn on which a unit on the track returns, or on which one that came back did."""
    control: bytearray
    """3.5: 1 where the Allies control a hex."""
    beachheads: array[int]
    """Hex of each Beachhead Marker, `NOWHERE` or `LOST`."""
    port_ready: bytearray
    """1 for a port that has been wholly Allied since the turn began (4.4)."""
    port_nation: bytearray
    """The nation each port serves this turn (4.4), one more than `US` or `UK`; 0 for none."""
    aerial: array[int]
    """Hex of each nation's Aerial Supply Marker, or `NOWHERE`."""
    optional: bytearray
    """The memory of optional rules; `options` names the slots."""

    turn: int
    weather: int
    strategy: int
    """13.3: 1 to 4; 0 while the counter lies face down."""
    superiority: int
    """The side with air superiority this turn, or `NOBODY`."""
    tas: tuple[int, ...]
    """Hexes of the TAS Markers on the map; they belong to the side with superiority."""
    tas_left: int
    """TAS Markers still to be placed."""
    switches: int
    """Bits of `options`."""
    conceded: int
    """One more than the side that gave up; 0 for none."""

    placed_allied: Remembered[int]
    placed_german: Remembered[int]
    aired: Remembered[int]
    nets_allied: Remembered[int]
    nets_german: Remembered[int]
    zone_allied: Remembered[tuple[int, int, bytes]]
    zone_german: Remembered[tuple[int, int, bytes]]
    net_us: Remembered[tuple[int, array[int]]]
    net_uk: Remembered[tuple[int, array[int]]]
    net_german: Remembered[tuple[int, array[int]]]

    @classmethod
    def empty(cls, world: World, switches: int = 0) -> Position:
        """Return a position with nothing on the map."""
        st = cls.__new__(cls)
        st.world = world
        st.loc = array("h", [POOL]) * world.count
        st.steps = bytearray(unit.steps for unit in world.units)
        st.marks = bytearray(world.count)
        st.due = bytearray(world.count)
        st.control = bytearray(world.size)
        st.beachheads = array("h", [NOWHERE]) * len(BEACHHEADS)
        st.port_ready = bytearray(len(PORTS))
        st.port_nation = bytearray(len(PORTS))
        st.aerial = array("h", [NOWHERE]) * 2
        st.optional = bytearray(SLOTS)
        st.turn, st.weather, st.strategy = 1, CLEAR_SKY, 0
        st.superiority, st.tas, st.tas_left = NOBODY, (), 0
        st.switches, st.conceded = switches, 0
        st.stack, st.events = (), None
        st.placed_allied = st.placed_german = st.aired = 0
        st.nets_allied = st.nets_german = 0
        st.forget()
        return st

    def forget(self) -> None:
        """Drop every remembered fact."""
        stale = array("i")
        self.zone_allied = self.zone_german = (-1, -1, b"")
        self.net_us = self.net_uk = self.net_german = (-1, stale)

    # Verbs -------------------------------------------------------------------------------

    def place(self, u: int, h: int) -> None:
        """Put a unit on a hex, or take it to a place off the map."""
        side = GERMAN if u >= self.world.german.start else ALLIED
        zone = self.zone(side)
        old = self.loc[u]
        self.loc[u] = h
        in_zone = (old >= 0 and zone[old] & ZONE) or (h >= 0 and zone[h] & ZONE)
        if side == ALLIED:
            self.placed_allied += 1
            self.nets_german += 1
            if in_zone:
                self.nets_allied += 1
        else:
            self.placed_german += 1
            self.nets_allied += 1
            if in_zone:
                self.nets_german += 1

    def take_control(self, h: int, side: int) -> None:
        """3.5: a unit of that side has entered the hex."""
        now = 1 if side == ALLIED else 0
        if self.control[h] == now:
            return
        self.control[h] = now
        if self.world.is_supply_edge[h]:
            self.nets_german += 1
        port = self.world.port_of[h]
        if port and not now:
            if self.optional[OPENS + port - 1]:
                self.optional[OPENS + port - 1] = FELL_BEFORE
            if self.port_ready[port - 1]:
                # Reading 32: lost at once, and for this turn even if it is retaken.
                self.port_ready[port - 1] = 0
                self.nets_allied += 1
        elif port:
            self.clear_marker(h)

    def set_beachhead(self, marker: int, h: int) -> None:
        """Put a Beachhead Marker on a hex, or eliminate it."""
        self.beachheads[marker] = h
        self.nets_allied += 1

    def set_port(self, port: int, *, ready: bool, nation: int) -> None:
        """4.4: whether a port can be used this turn, and by whom (one more than the nation)."""
        self.port_ready[port] = ready
        self.port_nation[port] = nation
        self.nets_allied += 1

    def set_tas(self, hexes: tuple[int, ...]) -> None:
        """7.3: the TAS Markers on the map."""
        self.tas = hexes
        self.aired += 1

    def clear_marker(self, h: int) -> None:
        """15.4: the German marker in a port hex, if there is one, is gone for good."""
        if self.has_marker(h):
            port, bit = self._in_port(h)
            self.optional[MARKERS + port] &= ~bit
            self.placed_german += 1
            self.nets_allied += 1

    def storm_marker(self, h: int) -> None:
        """15.4, 11.0: the marker in a hex has been attacked in this phase."""
        port, bit = self._in_port(h)
        self.optional[STORMED + port] |= bit

    # Questions ---------------------------------------------------------------------------

    def untimely(self, seat: int, action: Action) -> Ruling:
        """Return why a seat can't do this at this point of the turn (5.0)."""
        from bocage.games.roundup.s05_timing import untimely  # which itself imports the position

        return untimely(self, seat, action)

    def side_of(self, u: int) -> int:
        """Return the side of a unit."""
        return GERMAN if u >= self.world.german.start else ALLIED

    def at(self, h: int, side: int) -> list[int]:
        """Return the units of a side in a hex, in the order of the counters."""
        own = self.world.ranges[side]
        return units_at(self.loc, own.start, own.stop, h)

    def occupants(self, h: int) -> list[int]:
        """Return all units in a hex; they are of one side."""
        return units_at(self.loc, 0, self.world.count, h)

    def _in_port(self, h: int) -> tuple[int, int]:
        """Return the port of a hex, and the bit of the hex in it."""
        port = self.world.port_of[h] - 1
        return port, 1 << self.world.ports[port].index(h)

    def has_marker(self, h: int) -> bool:
        """Return whether a German marker lies in a hex (15.4)."""
        if not self.switches & PORT_HEX_CONTROL or not self.world.port_of[h]:
            return False
        port, bit = self._in_port(h)
        return bool(self.optional[MARKERS + port] & bit)

    def has_fresh_marker(self, h: int) -> bool:
        """Return whether a marker lies there that was not attacked in this phase (15.4, 11.0)."""
        if not self.has_marker(h):
            return False
        port, bit = self._in_port(h)
        return not self.optional[STORMED + port] & bit

    def markers(self) -> list[int]:
        """Return the port hexes in which a German marker lies (15.4)."""
        return [h for hexes in self.world.ports for h in hexes if self.has_marker(h)]

    def zone(self, side: int) -> bytes:
        """Return the effect of a side's enemy on each hex: `BLOCKED`, `ZONE` and `DEAR` bits.

        3.2: enemy units project zones into the six hexes around; 7.4: enemy TAS makes
        hexes dearer to enter.
        """
        version = self.placed_german if side == ALLIED else self.placed_allied
        kept = self.zone_allied if side == ALLIED else self.zone_german
        if kept[0] == version and kept[1] == self.aired:
            return kept[2]
        world = self.world
        field = bytearray(world.size)
        enemy = world.ranges[1 - side]
        mark_zones(world.links, self.loc, enemy.start, enemy.stop, field, ZONE, BLOCKED)
        if self.switches & PORT_HEX_CONTROL and side == ALLIED:
            for h in self.markers():  # 15.4: closed, but no zone of control
                field[h] |= BLOCKED
        if self.tas and self.superiority == 1 - side:
            markers = array("h", self.tas)
            mark_zones(world.links, markers, 0, len(markers), field, DEAR, DEAR)
        found = (version, self.aired, bytes(field))
        if side == ALLIED:
            self.zone_allied = found
        else:
            self.zone_german = found
        return found[2]

    def zone_owners(self, h: int, side: int) -> list[int]:
        """Return the enemies of a side whose zones of control reach a hex (3.2)."""
        return [u for n in self.world.near(h) for u in self.at(n, 1 - side)]

    def in_enemy_zone(self, h: int, side: int) -> bool:
        """Return whether a hex lies in a zone of control of that side's enemy."""
        return bool(self.zone(side)[h] & ZONE)

    def net(self, side: int, nation: int) -> array[int]:
        """Return the supply net of a side (of a nation, for the Allies): steps from its sources.

        Of a hex in the net the entry is below `UNREACHED`.
        """
        if side == GERMAN:
            kept, version = self.net_german, self.nets_german
        else:
            kept = self.net_us if nation == US else self.net_uk
            version = self.nets_allied
        if kept[0] == version:
            return kept[1]
        found = (version, self.traced(side, self.sources(side, nation)))
        if side == GERMAN:
            self.net_german = found
        elif nation == US:
            self.net_us = found
        else:
            self.net_uk = found
        return found[1]

    def traced(self, side: int, sources: list[int]) -> array[int]:
        """Return everything that a supply path joins to these sources (4.0, readings 29, 30 and
        31).
        """
        world = self.world
        own = world.ranges[side]
        field = bytearray(self.zone(side))
        mark_zones(world.links, self.loc, own.start, own.stop, field, 0, FRIEND)
        work = world.scratch.work
        work.flood(world.links, sources, field.translate(BARS_SUPPLY), 1)
        return work.distances[:]  # type: ignore[return-value]

    def sources(self, side: int, nation: int) -> list[int]:
        """Return where the supply of a side (of a nation) comes from (4.2, 4.4)."""
        if side == GERMAN:
            control = self.control
            return [h for h in self.world.supply_edge if not control[h]]
        found = [h for h in self.beaches_of(nation) if h >= 0]
        for port, hexes in enumerate(self.world.ports):
            if self.port_nation[port] == nation + 1 and self.can_use_port(port):
                found += hexes
        return found

    def beaches_of(self, nation: int) -> array[int]:
        """Return the places of the Beachhead Markers that serve a nation (4.4, 15.17)."""
        if sectors := self.optional[SECTORS]:
            return array("h", [self.beachheads[marker] for marker in SHIFTED[sectors][nation]])
        return self.beachheads[2 * nation : 2 * nation + 2]

    def can_use_port(self, port: int) -> bool:
        """4.4, readings 32 and 34: wholly Allied since the turn began."""
        return bool(self.port_ready[port])

    def holds_port(self, port: int) -> bool:
        """Return whether the Allies control every hex of a port (4.4)."""
        return all(self.control[h] for h in self.world.ports[port])

    def linked(self, h: int, side: int, nation: int) -> bool:
        """Return whether a hex is in a supply net."""
        return self.net(side, nation)[h] < UNREACHED
