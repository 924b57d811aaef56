"""Arrivals: beachheads, ports, landings, drops, replacements; German entries."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.levels import CLEAR
from bocage.ai.staff.roundup import options
from bocage.ai.staff.roundup.aims import LATE, Aims
from bocage.ai.staff.roundup.board import Board
from bocage.ai.staff.roundup.survey import Survey
from bocage.ai.staff.roundup.values import Values
from bocage.engine.actions import Action, first, second
from bocage.games.roundup.board.position import POOL
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s08_german_reinforcements import WITH_RUSSIA
from bocage.games.roundup.s13_setup import LANDING_PLANS
from bocage.games.roundup.words.verbs import BEACHHEAD, INLAND, LAND

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.s08_german_reinforcements import PlaceReinforcement
    from bocage.games.roundup.s08_reinforcements import DesignatePort, Drops, Landings, Replacements
    from bocage.games.roundup.s13_setup import PlaceBeachhead

PLANS: Final = (
    LANDING_PLANS["gris-nez"][1],
    ("1821", "2023", "1719", "2223"),
    ("1719", "1821", "1516", "1619"),
)
"""The landings that it has found good, all about Calais: by Cap Gris-Nez, from Sangatte to
Wimereux, and on both sides of Calais; the hexes of the two US and two UK markers."""
AGAINST_RUSSIA: Final = PLANS[1]
"""The best defence if Berlin is known to send everything (strategies 3 and 4)."""


def place_beachhead(
    st: Position, top: PlaceBeachhead, legal: Sequence[Action], rng: Random
) -> Action:
    """Return a place in the plan that has started.

    A plan is drawn at random, unless the known strategy decides it.
    """
    world = st.world
    placed = tuple(world.grid.numbers[h] for h in st.beachheads[: top.marker])
    plans = (AGAINST_RUSSIA,) if st.strategy in WITH_RUSSIA else PLANS
    wishes = [
        BEACHHEAD(top.marker, world.grid.hex(plan[top.marker]))
        for plan in plans
        if plan[: top.marker] == placed
    ]
    able = [wish for wish in wishes if wish in legal]
    if able:
        return able[int(rng.random() * len(able))]
    begun = st.beachheads[0] if top.marker else world.grid.hex(plans[0][0])
    return min(legal, key=lambda a: world.grid.distance(second(a), begun))


def designate_port(st: Position, _: DesignatePort, legal: Sequence[Action], __: Random) -> Action:
    """Return the nation with more units in England."""
    waiting = [sum(st.loc[u] == POOL for u in units) for units in st.world.of_nation]
    return max(legal, key=lambda a: waiting[second(a)])


def land(st: Position, _: Landings, legal: Sequence[Action], __: Random) -> Action:
    """Return the strongest of those that do not fly, divisions first."""
    world = st.world
    landing = [a for a in legal if a >> 32 == LAND.number]
    if not landing:
        rooms = [a for a in legal if a >> 32 == INLAND.number]
        waiting = any(st.loc[u] == POOL for u in world.allied)
        return options.inland(st, rooms) if rooms and waiting else legal[0]

    def worth(action: Action) -> float:
        u = first(action)
        flies = world.units[u].airborne
        strength = max(world.attack[u]) + max(world.defence[u])
        return strength + 20 * world.is_division[u] - 30 * flies

    return max(landing, key=worth)


def drop(st: Position, _: Drops, legal: Sequence[Action], __: Random) -> Action:
    """Return a drop where the line needs a unit and no enemy is too near."""
    survey = Survey(st, ALLIED)
    aims = Aims(survey)
    board = Board(st.world, [(u, h) for h, us in survey.own_stacks.items() for u in us])
    values = Values(survey, aims, board, CLEAR).map

    def worth(action: Action) -> float:
        h, u = second(action), first(action)
        defence = st.world.defence[u][st.steps[u]]
        return values[h] - 2.0 * survey.risk(h, defence)

    best = max(legal[1:], key=worth)
    held_back = st.turn < LATE and first(best) in st.world.airborne[1::2]
    return legal[0] if held_back else best


def replace(st: Position, _: Replacements, legal: Sequence[Action], __: Random) -> Action:
    """Return the division that gains most."""
    world = st.world

    def gain(action: Action) -> int:
        u = first(action)
        return world.attack[u][2] - world.attack[u][1] + world.defence[u][2] - world.defence[u][1]

    return max(legal[1:], key=gain)


def enter(st: Position, _: PlaceReinforcement, legal: Sequence[Action], __: Random) -> Action:
    """Return the entry nearest to the fight, or late in the game one near an open edge."""
    survey = Survey(st, GERMAN)
    aims = Aims(survey)
    board = Board(st.world, [(u, h) for h, us in survey.own_stacks.items() for u in us])
    values = Values(survey, aims, board, CLEAR).map
    return max(legal, key=lambda a: values[second(a)])
