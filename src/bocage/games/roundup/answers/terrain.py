"""What the terrain of a hex does: the cost of entering it, and the shift of an attack on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.engine.reach import Note
from bocage.engine.words import Words
from bocage.games.roundup.board.charts import TERRAINS
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s11_odds import A_TERRAIN, TERRAIN_RULES

if TYPE_CHECKING:
    from bocage.games.roundup.board.world import World


def terrain(world: World, h: int) -> list[Note]:
    """Return the facts of the Terrain Effects Chart on a hex (10.2, 11.6, 11.10)."""
    kind = TERRAINS[world.terrain[h]]
    points, shift = world.charts.points, world.charts.shifts[kind]
    about = {"points": points[kind], "more": points["water"]}
    costs = "{points} MP to enter" + (
        ", {more} more over a river or canal" if world.water[h] else ""
    )
    found = [Note("cost", Words(costs, about), R("10.2.a"))]
    if world.is_polder[h]:
        found.append(Note("polder", Words("no column or heavy panzer may enter"), R("10.2.b")))
    name = {"name": A_TERRAIN[kind], "shift": -shift}
    words = "an attack on {name} shifts no column"
    if shift:
        words = "an attack on {name} shifts {shift} " + ("column" if shift == -1 else "columns")
        words += " left"
    found.append(Note("shift", Words(words, name), TERRAIN_RULES[kind]))
    if world.is_built[h]:
        found.append(Note("built", Words("no shift for a concentric attack"), R("11.10.c")))
    if world.coastal[h]:
        words = "naval gunfire shifts one column for the Allies"
        found.append(Note("coast", Words(words), R("11.9")))
    return found
