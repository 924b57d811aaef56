"""What is impossible about a position; the fuzzer looks after each action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.games.falaise.board.position import DEAD, THIS_ROUND
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s04_activation import ActionRound
from bocage.games.falaise.s05_stacking import overstacked
from bocage.games.falaise.s10_results import Battle
from bocage.games.falaise.s10_retreats import Retreating

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position


def faults_of(st: Position) -> list[str]:
    """Every fault found, a sentence each."""
    found: list[str] = []
    world = st.world
    named = world.unit_names.written
    for u in range(world.count):
        if st.loc[u] >= world.size:
            found.append(f"{named[u]} is on no hex")
        if (st.steps[u] == 0) != (st.loc[u] == DEAD):
            found.append(f"{named[u]} has {st.steps[u]} steps and is at {st.loc[u]}")
        if st.steps[u] > world.units[u].steps:
            found.append(f"{named[u]} has too many steps")
    both = set(st.stacks(ALLIED)) & set(st.stacks(GERMAN))
    found += [f"both sides are in {world.grid.numbers[h]}" for h in both]
    if not any(isinstance(each, Retreating | Battle) for each in st.stack):
        for side in (ALLIED, GERMAN):
            for h in overstacked(st, side):
                found.append(f"{world.grid.numbers[h]} is over-stacked")
    for u in world.allied:
        if st.loc[u] >= 0 and world.ground.escaped[st.loc[u]]:
            found.append(f"{named[u]} is east of the Withdrawal Line")
    if not st.zone_open:
        for u in world.german:
            if st.loc[u] >= 0 and world.ground.zone_86[st.loc[u]]:
                found.append(f"{named[u]} is in the closed zone")
            if world.late[u] and st.loc[u] >= 0:
                found.append(f"{named[u]} has come before its time")
    if not any(isinstance(each, ActionRound) for each in st.stack):
        for u in range(world.count):
            if st.marks[u] & THIS_ROUND:
                found.append(f"{named[u]} keeps the marks of a round")
    return found
