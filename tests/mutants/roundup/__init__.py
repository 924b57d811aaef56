"""Operation Roundup without one rule or another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bocage.games.roundup.game import Roundup
from bocage.rules.judge import Absence
from tests.mutants.roundup.basics import basic_effects
from tests.mutants.roundup.combat import combat_effects
from tests.mutants.roundup.movement import movement_effects
from tests.mutants.roundup.optional import optional_effects
from tests.mutants.roundup.readings import reading_effects

EXPLAINED: Final[Mapping[str, str]] = {
    "8.0": "a referee who notes writes it beside a change by hand; nothing is decided by it",
    "11.4.d": "the rule that asks for the die; what it gives is told by 11.13.a",
    "13.1": "tells that turn 1 begins; a game has no other turn to begin with",
    "14.0.d": "giving up is a word of the table; no line of a case can say it",
    "14.1.failure": "the level that is left where no row gives a higher one",
    "14.2.1.failure": "the level that is left where no row gives a higher one",
    "14.2.2.failure": "the level that is left where no row gives a higher one",
    "reading 76": "cases are of the whole game; the tests of the short scenarios play each one",
}
"""Rules that may be switched off and no case fails, and why."""


def effects_of(game: Roundup) -> Mapping[str, Absence]:
    """Return how the game is without each rule."""
    world = game.world
    return {
        **basic_effects(world),
        **movement_effects(world),
        **combat_effects(world),
        **optional_effects(world),
        **reading_effects(world),
    }
