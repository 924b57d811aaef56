"""The points of a short scenario (reading 117): who got away, and who holds which place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.engine.ledger import Ledger
from bocage.games.falaise.board.position import EXITED
from bocage.games.falaise.pieces.units import GERMAN, SIDES
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.words import events as told

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position
    from bocage.games.short_scenarios import ShortScenario

AWAY: Final = "away"
"""The value of a German unit that began west of the Withdrawal Line and escaped."""


def away(st: Position, short: ShortScenario) -> list[int]:
    """Return the German units that began in the pocket and have left it (3.3, reading 117)."""
    escaped = st.world.ground.escaped
    return [
        u
        for u, began in short.units.items()
        if u >= st.world.german.start
        and began >= 0
        and not escaped[began]
        and (st.loc[u] == EXITED or (st.loc[u] >= 0 and escaped[st.loc[u]]))
    ]


def short_points(st: Position, short: ShortScenario) -> Ledger:
    """Return the points of both sides at the end, beside the VP of the Allies, each with its
    reason.
    """
    found = Ledger()
    rule = R("reading 117")
    each = short.counts.get(AWAY, 0)
    for u in away(st, short):
        found.add(SIDES[GERMAN], each, rule, "{unit:unit} escaped", unit=u)
    for place in short.places:
        if all(st.at(h, place.seat) for h in place.hexes):
            words = "{name} is held"
            found.add(SIDES[place.seat], place.points, rule, words, name=place.name)
    return found


def tell_points(st: Position, short: ShortScenario) -> None:
    """Report where the points come from, before the sum."""
    assert st.events is not None
    rule = R("reading 117")
    if gone := away(st, short):
        points = short.counts.get(AWAY, 0) * len(gone)
        st.events.append(told.UnitsAway(points, tuple(gone), rule))
    for place in short.places:
        if all(st.at(h, place.seat) for h in place.hexes):
            st.events.append(told.PlaceHeld(place.points, place.seat, place.hexes, rule))
