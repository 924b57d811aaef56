"""Attacks weighed before the die (11.0; see `games/weighing.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.words import Words
from bocage.games.roundup.chances import RESULTS, forecast
from bocage.games.roundup.combat import Muster
from bocage.games.roundup.odds import ATTACK, DEFENCE, NOTE, SHIFT, Odds
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.units import ALLIED
from bocage.games.weighing import FACES, NothingToWeighError, Weighed, likely, notes, part

if TYPE_CHECKING:
    from bocage.games.roundup.position import Position


def weighed(st: Position, seat: int, h: int | None, units: Sequence[int]) -> list[Weighed]:
    """The attack of units on a hex, or the one that is being gathered."""
    if h is None:
        top = st.stack[-1] if st.stack else None
        if not isinstance(top, Muster) or not top.force:
            raise NothingToWeighError("no attack is being gathered")
        return [attack(st, top.hex, top.force, top.seat, bombing=bool(top.bombing))]
    by = seat if st.at(h, 1 - seat) else 1 - seat
    if st.has_marker(h):
        by = ALLIED
    force = sorted(units) or sorted(u for n in st.world.near(h) for u in st.at(n, by))
    _can_be_weighed(st, h, force, by)
    return [attack(st, h, force, by)]


def attack(
    st: Position, h: int, force: Sequence[int], by: int, *, bombing: bool = False
) -> Weighed:
    """The ledger of an attack, its column, and what may come of it."""
    odds = Odds(st, h, force, by)
    seen = forecast(st, h, force, by, bombing=bombing)
    return Weighed(
        title=Words("Attack on {hex:hex}", {"hex": h}),
        parts=(
            part("Attack", odds, ATTACK),
            part("Defence", odds, DEFENCE),
            part("Columns", odds, SHIFT, signed=True),
            *notes(odds, NOTE),
        ),
        odds=f"{odds.attack} to {odds.defence}: column {odds.odds}",
        rule=R("11.12") if bombing else R("11.4"),
        faces=() if bombing else tuple(odds.resolve(face) for face in FACES),
        results=likely(seen.results, RESULTS),
        taken=seen.taken,
        held=seen.held,
    )


def _can_be_weighed(st: Position, h: int, force: Sequence[int], by: int) -> None:
    number = st.world.grid.numbers[h]
    if not st.at(h, 1 - by) and not st.has_marker(h):
        raise NothingToWeighError(f"nobody is in {number} to be attacked")
    if not force:
        raise NothingToWeighError(f"nobody stands next to {number} to attack it")
    for u in force:
        name = st.world.units[u].id
        if st.side_of(u) != by:
            raise NothingToWeighError(f"{name} is of the side that is attacked")
        if st.loc[u] < 0 or not st.world.grid.are_neighbours(st.loc[u], h):
            raise NothingToWeighError(f"{name} is not next to {number}")
