"""3.1 The German redeployment: up to six units picked up, two put back, the rest unknown (GUF)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first, second
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.board.changes import score
from bocage.games.falaise.board.position import GUF, HAND
from bocage.games.falaise.options import REDEPLOY_WEST_ONLY
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s05_stacking import fits, stacking
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import END, PICK, PLACE, TAKE, numbers

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.board.world import World

MOST_TAKEN: Final = 6
MOST_RETURNED: Final = 2
PRICE: Final = 5
"""Withheld units that give the Allies a Victory Point."""


def in_hand(st: Position) -> tuple[int, ...]:
    """Return the units picked up and not put back yet."""
    return tuple(u for u in st.world.german if st.loc[u] == HAND)


@frame
class Redeploy(Ask):
    """3.1, reading 19: the choice of units to pick up, companies included."""

    seat: int
    count: int
    rule = R("3.1.w")
    takes = numbers(END, TAKE)
    phase = "Redeployment"

    def legal(self, st: Position) -> Sequence[Action]:
        found = [END.base]
        if self.count < MOST_TAKEN:
            found += [TAKE(u) for u in st.world.german if st.loc[u] >= 0]
        return found

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        u = first(action)
        start = "{unit:unit} can't be picked up: "
        if u < st.world.german.start:
            return refuse(self.rule, start + "it is not German", unit=u)
        if st.loc[u] == HAND:
            return refuse(self.rule, start + "you have picked it up already", unit=u)
        if st.loc[u] < 0:
            return refuse(self.rule, start + "it is not on the map", unit=u)
        if self.count >= MOST_TAKEN:
            return refuse(self.rule, start + "you have picked up six, the most allowed", unit=u)
        return OK

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            if in_hand(st):
                st.swap(PutBack(GERMAN, 0))
            else:
                st.pop()
            return
        u = first(action)
        st.place(u, HAND)
        st.swap(Redeploy(GERMAN, self.count + 1))

    def prompt(self, st: Position) -> Words:
        left = MOST_TAKEN - self.count
        clicked = "Click units to pick them up ({left} more), or end"
        return Words("Pick up units to redeploy ({left} more), or end", {"left": left}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to redeploy", {"side": self.seat})


@frame
class PutBack(Ask):
    """3.1: which of them are put back; the rest become GUF."""

    seat: int
    count: int
    rule = R("3.1.x")
    takes = numbers(END, PICK)
    phase = "Redeployment"

    def legal(self, st: Position) -> Sequence[Action]:
        found = [END.base]
        if self.count < MOST_RETURNED:
            found += [PICK(u) for u in in_hand(st)]
        return found

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        u = first(action)
        if u not in in_hand(st):
            words = "{unit:unit} can't be put back: "
            words += "it is on the map" if st.loc[u] >= 0 else "it was not picked up"
            return refuse(self.rule, words, unit=u)
        if self.count >= MOST_RETURNED:
            words = "{unit:unit} can't be put back: you have put back two, the most allowed"
            return refuse(self.rule, words, unit=u)
        return OK

    def apply(self, st: Position, action: Action) -> None:
        if action != END():
            u = first(action)
            st.swap(PutBack(GERMAN, self.count + 1))
            st.push(Return(GERMAN, u))
            return
        st.pop()
        unknown = in_hand(st)
        for u in unknown:
            st.place(u, GUF)
        if unknown and st.events is not None:
            st.events.append(told.Withheld(unknown, R("3.1.y")))
        if len(unknown) >= PRICE:
            score(st, 1, "more than four units withheld", R("3.1.price"))

    def prompt(self, st: Position) -> Words:
        able = in_hand(st)
        left = min(MOST_RETURNED - self.count, len(able))
        if not left:
            return Words("You can't put back any more units: end")
        words = "Put up to {left} of {units:unit} back, or end"
        clicked = "Pick up to {left} units to put back: {units:unit}, or end"
        return Words(words, {"left": left, "units": able}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to redeploy", {"side": self.seat})


@frame
class Return(Ask):
    """3.1, reading 18: a unit is put back on the German side, away from the Allies."""

    seat: int
    unit: int
    rule = R("3.1.x")
    takes = numbers(PLACE)
    phase = "Redeployment"

    def legal(self, st: Position) -> Sequence[Action]:
        u = self.unit
        stacks = st.stacks(GERMAN)
        near = _next_to_allies(st)
        base = PLACE(u)
        return [
            base | h
            for h in _german_side(st.world, bool(st.switches & REDEPLOY_WEST_ONLY))
            if h not in near and (h not in stacks or fits(st, u, h))
        ]

    def check(self, st: Position, action: Action) -> Ruling:
        u, h = first(action), second(action)
        start = "{unit:unit} can't return to {hex:hex}: "
        about = {"unit": u, "hex": h}
        if u != self.unit:
            return refuse(self.rule, start + "{own:unit} is put back now", own=self.unit, **about)
        if st.world.ground.rear[h]:
            words = start + "this table closes the Allied rear to the Germans"
            return refuse(R("reading 118"), words, **about)
        if h not in _german_side(st.world, bool(st.switches & REDEPLOY_WEST_ONLY)):
            return refuse(R("reading 18"), start + _why_not_german(st, h), **about)
        if there := st.at(h, ALLIED):
            return refuse(self.rule, start + "it holds {enemy:unit}", enemy=there, **about)
        if h in _next_to_allies(st):
            enemy = [v for n in st.world.ground.near[h] for v in st.at(n, ALLIED)]
            words = start + "{enemy:unit} is next to it"
            return refuse(self.rule, words, enemy=enemy, **about)
        return stacking(st, u, h)

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        st.bring(self.unit, second(action))
        if st.events is not None:
            st.events.append(told.Placed(self.unit, second(action), self.rule))

    def prompt(self, st: Position) -> Words:
        clicked = "Click where to put {unit:unit} back on the German side"
        return Words("Put {unit:unit} back on the German side", {"unit": self.unit}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to redeploy", {"side": self.seat})


@cache
def _german_side(world: World, west_only: bool) -> tuple[int, ...]:
    """Return the hexes of the German side, in the order of the map (reading 18)."""
    ground = world.ground
    return tuple(
        h
        for h in world.grid
        if not ground.rear[h] and (ground.german_start[h] or (ground.escaped[h] and not west_only))
    )


def _why_not_german(st: Position, h: int) -> str:
    """Return why a unit may not return in a hex (reading 18)."""
    ground = st.world.ground
    if ground.escaped[h]:
        return "under the readings of this game no unit returns east of the Withdrawal Line"
    if ground.zone_86[h]:
        return "it is in the 86th Corps Zone"
    return "it is on the Allied side of the Front Line"


def _next_to_allies(st: Position) -> set[int]:
    near = st.world.ground.near
    stacks = st.stacks(ALLIED)
    return {n for h in stacks for n in near[h]} | set(stacks)
