"""Attacks, planned with the moves that lead to them.

For each enemy stack in reach, every small set of hexes around it is tried with the strongest
units that can get there. The best attack is taken with its units, and the others are evaluated
again. Two opposite hexes are worth much: they cut every retreat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.ai.staff.roundup.worths import Stake, column, lone_marker, step_worth, worth
from bocage.games.roundup.board.position import DROPPED, REPLACED
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s04_supply import halved
from bocage.games.roundup.s15_optional.s15_04_port_hex_control import FACTOR
from bocage.hexes.directions import is_concentric

if TYPE_CHECKING:
    from bocage.ai.staff.levels import Judgement
    from bocage.ai.staff.roundup.board import Board
    from bocage.ai.staff.roundup.survey import Survey

MOST_HEXES: Final = 2
"""The most hexes that an attack comes from, plus one for each degree of effort."""
BEST: Final = 4
"""The number of strongest units to try for each hex."""
THRIFT: Final = 0.05
"""The value of a factor elsewhere, so that an attack uses only as many as help."""


class Strike(NamedTuple):
    """An attack and the places it is made from."""

    worth: float
    target: int
    places: tuple[tuple[int, int], ...]
    """Units with the hexes they attack from, including units already there."""
    column: int


@cache
def subsets(count: int, most: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways to choose some of so many hexes."""
    return tuple(
        each for size in range(1, min(count, most) + 1) for each in combinations(range(count), size)
    )


