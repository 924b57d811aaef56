"""Random play that is worth watching: nobody passes while a unit can still do something."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from bocage.engine.actions import Action
from bocage.games.roundup.verbs import END

if TYPE_CHECKING:
    from bocage.games.roundup.position import Position


def keen(st: Position, legal: Sequence[Action], rng: Random) -> Action:  # noqa: ARG001
    """Any legal action, all alike, but the end of a phase only when there is nothing else.

    Where it is offered, the end comes first (`legal` has an order).
    """
    count = len(legal)
    if count > 1 and legal[0] == END.base:
        return legal[1 + int(rng.random() * (count - 1))]
    return legal[int(rng.random() * count)]
