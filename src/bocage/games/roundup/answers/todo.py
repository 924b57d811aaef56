"""What is left to do in a phase of Operation Roundup before its owner ends it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from bocage.engine import play
from bocage.engine.todo import Chore, Todo, left
from bocage.games.roundup.board.position import FOUGHT, MOVED
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.words.verbs import (
    AERIAL,
    ATTACK,
    DROP,
    END,
    LAND,
    REPLACE,
    SELECT,
    TAS,
)

if TYPE_CHECKING:
    from bocage.engine.actions import Grammar
    from bocage.games.roundup.board.position import Position

_CHORES: Final[Mapping[int, Chore]] = {
    SELECT.number: Chore(
        "move", "{what:unit} can still move", "{count} units can still move", R("10.0.a")
    ),
    ATTACK.number: Chore(
        "attack", "{what:hex} can be attacked", "{count} hexes can be attacked", R("11.0")
    ),
    LAND.number: Chore(
        "land", "{what:unit} can still land", "{count} units can still land", R("8.1")
    ),
    DROP.number: Chore(
        "drop", "{what:unit} can still drop", "{count} units can still drop", R("10.7")
    ),
    REPLACE.number: Chore(
        *(
            "replace",
            "{what:unit} can be brought to full strength",
            "{count} units can be brought to full strength",
        ),
        R("8.3"),
    ),
    TAS.number: Chore(
        *("tas", "A TAS Marker can go to {what:hex}", "TAS Markers can go to {count} hexes"),
        R("7.3"),
    ),
    AERIAL.number: Chore(
        *("aerial", "Aerial supply can go to {what:hex}", "Aerial supply can go to {count} hexes"),
        R("4.5"),
    ),
}


def todo(st: Position, seat: int, grammar: Grammar) -> list[Todo]:
    """Return what a seat can still do before it ends its phase."""
    own = st.world.ranges[seat]
    moved = any(st.marks[u] & MOVED for u in own)
    fought = any(st.marks[u] & FOUGHT for u in own)
    untouched = {"move": not moved, "attack": not fought, "land": True, "replace": True}
    return left(play.legal(st, seat), grammar, END(), _CHORES, untouched)
