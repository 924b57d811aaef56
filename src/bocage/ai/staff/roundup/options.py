"""Decisions about the optional rules: garrisons, floods, points, drops, sectors (15.0)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.levels import CLEAR
from bocage.ai.staff.roundup.aims import Aims
from bocage.ai.staff.roundup.board import Board
from bocage.ai.staff.roundup.survey import Survey
from bocage.ai.staff.roundup.values import Values
from bocage.ai.staff.roundup.worths import LAST_STEP
from bocage.engine.actions import Action, first, second
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s15_optional.s15_02_free_garrisons import printed
from bocage.games.roundup.s15_optional.s15_06_inundation import DUNKIRK, GRAVELINES
from bocage.games.roundup.s15_optional.s15_11_kampfgruppen import TO_RAISE, TO_RECOVER
from bocage.games.roundup.words.verbs import END, FLOOD, REPLACE, SECTORS

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.s15_optional.s15_02_free_garrisons import PlaceGarrison
    from bocage.games.roundup.s15_optional.s15_06_inundation import Inundate
    from bocage.games.roundup.s15_optional.s15_11_kampfgruppen import GermanReplacement, SpendPoints
    from bocage.games.roundup.s15_optional.s15_12_parachute_corps import (
        ParachuteDrop,
        ParachutistsEnter,
        Scatter,
    )
    from bocage.games.roundup.s15_optional.s15_17_shifted_sectors import ChooseSectors
    from bocage.games.roundup.s15_optional.s15_19_scraped_barrel import ScrapeBarrel

WET: Final = 3
"""The distance from polder within which a flood hinders a stack."""
HINDERED: Final = 1.3
"""The least ratio of Allied to German factors that a flood must hinder."""
ALONE: Final = 4.0
"""The weight of a dropped division's possible losses. No friendly units are near it."""


def garrison(st: Position, top: PlaceGarrison, legal: Sequence[Action], _: Random) -> Action:
    """Return the hex for a garrison: a port, or else the best defensive ground (15.2).

    Of equal hexes, the nearest to the one printed on its counter wins.
    """
    world, home = st.world, printed(st.world, top.unit)

    def worth(action: Action) -> tuple[bool, int, int]:
        h = second(action)
        return bool(world.port_of[h]), -world.terrain_shift[h], -world.grid.distance(home, h)

    return max(legal, key=worth)


def sectors(_: Position, __: ChooseSectors, ___: Sequence[Action], ____: Random) -> Action:
    """Return the choice of two sectors for each nation (15.17).

    Ports serve the nation with more units in England, so the beaches need not.
    """
    return SECTORS(0)


def barrel(st: Position, _: ScrapeBarrel, legal: Sequence[Action], __: Random) -> Action:
    """Return the strongest unit to raise, as long as one may be raised (15.19)."""
    world = st.world
    return max(legal[1:], key=lambda a: world.attack[first(a)][2] + world.defence[first(a)][2])


def flood(st: Position, _: Inundate, __: Sequence[Action], ___: Random) -> Action:
    """Return whether to flood (15.6): if it hinders the enemy more than us.

    A smaller gain is enough if the enemy is about to take the last sluice.
    """
    world = st.world
    polder = [h for h in world.grid if world.is_polder[h]]
    survey = Survey(st, GERMAN)
    far = survey.distances(polder)
    wet = [
        sum(survey.attack[u] for h, us in stacks.items() if far[h] <= WET for u in us)
        for stacks in (survey.enemy_stacks, survey.own_stacks)
    ]
    last = [h for h in (world.grid.hex(GRAVELINES), *world.ports[DUNKIRK]) if not st.control[h]]
    closing = len(last) == 1 and survey.pressure(last[0]) > 0
    return FLOOD() if wet[0] > wet[1] * (1.0 if closing else HINDERED) else END()


def spend(st: Position, _: SpendPoints, legal: Sequence[Action], __: Random) -> Action:
    """Return the use of points with most factors for each, preferably near the front (15.10)."""
    where = _ground(st)

    def worth(action: Action) -> float:
        u = first(action)
        if action >> 32 == REPLACE.number:
            return _gain(st, u) / TO_RECOVER
        raised = (st.world.attack[u][1] + st.world.defence[u][1]) / 2 + LAST_STEP
        return raised / TO_RAISE + 0.01 * where.map[second(action)]

    return max(legal[1:], key=worth)


def recover(st: Position, _: GermanReplacement, legal: Sequence[Action], __: Random) -> Action:
    """Return the replacement for the division that gains most factors (15.11)."""
    return max(legal[1:], key=lambda a: _gain(st, first(a)))


def _gain(st: Position, u: int) -> float:
    attack, defence = st.world.attack[u], st.world.defence[u]
    return (attack[2] - attack[1] + defence[2] - defence[1]) / 2


def drop(st: Position, _: ParachuteDrop, legal: Sequence[Action], __: Random) -> Action:
    """Return the drop on the best ground with the least danger of attack (15.12)."""
    where = _ground(st)

    def worth(action: Action) -> float:
        u, h = first(action), second(action)
        danger = where.survey.risk(h, st.world.defence[u][2])
        return where.map[h] - ALONE * danger + 0.1 * st.world.attack[u][2]

    return max(legal[1:], key=worth)


def scatter(st: Position, _: Scatter, legal: Sequence[Action], __: Random) -> Action:
    """Return the Allied choice for scattered parachutists: where they are attacked best (15.12)."""
    survey = Survey(st, GERMAN)
    return max(legal, key=lambda a: survey.pressure(second(a)))


def march_in(st: Position, _: ParachutistsEnter, legal: Sequence[Action], __: Random) -> Action:
    """Return the best entry hex. The division enters as soon as it may (15.12)."""
    where = _ground(st)
    return max(legal[1:], key=lambda a: where.map[second(a)])


def inland(st: Position, legal: Sequence[Action]) -> Action:
    """Return the best move inland that makes room on a beach (15.9)."""
    survey = Survey(st, ALLIED)
    board = Board(st.world, [(u, h) for h, us in survey.own_stacks.items() for u in us])
    values = Values(survey, Aims(survey), board, CLEAR)
    return max(legal, key=lambda a: values.map[second(a)])


def _ground(st: Position) -> Values:
    """Return the values of all hexes for German units."""
    survey = Survey(st, GERMAN)
    board = Board(st.world, [(u, h) for h, us in survey.own_stacks.items() for u in us])
    return Values(survey, Aims(survey), board, CLEAR)
