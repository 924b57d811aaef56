"""The game without one rule or another: the smallest change that leaves a sentence out.

The judge switches these on to prove that a case depends on its rule; play knows nothing of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from bocage.rules.judge import Absence

if TYPE_CHECKING:
    from bocage.games.falaise.world import World

EXPLAINED: Final[Mapping[str, str]] = {}
"""Rules that may be switched off and no case fails, and why."""


def effects_of(world: World) -> Mapping[str, Absence]:
    """By rule: how the game is without it."""
    del world
    return {}