class Strikes:
    """The attacks that a side could make after moving."""

    def __init__(
        self,
        survey: Survey,
        board: Board,
        reach: Mapping[int, Sequence[int]],
        ground: Sequence[float],
        exposure: Sequence[float],
        judgement: Judgement,
    ) -> None:
        """Prepare attacks.

        `ground` is the value of each hex if taken, `exposure` the risk of standing there.
        """
        self.survey, self.board, self.ground, self.exposure = survey, board, ground, exposure
        self.st, self.world, self.side = survey.st, survey.world, survey.side
        self.judgement = judgement
        self.most_hexes = MOST_HEXES + judgement.level.effort
        self.spoken: set[int] = set()
        """Units that take part in a decided attack."""
        near = self.world.near
        targets = {*survey.enemy_stacks, *survey.markers}
        contact = {n for h in targets for n in near(h)}
        self.comers: dict[int, tuple[list[int], list[int]]] = {
            h: ([], []) for h in contact if h not in targets
        }
        """By hex next to an enemy: the divisions and the other units that can get there."""
        divisions = self.world.is_division
        for u, hexes in reach.items():
            for h in hexes:
                if h in self.comers:
                    self.comers[h][0 if divisions[u] else 1].append(u)
        power = survey.attack
        for pair in self.comers.values():
            for units in pair:
                units.sort(key=lambda u: -power[u])

    def decide(self, least: float) -> list[Strike]:
        """Return the attacks to make, best first, and put their moving units on the board."""
        found: list[Strike] = []
        heap = [
            (-each.worth, each.target, each) for each in map(self.best, self._targets()) if each
        ]
        heapify(heap)
        while heap:
            _, target, each = heappop(heap)
            if each.worth < least:
                break
            if not self._stands(each):
                again = self.best(target)
                if again and again.worth >= least:
                    heappush(heap, (-again.worth, target, again))
                continue
            for u, h in each.places:
                self.spoken.add(u)
                if u not in self.board.of:
                    self.board.place(u, h)
            found.append(each)
        return found

    def _targets(self) -> list[int]:
        wanted = sorted((*self.survey.enemy_stacks, *self.survey.markers))
        return [h for h in wanted if not self.judgement.overlooks()]

    def _stands(self, strike: Strike) -> bool:
        """Return whether all its units are still free, and there is still room."""
        placed = self.board.of
        for u, h in strike.places:
            if u in self.spoken or placed.get(u, h) != h:
                return False
        for h in {h for _, h in strike.places}:
            coming = [u for u, there in strike.places if there == h and u not in placed]
            if coming and not self.board.has_room(h, *coming):
                return False
        return True

    def best(self, target: int) -> Strike | None:
        """Return the best attack on a hex with the free units, or None if none can get there."""
        around: list[tuple[int, int, tuple[int, ...]]] = []
        for d, n in enumerate(self.world.grid.neighbours[6 * target : 6 * target + 6]):
            if n >= 0 and (force := self._party(target, n)):
                around.append((d, n, force))
        if not around:
            return None
        best: Strike | None = None
        for chosen in subsets(len(around), self.most_hexes):
            each = self._tried(target, [around[i] for i in chosen])
            if each is not None and (best is None or each.worth > best.worth):
                best = each
        return best

    def _party(self, target: int, n: int) -> tuple[int, ...]:
        """Return the units that could attack from one hex: fixed ones, then the strongest others.

        There may be more than fit, as one of them may be needed elsewhere.
        """
        world, st, board = self.world, self.st, self.board
        here = [
            u
            for u in board.at.get(n, ())
            if u not in self.spoken
            and not st.marks[u] & REPLACED
            and not (world.is_heavy[u] and world.is_polder[target])
        ]
        divisions, others = self.comers.get(n, ((), ()))
        free = [
            u
            for units in (divisions, others)
            for u in [v for v in units if self._is_free(v, target)][:BEST]
        ]
        return (*here, *free)

    def _is_free(self, u: int, target: int) -> bool:
        barred = self.world.is_heavy[u] and self.world.is_polder[target]
        return u not in self.board.of and not barred

    def _tried(
        self, target: int, around: Sequence[tuple[int, int, tuple[int, ...]]]
    ) -> Strike | None:
        """Return the attack from just these hexes, each filled with its strongest."""
        survey, board = self.survey, self.board
        used: set[int] = set()
        places: list[tuple[int, int]] = []
        mask = 0
        for d, n, force in sorted(around, key=lambda each: len(each[2])):
            coming: list[int] = []
            for u in force:
                if u in used:
                    continue
                if u in board.of:
                    places.append((u, n))
                elif len(coming) < 2 and board.has_room(n, *coming, u):
                    coming.append(u)
                    places.append((u, n))
                else:
                    continue
                used.add(u)
                mask |= 1 << d
            if not mask >> d & 1:
                return None  # no unit is left for this hex; a smaller set covers the others
        attack = sum(survey.attack[u] for u in used)
        if not attack:
            return None
        hexes = {n for _, n, _ in around}
        stake = self._stake(target, hexes, used)
        at = self._column(target, mask, attack, cut=stake.cornered and self._can_starve(target))
        found = self.judgement(worth(survey.table[at], stake, self.side)) - THRIFT * attack
        found -= sum(self.exposure[h] for u, h in places if u not in board.of)
        return Strike(found, target, tuple(places), at)

    def _can_starve(self, target: int) -> bool:
        """Return whether the units in a hex lose supply if every way out is closed (4.0, 4.1)."""
        st, world = self.st, self.world
        if not self.judgement.level.is_thorough:
            return False
        if st.turn == 1 or any(n in self.survey.enemy_stacks for n in world.near(target)):
            return False
        if self.side == ALLIED:
            return not world.is_supply_edge[target]
        return not world.coastal[target]

    def _column(self, target: int, mask: int, attack: int, *, cut: bool) -> int:
        world, survey = self.world, self.survey
        shift = survey.shift(target, self.side)
        if mask & world.water[target] == mask:
            shift += world.charts.shifts["water"]
        if is_concentric(mask) and not world.is_built[target]:
            shift += 1
        defenders = survey.enemy_stacks.get(target, ())
        if not defenders:  # a single marker is always in supply (15.4)
            defence = FACTOR
        elif cut:
            steps, full = self.st.steps, world.defence
            defence = sum(halved(full[u][steps[u]]) for u in defenders)
        else:
            defence = sum(survey.defence[u] for u in defenders)
        return column(world, attack, defence, shift)

    def _stake(self, target: int, hexes: set[int], force: set[int]) -> Stake:
        st, survey = self.st, self.survey
        own, ground = min(step_worth(st, u) for u in force), self.ground[target]
        if target not in survey.enemy_stacks:
            return lone_marker(own, ground)
        defenders = survey.enemy_stacks[target]
        return Stake(
            own,
            min(step_worth(st, u) for u in defenders),
            kills=sum(st.steps[u] for u in defenders) == 1,
            cornered=is_cornered(survey, self.board, target, hexes),
            stays=ignores_retreat(survey, target),
            ground=ground,
        )


def is_cornered(survey: Survey, board: Board, target: int, hexes: set[int]) -> bool:
    """Return whether zones of control and units close every hex around a target."""
    near = survey.world.near
    held = board.at
    for n in near(target):
        if n in hexes or n in held:
            continue
        if not any(each in hexes or each in held for each in near(n)):
            return False
    return True


def ignores_retreat(survey: Survey, target: int) -> bool:
    """Return whether units in a hex ignore a retreat without loss (11.10, 10.7)."""
    st = survey.st
    if survey.side == ALLIED:
        return st.turn == 1 and bool(st.world.port_of[target])
    return survey.side == GERMAN and any(st.marks[u] & DROPPED for u in survey.enemy_stacks[target])
