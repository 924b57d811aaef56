"""How often Control has ruled otherwise, by team and turn, so that bias is seen (reading 10.8)."""

from __future__ import annotations

from bocage.games.opcom.pieces.desk import Card
from bocage.games.opcom.position import Position

NOBODY = "the ground"


def overruled(st: Position) -> list[tuple[int, str]]:
    """Turn and seat of every ruling that Control has changed, in released turns and in this one."""
    return [*st.overruled, *_of_this_turn(st)]


def count_overruled(st: Position) -> None:
    """At release: the rulings of this turn are kept."""
    st.overruled = tuple(overruled(st))


def totals(st: Position) -> dict[str, int]:
    """Rulings changed in the whole game, by the seat that they were about."""
    found: dict[str, int] = {}
    for _, seat in overruled(st):
        found[seat] = found.get(seat, 0) + 1
    return dict(sorted(found.items()))


def _of_this_turn(st: Position) -> list[tuple[int, str]]:
    return [
        (st.turn, _about(st, card))
        for card in st.cards
        if card.by == "Control" and card.reason != "accepted"
    ]


def _about(st: Position, card: Card) -> str:
    """The seat whose line or unit a card's name has; of bridges and roads nobody's."""
    parts = card.name.split(".")
    for team in st.world.teams:
        if team.seat in parts:
            return team.seat
    for part in parts:
        if part in st.world.by_id:
            return st.world.teams[st.world.units[st.world.by_id[part]].team].seat
    return NOBODY
