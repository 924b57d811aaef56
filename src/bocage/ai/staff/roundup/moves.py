"""The plan of a Movement Phase: guards first, then attacks, then everybody else."""

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
"""How often a plan is made again for each degree of effort above the first."""
DANGER: Final = 0.12
"""How likely a hex that must be held may fall before it is held by more."""
LEAST: Final = (0.6, 0.6)
"""What an attack must be worth to each side to be planned."""


class MovePlan(NamedTuple):
    """Where everybody goes, and why."""

    orders: dict[int, int]
    """Units with their hexes, in the order in which they move."""
    guards: dict[int, int]
    """Guarded hexes with their guards."""
    strikes: tuple[Strike, ...]
    aims: Aims
    holes: tuple[Hole, ...] = ()
    """What the enemy could still do to it."""
    runners: int = 0
    """How many make for the edge."""
    cut: float = 0.0
    """What it gains by cutting ports from beachheads at the end."""

    def fighting(self, aims: Aims) -> set[int]:
        """Those on whom nobody may rely: they move to attack, and stand nowhere they must.

        While many still wait in England the Allies rely on them all the same, for a division
        that guards a beachhead keeps another from landing there.
        """
        if not aims.is_ashore:
            return set()
        held = set(aims.keys())
        return {u for each in self.strikes for u, h in each.places if h not in held}

    @property
    def worth(self) -> float:
        """What the attacks are worth together, and what standing where it leads to is."""
        return sum(each.worth for each in self.strikes) + 3 * self.cut


def plan_moves(st: Position, side: int, level: Level, rng: Random) -> MovePlan:
    """Where everybody of a side goes in this Movement Phase.

    A plan that leaves a hole is made again with a guard in it, as often as the level cares.
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
    """Units by how near the edge they can get; the strong before the weak."""
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
    """Return the unit to guard a hex: a strong one where it matters, else the one least missed; or
    None.
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
