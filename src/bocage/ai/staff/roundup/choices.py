"""The choices in a battle: losses, retreats, advances, and units over the stacking limit."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.roundup.aims import Aims
from bocage.ai.staff.roundup.survey import Survey
from bocage.ai.staff.roundup.worths import step_worth
from bocage.engine.actions import Action, first, second
from bocage.games.roundup.pieces.units import GERMAN
from bocage.games.roundup.words.verbs import HOLD
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.s03_stacking import RemoveExcess
    from bocage.games.roundup.s11_results import Advance, Retreat, StepLoss

MOVING_FIRST: Final = 1.0
"""The value of moving first, besides the attacks: the rest of the army moves."""


def in_contact(st: Position, seat: int) -> list[int]:
    """Return the enemy stacks next to our units."""
    zone = st.zone(1 - seat)
    places = {st.loc[u] for u in st.world.ranges[1 - seat] if st.loc[u] >= 0}
    return sorted(h for h in places if zone[h] & ZONE)


def lose(st: Position, _: StepLoss, legal: Sequence[Action], __: Random) -> Action:
    """Return the step that hurts least."""
    return min(legal, key=lambda a: step_worth(st, first(a)))


def remove(st: Position, _: RemoveExcess, legal: Sequence[Action], __: Random) -> Action:
    """Return the removal of the weakest unit."""
    world = st.world
    return min(legal, key=lambda a: sum(world.attack[first(a)]) + sum(world.defence[first(a)]))


def retreat(st: Position, top: Retreat, legal: Sequence[Action], __: Random) -> Action:
    """Return a retreat into a hex to hold, else onto good ground out of danger."""
    if len(legal) == 1 or legal[0] == HOLD():
        return legal[0]
    survey = Survey(st, top.seat)
    aims = Aims(survey)
    keys = set(aims.beaches) | {h for hexes in st.world.ports for h in hexes}
    far = survey.distances(keys)

    def worth(action: Action) -> float:
        u, h = first(action), second(action)
        stack = sum(survey.defence[v] for v in survey.own_stacks.get(h, ())) + survey.defence[u]
        held = 5.0 if h in keys else 0.0
        return held - survey.risk(h, stack) - 0.3 * far[h]

    return max(legal, key=worth)


def advance(st: Position, top: Advance, legal: Sequence[Action], __: Random) -> Action:
    """Return an advance into valuable ground, by the best defender that leaves no hex open."""
    survey = Survey(st, top.seat)
    aims = Aims(survey)
    ground = aims.ground()[top.hex]
    held = {guard.hex for guard in aims.guards()}
    beach = top.seat == GERMAN and top.hex in st.beachheads

    def worth(action: Action) -> float:
        if action == HOLD():
            return 0.0
        u = first(action)
        here = st.loc[u]
        alone = len(survey.own_stacks.get(here, ())) == 1
        left = 20.0 if here in held and alone and not beach else 0.0
        now = survey.risk(here, survey.defence[u])
        then = survey.risk(top.hex, survey.defence[u])
        return ground - left - 0.5 * (then - now) + 0.05 * survey.defence[u]

    return max(legal, key=worth)
