"""The value of each hex for units that neither guard nor attack."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.roundup.aims import ALL_BEACHES, edge_belt
from bocage.games.roundup.options import THREATENED
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s14_victory import is_hard
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.ai.staff.levels import Judgement
    from bocage.ai.staff.roundup.aims import Aims
    from bocage.ai.staff.roundup.board import Board
    from bocage.ai.staff.roundup.survey import Survey

CROWD: Final = 1.2
"""The cost of a friendly unit in the next hex, so that a line has gaps."""
GATHERED: Final = 0.4
"""The same cost for Germans who gather to attack."""
WALK_IN: Final = 25.0
"""The value of an undefended port hex."""
RISK: Final = (0.5, 1.0)
"""The weight of the factors that each side may lose in a hex."""
TYPICAL: Final = 9
FRAIL: Final = 4
"""The defence of a strong stack and of a weak one, to compute the danger in a hex."""
THREAT: Final = 12.0
"""The value of a hex next to a beachhead at the end, if the table counts that (reading 79)."""
FEEBLE: Final = 2
"""The highest attack of German divisions that watch the edges instead of going to the front."""
OUTPOST: Final = 1
APART: Final = 3
SPREAD: Final = 2.0
"""Such a division's distance from the edge and from the next one, and the cost of being nearer."""


class Values:
    """The value of each hex for a side's units. It changes as units get their places."""

    def __init__(self, survey: Survey, aims: Aims, board: Board, judgement: Judgement) -> None:
        self.survey, self.aims, self.board = survey, aims, board
        self.world, self.st = survey.world, survey.st
        gathers = survey.side == GERMAN and self.world.short is None
        self.gathers: Final = gathers and aims.intent != ALL_BEACHES
        """Whether all units gather at one beachhead, to attack it in strength.

        Short scenarios are balanced for Germans who attack all beachheads.
        """
        self.map = self._allied() if survey.side == ALLIED else self._german()
        zone = self.st.zone(survey.side)
        risk = RISK[survey.side]
        self.frailty = [0.0] * self.world.size
        """The extra risk for a weak unit, by hex."""
        for h in range(self.world.size):
            danger = survey.risk(h, TYPICAL)
            self.map[h] -= risk * danger + 0.6 * self.world.terrain_shift[h]
            self.frailty[h] = risk * (survey.risk(h, FRAIL) - danger)
            if zone[h] & ZONE:
                self.map[h] -= 1.0
        self.threats: Final = self._threats()
        """For each beachhead that a German may yet threaten: the hexes next to it."""
        for hexes in self.threats:
            for n in hexes:
                self.map[n] += THREAT
        self.pickets = self._pickets() if survey.side == GERMAN else self.map
        """The value of each hex for divisions that are too weak for the front."""
        if judgement.level.blur:
            self.map = [judgement(each) for each in self.map]
        for h in board.at:
            self._crowd(h)

    def _threats(self) -> list[tuple[int, ...]]:
        st, aims = self.st, self.aims
        counts = bool(st.switches & THREATENED) and is_hard(st)
        if self.survey.side == ALLIED or not (counts and aims.last):
            return []
        return [tuple(self.world.near(h)) for h in aims.beaches]

    def _pickets(self) -> list[float]:
        """Return the value of each hex as a post before the edge, out of danger.

        An enemy on the way to the edge must stop next to the post (14.2).
        """
        edge = self.survey.distances(edge_belt(self.world))
        return [
            -0.8 * abs(edge[h] - OUTPOST) - self.survey.risk(h, FRAIL)
            for h in range(self.world.size)
        ]

    def _allied(self) -> list[float]:
        survey, aims, st, world = self.survey, self.aims, self.st, self.world
        ports = [h for port in world.ports for h in port]
        inside = aims.inside()
        enemy = survey.distances(survey.enemy_stacks or aims.edge)
        radius = aims.radius()
        found = [0.0] * world.size
        for h in range(world.size):
            off = inside[h] - radius
            found[h] = -(1.5 * off if off > 0 else -0.8 * off) - 0.5 * min(enemy[h], 12)
        for h in ports:
            if not st.control[h] and h not in survey.enemy_stacks:
                found[h] += WALK_IN
        return found

    def run(self) -> Values:
        """Return the values for units that must be on the edge at the end."""
        aims, world = self.aims, self.world
        made = copy(self)
        belt = edge_belt(world)
        far = self.survey.distances(belt)
        zone, risk = self.st.zone(self.survey.side), RISK[self.survey.side]
        made.map = [
            -1.5 * far[h] - risk * self.survey.risk(h, TYPICAL) - (1.0 if zone[h] & ZONE else 0.0)
            for h in range(world.size)
        ]
        for h in belt:
            made.map[h] += 30.0 if aims.last else 6.0
        return made

    def _german(self) -> list[float]:
        survey, aims, st, world = self.survey, self.aims, self.st, self.world
        goals = aims.beaches or [h for p in world.ports for h in p if st.control[h]]
        if aims.beaches and self.gathers:
            goals = [aims.softest()]
        goals = goals or list(survey.enemy_stacks) or list(aims.edge)
        far = survey.distances(goals)
        found = [-0.9 * far[h] for h in range(world.size)]
        for hexes in world.ports:
            for h in hexes:
                if st.control[h] and h not in survey.enemy_stacks:
                    found[h] += 15.0
        for h in aims.beaches:
            if h not in survey.enemy_stacks:
                found[h] += 200.0
        if aims.late and survey.enemy_stacks:
            belt = edge_belt(world)
            edge = survey.distances(belt)
            foe = survey.distances(survey.enemy_stacks)
            for h in range(world.size):
                found[h] = 0.2 * found[h] - 0.8 * abs(edge[h] - 2) - 0.8 * foe[h]
        return found

    def order(self, units: Sequence[int]) -> list[int]:
        """Return the units in their order of choice: strong first; small ones fit beside them."""
        survey, divisions = self.survey, self.world.is_division
        return sorted(units, key=lambda u: (-divisions[u], -survey.defence[u] - survey.attack[u]))

    def best(self, u: int, hexes: Sequence[int]) -> int:
        """Return the best hex for a unit. The first one, its own, wins a tie."""
        board, worth = self.board, self.map
        small = not self.world.is_division[u]
        if self.is_picket(u):
            worth = self.pickets
        elif self.survey.defence[u] <= FRAIL and not small:
            worth = [each - less for each, less in zip(worth, self.frailty, strict=True)]
        found, most = hexes[0], -1e9
        for h in hexes:
            there = board.at.get(h)
            value = worth[h]
            if there is not None:
                if not board.has_room(h, u):
                    continue
                value += 4.0 if small else 1.0
            if value > most:
                found, most = h, value
        return found

    def is_picket(self, u: int) -> bool:
        """Return whether a German division is too weak to be of use at the front."""
        world = self.world
        weak = world.is_division[u] and max(world.attack[u]) <= FEEBLE
        return self.survey.side == GERMAN and bool(weak) and not self.aims.killed

    def placed(self, u: int, h: int) -> None:
        """Lower the values around the hex that a unit gets."""
        if self.is_picket(u):
            for n in self.world.grid.within(h, APART):
                self.pickets[n] -= SPREAD
        for hexes in [each for each in self.threats if h in each]:
            self.threats.remove(hexes)  # one unit is enough
            for n in hexes:
                self.map[n] -= THREAT
        self._crowd(h)

    def _crowd(self, h: int) -> None:
        worth = self.map
        less = GATHERED if self.gathers else CROWD
        worth[h] -= less
        for n in self.world.near(h):
            worth[n] -= less
