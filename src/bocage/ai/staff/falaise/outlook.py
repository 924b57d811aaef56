"""The assessment of a position: escapes, their ways and values, and where to stop them.

Victory Points measure everything (3.3): two for a division and two for each Mechanized unit
beyond the Withdrawal Line, one for a unit that leaves by the south edge, one for the Allies for
each German lost without a Line of Communication.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.ai.staff.falaise.lines import lines, supplied, surrenders
from bocage.ai.staff.falaise.paces import PACE, budget, chance, kind_of
from bocage.ai.staff.falaise.race import HELD, odds_of
from bocage.ai.staff.falaise.ways import (
    ARMOUR,
    EAST,
    FOOT,
    SOUTH,
    WHEELS,
    Field,
    ways_of,
)
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s03_victory import ESCAPE, is_placed
from bocage.games.falaise.s06_communications import net
from bocage.hexes.kernels import BLOCKED, UNREACHED, ZONE, mark_zones

if TYPE_CHECKING:
    from bocage.ai.staff.falaise.routs import Rout
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.board.world import World

LATEST: Final = 4
"""The number of turns that are distinguished."""
SOUTH_ODDS: Final = (0.3, 1.0)
"""`CERTAIN` and `HOPELESS` for the way to the south edge, with the Allies in pursuit."""
SIGHT: Final = 28
"""The hexes of a way to look ahead."""
TRICKLE: Final = 1.0
"""The least flow for which a hex is worth barring."""
FADE: Final = 0.97
"""The factor for each hex further along a way."""
SECOND: Final = 0.5
"""The value of another unit of a division, if the first does not escape."""
CAPTURE: Final = 1.0
"""The value of a German without an LOC for the Allies (3.3)."""
SOUTHWARD: Final = 3
"""The south edge, after the three classes that go east."""
STILL_CUT: Final = 0.7
CUT_LATER: Final = 0.35
"""The probability that a unit in the pocket has no LOC at the end: for one without a line now, and
for one with it. It would surrender then, so an attack on it wins less.
"""
LEAST: Final = 0.05
UNDER_FIRE: Final = 0.45
"""The part of a way that a zone of control bars; a unit on it bars all."""
ALREADY: Final = 0.35
"""The further part that a second zone over the same hex bars."""
LINES: Final = 0.15
"""The weight of a cut: other lines may stay open."""


class Runner(NamedTuple):
    """A German unit in the pocket."""

    unit: int
    place: int
    left: float
    """Its half points for the rest of the game."""
    kind: int
    """Its class for ways."""
    prize: float
    """The Victory Points that it would bring beyond the line."""
    gain: float
    """The points that it is expected to bring by its better way."""


class Outlook:
    """A staff's assessment of a position. It changes nothing."""

    def __init__(
        self,
        st: Position,
        without: Sequence[int] = (),
        known: Outlook | None = None,
        seat: int = GERMAN,
    ) -> None:
        """Assess a position without some Allied units, to measure their effect.

        `without` are those units. `known` provides the values and ways of the other units.
        """
        self.st: Final = st
        self._seat: Final = seat
        world = st.world
        self.zone: Final = zone_without(st, without) if without else st.zone(GERMAN)
        ways = ways_of(world)
        self.ways: Final = ways
        opened = bool(st.zone_open)
        self.east: Final[tuple[Field, ...]] = tuple(
            ways.field(EAST, kind, self.zone, opened=opened) for kind in (FOOT, WHEELS, ARMOUR)
        )
        self.south: Final = ways.field(SOUTH, FOOT, self.zone, opened=opened)
        self._known: Final = known
        self.reliefs: Final[dict[int, float]] = {}
        """The results of `relief`, by hex."""
        self.gains: Final[dict[tuple[int, ...], float]] = {}
        """The Germans' gains if the Allies in several hexes were gone (`relief`)."""
        self.routs: Final[dict[Hashable, Rout]] = {}
        """The retreats of German stacks (`Worths.retreat`), by hex and position."""

    @cached_property
    def prize(self) -> dict[int, float]:
        """Return the Victory Points that each German unit would bring beyond the line.

        Units that were placed there may bring none, nor their division with them (reading 119).
        """
        st, world = self.st, self.st.world
        loc, escaped, east = st.loc, world.ground.escaped, self.east
        division, has_division, mech = world.division, world.has_division, world.mech
        out: set[int] = set()
        leaders: dict[int, tuple[int, int]] = {}
        for u in world.german:
            h = loc[u]
            if h < 0 or not has_division[u]:
                continue
            own = division[u]
            if is_placed(st, u):
                continue
            if escaped[h]:
                out.add(own)
                continue
            far = east[kind_of(world, u)].far[h]
            known = leaders.get(own)
            if known is None or far < known[0]:
                leaders[own] = (far, u)
        first = {u for own, (_, u) in leaders.items() if own not in out}
        found: dict[int, float] = {}
        for u in world.german:
            if world.company[u] or is_placed(st, u):
                found[u] = 0.0
            elif u in first:
                found[u] = ESCAPE * mech[u] + ESCAPE
            elif has_division[u] and division[u] not in out:
                found[u] = ESCAPE * mech[u] + SECOND
            else:
                found[u] = float(ESCAPE * mech[u])
        return found

    @cached_property
    def worth(self) -> dict[int, float]:
        """Return the value of each German unit's loss for the Allies."""
        return self._judged[0]

    @cached_property
    def stake(self) -> dict[int, float]:
        """Return the value for the Allies of stopping each German unit in the pocket."""
        return self._judged[3]

    @cached_property
    def hope(self) -> dict[int, float]:
        """Return each German unit's probability of escape, by its better way."""
        return self._judged[1]

    @cached_property
    def goal(self) -> dict[int, int]:
        """Return each unit's way: its class and the side of the map."""
        return self._judged[2]

    @cached_property
    def _judged(
        self,
    ) -> tuple[dict[int, float], dict[int, float], dict[int, int], dict[int, float]]:
        if self._known is not None:
            return self._known._judged
        st, world = self.st, self.st.world
        lines, prize = net(st, GERMAN), self.prize
        loc, escaped, east, south = st.loc, world.ground.escaped, self.east, self.south
        scoring = (u for u in world.german if loc[u] >= 0 and escaped[loc[u]])
        there = Counter(world.division[u] for u in scoring if not is_placed(st, u))
        worth: dict[int, float] = {}
        hope: dict[int, float] = {}
        goals: dict[int, int] = {}
        stake: dict[int, float] = {}
        for u in world.german:
            h = loc[u]
            if h < 0:
                continue
            if world.company[u]:
                hope[u], goals[u], worth[u] = 0.0, FOOT, 0.05
                continue
            if escaped[h]:
                hope[u], goals[u] = 1.0, FOOT
                if is_placed(st, u):
                    worth[u] = LEAST
                    continue
                alone = world.has_division[u] and there[world.division[u]] == 1
                worth[u] = float(ESCAPE * world.mech[u] + ESCAPE * alone)
                continue
            left = budget(st, u)
            goal = kind_of(world, u)
            likely = self._chance(goal, east[goal].cost(h), left)
            gain = likely * prize[u]
            if not world.mech[u]:
                other = self._chance(SOUTHWARD, south.cost(h), left)
                if other > gain:
                    goal, likely, gain = SOUTHWARD, other, other
            goals[u], hope[u] = goal, likely
            cut = lines[h] >= UNREACHED
            later = surrenders(st, u) * (STILL_CUT if cut else CUT_LATER)
            if self._seat == ALLIED:
                worth[u] = max(LEAST, CAPTURE * cut + self._saved(u))
            else:
                worth[u] = max(LEAST, gain + CAPTURE * cut - later)
            stake[u] = gain + 0.5 * CAPTURE * (1 + cut)
        return worth, hope, goals, stake

    def _saved(self, u: int) -> float:
        """Return the Allies' gain from the loss of a German in the pocket, apart from its point.

        It is the unit's expected gain, less its expected surrender. An assault on a unit that is
        lost anyway but has a line is worth almost nothing, and costs steps.
        """
        return self.saved_at(u, self.st.loc[u])

    def saved_at(self, u: int, h: int, shaken: int = 0) -> float:
        """Return the same, if the unit were in another hex, perhaps with its TER so much lower."""
        st, world = self.st, self.st.world
        left = budget(st, u, shaken)
        likely = odds_of(self.east[kind_of(world, u)].cost(h), left)
        gain = likely * self.prize[u]
        if not world.mech[u]:
            south = odds_of(self.south.cost(h), left, south=True)
            gain, likely = max((gain, likely), (south, south))
        return gain - (1 - likely) * HELD * surrenders(st, u)

    def _chance(self, goal: int, far: int, left: float) -> float:
        """Return the probability that a way succeeds.

        For the Allies, the odds of the way south were counted in games.
        """
        if goal == SOUTHWARD and self._seat == ALLIED:
            return chance(far, left, *SOUTH_ODDS)
        return chance(far, left)

    @cached_property
    def runners(self) -> list[Runner]:
        """Return the Germans in the pocket as they stand."""
        st, world = self.st, self.st.world
        found: list[Runner] = []
        for u in world.german:
            at = st.loc[u]
            if at < 0 or world.company[u] or world.ground.escaped[at]:
                continue
            left, kind, prize = budget(st, u), kind_of(world, u), self.prize[u]
            gain = chance(self.east[kind].cost(at), left) * prize
            if not world.mech[u]:
                gain = max(gain, chance(self.south.cost(at), left))
            found.append(Runner(u, at, left, kind, prize, gain))
        return found

    @cached_property
    def flows(self) -> tuple[dict[int, list[float]], dict[int, list[float]]]:
        """Return the units that will pass each hex, east and south, by turns until arrival."""
        st, world = self.st, self.st.world
        escaped, neighbours, loc = world.ground.escaped, world.grid.neighbours, st.loc
        hope, goal = self.hope, self.goal
        ways = [(field.via, field.far) for field in (*self.east, self.south)]
        both: tuple[dict[int, list[float]], dict[int, list[float]]] = ({}, {})
        for u, worth in self.stake.items():
            h = loc[u]
            found = both[goal[u] == SOUTHWARD]
            via, far = ways[goal[u]]
            if far[h] >= UNREACHED:
                continue
            weight = worth * (0.3 + 0.7 * hope[u])
            begin = far[h]
            for _ in range(SIGHT):
                h = neighbours[6 * h + (via[h] + 3) % 6]
                if h < 0 or escaped[h]:
                    break
                when = found.get(h)
                if when is None:
                    when = found[h] = [0.0] * LATEST
                when[min(LATEST - 1, (begin - far[h]) // PACE)] += weight
                weight *= FADE
        return both

    @cached_property
    def lines(self) -> dict[int, float]:
        """Return the weighted points that depend on each hex of the German lines."""
        if self._known is not None:
            return self._known.lines
        return {h: weight * LINES for h, weight in lines(self.st, self.zone).items()}

    @cached_property
    def supplied(self) -> float:
        """Return the number of Germans that a line saves from surrender, with the zones of this
        outlook.
        """
        return supplied(self.st, self.zone)

    def cut_by(self, h: int) -> float:
        """Return the number of Germans that lose their line to an Allied unit in a hex."""
        if self.supplied <= 0:
            return 0.0
        zone = bytearray(self.zone)
        zone[h] |= BLOCKED
        for n in fired_from(self.st.world)[h]:
            zone[n] |= ZONE
        return self.supplied - supplied(self.st, bytes(zone))

    @cached_property
    def bars(self) -> list[float]:
        """Return the value that an Allied unit in each hex would stop, in it and around it."""
        under = fired_from(self.st.world)
        found = [0.0] * self.st.world.size
        for h, when in self.under_way((1.0, 1.0)).items():
            found[h] += when[0]
            for n in under[h]:
                found[n] += when[0] * UNDER_FIRE
        for h, weight in self.lines.items():
            found[h] += weight
            for n in under[h]:
                found[n] += weight
        return found

    def under_way(self, task: tuple[float, float]) -> dict[int, list[float]]:
        """Return the flow through each hex by turns until arrival, with weights for east and
        south.
        """
        zone = self.zone
        found: dict[int, list[float]] = {}
        for flow, share in zip(self.flows, task, strict=True):
            for h, when in flow.items():
                if zone[h] & BLOCKED or sum(when) < TRICKLE:
                    continue
                own = found.get(h)
                if own is None:
                    own = found[h] = [0.0] * LATEST
                counts = share * (ALREADY if zone[h] else 1.0)
                weight = 0.0
                for late in reversed(range(LATEST)):
                    weight += when[late] * counts
                    own[late] += weight
        return found


@cache
def fired_from(world: World) -> tuple[tuple[int, ...], ...]:
    """Return the hexes from which a zone of control reaches into each hex (6.1)."""
    ground = world.ground
    direction = ground.grid.direction
    return tuple(
        tuple(n for n in ground.near[h] if not ground.wet[h] >> direction(h, n) & 1)
        for h in world.grid
    )


def zone_without(st: Position, units: Sequence[int]) -> bytes:
    """Return `Position.zone(GERMAN)` without some Allied units."""
    world = st.world
    field = bytearray(world.size)
    own = world.allied
    places = st.loc[:]
    for u in units:
        places[u] = -1
    ground = world.ground
    first, last = own.start, own.stop
    mark_zones(ground.reach_links, places, first, last, field, ZONE, BLOCKED, world.not_armor)
    mark_zones(ground.armor_links, places, first, last, field, ZONE, BLOCKED, world.armor)
    return bytes(field)
