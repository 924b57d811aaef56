"""15.9 Follow-up landing craft: once, a beachhead takes in two stacks in one phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.roundup.board.changes import arrive
from bocage.games.roundup.board.charts import CLEAR_SKY
from bocage.games.roundup.board.position import LANDED
from bocage.games.roundup.options import FOLLOW_UP, FOLLOWED_UP
from bocage.games.roundup.pieces.units import ALLIED
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s03_stacking import is_legal_stack
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import INLAND
from bocage.hexes.kernels import BLOCKED, ZONE

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position

FIRST_TURN: Final = 4


def is_possible(st: Position) -> bool:
    """15.9: once a game, on a clear turn from turn 4."""
    if not st.switches & FOLLOW_UP or st.optional[FOLLOWED_UP]:
        return False
    return st.turn >= FIRST_TURN and st.weather == CLEAR_SKY


def ashore(st: Position, marker: int) -> list[int]:
    """Return the units that landed at a beachhead in this phase."""
    h = st.beachheads[marker]
    return [u for u in st.at(h, ALLIED) if st.marks[u] & LANDED] if h >= 0 else []


def inland_actions(st: Position) -> list[Action]:
    """Return every way to make room on a beach for a second stack (15.9)."""
    if not is_possible(st):
        return []
    zone = st.zone(ALLIED)
    found: list[Action] = []
    for marker, h in enumerate(st.beachheads):
        if stack := ashore(st, marker):
            found += [
                INLAND(marker, n)
                for n in st.world.near(h)
                if not zone[n] & (BLOCKED | ZONE)
                and is_legal_stack(st.world, (*st.at(n, ALLIED), *stack))
            ]
    return found


def may_move_inland(st: Position, marker: int, h: int) -> Ruling:
    """Return whether the stack just landed at a beachhead may make room for another (15.9)."""
    about = {"marker": marker, "hex": h}
    start = "the stack at {marker:beachhead} can't move off to {hex:hex}: "
    if not st.switches & FOLLOW_UP:
        return refuse(R("15.9.a"), start + "optional rule 15.9 is not in use", **about)
    if st.optional[FOLLOWED_UP]:
        words = start + "a second stack may land once per game, and one did on turn {turn}"
        return refuse(R("15.9.a"), words, turn=st.optional[FOLLOWED_UP], **about)
    if st.turn < FIRST_TURN:
        return refuse(R("15.9.a"), start + "a second stack may land from turn 4", **about)
    if st.weather != CLEAR_SKY:
        words = start + "the weather is {weather:weather}"
        return refuse(R("15.9.a"), words, weather=st.weather, **about)
    stack = ashore(st, marker)
    if not stack:
        return refuse(R("15.9.a"), start + "no unit landed there in this phase", **about)
    beach = st.beachheads[marker]
    if not st.world.grid.are_neighbours(beach, h):
        return refuse(R("15.9.b"), start + "it is not next to {beach:hex}", beach=beach, **about)
    if st.zone(ALLIED)[h] & (BLOCKED | ZONE):
        enemy = st.at(h, 1 - ALLIED) or st.zone_owners(h, ALLIED)
        where = "it holds {enemy:unit}" if st.at(h, 1 - ALLIED) else "{enemy:unit} is next to it"
        return refuse(
            R("15.9.c"),
            start + (where if enemy else "a German marker holds it"),
            enemy=enemy,
            **about,
        )
    if not is_legal_stack(st.world, (*st.at(h, ALLIED), *stack)):
        return refuse(R("15.9.b"), start + "it would be over-stacked there", **about)
    return OK


def move_inland(st: Position, marker: int, h: int) -> None:
    """The stack goes; the beach may take in another."""
    st.optional[FOLLOWED_UP] = st.turn
    for u in ashore(st, marker):
        arrive(st, u, h)
        st.marks[u] &= ~LANDED  # it came in by the beach: a port next to it stays free (8.1)
        if st.events is not None:
            st.events.append(told.MovedInland(u, h, R("15.9.a")))
