"""The state: flat buffers, a few numbers, and the verbs that change them."""

from __future__ import annotations

from array import array
from typing import Final

from bocage.engine.state import Remembered, State, state
from tests.engine.toy import happenings as h
from tests.engine.toy.board import AROUND, OFF_MAP, OWN, START, seat_of_unit

FIRED: Final = 1
ATTACKED: Final = 2
SHOWN: Final = 4

NOT_HIDDEN: Final = 255
GOES_ON: Final = -1
DRAWN: Final = 2


@state
class Outpost(State):
    """Where everything stands."""

    loc: array[int]
    steps: bytearray
    points: bytearray
    flags: bytearray
    general: bytearray
    """The unit in which each seat's general is; `NOT_HIDDEN` before 1.1."""
    turn: int
    mud: int
    tie: str
    """The option of that name."""
    ended: int
    """The seat that won, `DRAWN`, or `GOES_ON`."""
    moved: Remembered[int]
    """Version of the positions: every change of place counts it up."""
    zones: Remembered[tuple[int, frozenset[int], frozenset[int]]]
    """For which version, and the places next to each side's units."""

    @classmethod
    def new(cls, tie: str) -> Outpost:
        """Return the first position, with nothing on the stack."""
        st = cls()
        st.loc, st.steps = array("b", START), bytearray([2] * 6)
        st.points, st.flags = bytearray(6), bytearray(6)
        st.general = bytearray([NOT_HIDDEN] * 2)
        st.turn, st.mud, st.tie, st.ended = 0, 0, tie, GOES_ON
        st.stack, st.events = (), None
        st.forget()
        return st

    def forget(self) -> None:
        """Drop what is remembered."""
        self.moved = 0
        self.zones = (-1, frozenset(), frozenset())

    # Questions

    def unit_at(self, place: int) -> int | None:
        """Return the unit in a place."""
        return next((u for u in range(6) if self.loc[u] == place), None)

    def zone(self, seat: int) -> frozenset[int]:
        """Return the places next to a seat's units."""
        if self.zones[0] != self.moved:
            red, blue = (
                frozenset(p for u in own if self.loc[u] != OFF_MAP for p in AROUND[self.loc[u]])
                for own in OWN
            )
            self.zones = (self.moved, red, blue)
        _, *zones = self.zones
        return zones[seat]

    def is_general(self, unit: int) -> bool:
        """Return whether the general of its side is in it."""
        return self.general[seat_of_unit(unit)] == unit

    def can_fire_at(self, target: int) -> list[int]:
        """3.3: the enemies beside a unit that have not fired this turn."""
        beside = AROUND[self.loc[target]]
        enemy = OWN[1 - seat_of_unit(target)]
        return [u for u in enemy if self.loc[u] in beside and not self.flags[u] & FIRED]

    # Verbs: every change goes through one of them

    def place(self, unit: int, place: int) -> None:
        """Put a unit somewhere, or off the map."""
        self.loc[unit] = place
        self.moved += 1

    def lose_step(self, unit: int) -> None:
        """A unit loses a step; with its last one it is gone, and 5.1 may end the game."""
        self.steps[unit] -= 1
        if self.events is not None:
            self.events.append(h.Hit(h.HIT, unit, self.steps[unit]))
        if self.steps[unit] == 0:
            self.place(unit, OFF_MAP)
            self.points[unit] = 0
            if self.is_general(unit):
                self.finish(1 - seat_of_unit(unit))

    def show(self, unit: int) -> None:
        """4.3: everybody sees whether a unit is the general."""
        if not self.flags[unit] & SHOWN:
            self.flags[unit] |= SHOWN
            if self.events is not None:
                what = "the general" if self.is_general(unit) else "not the general"
                self.events.append(h.Shown(h.SHOWS, unit, what))

    def finish(self, winner: int) -> None:
        """The game is over."""
        self.ended = winner
        self.stack = ()
