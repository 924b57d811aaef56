"""Attacks weighed before the die (11.0)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bocage.engine.odds import NothingToWeighError, Weighed
from bocage.engine.reach import Note
from bocage.engine.words import Words
from bocage.games.fights import beside, nobody_there
from bocage.games.roundup.battle_ledger import ledger
from bocage.games.roundup.chances import forecast
from bocage.games.roundup.combat import Muster
from bocage.games.roundup.odds import Odds
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.units import ALLIED
from bocage.games.roundup.verbs import FIGHT

if TYPE_CHECKING:
    from bocage.engine.actions import Action
    from bocage.games.roundup.position import Position


BOMBERS: Final = "bombers"
"""11.12: heavy bombers support the attack."""


def weigh(
    st: Position, seat: int, h: int | None, units: Sequence[int], aids: Sequence[str] = ()
) -> list[Weighed]:
    """The attack of units on a hex, or the one that is being gathered."""
    if h is None:
        top = st.stack[-1] if st.stack else None
        if not isinstance(top, Muster) or not top.force:
            raise NothingToWeighError("not-gathered", Words("no attack is being gathered"))
        bombing = bool(top.bombing) or BOMBERS in aids
        return [attack(st, top.hex, top.force, top.seat, bombing=bombing)]
    by = seat if st.at(h, 1 - seat) else 1 - seat
    if st.has_marker(h):
        by = ALLIED
    force = sorted(units) or sorted(u for n in st.world.near(h) for u in st.at(n, by))
    _can_be_weighed(st, h, force, by)
    return [attack(st, h, force, by, bombing=BOMBERS in aids)]


def stakes(st: Position, seat: int, action: Action) -> list[Weighed]:
    """The attack that `fight` would resolve."""
    top = st.stack[-1] if st.stack else None
    fights = isinstance(top, Muster) and top.force and action == FIGHT()
    return weigh(st, seat, None, ()) if fights else []


def attack(
    st: Position, h: int, force: Sequence[int], by: int, *, bombing: bool = False
) -> Weighed:
    """The ledger of an attack, its column, and what may come of it."""
    seen = forecast(st, h, force, by, bombing=bombing)
    found = ledger(Odds(st, h, force, by), h, seen.results)
    found = replace(found, taken=seen.taken, held=seen.held)
    if not bombing:
        return found
    more = Note("bombers", Words("with heavy bombers: over every face of their die"), R("11.12"))
    return replace(found, rule=R("11.12"), faces=(), notes=(more,))


def _can_be_weighed(st: Position, h: int, force: Sequence[int], by: int) -> None:
    if not st.at(h, 1 - by) and not st.has_marker(h):
        raise nobody_there(h)
    beside(st, h, force, by)
