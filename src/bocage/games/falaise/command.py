"""4.0, 11.2, 11.10 The Activation Cup: whose chit is drawn, and the 58th Corps in its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Ask, Chance, Step, frame
from bocage.engine.rulings import OK, Ruling
from bocage.engine.words import Words
from bocage.games.falaise import happenings as told
from bocage.games.falaise import happenings_states as became
from bocage.games.falaise.position import DUE, GUF
from bocage.games.falaise.rounds import ActionRound
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.units import GERMAN, NO_CORPS
from bocage.games.falaise.verbs import ACCEPT, DRAW, SUBSTITUTE, numbers

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position

LAST_OF_58: Final = 4
"""11.2: the last turn on which the 58th Corps may be used."""
INITIATIVE_TURNS: Final = 2
INITIATIVE: Final = 2
"""11.10: on turns 1 and 2 the Germans make the first two activations."""


def alive(st: Position) -> int:
    """4.0, reading 44: the corps with a unit on the map or due, as bits.

    The tank destroyers come only where the 80th Division is, so they keep no corps alive.
    """
    found = 0
    destroyers = st.world.destroyers
    for corps, h, lone in zip(st.corps, st.loc, destroyers, strict=True):
        if h >= 0 or (h == DUE and not lone):
            found |= 1 << corps
        elif h == GUF:
            found |= 1 << st.world.corps_86
    return found


def in_cup(st: Position) -> int:
    """11.10, reading 31: of the chits of this turn those that are in the cup now, as bits.

    On turns 1 and 2 there are German ones alone for the first two activations and Allied ones
    alone for the third; the others go in later.
    """
    if st.turn > INITIATIVE_TURNS or st.activations > INITIATIVE:
        return st.cup
    german = st.world.german_chits
    return st.cup & (german if st.activations < INITIATIVE else ~german)


def drawable(st: Position) -> list[int]:
    """The chits that can be drawn now; 11.10, reading 31 keep some back on turns 1 and 2."""
    chits = in_cup(st)
    living = alive(st)
    if not chits & living:
        chits = st.cup
    chits &= living
    return [c for c in range(len(st.world.corps)) if chits >> c & 1]


def fill_cup(st: Position) -> None:
    """4.0: all available chits; not the 58th Corps' nor that of the Counterattack."""
    st.cup = st.world.chits
    if st.zone_open:
        st.cup |= 1 << st.world.corps_86
    if st.counter_corps != NO_CORPS:
        st.cup &= ~(1 << st.counter_corps)


@frame
class Activation(Step):
    """4.0: one activation after the other until the cup is empty."""

    rule = R("4.0.i")
    phase = "Activation"

    def run(self, st: Position) -> None:
        chits = drawable(st)
        if chits:
            st.push(ChitDraw(tuple(chits)))
        else:
            st.cup = 0
            st.pop()
            if st.events is not None:
                st.events.append(became.CupEmptied(R("4.0.o")))


@frame
class ChitDraw(Chance):
    """4.0: a chit is drawn blindly."""

    chits: tuple[int, ...]
    """Those that can be drawn."""
    rule = R("4.0.i")
    phase = "Activation"

    def question(self, st: Position) -> str:
        return f"{st.turn}.chit"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return [DRAW(corps) for corps in self.chits]

    def apply(self, st: Position, action: Action) -> None:
        corps = first(action)
        st.pop()
        st.cup &= ~(1 << corps)
        if st.events is not None:
            st.events.append(told.Drawn(corps, self._drawn_by(st)))
        german = st.world.corps_side[corps] == GERMAN
        if german and st.turn <= LAST_OF_58 and not st.used_58:
            st.push(Substitute(GERMAN, corps))
        else:
            activate(st, corps)

    def _drawn_by(self, st: Position) -> R:
        """11.10: on turns 1 and 2 the first two are German, the third is Allied."""
        if st.turn > INITIATIVE_TURNS:
            return self.rule
        if st.activations < INITIATIVE:
            return R("11.10.a")
        return R("11.10.b") if st.activations == INITIATIVE else R("11.10.c")

    def waiting(self, st: Position) -> Words:
        return Words("a chit from the Activation Cup")


def activate(st: Position, corps: int, *, counter: bool = False) -> None:
    """A command acts now."""
    st.activations += 1
    st.push(ActionRound(corps, counter, 0))


@frame
class Substitute(Ask):
    """11.2: the 58th Corps may act in place of a drawn German chit, once a turn."""

    seat: int
    corps: int
    rule = R("11.2.a")
    takes = numbers(ACCEPT, SUBSTITUTE)
    phase = "Activation"

    def legal(self, st: Position) -> Sequence[Action]:
        return [ACCEPT.base, SUBSTITUTE.base]

    def check(self, st: Position, action: Action) -> Ruling:
        return OK

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        if action == ACCEPT():
            activate(st, self.corps)
            return
        st.cup |= 1 << self.corps
        st.used_58 = 1
        if st.events is not None:
            st.events.append(told.Substituted(self.corps, self.rule))
        activate(st, st.world.corps_58)

    def prompt(self, st: Position) -> Words:
        about = {"corps": self.corps}
        return Words("{corps:corps} is drawn: accept, or substitute the 58th Corps", about)

    def waiting(self, st: Position) -> Words:
        about = {"side": self.seat, "corps": self.corps}
        return Words("{side:side} to act with {corps:corps} or the 58th Corps", about)
