"""Advice for the set-up (3.1; see `games/planning.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.games.falaise.setup import SetUp, placing

if TYPE_CHECKING:
    from bocage.games.falaise.game import Falaise
    from bocage.games.falaise.position import Position

RECOMMENDED: Final = "recommended"


def advice(game: Falaise, st: Position, seat: int) -> list[str]:
    """Everybody who is not set up yet, by the recommended plan of the side, or its first."""
    if not isinstance(st.stack[-1] if st.stack else None, SetUp):
        return []
    plans = game.setups.get(seat, {})
    name = RECOMMENDED if RECOMMENDED in plans else next(iter(plans), "")
    return [f"setup {name}"] if name and placing(st, seat, plans[name]) else []
