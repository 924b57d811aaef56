"""What the terrain of a hex does: the cost of entering it, the modifiers of an assault on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.engine.reach import Note
from bocage.engine.words import Words
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s10_odds import assault_terrain

if TYPE_CHECKING:
    from bocage.games.falaise.board.world import World


def terrain(world: World, h: int) -> list[Note]:
    """Return the facts of the Terrain Effects Chart on a hex (7.2, 10.2)."""
    name = world.ground.costs_as(h)
    points, mechanized, allied = world.tables.costs[name]
    words = "{points} MP to enter"
    words += ", Mechanized units {mechanized}" if mechanized != points else ""
    words += ", Allied units {allied}" if allied != points else ""
    about = {"points": points, "mechanized": mechanized, "allied": allied}
    found = [Note("cost", Words(words, about), R(f"7.2.{name}"))]
    for each, rule, says in assault_terrain(world.ground, h):
        drm, why = world.tables.assault_drm[each], Words(says, {"hex": h})
        told = Words("{drm:+d} to the die of an assault: {why}", {"drm": drm, "why": why})
        found.append(Note("assault", told, rule))
    return found
