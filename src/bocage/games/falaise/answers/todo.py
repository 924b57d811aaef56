"""The actions left in a phase of The Pocket at Falaise before its owner ends it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from bocage.engine import play
from bocage.engine.todo import Chore, Todo, left
from bocage.games.falaise.board.position import ACTIVE, FOUGHT
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.words.verbs import ATTACH, ATTACK, END, PLACE, SELECT, SHELL, STRIKE

if TYPE_CHECKING:
    from bocage.engine.actions import Grammar
    from bocage.games.falaise.board.position import Position

_CHORES: Final[Mapping[int, Chore]] = {
    SELECT.number: Chore(
        "move", "{what:unit} can still move", "{count} units can still move", R("7.2")
    ),
    ATTACK.number: Chore(
        "attack", "{what:hex} can be attacked", "{count} hexes can be attacked", R("10.1.a")
    ),
    SHELL.number: Chore(
        "shell", "Guns can fire at {what:hex}", "Guns can fire at {count} hexes", R("8.1")
    ),
    STRIKE.number: Chore(
        "strike", "Airstrikes can hit {what:hex}", "Airstrikes can hit {count} hexes", R("8.3")
    ),
    ATTACH.number: Chore(
        "attach", "{what:unit} can be attached", "{count} units can be attached", R("11.1.a")
    ),
    PLACE.number: Chore(
        "place", "{what:unit} can still come", "{count} units can still come", R("3.1")
    ),
}


def todo(st: Position, seat: int, grammar: Grammar) -> list[Todo]:
    """Return what a seat can still do before it ends its phase."""
    active = [u for u in st.world.ranges[seat] if st.marks[u] & ACTIVE]
    fought = any(st.marks[u] & FOUGHT for u in active)
    warns = {
        "move": True,
        "attack": not fought,
        "shell": True,
        "strike": True,
        "place": True,
    }
    return left(play.legal(st, seat), grammar, END(), _CHORES, warns)
