"""What each Allied division is there for: whom it is to stop.

The infantry of the US VII Corps guards the south edge, from which everybody else is too far; the
divisions that may go to the Dives (11.9) close the gap. In 24 games against the aggressive
player that is worth three points and a half, against divisions without a task.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bocage.games.falaise.board.world import World

PURSUIT: Final = (1.0, 1.0)
"""The task of units without their own: pursue everybody."""
TASKS: Final = {
    "1 Inf": (0.2, 2.0),
    "9 Inf": (0.2, 2.0),
    "3 Armd": (0.5, 2.0),
    "90 Inf": (1.0, 0.0),
    "1 Polish Armd": (1.0, 0.0),
    "3 Cdn Inf": (1.0, 0.0),
    "4 Cdn Armd": (1.0, 0.0),
}
"""By division: what the ways east and the ways south count."""


def task_of(world: World, u: int) -> tuple[float, float]:
    """What the ways east and south count for a unit."""
    if u < 0 or not world.has_division[u]:
        return PURSUIT
    return TASKS.get(world.divisions[world.division[u]], PURSUIT)
