"""10.4, reading 76: into the hex that was taken, Mechanized units one further."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, first, second
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.board.changes import enter
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s05_stacking import fits, stacking
from bocage.games.falaise.s07_barriers import barred, is_barred
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import ADVANCE, HOLD, numbers
from bocage.hexes.kernels import BLOCKED

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position


def can_anybody_advance(st: Position, units: Sequence[int], h: int) -> bool:
    """Return whether any of these units may enter the hex that was taken."""
    return any(not is_barred(st, u, h) and fits(st, u, h) for u in units)


@frame
class Advance(Ask):
    """10.4: attackers enter the vacated hex; those that crossed no water may follow the retreat."""

    seat: int
    hex: int
    force: tuple[int, ...]
    gone: tuple[int, ...]
    """The units that have advanced."""
    fresh: tuple[int, ...]
    """Those of them that may go one hex further."""
    trail: tuple[int, ...]
    """The first hexes of the defenders' retreats."""
    rule = R("10.4.a")
    takes = numbers(ADVANCE, HOLD)
    phase = "Advance"

    def legal(self, st: Position) -> Sequence[Action]:
        found = [HOLD.base]
        h = self.hex
        for u in self.force:
            if u not in self.gone:
                if not is_barred(st, u, h) and fits(st, u, h):
                    found.append(ADVANCE(u, h))
            elif u in self.fresh:
                found += [ADVANCE(u, n) for n in self.trail if self._may_follow(st, u, n)]
        return found

    def _may_follow(self, st: Position, u: int, n: int) -> bool:
        if st.zone(self.seat)[n] & BLOCKED or is_barred(st, u, n):
            return False
        return not self._is_wet(st, u, n) and fits(st, u, n)

    def _is_wet(self, st: Position, u: int, n: int) -> bool:
        ground = st.world.ground
        d = 1 << ground.grid.direction(self.hex, n)
        return bool(ground.wet[self.hex] & d or (st.world.armor[u] and ground.trun[self.hex] & d))

    def check(self, st: Position, action: Action) -> Ruling:
        if action == HOLD():
            return OK
        u, h = first(action), second(action)
        about = {"unit": u, "hex": h}
        start = "{unit:unit} can't advance into {hex:hex}: "
        if u not in self.force:
            return refuse(self.rule, start + "it did not take part in the assault", **about)
        if st.loc[u] == h:
            return refuse(self.rule, start + "it is there already", **about)
        if u in self.gone:
            ruling = self._cannot_follow(st, u, h)
            if not ruling:
                return ruling
        elif h != self.hex:
            return refuse(
                R("10.4.g"), start + "the way leads through {own:hex}", own=self.hex, **about
            )
        ruling = barred(st, u, h)
        return stacking(st, u, h, R("10.4.f")) if ruling else ruling

    def _cannot_follow(self, st: Position, u: int, h: int) -> Ruling:
        about = {"unit": u, "hex": h}
        start = "{unit:unit} can't advance into {hex:hex}: "
        if not st.world.mech[u]:
            words = "infantry advances only into the vacated hex"
            return refuse(R("10.4.g"), start + words, **about)
        if not self.trail:
            words = "all defenders are eliminated, and the advance ends in their hex"
            return refuse(R("10.4.i"), start + words, **about)
        if h not in self.trail:
            words = "a second hex must follow the defender's retreat"
            return refuse(R("10.4.h"), start + words, **about)
        if u not in self.fresh:
            if st.loc[u] != self.hex:
                return refuse(R("10.4.h"), start + "it has advanced two hexes already", **about)
            words = "it crossed water into {own:hex}, and stops there"
            return refuse(R("10.4.e"), start + words, own=self.hex, **about)
        if st.zone(self.seat)[h] & BLOCKED:
            enemy = st.at(h, 1 - self.seat)
            return refuse(R("reading 91"), start + "it holds {enemy:unit}", enemy=enemy, **about)
        if self._is_wet(st, u, h):
            return refuse(R("7.2.2.b"), start + "it could not move over that side", **about)
        return OK

    def apply(self, st: Position, action: Action) -> None:
        if action == HOLD():
            st.pop()
            return
        u, h = first(action), second(action)
        gone, fresh = self.gone, self.fresh
        if h == self.hex and u not in gone:
            ground = st.world.ground
            gone = (*gone, u)
            crossed = ground.over_water[st.loc[u]] >> ground.grid.direction(st.loc[u], h) & 1
            if st.world.mech[u] and not crossed and self.trail:
                fresh = (*fresh, u)
        else:
            fresh = tuple(v for v in fresh if v != u)
        st.swap(Advance(self.seat, self.hex, self.force, gone, fresh, self.trail))
        st.place(u, h)
        if st.events is not None:
            if h == self.hex:
                st.events.append(told.Advanced(u, h, self.rule))
            else:
                st.events.append(told.AdvancedOn(u, h, R("10.4.h")))
        enter(st, u, h)

    def prompt(self, st: Position) -> Words:
        clicked = "Advance into {hex:hex}, or stay where you are"
        return Words("Advance into {hex:hex}, or hold", {"hex": self.hex}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to advance into {hex:hex}", {"side": self.seat, "hex": self.hex})
