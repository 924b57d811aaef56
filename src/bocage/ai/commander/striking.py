"""Who strikes how: armour that is fresh breaks through; what an attack promises with the air."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bocage.ai.commander.allotting import Memory
from bocage.ai.commander.flying import flies, spearhead
from bocage.ai.commander.picture import Enemy, Group, Picture
from bocage.ai.commander.task import Action
from bocage.ai.commander.weighing import margin

CONTACT_KM: Final = 4.0
"""An enemy so near has to be dealt with."""
WEAK: Final = 0.35
"""Groups under this hold."""
READY: Final = 3.0
"""An attack that would have so much in hand after a turn of preparation is prepared."""


def how(group: Group) -> Action:
    """Armour that is fresh breaks through; it costs more (9.13)."""
    return "breakthrough" if group.armoured and group.fresh >= FRESH else "attack"


FRESH: Final = 0.8


def margin_with(
    picture: Picture,
    groups: Sequence[Group],
    target: Enemy,
    memory: Memory,
    *,
    prepared: bool | None = None,
) -> float:
    """By how much an attack of some groups is ahead, prepared as they are or as is said."""
    units = [unit for group in groups for unit in group.units]
    if prepared is None:
        prepared = all(unit.number in memory.prepared for unit in units)
    world = picture.world
    lead = spearhead(world, world.teams[picture.team].side) == picture.team
    air = lead and flies(world, picture.turn) and world.teams[picture.team].side == "allied"
    return margin(picture, units, target, prepared=prepared, air=air)
