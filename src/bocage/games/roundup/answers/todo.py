"""The actions left in a phase of Operation Roundup before its owner ends it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bocage.engine import play
from bocage.engine.todo import Chore, Todo, left
from bocage.engine.words import Words
from bocage.games.roundup.answers.overlays import cut_off, next_attackers, next_moves
from bocage.games.roundup.board.position import FOUGHT
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s10_movement import MovePhase
from bocage.games.roundup.words.verbs import (
    AERIAL,
    ATTACK,
    DROP,
    END,
    ENTER,
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
    ENTER.number: Chore(
        *("enter", "{what:unit} can be brought in", "{count} divisions can be brought in"),
        R("15.10.g"),
    ),
    TAS.number: Chore(
        *("tas", "1 TAS Marker is left", "{count} TAS Markers are left"),
        R("7.3"),
    ),
    AERIAL.number: Chore(
        "aerial",
        "Units without supply at {what:hex} can be supplied by air",
        "Units without supply at {count} hexes can be supplied by air",
        R("4.5"),
    ),
}


def todo(st: Position, seat: int, grammar: Grammar) -> list[Todo]:
    """Return what a seat can still do before it ends its phase."""
    fought = any(st.marks[u] & FOUGHT for u in st.world.ranges[seat])
    warns = {"move": True, "attack": not fought, "land": True, "replace": True}
    found = left(play.legal(st, seat), grammar, END(), _CHORES, warns)
    beaches = _open_beaches(st) if seat == ALLIED else []
    return [*(each for chore in found if (each := _worth(st, chore)) is not None), *beaches]


def _open_beaches(st: Position) -> list[Todo]:
    """Return the beachheads that Germans can take in their next turn, while the Allies move (4.4).

    These are empty beachheads that a German unit can reach, and beachheads with a single step
    that one can attack.
    """
    top = st.stack[-1] if st.stack else None
    if not isinstance(top, MovePhase) or top.seat != ALLIED:
        return []
    marked = {h: marker for marker, h in enumerate(st.beachheads) if h >= 0}
    empty = {h: marker for h, marker in marked.items() if not st.at(h, ALLIED)}
    weak = {h: u for h in marked for u in st.at(h, ALLIED) if _is_last_step(st, u)}
    reached = [(u, h) for u, places in (next_moves(st, GERMAN) if empty else []) for h in places]
    found: list[Todo] = []
    for h, marker in marked.items():
        if h in empty:
            units = [u for u, place in reached if place == h]
            text = _named(units, *_EMPTY, {"marker": marker})
        elif h in weak:
            units = next_attackers(st, GERMAN, h)
            text = _named(units, *_WEAK, {"marker": marker, "guard": weak[h]})
        else:
            continue
        if units:
            found.append(Todo("guard", text, R("4.4.d"), hexes=(h,), warns=True))
    return found


_EMPTY: Final = (
    "{units:unit} can reach {marker:beachhead}, where no Allied unit is",
    "{count} German units can reach {marker:beachhead}, where no Allied unit is",
)
_WEAK: Final = (
    "{units:unit} can attack {marker:beachhead}, where {guard:unit} has one step",
    "{count} German units can attack {marker:beachhead}, where {guard:unit} has one step",
)
_MOST_NAMED: Final = 4


def _named(units: list[int], some: str, many: str, fields: dict[str, int]) -> Words:
    """Return words that name a few units, and count many."""
    if len(units) > _MOST_NAMED:
        return Words(many, {"count": len(units), **fields})
    return Words(some, {"units": units, **fields})


def _is_last_step(st: Position, u: int) -> bool:
    """Return whether a unit is alone in its hex and the next step it loses is its last."""
    return st.steps[u] == 1 and len(st.at(st.loc[u], st.side_of(u))) == 1


def _worth(st: Position, found: Todo) -> Todo | None:
    """Return a chore as it stands: markers by their number, air supply for who lacks supply."""
    if found.code == "tas":  # nearly every hex can have one
        return replace(found, words=_counted(TAS.number, (st.tas_left,)), hexes=())
    if found.code == "aerial":
        lacking = {st.loc[u] for u in cut_off(st)}
        hexes = tuple(h for h in found.hexes if h in lacking)
        words = _counted(AERIAL.number, hexes)
        return replace(found, words=words, hexes=hexes) if hexes else None
    return found


def _counted(verb: int, things: tuple[int, ...]) -> Words:
    """Return the words of a chore for things, or for a number of markers."""
    chore = _CHORES[verb]
    if verb == TAS.number:
        return Words(chore.one if things == (1,) else chore.many, {"count": things[0]})
    if len(things) == 1:
        return Words(chore.one, {"what": things[0]})
    return Words(chore.many, {"count": len(things)})
