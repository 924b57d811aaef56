"""The task of each Allied division: the Germans that it has to stop.

The infantry of the US VII Corps guards the south edge, which is too far away for all others. The
divisions that may go to the Dives (11.9) close the gap. In 24 games against the aggressive
player that gained three and a half points, against divisions without a task.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bocage.games.falaise.board.world import World

PURSUIT: Final = (1.0, 1.0)
"""The task of units without their own: pursue all Germans."""
TASKS: Final = {
    "1 Inf": (0.2, 2.0),
    "9 Inf": (0.2, 2.0),
    "3 Armd": (0.5, 2.0),
    "90 Inf": (1.0, 0.0),
    "1 Polish Armd": (1.0, 0.0),
    "3 Cdn Inf": (1.0, 0.0),
    "4 Cdn Armd": (1.0, 0.0),
}
"""By division: the weights of the ways east and south."""


def task_of(world: World, u: int) -> tuple[float, float]:
    """Return a unit's weights for the ways east and south."""
    if u < 0 or not world.has_division[u]:
        return PURSUIT
    return TASKS.get(world.divisions[world.division[u]], PURSUIT)
