"""What the game is like without a rule, where the rule neither refuses nor counts in a ledger.

Only rule cases use it: a case must fail when the rule it is for does not work. Nothing of
the game itself looks here, so play pays nothing for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from bocage.games.roundup import supply
from bocage.rules.judge import Absence, replaced

if TYPE_CHECKING:
    from bocage.games.roundup.world import World


def effects_of(world: World) -> Mapping[str, Absence]:
    """By rule: how the game is without it."""
    return {
        "1.5": partial(replaced, supply, halved=lambda factor: factor // 2),
    }
