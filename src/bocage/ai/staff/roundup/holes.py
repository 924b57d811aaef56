"""Holes in a plan: hexes to hold that the enemy could enter or storm.

The plan is applied to a copy. The rules there say where every enemy unit could go, including
zones of control and columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from bocage.ai.staff.roundup.survey import HEAVIEST
from bocage.ai.staff.roundup.worths import column, taking
from bocage.engine.actions import first
from bocage.games.roundup.board.position import DEAD
from bocage.games.roundup.pieces.units import ALLIED
from bocage.games.roundup.s10_movement import Moving, allowance
from bocage.games.roundup.words.verbs import GO

if TYPE_CHECKING:
    from bocage.ai.staff.roundup.board import Board
    from bocage.ai.staff.roundup.survey import Survey
    from bocage.games.roundup.board.position import Position


class Hole(NamedTuple):
    """A hex that must be held, and what threatens it."""

    hex: int
    open: bool
    """Whether an enemy can simply walk in."""
    danger: float
    """The probability that it falls to one attack."""


def laid_out(survey: Survey, board: Board, away: Iterable[int]) -> Position:
    """Return the position after the plan, without the units whose place will be uncertain."""
    made = survey.st.copy()
    for u, h in board.of.items():
        if made.loc[u] != h:
            made.place(u, h)
    for u in away:
        made.place(u, DEAD)
    return made


def holes(
    survey: Survey, board: Board, keys: Iterable[int], away: Iterable[int] = ()
) -> list[Hole]:
    """Return the hexes among these that the enemy could enter or take in the next phase.

    `away` are units that attack first: they may advance, retreat or be lost, so their zones of
    control do not count.
    """
    world, enemy = survey.world, survey.enemy
    wanted = set(keys)
    around = {n: h for h in wanted for n in world.near(h)}
    made = laid_out(survey, board, away)
    entered: set[int] = set()
    storming: dict[int, set[int]] = {h: set() for h in wanted}
    for units in survey.enemy_stacks.values():
        for u in units:
            moving = Moving(enemy, u, 0, *allowance(made, u))
            places = [first(a) for a in moving.legal(made) if a >> 32 == GO.number]
            for n in (made.loc[u], *places):
                if n in wanted:
                    entered.add(n)
                if n in around:
                    for h in world.near(n):
                        if h in wanted:
                            storming[h].add(u)
    found: list[Hole] = []
    for h in sorted(wanted):
        held = board.at.get(h, ())
        if not held:
            if h in entered:
                found.append(Hole(h, open=True, danger=1.0))
        elif storming[h] and (danger := _danger(survey, h, held, storming[h])) > 0:
            found.append(Hole(h, open=False, danger=danger))
    return found


def _danger(survey: Survey, h: int, held: Iterable[int], enemies: Iterable[int]) -> float:
    """Return the probability that a hex falls to the strongest attack on it."""
    world = survey.world
    attack = sum(sorted((survey.attack[u] for u in enemies), reverse=True)[:HEAVIEST])
    defence = sum(survey.defence[u] for u in held)
    shift = world.terrain_shift[h]
    if world.coastal[h]:
        shift += -1 if survey.side == ALLIED else 1
    part = survey.table[column(world, attack, defence, shift)]
    alone = sum(survey.st.steps[u] for u in held) == 1
    return taking(part, kills=alone, cornered=False, stays=False)
