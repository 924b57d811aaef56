"""15.2 Free garrison set-up: the four garrisons may begin near their printed hexes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first, numbers, second
from bocage.engine.frames import Ask, frame
from bocage.engine.play import ORDER
from bocage.engine.rulings import Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup.pieces.units import GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s03_stacking import fits, stacking
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import GARRISON

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.board.world import World

REACH: Final = 2
"""Hexes from the printed one."""


def garrisons(world: World) -> list[int]:
    """Return the German units with a start hex on the counter (13.2)."""
    return [u for u in world.german if world.units[u].entry.isdigit()]


def printed(world: World, u: int) -> int:
    """Return the start hex on the counter."""
    return world.grid.hex(world.units[u].entry)


def is_open(world: World, u: int, h: int) -> bool:
    """Return whether a garrison may begin in a hex: its own, or any that is not a clear coast
    (15.2).
    """
    return h == printed(world, u) or not world.beach[h]


@frame
class PlaceGarrison(Ask):
    """15.2: the German places the garrisons one by one."""

    seat: int
    unit: int
    rule = R("15.2.a")
    takes = numbers(GARRISON)
    phase = "Set-up"

    def legal(self, st: Position) -> Sequence[Action]:
        world, u = st.world, self.unit
        near = sorted(world.grid.within(printed(world, u), REACH))
        return [GARRISON(u, h) for h in near if is_open(world, u, h) and fits(st, u, h)]

    def check(self, st: Position, action: Action) -> Ruling:
        u, h = first(action), second(action)
        start = "{unit:unit} can't begin at {hex:hex}: "
        if u != self.unit:
            if u not in garrisons(st.world):
                return refuse(self.rule, start + "it is not a garrison", unit=u, hex=h)
            if u < self.unit:
                words = start + "it begins at {there:hex} already"
                return refuse(self.rule, words, unit=u, hex=h, there=st.loc[u])
            words = start + "{asked:unit} comes first. Name both in one line, in any order"
            return refuse(ORDER, words, unit=u, hex=h, asked=self.unit)
        home = printed(st.world, u)
        if st.world.grid.distance(home, h) > REACH:
            words = start + "its printed hex is {home:hex}, more than two hexes away"
            return refuse(self.rule, words, unit=u, hex=h, home=home)
        if not is_open(st.world, u, h):
            return refuse(R("15.2.b"), start + "it is a clear coastal hex", unit=u, hex=h)
        return stacking(st, u, h)

    def apply(self, st: Position, action: Action) -> None:
        u, h = first(action), second(action)
        st.place(u, h)
        later = [v for v in garrisons(st.world) if v > u]
        if later:
            st.swap(PlaceGarrison(GERMAN, later[0]))
        else:
            st.pop()
        if st.events is not None:
            st.events.append(told.GarrisonPlaced(u, h, self.rule))

    def prompt(self, st: Position) -> Words:
        words = "Place {unit:unit} within two hexes of {home:hex}, off the clear coast"
        clicked = "Click where to place {unit:unit}, within two hexes of {home:hex}, off the clear "
        clicked += "coast"
        return Words(words, {"unit": self.unit, "home": printed(st.world, self.unit)}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("the Germans to place their garrisons")
