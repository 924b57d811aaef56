"""Attacks: fresh armour breaks through, and the odds of an attack with air support."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bocage.ai.commander.air import flies, spearhead
from bocage.ai.commander.objectives import Memory
from bocage.ai.commander.odds import margin
from bocage.ai.commander.picture import Enemy, Group, Picture
from bocage.ai.commander.task import Action

CONTACT_KM: Final = 4.0
"""An enemy so near has to be dealt with."""
WEAK: Final = 0.35
"""Groups below this strength hold."""
READY: Final = 3.0
"""An attack that would have so much in hand after a turn of preparation is prepared."""


def how(group: Group) -> Action:
    """Return the action: fresh armour breaks through, which costs more (9.13)."""
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
    """Return the margin of an attack by some groups, prepared as they are or as `prepared` says."""
    units = [unit for group in groups for unit in group.units]
    if prepared is None:
        prepared = all(unit.number in memory.prepared for unit in units)
    world = picture.world
    lead = spearhead(world, world.teams[picture.team].side) == picture.team
    air = lead and flies(world, picture.turn) and world.teams[picture.team].side == "allied"
    return margin(picture, units, target, prepared=prepared, air=air)
