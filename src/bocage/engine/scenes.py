"""Scenes: what an event looks like at the table, as data, so that a face can play it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from bocage.engine.odds import Weighed

Act = Literal[
    "move",  # units go along a path
    "stop",  # units have to stop where they are
    "place",  # units or a marker come to lie in a hex
    "fight",  # a battle begins or is decided
    "fire",  # units or guns fire
    "die",  # chance decides something else
    "loss",  # a step, a unit or a marker is lost
    "retreat",  # a unit goes back
    "advance",  # a unit goes forward after a battle
    "note",  # something that changes nothing on the map
]


@dataclass(frozen=True, slots=True)
class Scene:
    """One event as it is played back."""

    act: Act
    units: tuple[int, ...] = ()
    """The units that act, or to which it happens."""
    targets: tuple[int, ...] = ()
    """The units that they act on."""
    hexes: tuple[int, ...] = ()
    """The path of a move, the first hex with it; else the hexes that it is about."""
    die: int | None = None
    result: str = ""
    """The result as its chart has it."""
    weighed: Weighed | None = None
    """The ledger of a battle, as it was when the die fell."""
