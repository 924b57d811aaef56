"""The air: TAS Markers, of which some are kept for the German phase; bombers; supply by air."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.roundup.aims import Aims
from bocage.ai.staff.roundup.survey import Survey
from bocage.engine.actions import Action, second
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s04_supply import supply
from bocage.games.roundup.s11_odds import bomber_shift
from bocage.games.roundup.words.verbs import BOMBER, END, FLY, TAS

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.s07_air import PlaceAerial, PlaceTas
    from bocage.games.roundup.s11_combat import Muster

NEAR: Final = 8.0
"""The greatest distance from our units at which an enemy stack is worth a marker."""
KEPT: Final = (0.3, 0.5)
"""The share of its markers that each side keeps for the German Player Phase (7.3)."""
KEY: Final = 3.0
"""The factor for cover over a hex that must not fall."""


def place_tas(st: Position, top: PlaceTas, _: Sequence[Action], __: Random) -> Action:
    """Return a place over enemies that we will attack, or over our own stacks in danger.

    Markers stay for the whole turn, so the first go where they help in both phases. Some are kept
    until all units have their places for the German phase.
    """
    survey = Survey(st, top.seat)
    markers = st.tas_left + len(st.tas)
    if not top.kept and st.turn > 1 and st.tas_left <= int(KEPT[top.seat] * markers):
        return END()
    attacks = (top.seat == GERMAN) == top.kept
    weight = _targets(survey) if attacks or not top.kept else {}
    if not attacks:
        for h, worth in _threatened(survey).items():
            weight[h] = weight.get(h, 0.0) + worth
    world = st.world
    for each in st.tas:
        for h in (each, *world.near(each)):
            weight.pop(h, None)
    worths: dict[int, float] = {}
    for h, w in weight.items():
        for n in (h, *world.near(h)):
            worths[n] = worths.get(n, 0.0) + w
    best = max(worths, key=lambda h: (worths[h], -h), default=-1)
    return TAS(best) if best >= 0 and worths[best] > 0 else END()


def _targets(survey: Survey) -> dict[int, float]:
    """Return the enemy stacks, with more weight for those near our own."""
    own = list(survey.own_stacks)
    if not own and survey.side == ALLIED:
        own = [h for h in survey.st.beachheads if h >= 0]  # turn 1: the landing comes after
    if not own:
        return {}
    far = survey.distances(own)
    return {h: NEAR - far[h] for h in survey.enemy_stacks if far[h] < NEAR}


def _threatened(survey: Survey) -> Mapping[int, float]:
    """Return our stacks by their expected losses. Key hexes count for more."""
    keys = set(Aims(survey).keys())
    return {
        h: survey.risk(h, sum(survey.defence[u] for u in units)) * (KEY if h in keys else 1.0)
        for h, units in survey.own_stacks.items()
    }


def bombers(st: Position, top: Muster, legal: Sequence[Action]) -> Action | None:
    """Return heavy bombers for an attack if the table helps more than it hurts there (11.12), or
    None.
    """
    able = [a for a in legal if a == BOMBER() or a >> 32 == FLY.number]
    helps = sum(bomber_shift(st, top.hex, die, top.seat) for die in range(1, 7)) > 0
    return able[0] if able and helps else None


def place_aerial(st: Position, _: PlaceAerial, legal: Sequence[Action], __: Random) -> Action:
    """Return air supply for the strongest stack without supply."""
    best, most = legal[0], 0
    for action in legal[1:]:
        units = [u for u in st.at(second(action), ALLIED) if not supply(st, u)]
        strength = sum(st.world.defence[u][st.steps[u]] for u in units)
        if strength > most:
            best, most = action, strength
    return best
