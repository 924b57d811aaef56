"""The Allied staff on the move: bar the ways out, go for whom it pays to attack, take Argentan.

Each unit looks at all hexes that it can reach in a few turns, as if it stood nowhere yet, and
makes for the one where it stops or hits most, the sooner the better.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.falaise.assaults import value
from bocage.ai.staff.falaise.outlook import Outlook
from bocage.ai.staff.falaise.worths import Worths
from bocage.ai.staff.levels import CLEAR, Judgement
from bocage.engine.actions import Action, first
from bocage.games.falaise.attackers import can_join, reaches
from bocage.games.falaise.efficiency import factor, points_of
from bocage.games.falaise.ground import POINT, key_of
from bocage.games.falaise.moving import Moving, plain_field
from bocage.games.falaise.position import ACTIVE, FOUGHT, MOVED
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
LATER: Final = 0.4
"""What an assault next turn is worth against one now."""
FIRE: Final = 0.25
"""What it costs to enter an enemy zone: Op-Fire may disrupt."""
PLACE: Final = 0.1
"""What a way that is barred counts for against an assault of the same worth."""
MARCH: Final = 0.3
"""What the march of one unit is worth at most, against the assaults that the command gives up."""
COMPANIONS: Final = 5
MOST: Final = 3
"""Hexes from a target within which others are counted on, and how many of them."""
TRUST: Final = 0.8
"""How far they are."""
SIGHT: Final = 14
REACH: Final = 9
"""Hexes within which a unit looks for Germans to attack some day, and now."""
TOWN: Final = 5.0
"""Argentan empty before us."""


class Front:
    """What a command that is about to move thinks of the enemy: its own units thought away."""

    def __init__(self, st: Position) -> None:
        self._away: Final = self._own(st)
        self._outlook: Final = Outlook(st, self._away)
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
        found = Outlook(st, (u,), self._outlook)
        return Worths(found, found.bars_beside([v for v in self._away if v != u]))


class Marches:
    """The moves of one Allied unit."""

    def __init__(self, st: Position, u: int, worths: Worths, judged: Judgement = CLEAR) -> None:
        self._judged: Final = judged
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
        may_now = world.mech[u] and not st.marks[u] & FOUGHT
        here = st.loc[u]
        around = world.ground.within(here, SIGHT)
        close = world.ground.within(here, REACH)
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
            near_by = bool(close >> h & 1)
            now = self._now(h, beside, defence) if may_now and near_by else 0.0
            rides = self._rides(h, beside) if near_by and not may_now else {}
            for n in near[h]:
                kept = found.get(n, (0.0, 0.0))
                found[n] = (max(kept[0], now, rides.get(n, 0.0)), max(kept[1], later))
        return found

    def _force(self, beside: Sequence[int]) -> list[int]:
        """Those next to a target who may make a Mechanized Assault in this round."""
        st, world = self.st, self.st.world
        fresh = [v for v in beside if st.marks[v] & ACTIVE and not st.marks[v] & FOUGHT]
        force = [v for v in fresh if world.mech[v]]
        return force + [v for v in fresh if not world.mech[v] and can_join(st, v, force, mech=True)]

    def _rides(self, h: int, beside: Sequence[int]) -> dict[int, float]:
        """What infantry adds where it joins a Mechanized unit of its corps (10.0), by hex."""
        st, u, world = self.st, self.unit, self.st.world
        places = {
            st.loc[v]
            for v in beside
            if world.mech[v]
            and st.marks[v] & ACTIVE
            and not st.marks[v] & FOUGHT
            and st.corps[v] == st.corps[u]
            and len(st.at(st.loc[v], ALLIED)) == 1
        }
        if not places:
            return {}
        force = self._force(beside)
        before = value(st, h, force, ALLIED, self.worths, mech=True)
        with_us = value(st, h, [*force, u], ALLIED, self.worths, mech=True)
        return dict.fromkeys(places, max(0.0, with_us) - max(0.0, before))

    def _now(self, h: int, beside: Sequence[int], defence: int) -> float:
        """What the unit would add to a Mechanized Assault in this round.

        Others of the command that are near and have not moved are counted on to come too; of
        what they would do together the unit has its share.
        """
        st, u, world = self.st, self.unit, self.st.world
        force = [
            v for v in beside if world.mech[v] and st.marks[v] & ACTIVE and not st.marks[v] & FOUGHT
        ]
        around = world.ground.within(h, COMPANIONS)
        others = [
            v
            for v in world.allied
            if st.marks[v] & (ACTIVE | MOVED | FOUGHT) == ACTIVE
            and world.mech[v]
            and v != u
            and v not in force
            and around >> st.loc[v] & 1
        ][:MOST]
        strength = factor(st, u) + sum(factor(st, v) for v in force)
        if strength + sum(factor(st, v) for v in others) < defence:
            return 0.0
        before = value(st, h, force, ALLIED, self.worths, mech=True) if force else 0.0
        with_us = value(st, h, [*force, u], ALLIED, self.worths, mech=True)
        found = max(0.0, with_us) - max(0.0, before)
        if others:
            all_of_us = value(st, h, [*force, *others, u], ALLIED, self.worths, mech=True)
            share = factor(st, u) / sum(factor(st, v) for v in (*others, u))
            found = max(found, TRUST * share * (all_of_us - max(0.0, before)))
        return found

    def score(self, h: int, turns: int) -> float:
        """What it is worth to be in a hex after so many turns of movement (0: now)."""
        worth = PLACE * self.bars[h]
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
    st: Position, top: Moving, legal: Sequence[Action], worths: Worths, judged: Judgement
) -> Action:
    """What a unit under way does."""
    if top.spent or len(top.units) != 1:
        return STAY()
    u = top.units[0]
    dests = [first(a) for a in legal if a >> 32 == GO.number]
    best = Marches(st, u, worths, judged).best(top.points, dests)[0]
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
