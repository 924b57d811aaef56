"""The game without one rule or another: the smallest change that leaves a sentence out.

The judge switches these on to prove that a case depends on its rule; play knows nothing of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from bocage.games.falaise.absences_basics import basic_effects
from bocage.games.falaise.absences_combat import combat_effects
from bocage.games.falaise.absences_movement import movement_effects
from bocage.games.falaise.absences_optional import OPTIONAL_EXPLAINED, optional_effects
from bocage.games.falaise.absences_readings import reading_effects
from bocage.games.falaise.absences_special import special_effects
from bocage.rules.judge import Absence

if TYPE_CHECKING:
    from bocage.games.falaise.world import World

EXPLAINED: Final[Mapping[str, str]] = {
    "5.2.a": "nothing in play over-stacks: every entry is checked, and retreats end within limits",
    "reading 77": "where the east edge is within ten hexes so are the roads to 1703; no position "
    "was found in which up to fourteen Allied units cut these and not the way to the edge",
    **OPTIONAL_EXPLAINED,
}
"""Rules that may be switched off and no case fails, and why."""


def effects_of(world: World) -> Mapping[str, Absence]:
    """By rule: how the game is without it."""
    found = {
        **basic_effects(world),
        **movement_effects(world),
        **combat_effects(world),
        **special_effects(world),
        **optional_effects(world),
    }
    return {**found, **reading_effects(world, found)}
