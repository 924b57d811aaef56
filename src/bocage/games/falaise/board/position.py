"""The state of a game of The Pocket at Falaise, and the few verbs that change it.

Derived facts (zones of control, stacks, lines of communication) are remembered under version
numbers. The verbs increase them: every change of a place uses a verb.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from bocage.engine.state import Remembered, State, state
from bocage.games.falaise.board.ground import BOUNDARY, DIVES, EAST, ESCAPED, NORTH, ZONE_86
from bocage.games.falaise.board.world import World
from bocage.games.falaise.options import DIVISION_80_EAST, SOLITAIRE, TD_FREE
from bocage.games.falaise.pieces.units import ALLIED, FRANCE, GERMAN, NO_CORPS
from bocage.hexes.kernels import BLOCKED, ZONE, mark_zones, stacks_by_hex

if TYPE_CHECKING:
    from bocage.engine.actions import Action
    from bocage.engine.frames import Ask
    from bocage.engine.rulings import Ruling

# Where a unit is that is on no hex.
POOL: Final = -1
"""Not yet set up (3.1)."""
DUE: Final = -2
"""Due later: the 272nd Division (11.4), the tank destroyers (11.5)."""
GUF: Final = -3
"""German Unknown Forces (3.1)."""
DEAD: Final = -4
"""Eliminated."""
EXITED: Final = -5
"""Withdrawn over the south edge (3.3)."""
HAND: Final = -6
"""Picked up in the German redeployment (3.1)."""
ABSENT: Final = -7
"""Takes no part in a short scenario (reading 117)."""

# The marks of a unit.
DISRUPTED: Final = 1
"""9.1."""
ACTIVE: Final = 2
"""Takes part in this Action Round (7.0)."""
MOVED: Final = 4
"""Has moved this turn (7.2)."""
FOUGHT: Final = 8
"""Has attacked this turn (10.1)."""
FINISHED: Final = 16
"""Activates no more this turn (4.0)."""
LOCKED: Final = 32
"""Stays in its hex this round, to cover a unit that broke contact (6.3)."""
ATTACKED: Final = 64
"""Has been attacked this round (10.1)."""
HELPER: Final = 128
"""A helper of another formation, which must attack in this round (11.9.1)."""

THIS_TURN: Final = MOVED | FOUGHT | FINISHED
THIS_ROUND: Final = ACTIVE | LOCKED | ATTACKED | HELPER

NOT_STACKED: Final = -1
"""Task Force Currie did not begin the round with its brigade."""

Stacks = Mapping[int, tuple[int, ...]]
"""The units of a side by hex, in the order of the counters."""


@state
class Position(State):
    """Everything that can change."""

    NAMED: ClassVar[Mapping[str, tuple[str, str]]] = {
        "loc": ("unit", "hex"),
        "steps": ("unit", ""),
        "marks": ("unit", ""),
        "corps": ("unit", "corps"),
    }

    world: Remembered[World]

    loc: array[int]
    """Hex of each unit, or where it is instead."""
    steps: bytearray
    """Steps left, by unit."""
    marks: bytearray
    """The marks of each unit."""
    corps: bytearray
    """The corps of each unit; GUF units change theirs (11.3, 11.4)."""

    turn: int
    vp: int
    """3.2: Allied Victory Points; they may fall below 0 (reading 23)."""
    german_vp: int
    """3.3: German Victory Points, counted at the end."""
    argentan: int
    """3.4: the side that controls Argentan."""
    argentan_taken: int
    """1 once the Allies have controlled it (11.9)."""
    zone_open: int
    """1 once the 86th Corps Zone is open and its chit in play (11.4)."""
    counter: int
    """The turn of the German Counterattack; 0 before it (11.3)."""
    counter_corps: int
    """The corps that counterattacks this turn, or `NO_CORPS`."""
    ter_80: int
    """11.8: the TER of the US 80th Division; 0 before it is rolled."""
    relieved: int
    """11.6: 1 once the commander of the Canadian 4th Armored is relieved."""
    cup: int
    """Chits in the Activation Cup, as bits by corps."""
    activated: int
    """Corps activated this turn, as bits."""
    activations: int
    """Activations so far this turn (11.10)."""
    attached: int
    """Units attached this turn (11.1)."""
    extra: int
    """Units attached beyond these in the Counterattack (12.2)."""
    used_58: int
    """1 if the 58th Corps was used this turn (11.2)."""
    guns_used: int
    """Artillery markers done for the turn, as bits by corps."""
    air: int
    """Airstrike markers left this turn (8.3)."""
    points: int
    """7.1: Movement Points of the active command."""
    currie: int
    """Reading 88: TER of Currie's brigade at the start of the round, or `NOT_STACKED`."""
    french: int
    """12.5: what Paris makes of the French 2nd Armored Division this turn, by `s12_optional`."""
    boundary: int
    """13.3: 1 once the Allies of solitaire play may cross the 86th Corps Boundary."""
    brought: tuple[int, ...]
    """Reading 119: units placed by 3.1, 11.3 or 11.4, in their order."""
    switches: int
    """Bits of `options`."""
    conceded: int
    """One more than the side that gave up; 0 for none."""

    placed_allied: Remembered[int]
    placed_german: Remembered[int]
    zone_allied: Remembered[tuple[int, bytes]]
    zone_german: Remembered[tuple[int, bytes]]
    stacks_allied: Remembered[tuple[int, Stacks]]
    stacks_german: Remembered[tuple[int, Stacks]]
    net_allied: Remembered[tuple[int, int, array[int]]]
    net_german: Remembered[tuple[int, int, array[int]]]
    field: Remembered[tuple[int, int, tuple[int, ...], bytes]]
    gunnery: Remembered[tuple[int, bool, tuple[int, ...], tuple[int, ...]]]
    road_field: Remembered[tuple[int, int, int, bytes]]
    near_others: Remembered[tuple[int, int]]

    @classmethod
    def empty(cls, world: World, switches: int = 0) -> Position:
        """Return a position with nothing on the map."""
        st = cls.__new__(cls)
        st.world = world = world.under(switches)
        st.loc = array("h", [POOL]) * world.count
        st.steps = bytearray(unit.steps for unit in world.units)
        st.marks = bytearray(world.count)
        st.corps = bytearray(world.corps_of)
        st.turn, st.vp, st.german_vp = 1, 0, 0
        st.argentan, st.argentan_taken, st.zone_open = GERMAN, 0, 0
        st.counter, st.counter_corps = 0, NO_CORPS
        st.ter_80, st.relieved = 0, 0
        st.cup = st.activated = st.activations = 0
        st.attached = st.used_58 = st.guns_used = st.air = st.points = 0
        st.extra = st.french = st.boundary = 0
        st.brought = ()
        st.currie = NOT_STACKED
        st.switches, st.conceded = switches, 0
        st.stack, st.events = (), None
        st.placed_allied = st.placed_german = 0
        st.forget()
        return st

    def forget(self) -> None:
        """Drop every remembered fact."""
        self.zone_allied = self.zone_german = (-1, b"")
        self.stacks_allied = self.stacks_german = (-1, {})
        self.net_allied = self.net_german = (-1, -1, array("i"))
        self.field = (-1, -1, (), b"")
        self.gunnery = (-1, False, (), ())
        self.road_field = (-1, -1, -1, b"")
        self.near_others = (-1, 0)

    # Verbs -------------------------------------------------------------------------------

    def place(self, u: int, h: int) -> None:
        """Put a unit on a hex, or take it to a place off the map."""
        self.loc[u] = h
        if u >= self.world.german.start:
            self.placed_german += 1
        else:
            self.placed_allied += 1

    def bring(self, u: int, h: int) -> None:
        """3.1, 11.3, 11.4, reading 119: place a unit, and remember that it did not march there."""
        self.brought = tuple(sorted({*self.brought, u}))
        self.place(u, h)

    def join(self, u: int, corps: int, h: int) -> None:
        """11.3, 11.4: bring a unit in, as one of a corps."""
        self.corps[u] = corps
        self.bring(u, h)

    def answer(self, top: Ask) -> Action | None:
        """Return the rules' answer for the empty Allied seat of solitaire play (13.0)."""
        if not self.switches & SOLITAIRE or top.seat != ALLIED:
            return None
        from bocage.games.falaise.s13_solitaire.decisions import (
            answer,  # which itself imports the position
        )

        return answer(self, top)

    def untimely(self, seat: int, action: Action) -> Ruling:
        """Return why a seat can't do this at this point of the turn (4.0)."""
        from bocage.games.falaise.s04_timing import untimely  # which itself imports the position

        return untimely(self, seat, action)

    # Questions ---------------------------------------------------------------------------

    @property
    def alone(self) -> bool:
        """13.0: whether it is solitaire play."""
        return bool(self.switches & SOLITAIRE)

    @property
    def night(self) -> bool:
        """4.0, reading 13: odd turns are night."""
        return self.turn % 2 == 1

    def side_of(self, u: int) -> int:
        """Return the side of a unit."""
        return GERMAN if u >= self.world.german.start else ALLIED

    def stacks(self, side: int) -> Stacks:
        """Return the units of a side by hex."""
        version = self.placed_german if side == GERMAN else self.placed_allied
        kept = self.stacks_german if side == GERMAN else self.stacks_allied
        if kept[0] == version:
            return kept[1]
        own = self.world.ranges[side]
        found = stacks_by_hex(self.loc, own.start, own.stop)
        if side == GERMAN:
            self.stacks_german = (version, found)
        else:
            self.stacks_allied = (version, found)
        return found

    def at(self, h: int, side: int) -> tuple[int, ...]:
        """Return the units of a side in a hex, in the order of the counters."""
        return self.stacks(side).get(h, ())

    def zone(self, side: int) -> bytes:
        """Return the effect of a side's enemy on each hex: `BLOCKED` and `ZONE` bits (6.1)."""
        version = self.placed_german if side == ALLIED else self.placed_allied
        kept = self.zone_allied if side == ALLIED else self.zone_german
        if kept[0] == version:
            return kept[1]
        world = self.world
        field = bytearray(world.size)
        own = world.ranges[1 - side]
        ground, first, last = world.ground, own.start, own.stop
        mark_zones(ground.reach_links, self.loc, first, last, field, ZONE, BLOCKED, world.not_armor)
        mark_zones(ground.armor_links, self.loc, first, last, field, ZONE, BLOCKED, world.armor)
        found = (version, bytes(field))
        if side == ALLIED:
            self.zone_allied = found
        else:
            self.zone_german = found
        return found[1]

    def zone_owners(self, h: int, side: int) -> list[int]:
        """Return the enemies of a side whose zones of control reach a hex (6.1)."""
        ground = self.world.ground
        found: list[int] = []
        for n in ground.near[h]:
            d = 1 << ground.grid.direction(n, h)
            if not ground.wet[n] & d:
                over = ground.trun[n] & d
                found += [u for u in self.at(n, 1 - side) if not (over and self.world.armor[u])]
        return found

    def in_enemy_zone(self, h: int, side: int) -> bool:
        """Return whether a hex lies in a zone of control of that side's enemy (6.1)."""
        return bool(self.zone(side)[h] & ZONE)

    def bars(self, u: int) -> int:
        """Return the bars of `ground` that bind a unit now, as bits (11.4, 11.9, reading 61)."""
        world = self.world
        if u >= world.german.start:
            return 0 if self.zone_open else ZONE_86
        found = ESCAPED
        if self.switches & SOLITAIRE and not self.boundary:
            found |= BOUNDARY
        lifted = world.free_at_dives[u] or (self.counter and self.turn > self.counter)
        if world.nation[u] == FRANCE or not lifted:
            found |= DIVES
        limited = world.rolled[u] or (world.destroyers[u] and not self.switches & TD_FREE)
        if limited and not self.argentan_taken:
            found |= NORTH
            if self.switches & DIVISION_80_EAST:
                found |= EAST
        return found
