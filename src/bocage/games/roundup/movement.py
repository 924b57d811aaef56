"""3.3, 9.0 and 10.0 Movement: which comes first, what a unit may spend, where it may go.

A move is *select* a unit, then *go* to a hex by the cheapest way, or *step* into the next
one and go on, or *stay*. Over-stacking is allowed on the way; it is looked at when the
phase ends (3.1, 10.0).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first, numbers
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup import supply
from bocage.games.roundup.kampfgruppen import resting_rule
from bocage.games.roundup.moving import Moving, points_of, season
from bocage.games.roundup.overstack import StackingCheck, cautions
from bocage.games.roundup.position import DROPPED, GROUNDED, MOVED, REPLACED
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.switches import NO_COLUMN_ON_TURN_1
from bocage.games.roundup.units import ALLIED, GERMAN
from bocage.games.roundup.verbs import END, SELECT
from bocage.hexes.kernels import UNREACHED, ZONE

if TYPE_CHECKING:
    from bocage.engine.rulings import Caution
    from bocage.games.roundup.position import Position


_FIXED: Final = MOVED | REPLACED | GROUNDED
"""What keeps a unit where it is."""


@cache
def _selections(first_unit: int, end: int) -> tuple[Action, ...]:
    """`SELECT` of each unit of a range, made once."""
    return tuple(SELECT(u) for u in range(first_unit, end))


def may_form_column(st: Position, u: int) -> bool:
    """10.6, readings 27 and 35: overland supply and no enemy zone of control at the start."""
    side = st.side_of(u)
    if st.in_enemy_zone(st.loc[u], side):
        return False
    if st.turn == 1:
        return side == GERMAN or not st.switches & NO_COLUMN_ON_TURN_1
    return supply.traces_overland(st, u)


def allowance(st: Position, u: int) -> tuple[int, bool]:
    """`points_of` and `may_form_column` at one look, for every unit that is selected."""
    if st.turn == 1:
        return points_of(st, u), may_form_column(st, u)
    side = GERMAN if u >= st.world.german.start else ALLIED
    h = st.loc[u]
    points = st.world.points[season(st)][u]
    if st.net(side, st.world.nation[u])[h] < UNREACHED:
        return points, not st.zone(side)[h] & ZONE
    return points if supply.supply_kind(st, u) else supply.halved(points), False


def cannot_move(st: Position, u: int, seat: int) -> Ruling:
    """Why a unit may not be moved now; allowed if it may."""
    start = "{unit:unit} can't move: "
    if st.side_of(u) != seat:
        return refuse(R("10.0.f"), start + "it is not yours", unit=u)
    if st.loc[u] < 0:
        return refuse(R("10.0.b"), start + "it is not on the map", unit=u)
    marks = st.marks[u]
    if marks & MOVED:
        return refuse(R("10.0.e"), start + "it has moved this phase", unit=u)
    if marks & REPLACED:
        rule = R("8.3.f").read(R("reading 72")) if seat == ALLIED else resting_rule(st)
        return refuse(rule, start + "it received replacements this turn", unit=u)
    if marks & GROUNDED:
        if marks & DROPPED:
            return refuse(R("10.7.g"), start + "it was air-dropped this turn", unit=u)
        words = "it was air-dropped, and had no overland supply when this turn began"
        return refuse(R("10.7.g").read(R("reading 23")), start + words, unit=u)
    return OK


@frame
class MovePhase(Ask):
    """10.0: some, none or all units of the phasing side move, one after the other."""

    seat: int
    rule = R("10.0")
    takes = numbers(END, SELECT)
    phase = "Movement Phase"

    def legal(self, st: Position) -> Sequence[Action]:
        own = st.world.ranges[self.seat]
        places, marks = st.loc[own.start : own.stop], st.marks[own.start : own.stop]
        selections = _selections(own.start, own.stop)
        found = [
            action
            for action, h, mark in zip(selections, places, marks, strict=True)
            if h >= 0 and not mark & _FIXED
        ]
        found.insert(0, END.base)
        return found

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        return cannot_move(st, first(action), self.seat)

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            for u in st.world.ranges[self.seat]:
                st.marks[u] &= ~MOVED
            st.swap(StackingCheck(self.seat))
            return
        u = first(action)
        st.push(Moving(self.seat, u, 0, *allowance(st, u)))

    def prompt(self, st: Position) -> Words:
        return Words("Select a unit to move, or end the Movement Phase")

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to move", {"side": self.seat})

    def cautions(self, st: Position) -> tuple[Caution, ...]:
        return cautions(st, self.seat)
