"""The race for the ways out: how likely each German still wins it, and what an Allied unit in a
hex would change.

An Allied unit is weighed by putting it there: the ways out are searched again with its zone of
control, so that a German who walks round it loses what the detour costs and no more, and two
units that close a gap together are worth more than each alone.
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
"""The share of the moves left at which a way lets every second unit through, and how sharply
that falls. Both are choices by what they win, not counts. Counted in 16 games against the
aggressive player: south 85 in 100 got away from a tenth of their moves left, 63 from three
tenths, 35 from a half, 7 from nine tenths; east 44, 11, 3 and none. With odds as counted nobody
went to stop those who were far away."""
HELD: Final = 0.75
"""The value for the Allies of a German that does not escape, as a share of its surrender (3.3)."""
SOUTH_POINT: Final = 1.0
"""3.3: for a unit that leaves by the south edge."""
GRAIN: Final = 100
MOST: Final = 2 * GRAIN
"""The number of hundredths of a share that are distinguished."""
KINDS: Final = (FOOT, WHEELS, ARMOUR)


def _table(middle: float, width: float) -> tuple[float, ...]:
    return tuple(1 / (1 + exp((i / GRAIN - middle) / width)) for i in range(MOST + 1))


_EAST: Final = _table(*EAST_ODDS)
_SOUTH: Final = _table(*SOUTH_ODDS)


def odds_of(far: int, left: float, *, south: bool = False) -> float:
    """Return how likely a German gets away over so many half points with so many left."""
    if far >= UNREACHED or left <= 0:
        return 0.0
    table = _SOUTH if south else _EAST
    return table[min(MOST, max(0, int(GRAIN * far / left)))]


class Runner(NamedTuple):
    """A German in the pocket."""

    place: int
    scale: float
    """Hundredths of its moves that a half point is."""
    east: float
    south: float
    """What is saved if it does not escape by either side."""


class Race:
    """The race as it stands in an outlook, for somebody to whom the ways east and south count so
    much. The outlook has the unit thought away that is weighed."""

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
        """What the Allies stand to lose by each German of a class."""
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
        """What the Allies stand to lose, with their zones as they are (`Position.zone(GERMAN)`)."""
        return sum(sum(self._losses(kind, zone)) for kind in KINDS)

    def stopped(self, h: int, turns: int, under: Sequence[int]) -> float:
        """Victory Points that an Allied unit in a hex saves, if it is there after so many turns
        of movement (1: with this move). `under` are the hexes that its zone reaches; who has
        passed by then is not stopped."""
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
            # Whose ways lead elsewhere walks on as before.
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
