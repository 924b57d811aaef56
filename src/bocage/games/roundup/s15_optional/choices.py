"""The German's choices by optional rules at the beginning of the Reinforcement Phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bocage.games.roundup.options import GERMAN_REPLACEMENTS, KAMPFGRUPPEN
from bocage.games.roundup.pieces.units import GERMAN
from bocage.games.roundup.s15_optional.s15_06_inundation import Inundate, may_flood
from bocage.games.roundup.s15_optional.s15_11_kampfgruppen import (
    GermanReplacement,
    SpendPoints,
    can_spend,
    has_replacements,
    recoverable,
    rest_is_over,
)
from bocage.games.roundup.s15_optional.s15_12_parachute_corps import (
    ParachuteDrop,
    ParachutistsEnter,
    may_drop,
    may_march,
)
from bocage.games.roundup.s15_optional.s15_19_scraped_barrel import ScrapeBarrel, is_scraped

if TYPE_CHECKING:
    from bocage.engine.frames import Ask
    from bocage.games.roundup.board.position import Position


def choose_first(st: Position) -> None:
    """Ask the German, before the containers, about every choice that the table's rules allow."""
    if st.switches & (KAMPFGRUPPEN | GERMAN_REPLACEMENTS):
        rest_is_over(st)
    for each in reversed(list(_choices(st))):
        st.push(each)


def _choices(st: Position) -> Iterator[Ask]:
    """Yield the choices in their order."""
    if may_flood(st):
        yield Inundate(GERMAN)
    if st.switches & KAMPFGRUPPEN and can_spend(st, recovered=False):
        yield SpendPoints(GERMAN, recovered=False)
    if has_replacements(st) and recoverable(st):
        yield GermanReplacement(GERMAN)
    if may_drop(st):
        yield ParachuteDrop(GERMAN, -1)
    if may_march(st):
        yield ParachutistsEnter(GERMAN)
    if is_scraped(st):
        yield ScrapeBarrel(GERMAN, 0)
