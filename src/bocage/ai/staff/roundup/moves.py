"""The plan of a Movement Phase: guards first, then attacks, then everybody else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.ai.staff.roundup.aims import Aims, Guard
from bocage.ai.staff.roundup.board import Board
from bocage.ai.staff.roundup.strikes import Strike, Strikes
from bocage.ai.staff.roundup.survey import Survey
from bocage.ai.staff.roundup.values import Values

if TYPE_CHECKING:
    from bocage.ai.staff.levels import Level
    from bocage.games.roundup.position import Position

LEAST: Final = 0.6
"""What an attack must be worth to be planned."""


class MovePlan(NamedTuple):
    """Where everybody goes, and why."""

    orders: dict[int, int]
    """Units with their hexes, in the order in which they move."""
    guards: dict[int, int]
    """Guarded hexes with their guards."""
    strikes: tuple[Strike, ...]
    aims: Aims

    @property
    def worth(self) -> float:
        """What the attacks are worth together."""
        return sum(each.worth for each in self.strikes)


def plan_moves(st: Position, side: int, level: Level) -> MovePlan:
    """Where everybody of a side goes in this Movement Phase."""
    survey = Survey(st, side)
    aims = Aims(survey)
    movable = survey.movable()
    reach = {u: survey.reach(u) for u in movable}
    standing = [(u, h) for h, units in survey.own_stacks.items() for u in units if u not in reach]
    board = Board(st.world, standing)
    guards = post_guards(survey, board, reach, aims.guards())
    most_hexes = level.effort + 2
    strikes = Strikes(survey, board, reach, aims.ground(), most_hexes).decide(LEAST)
    values = Values(survey, aims, board)
    others = [u for u in movable if u not in board.of]
    for u in values.order(others):
        h = values.best(u, reach[u])
        board.place(u, h)
        values.placed(u, h)
    orders = {u: board.of[u] for u in movable}
    return MovePlan(orders, guards, tuple(strikes), aims)


def post_guards(
    survey: Survey, board: Board, reach: Mapping[int, Sequence[int]], wanted: Sequence[Guard]
) -> dict[int, int]:
    """Give each hex that must be held a guard: the cheapest that is strong enough."""
    world = survey.world
    found: dict[int, int] = {}
    for guard in wanted:
        if guard.hex in board.at:
            found[guard.hex] = board.at[guard.hex][0]
            continue
        able = [
            u
            for u, hexes in reach.items()
            if u not in board.of and guard.hex in hexes and board.has_room(guard.hex, u)
        ]
        if not able:
            continue

        def cost(u: int, guard: Guard = guard) -> float:
            strong = survey.defence[u] * guard.weight
            dear = survey.attack[u] * 0.6 + 4.0 * world.is_division[u] * (1 - guard.weight)
            return dear - strong - (2.0 if survey.st.loc[u] == guard.hex else 0.0)

        best = min(able, key=cost)
        board.place(best, guard.hex)
        found[guard.hex] = best
    return found
