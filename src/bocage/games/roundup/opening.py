"""13.0: what is asked before turn 1, with the optional rules of the set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.games.roundup.free_garrisons import PlaceGarrison, garrisons
from bocage.games.roundup.hidden_directive import SecretDraw
from bocage.games.roundup.optional import FREE_GARRISONS, HIDDEN_DIRECTIVE, SHIFTED_SECTORS
from bocage.games.roundup.sequence import GameTurn, StrategyDraw
from bocage.games.roundup.setup import PlaceBeachhead
from bocage.games.roundup.shifted_sectors import ChooseSectors
from bocage.games.roundup.switches import OPEN_STRATEGY
from bocage.games.roundup.units import ALLIED, GERMAN

if TYPE_CHECKING:
    from bocage.engine.frames import Frame
    from bocage.games.roundup.position import Position


def first_frames(st: Position) -> tuple[Frame, ...]:
    """The stack of a new game: the German sets up first (13.2), then the Allies (13.4)."""
    found: list[Frame] = [GameTurn(0), PlaceBeachhead(ALLIED, 0)]
    if st.switches & SHIFTED_SECTORS:
        found.append(ChooseSectors(ALLIED))
    if st.switches & FREE_GARRISONS and (units := garrisons(st.world)):
        found.append(PlaceGarrison(GERMAN, units[0]))
    if st.switches & OPEN_STRATEGY:
        found.append(StrategyDraw())
    if st.switches & HIDDEN_DIRECTIVE:
        found.append(SecretDraw())
    return tuple(found)
