"""15.10: when a German division that is eliminated leaves a replacement point behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.games.roundup import s04_supply
from bocage.games.roundup.board.position import KAMPFGRUPPE
from bocage.games.roundup.options import GKRP
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.words import events as told

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.pieces.counters import Unit

MOST: Final = 6
"""Points in hand."""


def is_poor(unit: Unit) -> bool:
    """Return whether a division gives no point: static, reserve (R after the number) or
    airborne.
    """
    return unit.type == "static-infantry" or unit.airborne or "R" in unit.name.split()


def leaves_point(st: Position, u: int) -> tuple[str, Rule]:
    """Return why a German division leaves no point, or an empty string; and the sentence that
    decides.
    """
    if is_poor(st.world.units[u]):
        return "a static, reserve or airborne division", R("15.10.b")
    if st.marks[u] & KAMPFGRUPPE:
        return "it was a Kampfgruppe", R("15.10.i")
    if not s04_supply.supply(st, u):
        return "it was out of supply", R("15.10.a")
    if st.optional[GKRP] >= MOST:
        return "six are in hand", R("15.10.c")
    return "", R("15.10.a")


def division_lost(st: Position, u: int) -> None:
    """A German division is about to leave the map."""
    why, rule = leaves_point(st, u)
    if not why:
        st.optional[GKRP] += 1
    if st.events is not None:
        points = st.optional[GKRP]
        lost = told.NoPointGained(u, why, rule) if why else told.PointGained(u, points, rule)
        st.events.append(lost)
