"""The Allied staff on the move: bar the ways out, go for whom it pays to attack, take Argentan.

Each unit looks at all hexes that it can reach in a few turns, as if it stood nowhere yet, and
makes for the one where it stops or hits most, the sooner the better.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.falaise.outlook import Outlook
from bocage.ai.staff.falaise.strikes import Strike
from bocage.ai.staff.falaise.tasks import task_of
from bocage.ai.staff.falaise.worths import Worths
from bocage.ai.staff.levels import CLEAR, Judgement
from bocage.engine.actions import Action, first
from bocage.games.falaise.attackers import reaches
from bocage.games.falaise.efficiency import factor, points_of
from bocage.games.falaise.ground import POINT, key_of
from bocage.games.falaise.moving import Moving, plain_field
from bocage.games.falaise.position import ACTIVE
from bocage.games.falaise.sequence import LAST_TURN
from bocage.games.falaise.units import ALLIED, GERMAN
from bocage.games.falaise.verbs import GO, STAY
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position

PATIENCE: Final = 0.72
"""What a place is worth that is reached a turn later."""
HORIZON: Final = 4
"""Turns of movement that are looked at."""
LATER: Final = 0.6
"""What an assault next turn is worth against one now."""
FIRE: Final = 0.05
"""What it costs to enter an enemy zone: Op-Fire may disrupt."""
PLACE: Final = 0.1
"""What a way that is barred counts for against an assault of the same worth."""
MARCH: Final = 0.3
"""What the march of one unit is worth at most, against the assaults that the command gives up."""
SHARE: Final = 0.5
"""What each counts of a strike that is meant, besides its share of the force: without it there
may be no strike."""
SIGHT: Final = 14
"""Hexes within which a unit looks for Germans to attack some day."""
TOWN: Final = 5.0
"""Argentan empty before us."""


class Front:
    """What a command that is about to move thinks of the enemy: its own units thought away."""

    def __init__(self, st: Position) -> None:
        self._away: Final = self._own(st)
        self._outlook: Final = Outlook(st, self._away, seat=ALLIED)
        self._key: Final = self._key_of(st)

    @staticmethod
    def _own(st: Position) -> tuple[int, ...]:
        return tuple(u for u in st.world.allied if st.marks[u] & ACTIVE and st.loc[u] >= 0)

    def _key_of(self, st: Position) -> tuple[bytes, ...]:
        places = st.loc[:]
        for u in self._away:
            places[u] = -1
        marks = bytes(st.marks[st.world.german.start :])
        rest = bytes((st.turn, st.zone_open, st.argentan))
        return places.tobytes(), marks, bytes(st.steps), rest

    def fits(self, st: Position) -> bool:
        """Whether it is still the front of this position."""
        return self._own(st) == self._away and self._key == self._key_of(st)

    def worths(self, st: Position, u: int) -> Worths:
        """What the front is worth to a unit that has still to move, with the others in place."""
        found = Outlook(st, (u,), self._outlook, ALLIED)
        beside = [v for v in self._away if v != u]
        return Worths(found, found.bars_beside(beside, task_of(st.world, u)))


class Marches:
    """The moves of one Allied unit."""

    def __init__(
        self,
        st: Position,
        u: int,
        worths: Worths,
        judged: Judgement = CLEAR,
        strikes: Sequence[Strike] = (),
    ) -> None:
        self._judged: Final = judged
        self._strikes: Final = strikes
        self.st: Final = st
        self.unit: Final = u
        self.worths: Final = worths
        self.bars: Final = worths.bars
        self._hits: Final = self._assaults()

    def _assaults(self) -> dict[int, tuple[float, float]]:
        """By hex next to Germans: what the unit adds by assaults from there, now and later."""
        st, u, world = self.st, self.unit, self.st.world
        found: dict[int, tuple[float, float]] = {}
        near = world.ground.near
        mine = factor(st, u)
        around = world.ground.within(st.loc[u], SIGHT)
        for h, units in st.stacks(GERMAN).items():
            if not around >> h & 1:
                continue
            total = sum(self.worths.unit(v) for v in units)
            if total <= 0.1 or world.ground.escaped[h]:
                continue
            beside = [v for n in near[h] for v in st.at(n, ALLIED) if v != u and reaches(st, v, h)]
            defence = max(1, sum(factor(st, v) for v in units))
            others = sum(factor(st, v) for v in beside)
            later = LATER * total * min(1.0, (others + mine) / (3.5 * defence))
            for n in near[h]:
                found[n] = (0.0, max(found.get(n, (0.0, 0.0))[1], later))
        for strike in self._strikes:
            if u in strike.moves:
                n = strike.moves[u]
                force = sum(factor(st, v) for v in strike.moves)
                share = SHARE + (1 - SHARE) * mine / max(1, force)
                found[n] = (share * strike.worth, found.get(n, (0.0, 0.0))[1])
        return found

    def score(self, h: int, turns: int) -> float:
        """What it is worth to be in a hex after so many turns of movement (0: now)."""
        worth = PLACE * self.worths.later(max(0, turns - 1))[h]
        now, later = self._hits.get(h, (0.0, 0.0))
        worth += max(now if turns <= 1 else 0.0, later)
        ground = self.st.world.ground
        if h == ground.argentan and self.st.argentan == GERMAN:
            worth += TOWN
        return worth * PATIENCE ** max(0, turns - 1)

    def best(self, points: int, dests: Sequence[int]) -> tuple[int, float, int]:
        """Where to go: a destination of this move, the worth of what it is for, and that place.

        `points` are the half points of this move and `dests` the hexes that it reaches; the
        place to stay at is not among them.
        """
        st, u, world = self.st, self.unit, self.st.world
        here = st.loc[u]
        zone = st.zone(ALLIED)
        own = self.score(here, 0)
        best, worth = here, own + 0.01
        if self.st.argentan != GERMAN and here == world.ground.argentan:
            worth += 1.0 if st.turn < LAST_TURN else TOWN
        for h in dests:
            found = self._judged(self.score(h, 1))
            if zone[h] & ZONE:
                found -= FIRE
            if found > worth:
                best, worth = h, found
        goal = best
        turns_left = min(HORIZON, LAST_TURN + 1 - st.turn)
        if turns_left > 1 and points > 0:
            key = key_of(ALLIED, world.mech[u], world.armor[u], st.bars(u))
            work = world.scratch.normal.reach(
                world.ground.mobility(key), here, points * turns_left, plain_field(st, (u,), ALLIED)
            )
            costs = work.costs
            known, bars, hits = set(dests), self.bars, self._hits
            far, place = worth, -1
            for h in work.destinations(world.nothing, 0):
                cost = costs[h]
                if cost <= points or (not bars[h] and h not in hits) or h in known:
                    continue
                found = self.score(h, -(-cost // points))
                if found > far:
                    far, place = found, h
            if place >= 0:
                step = _towards(work.path_to(place), known)
                if step >= 0:
                    return step, far, place
        return best, worth, goal


def _towards(path: Sequence[int], dests: set[int]) -> int:
    """The last hex of a path that this move reaches, or -1."""
    for h in reversed(path):
        if h in dests:
            return h
    return -1


def move(
    st: Position,
    top: Moving,
    legal: Sequence[Action],
    worths: Worths,
    judged: Judgement,
    strikes: Sequence[Strike] = (),
) -> Action:
    """What a unit under way does."""
    if top.spent or len(top.units) != 1:
        return STAY()
    u = top.units[0]
    dests = [first(a) for a in legal if a >> 32 == GO.number]
    best = Marches(st, u, worths, judged, strikes).best(top.points, dests)[0]
    return STAY() if best == st.loc[u] else GO(best)


def gain(st: Position, u: int, bars: list[float]) -> float:
    """What a unit could win by moving this round, roughly: better bars within one move."""
    world = st.world
    here = st.loc[u]
    points = points_of(st, u) * POINT
    key = key_of(ALLIED, world.mech[u], world.armor[u], st.bars(u))
    field = plain_field(st, (u,), ALLIED)
    work = world.scratch.normal.reach(world.ground.mobility(key), here, points, field)
    best = max((bars[h] for h in work.destinations(world.nothing, 0)), default=0.0)
    return min(MARCH, PLACE * max(0.0, best - bars[here]))
