"""8.4 Friendly fire: Allied units next to an Airstrike, or to guns by night."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Ask, Chance, Step, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise import happenings as told
from bocage.games.falaise.changes import disrupt
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.units import ALLIED, GERMAN
from bocage.games.falaise.verbs import DIE_FACES, DISRUPT, numbers

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position

HIGHEST: Final = 3
"""8.4: the highest die that hits friends."""
PHASE: Final = "Bombardment"


@frame
class FriendlyFire(Step):
    """8.4: a die for each hex of Allied units next to the target."""

    hexes: tuple[int, ...]
    rule = R("8.4.a")
    phase = PHASE

    def run(self, st: Position) -> None:
        if not self.hexes:
            st.pop()
            return
        st.swap(FriendlyFire(self.hexes[1:]))
        st.push(FriendlyFireRoll(self.hexes[0]))


@frame
class FriendlyFireRoll(Chance):
    """8.4: 1 to 3 disrupts a unit."""

    hex: int
    rule = R("8.4.a")
    phase = PHASE

    def question(self, st: Position) -> str:
        return f"{st.turn}.friendly-fire.{st.world.grid.numbers[self.hex]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        die = first(action) + 1
        if st.events is not None:
            effect = "a unit there is hit" if die <= HIGHEST else "nobody is hit"
            st.events.append(told.FriendlyFire(self.hex, die, effect, self.rule))
        st.pop()
        if die <= HIGHEST:
            st.push(Victim(GERMAN, self.hex))

    def waiting(self, st: Position) -> Words:
        return Words("friendly fire at {hex:hex}", {"hex": self.hex})


@frame
class Victim(Ask):
    """8.4, reading 66: the German player picks the unit, a disrupted one too."""

    seat: int
    hex: int
    rule = R("8.4.c")
    takes = numbers(DISRUPT)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        return [DISRUPT(u) for u in st.at(self.hex, ALLIED)]

    def check(self, st: Position, action: Action) -> Ruling:
        u = first(action)
        if u not in st.at(self.hex, ALLIED):
            words = "{unit:unit} is not hit by friendly fire: it is not an Allied unit in {hex:hex}"
            return refuse(self.rule, words, unit=u, hex=self.hex)
        return OK

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        disrupt(st, (first(action),), R("8.4.b"), R("9.1.c"))

    def prompt(self, st: Position) -> Words:
        return Words("Friendly fire at {hex:hex}: choose who is disrupted", {"hex": self.hex})

    def waiting(self, st: Position) -> Words:
        about = {"side": self.seat, "hex": self.hex}
        return Words("{side:side} to choose who is hit at {hex:hex}", about)
