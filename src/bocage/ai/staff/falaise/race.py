"""The race for the ways out: each German's chance, and the effect of an Allied unit in a hex.

An Allied unit is evaluated by placing it: the ways out are searched again with its zone of
control. So a German who walks round it loses only the cost of the detour, and two units that
close a gap together are worth more than each alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.ai.staff.falaise.lines import surrenders
from bocage.ai.staff.falaise.paces import PACE, budget, kind_of
from bocage.ai.staff.falaise.ways import ARMOUR, EAST, FOOT, SOUTH, WHEELS, Field, ways_of
from bocage.hexes.kernels import BLOCKED, UNREACHED, ZONE

if TYPE_CHECKING:
    from bocage.ai.staff.falaise.outlook import Outlook
    from bocage.games.falaise.board.world import World

EAST_ODDS: Final = (0.35, 0.15)
SOUTH_ODDS: Final = (0.37, 0.15)
"""The share of the remaining moves with which half of the units escape; how sharply odds fall.

Both were chosen because they win, not counted. Counts from 16 games against the aggressive player:
south, 85 in 100 escaped with ways of a tenth of their remaining moves, 63 of three tenths, 35 of a
half, 7 of nine tenths; east 44, 11, 3 and none. With the counted odds no unit went to stop distant
Germans.
"""
HELD: Final = 0.75
"""The value for the Allies of a German that does not escape, as a share of its surrender (3.3)."""
SOUTH_POINT: Final = 1.0
"""The point for a unit that leaves by the south edge (3.3)."""
GRAIN: Final = 100
MOST: Final = 2 * GRAIN
"""The number of hundredths of a share that are distinguished."""
KINDS: Final = (FOOT, WHEELS, ARMOUR)


def _table(middle: float, width: float) -> tuple[float, ...]:
    return tuple(1 / (1 + exp((i / GRAIN - middle) / width)) for i in range(MOST + 1))


_EAST: Final = _table(*EAST_ODDS)
_SOUTH: Final = _table(*SOUTH_ODDS)


def odds_of(far: int, left: float, *, south: bool = False) -> float:
    """Return the probability that a German escapes over so many half points with so many left."""
    if far >= UNREACHED or left <= 0:
        return 0.0
    table = _SOUTH if south else _EAST
    return table[min(MOST, max(0, int(GRAIN * far / left)))]


class Runner(NamedTuple):
    """A German in the pocket."""

    place: int
    scale: float
    """The hundredths of its moves in a half point."""
    east: float
    south: float
    """The points saved if it does not escape by either side."""


class Race:
    """The race in an outlook, for a player with these weights for the ways east and south.

    The outlook leaves out the unit that is evaluated.
    """

    def __init__(self, outlook: Outlook, task: tuple[float, float] = (1.0, 1.0)) -> None:
        st = outlook.st
        world = st.world
        self._ways: Final = ways_of(world)
        self._outlook: Final = outlook
        self._opened: Final = bool(st.zone_open)
        runners: tuple[list[Runner], ...] = ([], [], [])
        for u in world.german:
            h = st.loc[u]
            if h < 0 or world.ground.escaped[h] or world.company[u]:
                continue
            left = budget(st, u)
            if left <= 0:
                continue
            held = HELD * surrenders(st, u)
            kind = kind_of(world, u)
            south = SOUTH_POINT + held if kind == FOOT else 0.0
            gain = task[0] * (outlook.prize[u] + held)
            runners[kind].append(Runner(h, GRAIN / left, gain, task[1] * south))
        self._runners: Final = runners
        self._on: Final = [_passed(world, runners[k], outlook.east[k]) for k in KINDS]
        self._on[FOOT] |= _passed(world, runners[FOOT], outlook.south)
        self._base: Final = [self._losses(kind, outlook.zone) for kind in KINDS]

    def _losses(self, kind: int, zone: bytes) -> list[float]:
        """Return the Allies' expected loss for each German of a class."""
        runners = self._runners[kind]
        if not runners:
            return []
        ways, opened = self._ways, self._opened
        far, offset = ways.measured(EAST, kind, zone, opened=opened)
        found = [
            each.east * _EAST[min(MOST, max(0, int((far[each.place] - offset) * each.scale)))]
            if far[each.place] < UNREACHED
            else 0.0
            for each in runners
        ]
        if kind == FOOT:
            far, offset = ways.measured(SOUTH, kind, zone, opened=opened)
            for i, (h, scale, _, gain) in enumerate(runners):
                if far[h] < UNREACHED:
                    other = gain * _SOUTH[min(MOST, max(0, int((far[h] - offset) * scale)))]
                    if other > found[i]:
                        found[i] = other
        return found

    def at_stake(self, zone: bytes) -> float:
        """Return the Allies' total expected loss with these zones (`Position.zone(GERMAN)`)."""
        return sum(sum(self._losses(kind, zone)) for kind in KINDS)

    def stopped(self, h: int, turns: int, under: Sequence[int]) -> float:
        """Return the Victory Points that an Allied unit saves in a hex from a turn on.

        `turns` are turns of movement (1: with this move). `under` are the hexes in its zone.
        Germans who have passed by then are not stopped.
        """
        before = self._outlook.zone
        if before[h] & BLOCKED and all(before[n] & ZONE for n in under):
            return 0.0
        zone = bytearray(before)
        zone[h] |= BLOCKED
        for n in under:
            zone[n] |= ZONE
        field = bytes(zone)
        changed = (h, *under)
        late = PACE * (turns - 1)
        total = 0.0
        for kind in KINDS:
            base = self._base[kind]
            # A unit whose way is elsewhere continues as before.
            if not base or self._on[kind].isdisjoint(changed):
                continue
            now = self._losses(kind, field)
            if late <= 0:
                total += sum(base) - sum(now)
                continue
            east, south = self._outlook.east[kind].far, self._outlook.south.far
            for each, was, will_be in zip(self._runners[kind], base, now, strict=True):
                if was > will_be:
                    g = each.place
                    ahead = east[g] - east[h]
                    if kind == FOOT:
                        ahead = max(ahead, south[g] - south[h])
                    if ahead >= late:
                        total += was - will_be
        return total


def _passed(world: World, runners: Sequence[Runner], field: Field) -> set[int]:
    """Return the hexes over which the ways of some Germans lead."""
    neighbours, far, via = world.grid.neighbours, field.far, field.via
    found: set[int] = set()
    for each in runners:
        h = each.place
        if far[h] >= UNREACHED:
            continue
        while (h := neighbours[6 * h + (via[h] + 3) % 6]) >= 0 and h not in found:
            found.add(h)
    return found
