"""Scenes: how an event looks at the table, as data for a face to play back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from bocage.engine.odds import Weighed

Act = Literal[
    "move",  # units move along a path
    "stop",  # units have to stop where they are
    "place",  # units or a marker are placed in a hex
    "fight",  # a battle begins or is decided
    "fire",  # units or guns fire
    "die",  # chance decides something else
    "loss",  # a step, a unit or a marker is lost
    "retreat",  # a unit retreats
    "advance",  # a unit advances after a battle
    "note",  # something that changes nothing on the map
]


@dataclass(frozen=True, slots=True)
class Scene:
    """One event as a face plays it back."""

    act: Act
    units: tuple[int, ...] = ()
    """The units that act or are affected."""
    targets: tuple[int, ...] = ()
    """The units that they act on."""
    hexes: tuple[int, ...] = ()
    """The path of a move, including its first hex; for other acts the hexes concerned."""
    die: int | None = None
    result: str = ""
    """The result as its chart names it."""
    weighed: Weighed | None = None
    """The ledger of a battle at the time of its roll."""
