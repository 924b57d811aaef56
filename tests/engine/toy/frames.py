"""The sequence of play, one class a decision, in the order of the rulebook: 1, 2 and 5."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.engine.actions import Action, first
from bocage.engine.frames import Chance, Sealed, Step, frame
from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.engine.words import Words
from tests.engine.toy import happenings as h
from tests.engine.toy.board import BID, BIDS, HIDE, LAST_TURN, OFF_MAP, OWN, ROLLS, WEATHER
from tests.engine.toy.moves import Movement
from tests.engine.toy.state import DRAWN, SHOWN, Outpost

R = Rule


@frame
class Hiding(Sealed):
    """1.1: both hide their generals."""

    asked: tuple[int, ...]
    answers: tuple[tuple[int, Action], ...] = ()
    rule = R("1.1")
    takes = frozenset({HIDE.number})

    def legal_for(self, st: Outpost, seat: int) -> Sequence[Action]:
        """Return the seat's own units."""
        return [HIDE(u) for u in OWN[seat]]

    def check_for(self, st: Outpost, seat: int, action: Action) -> Ruling:
        """Its own units, and nothing else."""
        if first(action) not in OWN[seat]:
            return refuse(R("1.1"), "{unit:unit} is not yours to hide in", unit=first(action))
        return OK

    def take(self, st: Outpost) -> None:
        """Both are hidden; only their own sides know where."""
        st.pop()
        for seat, action in self.answers:
            st.general[seat] = first(action)
            if st.events is not None:
                st.events.append(h.Hid(h.HIDES, seat, first(action)))

    def prompt_for(self, st: Outpost, seat: int) -> Words:
        """Return the prompt of the seat."""
        return Words("hide your general in one of your units")

    def waiting(self, st: Outpost) -> Words:
        """Return what the other seats read meanwhile."""
        return Words("the generals are being hidden")


@frame
class Turn(Step):
    """Lies at the bottom: begins a turn, or ends the game (5.2)."""

    rule = R("5.2")

    def run(self, st: Outpost) -> None:
        """The next turn."""
        if st.turn == LAST_TURN:
            red, blue = (sum(st.steps[u] for u in own) for own in OWN)
            st.finish(DRAWN if red == blue else int(blue > red))
            return
        st.turn += 1
        for unit in range(6):
            st.flags[unit] &= SHOWN
        st.push(Bidding((0, 1)))
        st.push(Sky())


@frame
class Sky(Chance):
    """2.1: the weather, and with it the points of every unit."""

    rule = R("2.1")

    def question(self, st: Outpost) -> str:
        """Once a turn."""
        return f"{st.turn}.weather"

    def outcomes(self, st: Outpost) -> Sequence[Action]:
        """Fair, mud."""
        return (WEATHER(0), WEATHER(1))

    def weights(self, st: Outpost) -> Sequence[int]:
        """Three to one."""
        return (3, 1)

    def apply(self, st: Outpost, action: Action) -> None:
        """Points for everybody alive."""
        st.pop()
        st.mud = first(action)
        for unit in range(6):
            st.points[unit] = 0 if st.loc[unit] == OFF_MAP else 2 - st.mud
        if st.events is not None:
            st.events.append(h.Weather(h.SKY, st.turn, st.mud))

    def waiting(self, st: Outpost) -> Words:
        """Return what everybody reads meanwhile."""
        return Words("the weather changes")


@frame
class Bidding(Sealed):
    """2.2: who moves first."""

    asked: tuple[int, ...]
    answers: tuple[tuple[int, Action], ...] = ()
    rule = R("2.2")
    takes = frozenset({BID.number})

    def legal_for(self, st: Outpost, seat: int) -> Sequence[Action]:
        """Return the bids 0 to 2."""
        return [BID(i) for i in range(len(BIDS))]

    def check_for(self, st: Outpost, seat: int, action: Action) -> Ruling:
        """Allow any bid."""
        return OK

    def take(self, st: Outpost) -> None:
        """The higher bid moves first; after equal ones a die decides."""
        red, blue = (first(action) for _, action in self.answers)
        st.pop()
        if st.events is not None:
            st.events.append(h.Bids(h.FIRST, red, blue))
        if red != blue:
            begin(st, int(blue > red))
        elif st.tie == "red":
            begin(st, 0)
        else:
            st.push(Tie())

    def prompt_for(self, st: Outpost, seat: int) -> Words:
        """Return the prompt of the seat."""
        return Words("bid for the first move")

    def waiting(self, st: Outpost) -> Words:
        """Return what the other seats read meanwhile."""
        return Words("bids are being made")


@frame
class Tie(Chance):
    """2.2: the die after equal bids."""

    rule = R("2.2")

    def question(self, st: Outpost) -> str:
        """Once a turn."""
        return f"{st.turn}.first"

    def outcomes(self, st: Outpost) -> Sequence[Action]:
        """Return one die."""
        return ROLLS

    def apply(self, st: Outpost, action: Action) -> None:
        """1 to 3 is Red."""
        st.pop()
        begin(st, int(first(action) >= 3))

    def waiting(self, st: Outpost) -> Words:
        """Return what everybody reads meanwhile."""
        return Words("a die decides who moves first")


def begin(st: Outpost, seat: int) -> None:
    """2.2: that seat moves first, then the other."""
    st.push(Movement(1 - seat))
    st.push(Movement(seat))
