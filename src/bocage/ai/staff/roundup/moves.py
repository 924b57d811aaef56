"""The plan of a Movement Phase: guards first, then attacks, then the other units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.ai.staff.levels import Judgement
from bocage.ai.staff.roundup.aims import Aims, Guard, edge_belt
from bocage.ai.staff.roundup.board import Board
from bocage.ai.staff.roundup.holes import Hole, holes
from bocage.ai.staff.roundup.last_move import cut_links
from bocage.ai.staff.roundup.strikes import Strike, Strikes
from bocage.ai.staff.roundup.survey import Survey
from bocage.ai.staff.roundup.values import Values
from bocage.games.roundup.pieces.units import ALLIED

if TYPE_CHECKING:
    from bocage.ai.staff.levels import Level
    from bocage.games.roundup.board.position import Position

MENDS: Final = 3
"""How often a plan is improved for each degree of effort above the first."""
DANGER: Final = 0.12
"""The probability of losing a hex above which its guard is strengthened."""
LEAST: Final = (0.6, 0.6)
"""The least value of a planned attack for each side."""


class MovePlan(NamedTuple):
    """The goals of all units, with their reasons."""

    orders: dict[int, int]
    """Units with their hexes, in the order of their moves."""
    guards: dict[int, int]
    """Guarded hexes with their guards."""
    strikes: tuple[Strike, ...]
    aims: Aims
    holes: tuple[Hole, ...] = ()
    """The enemy's remaining chances against it."""
    runners: int = 0
    """The number of units on their way to the edge."""
    cut: float = 0.0
    """The gain from cutting ports off from beachheads at the end."""

    def fighting(self, aims: Aims) -> set[int]:
        """Return the units that the defence cannot count on: they move to attack from other hexes.

        While many Allied units still wait in England, none are returned: a division that guards a
        beachhead keeps another from landing there.
        """
        if not aims.is_ashore:
            return set()
        held = set(aims.keys())
        return {u for each in self.strikes for u, h in each.places if h not in held}

    @property
    def worth(self) -> float:
        """Return the total value of the attacks, and of the cuts at the end."""
        return sum(each.worth for each in self.strikes) + 3 * self.cut


def plan_moves(st: Position, side: int, level: Level, rng: Random) -> MovePlan:
    """Return the moves of a side's units for this Movement Phase.

    A plan with a hole is made again with a guard in it, as often as the level allows.
    """
    survey = Survey(st, side)
    aims = Aims(survey, level.intent)
    movable = survey.movable()
    reach = {u: survey.reach(u) for u in movable}
    wanted = aims.guards(links=level.is_thorough)
    plan, board = _planned(survey, aims, reach, wanted, Judgement(level, rng))
    found = holes(survey, board, aims.keys(), plan.fighting(aims))
    for _ in range(MENDS * (level.effort - 1)):
        more = mended(wanted, found)
        if more == wanted:
            break
        wanted = more
        plan, board = _planned(survey, aims, reach, wanted, Judgement(level, rng))
        found = holes(survey, board, aims.keys(), plan.fighting(aims))
    return plan._replace(holes=tuple(found))


def mended(wanted: Sequence[Guard], found: Sequence[Hole]) -> list[Guard]:
    """Return the guards with missing ones added, and stronger where a hex may fall."""
    guards = {guard.hex: guard for guard in wanted}
    for hole in sorted(found, key=lambda each: -each.danger):
        old = guards.get(hole.hex)
        if hole.open:
            guards.setdefault(hole.hex, Guard(hole.hex, 0.5))
        elif hole.danger > DANGER:
            weight, units = (1.0, 1) if old is None or old.weight < 1 else (1.0, 2)
            guards[hole.hex] = Guard(hole.hex, weight, units)
    return list(guards.values())


def _planned(
    survey: Survey,
    aims: Aims,
    reach: Mapping[int, Sequence[int]],
    wanted: Sequence[Guard],
    judgement: Judgement,
) -> tuple[MovePlan, Board]:
    standing = [(u, h) for h, units in survey.own_stacks.items() for u in units if u not in reach]
    board = Board(survey.world, standing)
    guards = post_guards(survey, board, reach, wanted)
    gain = cut_links(survey, aims, board, reach) if judgement.level.is_thorough else 0.0
    ground, exposure = aims.ground(), aims.exposure()
    strikes = Strikes(survey, board, reach, ground, exposure, judgement).decide(LEAST[survey.side])
    values = Values(survey, aims, board, judgement)
    others = [u for u in reach if u not in board.of]
    count = aims.runners(len(others)) if survey.side == ALLIED else 0
    if count:
        run = values.run()
        for u in nearest_to_edge(survey, others, reach)[:count]:
            h = run.best(u, reach[u])
            board.place(u, h)
            run.placed(u, h)
            values.placed(u, h)
        others = [u for u in others if u not in board.of]
    for u in values.order(others):
        h = values.best(u, reach[u])
        board.place(u, h)
        values.placed(u, h)
    orders = {u: board.of[u] for u in reach}
    return MovePlan(orders, guards, tuple(strikes), aims, (), count, gain), board


def nearest_to_edge(
    survey: Survey, units: Sequence[int], reach: Mapping[int, Sequence[int]]
) -> list[int]:
    """Return units by how near the edge they can get. Of equals, strong ones come first."""
    far = survey.distances(edge_belt(survey.world))
    return sorted(units, key=lambda u: (min(far[h] for h in reach[u]), -survey.defence[u]))


def post_guards(
    survey: Survey, board: Board, reach: Mapping[int, Sequence[int]], wanted: Sequence[Guard]
) -> dict[int, int]:
    """Give each hex that must be held a guard: the cheapest that is strong enough."""
    found: dict[int, int] = {}
    for guard in wanted:
        for _ in range(guard.units - len(board.at.get(guard.hex, ()))):
            u = _cheapest(survey, board, reach, guard)
            if u is None:
                break
            board.place(u, guard.hex)
        if there := board.at.get(guard.hex):
            found[guard.hex] = there[0]
    return found


def _cheapest(
    survey: Survey, board: Board, reach: Mapping[int, Sequence[int]], guard: Guard
) -> int | None:
    """Return the unit to guard a hex: a strong one if it matters, else the least useful.

    Or None.
    """
    able = [
        u
        for u, hexes in reach.items()
        if u not in board.of and guard.hex in hexes and board.has_room(guard.hex, u)
    ]
    divisions, here = survey.world.is_division, survey.st.loc

    def cost(u: int) -> float:
        strong = survey.defence[u] * guard.weight * 1.5
        dear = survey.attack[u] * 0.6 + 4.0 * divisions[u] * (1 - guard.weight)
        return dear - strong - (2.0 if here[u] == guard.hex else 0.0)

    return min(able, key=cost, default=None)
