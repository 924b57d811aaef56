"""The fate of every unit at Falaise, as a network expects it, and what the fates are worth (3.3).

For each German unit the network gives the probability of each fate at the end of the game. For
each Allied unit another network gives the steps that it will still lose. A plan that stops one
unit changes the fate of that unit, so plans can be compared that a judgement of the whole
position finds alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.ai.search.judgement import Network, built, learnt
from bocage.ai.staff.falaise.lines import surrenders
from bocage.ai.staff.falaise.outlook import Outlook
from bocage.ai.staff.falaise.paces import budget, kind_of
from bocage.ai.staff.falaise.race import odds_of
from bocage.ai.staff.falaise.ways import FOOT
from bocage.games.falaise.board.ground import ARGENTAN, TOWN, VILLAGE, WOODS
from bocage.games.falaise.board.position import DISRUPTED, EXITED, FINISHED, MOVED
from bocage.games.falaise.options import bid_of
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s03_victory import ESCAPE, scores_nothing
from bocage.games.falaise.s04_sequence import last_turn
from bocage.games.falaise.s06_communications import net
from bocage.games.falaise.s09_disruption import factor, ter
from bocage.hexes.kernels import BLOCKED, UNREACHED, ZONE

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.board.world import World

STAYS: Final = 0
AWAY: Final = 1
SOUTH: Final = 2
CAUGHT: Final = 3
LOST: Final = 4
"""The fates of a German unit: in the pocket, beyond the Withdrawal Line, off the south edge, lost
with a point for the Allies, or lost without one.
"""
FATES: Final = 5
SIGHT: Final = 3
"""The hexes within which units count as near."""
AHEAD: Final = 10
"""The hexes of its way out that are watched for enemies."""


class Field:
    """What all the units of a position share."""

    def __init__(self, st: Position) -> None:
        self.st: Final = st
        world = st.world
        self.outlook: Final = Outlook(st)
        self.lines: Final = net(st, GERMAN)
        self.zones: Final = (st.zone(ALLIED), st.zone(GERMAN))
        size = world.size
        self.near: Final = ([0] * size, [0] * size)
        """By side and hex: the factors of its units within `SIGHT`."""
        self.beside: Final = ([0] * size, [0] * size)
        """By side and hex: the factors of its units in the hexes next to it."""
        self.there: Final = ([0] * size, [0] * size)
        """By side and hex: the factors of its units in it."""
        around, within = world.ground.near, discs(world)
        for side in (ALLIED, GERMAN):
            near, beside, there = self.near[side], self.beside[side], self.there[side]
            for h, units in st.stacks(side).items():
                strength = sum([factor(st, u) for u in units])
                there[h] = strength
                for n in around[h]:
                    beside[n] += strength
                for n in within[h]:
                    near[n] += strength
        left = last_turn(world) + 1 - st.turn
        self.turn: Final = [st.turn / 10, left / 10, float(st.night), float(bool(st.zone_open))]
        self.cup: Final = [
            (st.cup & world.german_chits).bit_count() / 6,
            (st.cup & ~world.german_chits).bit_count() / 10,
        ]

    def common(self, u: int, side: int) -> list[float]:
        """Return the inputs that units of both sides have."""
        st, world = self.st, self.st.world
        h, ground = st.loc[u], world.ground
        enemy = 1 - side
        own, against = self.there[side][h], self.beside[enemy][h]
        place = ground.settlement[h]
        open_ways = watched = 0
        zone = self.zones[side]
        for n in ground.near[h]:
            if ground.wet[h] >> ground.grid.direction(h, n) & 1 or zone[n] & BLOCKED:
                continue
            if zone[n] & ZONE:
                watched += 1
            else:
                open_ways += 1
        marks = st.marks[u]
        return [
            *self.turn,
            *self.cup,
            float(world.mech[u]),
            float(world.armor[u]),
            st.steps[u] / 2,
            factor(st, u) / 6,
            ter(st, u) / 6,
            float(bool(marks & DISRUPTED)),
            float(bool(marks & (MOVED | FINISHED))),
            float(st.cup >> st.corps[u] & 1),
            float(bool(zone[h] & ZONE)),
            own / 12,
            against / 20,
            min(4.0, against / max(1, own)) / 2,
            self.near[enemy][h] / 40,
            self.near[side][h] / 40,
            open_ways / 6,
            watched / 6,
            float(ground.crest[h] or ground.terrain[h] == WOODS),
            float(place in (VILLAGE, TOWN)),
            float(place == ARGENTAN),
        ]

    def german(self, u: int) -> list[float]:
        """Return the inputs for a German unit on the map."""
        st, world, outlook = self.st, self.st.world, self.outlook
        h = st.loc[u]
        kind = kind_of(world, u)
        left = budget(st, u)
        field = outlook.east[kind]
        east = field.cost(h)
        south = outlook.south.cost(h) if kind == FOOT else UNREACHED
        cut = self.lines[h] >= UNREACHED
        danger = self.near[ALLIED]
        ahead = [danger[n] for n in outlook.ways.path(field, h, AHEAD)]
        return [
            *self.common(u, GERMAN),
            float(world.ground.escaped[h]),
            _share(east, left),
            odds_of(east, left),
            min(3.0, east / 40) if east < UNREACHED else 3.0,
            _share(south, left),
            odds_of(south, left, south=True),
            float(south < UNREACHED),
            float(cut),
            surrenders(st, u),
            surrenders(st, u) * cut,
            outlook.prize.get(u, 0.0) / 4,
            max(ahead, default=0) / 40,
            sum(ahead) / (40 * AHEAD),
            len(ahead) / AHEAD,
        ]

    def allied(self, u: int) -> list[float]:
        """Return the inputs for an Allied unit on the map."""
        st, world = self.st, self.st.world
        return [
            *self.common(u, ALLIED),
            float(world.ground.escaped[st.loc[u]]),
            float(world.two_step[u]),
        ]


@cache
def discs(world: World) -> tuple[tuple[int, ...], ...]:
    """Return the hexes within `SIGHT` of each hex."""
    return tuple(world.grid.within(h, SIGHT) for h in world.grid)


def _share(far: int, left: float) -> float:
    """Return the share of the remaining moves that a way takes, 2 at most."""
    if far >= UNREACHED or left <= 0:
        return 2.0
    return min(2.0, far / left)


def judged(st: Position) -> tuple[list[int], list[int]]:
    """Return the German and the Allied units on the map whose fates count."""
    world = st.world
    german = [u for u in world.german if st.loc[u] >= 0 and not world.company[u]]
    return german, [u for u in world.allied if st.loc[u] >= 0]


def probabilities(sums: Sequence[float]) -> list[float]:
    """Return the probability of each fate (softmax)."""
    top = max(sums)
    found = [exp(each - top) for each in sums]
    total = sum(found)
    return [each / total for each in found]


class Learnt(NamedTuple):
    """What training found."""

    german: Network
    """The fates of a German unit, before `probabilities`."""
    allied: Network
    """The steps that an Allied unit will lose."""
    argentan: tuple[float, ...]
    """The points that a German Argentan still brings, by turn."""


@cache
def learnt_fates() -> Learnt | None:
    """Return the networks of the package, or None if it has none."""
    kept = learnt(__name__)
    if kept is None:
        return None
    return Learnt(built(kept["german"]), built(kept["allied"]), tuple(kept["argentan"]))


def expected(st: Position, known: Learnt) -> float:
    """Return the net Victory Points at the end, as the networks expect them."""
    field = Field(st)
    german, allied = judged(st)
    chances = {u: probabilities(known.german.sums(field.german(u))) for u in german}
    points = sum(each[CAUGHT] for each in chances.values())
    points -= sum(max(0.0, known.allied.sums(field.allied(u))[0]) for u in allied)
    points -= _escaping(st, chances)
    if st.argentan == GERMAN:
        points -= known.argentan[st.turn - 1]
    bidder, bid = bid_of(st.switches)
    return points + st.vp + (bid if bidder == GERMAN else -bid)


def _escaping(st: Position, chances: Mapping[int, Sequence[float]]) -> float:
    """Return the German points expected from units that get away (3.3)."""
    world = st.world
    found = 0.0
    kept: dict[int, float] = {}
    """The probability that nobody of a division gets away."""
    for u in world.german:
        if scores_nothing(st, u):
            continue
        if st.loc[u] == EXITED:
            found += 1.0
            continue
        if u not in chances:
            continue
        away = chances[u][AWAY]
        found += chances[u][SOUTH] + ESCAPE * away * world.mech[u]
        if world.has_division[u]:
            kept[world.division[u]] = kept.get(world.division[u], 1.0) * (1 - away)
    return found + ESCAPE * sum(1 - each for each in kept.values())
