"""Malta without a reading (12.8, 12.10, 12.11)."""

# Private parts of the game are replaced: that is what a mutant is for.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.s12_air import flak
from bocage.games.opcom.s14_sea import passage, shore
from bocage.rules.judge import Absence, replaced


def effects() -> Mapping[str, Absence]:
    """By reading: how Malta is without it."""
    sends, fires = passage.put_to_sea, flak.batteries

    def at_once(st: Position) -> None:
        """A convoy that is sent elsewhere is not late."""
        due = st.sea.due
        sends(st)
        st.sea = replace(st.sea, due=due)

    def with_rounds(st: Position, side: int) -> list[flak.Battery]:
        """Flak fires while it has ammunition."""
        units = len(st.world.units)
        return [b for b in fires(st, side) if b.number >= units or st.held(b.number)]

    return {
        "reading 12.8": partial(replaced, passage, put_to_sea=at_once),
        "reading 12.10": partial(replaced, flak, batteries=with_rounds),
        "reading 12.11": partial(replaced, shore, _craters=_none),
    }


def _none(*_: Any) -> tuple[str, ...]:
    return ()
