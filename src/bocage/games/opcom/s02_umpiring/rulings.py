"""The rulings of a finished game, turn by turn, for its players."""

from __future__ import annotations

from dataclasses import replace

from bocage.engine import desk as shown
from bocage.engine.past import Past
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.debrief.moments import Moment, moments
from bocage.games.opcom.s02_umpiring.overview import card


def rulings(past: Past[Position], turn: int) -> shown.Rulings:
    """Return the rulings of a released turn; for any other number, those of the last such turn.

    This replays the whole game, which takes seconds in a long one. Control's reasons are left out.
    """
    turns: list[int] = []
    found: Moment | None = None
    for moment in moments(past):
        turns.append(moment.turn)
        if found is None or found.turn != turn:
            found = moment
    if found is None:
        return shown.Rulings((), 0, "", ())
    st = found.truth
    made = [each for row in st.cards if (each := card(st, row.name)) is not None]
    cards = tuple(replace(each, row=replace(each.row, reason="")) for each in made)
    return shown.Rulings(tuple(turns), found.turn, found.when, cards)
