"""The Pocket at Falaise without one rule or another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bocage.games.falaise.game import Falaise
from bocage.rules.judge import Absence
from tests.mutants.falaise.basics import basic_effects
from tests.mutants.falaise.combat import combat_effects
from tests.mutants.falaise.movement import movement_effects
from tests.mutants.falaise.optional import OPTIONAL_EXPLAINED, optional_effects
from tests.mutants.falaise.readings import reading_effects
from tests.mutants.falaise.special import special_effects

EXPLAINED: Final[Mapping[str, str]] = {
    "5.2.a": "nothing in play over-stacks: every entry is checked, and retreats end within limits",
    "reading 77": "where the east edge is within ten hexes so are the roads to 1703; no position "
    "was found in which up to fourteen Allied units cut these and not the way to the edge",
    "reading 117": "cases are of the whole game; the tests of the short scenarios play each one",
    **OPTIONAL_EXPLAINED,
}
"""Rules that may be switched off and no case fails, and why."""


def effects_of(game: Falaise) -> Mapping[str, Absence]:
    """Return how the game is without each rule."""
    world = game.world
    found = {
        **basic_effects(world),
        **movement_effects(world),
        **combat_effects(world),
        **special_effects(world),
        **optional_effects(world),
    }
    return {**found, **reading_effects(world, found)}
