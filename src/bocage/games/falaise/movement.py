"""7.0 The movement of an Action Round: which units of the active command move, alone or stacked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.assault import AssaultRound
from bocage.games.falaise.moving import begin
from bocage.games.falaise.position import ACTIVE, FINISHED, HELPER, LOCKED, MOVED
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.units import FRANCE
from bocage.games.falaise.verbs import END, SELECT, STACK, numbers

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position

_SELECTIONS: Final = tuple(SELECT(u) for u in range(256))
_MOBILE: Final = bytes((mark & (ACTIVE | MOVED | LOCKED | HELPER)) == ACTIVE for mark in range(256))
"""1 for the marks of a unit that may move."""


def may_move(st: Position, u: int) -> bool:
    """7.2: whether a unit is active and has not moved this turn."""
    return st.loc[u] >= 0 and bool(_MOBILE[st.marks[u]]) and not waits_for_paris(st, u)


def waits_for_paris(st: Position, u: int) -> bool:
    """12.5: whether a French unit is held back, and in no German zone that it could leave."""
    if not st.french or st.world.nation[u] != FRANCE:
        return False
    return not st.in_enemy_zone(st.loc[u], st.side_of(u))


def partner(st: Position, u: int) -> int | None:
    """7.2: the other unit of a stack that may move as one, or None."""
    for v in st.at(st.loc[u], st.side_of(u)):
        if v != u and may_move(st, v):
            return v
    return None


def cannot_move(st: Position, u: int, seat: int) -> Ruling:
    """Why a unit may not be moved now; allowed if it may."""
    start = "{unit:unit} can't move: "
    if st.side_of(u) != seat:
        return refuse(R("7.0.a"), start + "it is not yours", unit=u)
    if st.loc[u] < 0:
        return refuse(R("7.0.a"), start + "it is not on the map", unit=u)
    marks = st.marks[u]
    if marks & HELPER:
        return refuse(R("11.9.1.c"), start + "it is here to help in an assault", unit=u)
    if not marks & ACTIVE:
        if marks & FINISHED:
            return refuse(R("4.0.n"), start + "it is finished for the turn", unit=u)
        return refuse(R("7.0.a"), start + "it is not active", unit=u)
    if marks & MOVED:
        return refuse(R("7.2.e"), start + "it has moved this turn", unit=u)
    if marks & LOCKED:
        return refuse(R("6.3.e"), start + "it stays to cover another", unit=u)
    if waits_for_paris(st, u):
        return refuse(R("12.5.e"), start + "its division looks to Paris this turn", unit=u)
    return OK


@frame
class MoveRound(Ask):
    """7.1.2: none, any or all active units move, one or one stack after the other."""

    seat: int
    stopped: tuple[int, ...] = ()
    """The units that moved last."""
    by: str = ""
    """The rule by which their move ended."""
    rule = R("7.1.2")
    takes = numbers(END, SELECT, STACK)
    phase = "Movement"

    def legal(self, st: Position) -> Sequence[Action]:
        own = st.world.ranges[self.seat]
        low, high = own.start, own.stop
        mobile = st.marks[low:high].translate(_MOBILE)
        loc = st.loc
        found = [END.base]
        seen: dict[int, int] = {}
        stacks: list[Action] = []
        i = mobile.find(1)
        while i >= 0:
            u = low + i
            h = loc[u]
            if h >= 0 and not (st.french and waits_for_paris(st, u)):
                found.append(_SELECTIONS[u])
                if h in seen:
                    stacks.append(STACK(seen[h]))
                else:
                    seen[h] = u
            i = mobile.find(1, i + 1)
        return found + stacks if stacks else found

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        u = first(action)
        ruling = cannot_move(st, u, self.seat)
        if not ruling or action >> 32 == SELECT.number:
            return ruling
        other = partner(st, u)
        if other is None:
            words = "{unit:unit} can't move as a stack: no other unit there may move"
            return refuse(R("7.2.h"), words, unit=u)
        if other < u:  # the line `stack` takes either name
            words = "{unit:unit} moves as a stack under the name of {other:unit}"
            return refuse(R("7.2.h"), words, unit=u, other=other)
        return OK

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.swap(AssaultRound(self.seat, mech=True))
            return
        u = first(action)
        units: tuple[int, ...] = (u,)
        if action >> 32 == STACK.number:
            other = partner(st, u)
            assert other is not None
            units = (u, other)
        st.push(begin(st, self.seat, units))

    def prompt(self, st: Position) -> Words:
        return Words("Select a unit or a stack to move, or end the movement")

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to move", {"side": self.seat})
