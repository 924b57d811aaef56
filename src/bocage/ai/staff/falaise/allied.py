"""The moves of the Allied staff: bar the ways out, attack units worth attacking, take Argentan.

Each unit looks at the hexes that it can reach in a few turns, with itself off the map. It goes
to the hex where it stops or hits most, and soonest. The race for the ways out evaluates the most
promising hexes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.ai.staff.falaise.guard import post_of, step_to
from bocage.ai.staff.falaise.outlook import LATEST, UNDER_FIRE, fired_from
from bocage.ai.staff.falaise.strikes import Strike
from bocage.ai.staff.falaise.worths import Worths
from bocage.ai.staff.levels import CLEAR, Judgement
from bocage.engine.actions import Action, first
from bocage.games.falaise.board.ground import key_of
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s04_sequence import last_turn
from bocage.games.falaise.s07_movement import Moving, begin, plain_field
from bocage.games.falaise.s09_disruption import factor
from bocage.games.falaise.s10_attackers import reaches
from bocage.games.falaise.words.verbs import GO, STAY
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position

RACE: Final = 5.0
"""The weight of a point from the race, against a point from an assault."""
CUT: Final = 1.5
LATE: Final = 7
"""The value of cutting a line on the last turn, and how fast it grows: a German needs the line when
lost and at the end (3.3).
"""
SURE: Final = 2.0
SOON: Final = 0.2
"""The extra weight of a line that this move certainly cuts, and the least `late` from which it
counts.
"""
NEAR: Final = 12
FAR: Final = 8
"""The number of hexes to evaluate, both of those within this move and of those beyond it."""
IDLE: Final = 0.1
"""The weight of nearing the closest German, for a unit without a better goal."""
ON_POST: Final = 0.5
"""The weight of coming nearer to a post."""
PATIENCE: Final = 0.72
"""The factor for a place that is reached a turn later."""
HORIZON: Final = 4
"""The turns of movement to look ahead."""
LATER: Final = 0.6
"""The factor for an assault next turn."""
FIRE: Final = 0.05
"""The cost of entering an enemy zone: Op-Fire may disrupt."""
PLACE: Final = 0.1
"""The rough weight of a barred way, against an assault of the same value."""
SHARE: Final = 0.5
"""A unit's part in a planned strike, besides its share of the force: without it there may be no
strike.
"""
SIGHT: Final = 22
"""The hexes within which a unit looks for Germans to attack later."""
TOWN: Final = 5.0
TOWN_LATER: Final = 1.0
"""The values of an empty Argentan within reach and further away: only some units should run
there.
"""


BAR: Final = "bar the ways"
HUNT: Final = "hunt"
CUT_LINES: Final = "cut the lines"
"""Intents: bar the ways out first; attack where it pays; or cut lines of communication as on the
last turn.
"""
_RACE: Final = {BAR: 2.5, HUNT: 0.4}


class Going(NamedTuple):
    """The destination of a unit."""

    step: int
    """The hex to reach with this move."""
    worth: float
    goal: int


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
        self._race: Final = RACE * _RACE.get(judged.level.intent, 1.0)
        self._strikes: Final = strikes
        self.st: Final = st
        self.unit: Final = u
        self.worths: Final = worths
        self._under: Final = fired_from(st.world)
        self._hits: Final = self._assaults()

    def _assaults(self) -> dict[int, tuple[float, float]]:
        """Return the value that the unit adds to assaults, now and later, by hex next to
        Germans.
        """
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

    def _there(self, h: int, turns: int) -> float:
        """Return the value of a hex apart from stopping units: assaults and Argentan."""
        now, later = self._hits.get(h, (0.0, 0.0))
        worth = max(now if turns <= 1 else 0.0, later)
        if h == self.st.world.ground.argentan and self.st.argentan == GERMAN:
            worth += TOWN if turns <= 1 else TOWN_LATER
        return worth

    def rank(self, h: int, turns: int) -> float:
        """Return the rough value of a hex after some turns of movement."""
        get = self.worths.under_way.get
        late = min(turns, LATEST) - 1
        own = get(h)
        found = own[late] if own else 0.0
        for n in self._under[h]:
            if own := get(n):
                found += UNDER_FIRE * own[late]
        return (PLACE * found + self._there(h, turns)) * PATIENCE ** (turns - 1)

    def score(self, h: int, turns: int) -> float:
        """Return the value of a hex after some turns of movement (1: with this one)."""
        race = self.worths.race
        assert race is not None
        worth = self._race * race.stopped(h, turns, self._under[h]) + self._there(h, turns)
        if lines := self.worths.lines:
            hangs = lines.get(h, 0.0) + sum(lines.get(n, 0.0) for n in self._under[h])
            late = (self.st.turn / last_turn(self.st.world)) ** LATE
            if self._judged.level.intent == CUT_LINES:
                late = 1.0
            worth += CUT * late * hangs
            if turns == 1 and late >= SOON:
                worth += SURE * late * self.worths.outlook.cut_by(h)
        return worth * PATIENCE ** (turns - 1)

    @property
    def stay(self) -> float:
        """Return the value of the present hex."""
        return self.score(self.st.loc[self.unit], 1) + 0.01

    def best(self, points: int, dests: Sequence[int]) -> Going:
        """Return the best destination of this move, with its value and the final goal.

        `points` are the half points of this move. `dests` are the hexes within it, without the
        present one.
        """
        st, u = self.st, self.unit
        here = st.loc[u]
        found = Going(here, self.stay, here)
        if here == st.world.ground.argentan and len(st.at(here, ALLIED)) == 1:
            return found._replace(worth=found.worth + TOWN)  # an empty Argentan may be lost (3.4)
        post = post_of(st, u)
        if post >= 0:
            step = step_to(st, u, post, points, dests)
            return Going(step, found.worth + ON_POST * (step != here), post)
        zone = st.zone(ALLIED)
        for h in sorted(dests, key=lambda h: (-self.rank(h, 1), h))[:NEAR]:
            worth = self._judged(self.score(h, 1)) - FIRE * bool(zone[h] & ZONE)
            if worth > found.worth:
                found = Going(h, worth, h)
        found = self._further(found, points, dests)
        if found.step == here and found.worth < IDLE:
            return self._after_them(found, dests)
        return found

    def _further(self, found: Going, points: int, dests: Sequence[int]) -> Going:
        """Return the best place that later moves can reach, if it is better than `found`."""
        st, u, world = self.st, self.unit, self.st.world
        turns_left = min(HORIZON, last_turn(st.world) + 1 - st.turn)
        if turns_left <= 1 or points <= 0:
            return found
        key = key_of(ALLIED, world.mech[u], world.armor[u], st.bars(u))
        field = plain_field(st, (u,), ALLIED)
        work = world.scratch.normal.reach(
            world.ground.mobility(key), st.loc[u], points * turns_left, field
        )
        costs, known = work.costs, set(dests)
        ranked: list[tuple[float, int, int]] = []
        for h in work.destinations(world.nothing, 0):
            if costs[h] > points and h not in known:
                turns = -(-costs[h] // points)
                rank = self.rank(h, turns)
                if rank > 0:
                    ranked.append((-rank, h, turns))
        ranked.sort()
        steps = [_towards(work.path_to(h), known) for _, h, _ in ranked[:FAR]]
        for step, (_, h, turns) in zip(steps, ranked, strict=False):
            if step >= 0 and (worth := self.score(h, turns)) > found.worth:
                found = Going(step, worth, h)
        return found

    def _after_them(self, found: Going, dests: Sequence[int]) -> Going:
        """Return a step nearer to the Germans, if possible."""
        far = self.worths.chase
        if not far or not dests:
            return found
        zone = self.st.zone(ALLIED)
        step = min(dests, key=lambda h: (far[h] + 0.5 * bool(zone[h] & ZONE), h))
        return Going(step, found.worth, step) if far[step] < far[found.step] else found


def _towards(path: Sequence[int], dests: set[int]) -> int:
    """Return the last hex of a path that this move reaches, or -1."""
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
    """Return the action of a unit on the move."""
    if top.spent or len(top.units) != 1:
        return STAY()
    u = top.units[0]
    dests = [first(a) for a in legal if a >> 32 == GO.number]
    best = Marches(st, u, worths, judged, strikes).best(top.points, dests).step
    return STAY() if best == st.loc[u] else GO(best)


def gain(st: Position, u: int, worths: Worths, strikes: Sequence[Strike]) -> float:
    """Return a unit's gain from a move this round, if the others stay."""
    top = begin(st, ALLIED, (u,))
    dests = [first(a) for a in top.legal(st) if a >> 32 == GO.number]
    marches = Marches(st, u, worths, CLEAR, strikes)
    return max(0.0, marches.best(top.points, dests).worth - marches.stay)
