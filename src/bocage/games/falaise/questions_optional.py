"""Questions about the optional rules (12.0) and about solitaire play (13.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bocage.games.falaise.barriers import barred
from bocage.games.falaise.optional import HOLDS, TAKES, ParisOdds
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.solitaire_boundary import BoundaryOdds
from bocage.games.falaise.solitaire_rounds import OrdersOdds, row_of
from bocage.rules.judge import Answer, CaseError

if TYPE_CHECKING:
    from bocage.games.falaise.game import Falaise
    from bocage.games.falaise.position import Position

OPTIONAL_QUESTIONS: Final = {
    "paris": "the die for the French: its modifier, and what each face does",
    "orders CORPS": "the solitaire die of a formation: its modifier, and the row of each face",
    "boundary": "the die for the 86th Corps Boundary: its modifier, and which faces pass",
    "barred UNIT HEX": "whether orders keep a unit out of a hex",
}
"""As they are written, and what they ask."""


def _paris(_: Falaise, st: Position, __: Sequence[str]) -> Answer:
    odds = ParisOdds(st)
    totals = [die + odds.drm for die in range(1, 7)]
    does = ["leaves" if t >= TAKES else "held" if t >= HOLDS else "free" for t in totals]
    return Answer({"drm": odds.drm, "results": does}, odds.rules)


def _orders(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    if len(words) != 1:
        raise CaseError("expected orders CORPS")
    odds = OrdersOdds(st, st.world.corps_names.index(words[0]))
    rows = [row_of(odds.resolve(die)) for die in range(1, 7)]
    said = [row.removeprefix("13.2.") for row in rows]
    return Answer({"drm": odds.drm, "results": said}, (*odds.rules, *rows, R("13.2.b")))


def _boundary(_: Falaise, st: Position, __: Sequence[str]) -> Answer:
    odds = BoundaryOdds(st)
    passing = [die for die in range(1, 7) if odds.passes(die)]
    return Answer({"drm": odds.drm, "passes": passing}, (R("13.3.b"), *odds.rules))


def _barred(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    if len(words) != 2:
        raise CaseError("expected barred UNIT HEX")
    u, h = st.world.unit_names.index(words[0]), st.world.hex_names.index(words[1])
    ruling = barred(st, u, h)
    return Answer(not ruling, ruling.rules)


ABOUT_OPTIONS: Final[Mapping[str, Callable[[Falaise, Position, Sequence[str]], Answer]]] = {
    "paris": _paris,
    "orders": _orders,
    "boundary": _boundary,
    "barred": _barred,
}
"""Who answers them, by their first word."""
