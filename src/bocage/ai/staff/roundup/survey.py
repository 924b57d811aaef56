"""The assessment of a position: units, strengths, reach and threats.

It is made once a phase from the seat's view. Reach does not depend on the other units of a side
(only stacking at the end does), so it is computed once for each unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.roundup.worths import column, shares, step_worth
from bocage.engine.actions import first
from bocage.games.roundup.board.position import GROUNDED, MOVED, REPLACED
from bocage.games.roundup.pieces.units import ALLIED
from bocage.games.roundup.s03_stacking import stacks_of
from bocage.games.roundup.s04_supply import halved, supply
from bocage.games.roundup.s10_movement import Moving, allowance, season
from bocage.games.roundup.s11_odds import tas_over
from bocage.games.roundup.words.verbs import GO
from bocage.hexes.kernels import BLOCKED, UNREACHED

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position

FAR: Final = 99
"""More than any distance on the map."""
HEAVIEST: Final = 4
"""The usual number of divisions that can attack one hex."""


class Survey:
    """One side's picture of a position."""

    def __init__(self, st: Position, side: int) -> None:
        self.st: Final = st
        self.side: Final = side
        self.enemy: Final = 1 - side
        self.world: Final = st.world
        self.table: Final = shares(st.world)
        self.own_stacks: Final = stacks_of(st, side)
        self.enemy_stacks: Final = stacks_of(st, 1 - side)
        markers = st.markers() if side == ALLIED else []
        self.markers: Final = [h for h in markers if h not in self.enemy_stacks]
        """The port hexes that a German marker alone defends (15.4)."""
        self.attack: Final = [0] * st.world.count
        self.defence: Final = [0] * st.world.count
        for stacks in (self.own_stacks, self.enemy_stacks):
            for units in stacks.values():
                for u in units:
                    self._weigh(u)
        self._threat: list[list[int]] | None = None
        self._pressure: dict[int, int] = {}

    def _weigh(self, u: int) -> None:
        """Store a unit's factors, halved without supply (4.1)."""
        st, world = self.st, self.world
        attack, defence = world.attack[u][st.steps[u]], world.defence[u][st.steps[u]]
        if not supply(st, u):
            attack, defence = halved(attack), halved(defence)
        self.attack[u], self.defence[u] = attack, defence

    # Moving ------------------------------------------------------------------------------

    def movable(self) -> list[int]:
        """Return the units of the side that may still move in this phase."""
        st = self.st
        fixed = MOVED | REPLACED | GROUNDED
        return [u for us in self.own_stacks.values() for u in us if not st.marks[u] & fixed]

    def reach(self, u: int) -> list[int]:
        """Return the hexes where a unit can end its move, its own hex first."""
        st = self.st
        moving = Moving(
            self.side if u in self.world.ranges[self.side] else self.enemy,
            u,
            0,
            *(allowance(st, u)),
        )
        found = [first(a) for a in moving.legal(st) if a >> 32 == GO.number]
        return [st.loc[u], *found]

    # Threat ------------------------------------------------------------------------------

    @property
    def threat(self) -> list[list[int]]:
        """Return, by hex, the attack factors of the enemies that could be next to it after their
        next move.

        Obstacles on their way are ignored.
        """
        if self._threat is None:
            self._threat = self._reckon()
        return self._threat

    def _reckon(self) -> list[list[int]]:
        st, world = self.st, self.world
        found: list[list[int]] = [[] for _ in range(world.size)]
        points = world.points[season(st)]
        work = world.scratch.work
        for h, units in self.enemy_stacks.items():
            for u in units:
                mobility = world.dry_mobility if world.is_heavy[u] else world.mobility
                work.reach(mobility, h, points[u] + 1, world.is_nothing)
                costs, factor = work.costs, self.attack[u]
                for n in range(world.size):
                    if costs[n] < UNREACHED:
                        found[n].append(factor)
        return found

    def pressure(self, h: int) -> int:
        """Return the attack that the enemy could bring against a hex in the next move."""
        found = self._pressure.get(h)
        if found is None:
            found = sum(sorted(self.threat[h], reverse=True)[:HEAVIEST])
            self._pressure[h] = found
        return found

    def risk(self, h: int, defence: int) -> float:
        """Return the factors that a stack of that defence may expect to lose in a hex."""
        attack = self.pressure(h)
        if not attack:
            return 0.0
        shift = self.world.terrain_shift[h]
        if self.world.coastal[h]:
            shift += -1 if self.side == ALLIED else 1
        part = self.table[column(self.world, attack, defence, shift)]
        return 4.0 * (part.loss + part.loss_and_retreat) + 2.5 * (part.exchange + part.retreat)

    # Distances ---------------------------------------------------------------------------

    def distances(self, wanted: Iterable[int]) -> list[int]:
        """Return the steps over land from each hex to the nearest of these."""
        work = self.world.scratch.work
        work.flood(self.world.links, list(wanted), self.world.is_nothing, 0)
        return [min(FAR, each) for each in work.distances]

    def marches(self, goals: Sequence[int]) -> list[int]:
        """Return the rough movement points over free ground from each hex to the nearest of
        these.
        """
        world = self.world
        best = [FAR] * world.size
        work = world.scratch.work
        for h in goals:
            work.reach(world.mobility, h, FAR, world.is_nothing)
            costs = work.costs
            for n in range(world.size):
                if costs[n] < best[n]:
                    best[n] = costs[n]
        return best

    # Fighting ----------------------------------------------------------------------------

    def shift(self, h: int, by: int) -> int:
        """Return the shifts of an attack on a hex that do not depend on the attackers."""
        world, st = self.world, self.st
        found = world.terrain_shift[h]
        if world.coastal[h]:
            found += 1 if by == ALLIED else -1
        if st.tas and tas_over(st, h):
            found += 1 if st.superiority == by else -1
        return found

    def is_closed(self, h: int, zone: bytes) -> bool:
        """Return whether enemy units bar a hex."""
        return bool(zone[h] & BLOCKED)

    def cheapest(self, units: Iterable[int]) -> float:
        """Return the cheapest step among some units."""
        return min(step_worth(self.st, u) for u in units)
