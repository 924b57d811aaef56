"""The points of a short scenario (reading 76): places, beachheads and divisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.engine.ledger import Ledger
from bocage.games.roundup.board.position import DEAD, LOST
from bocage.games.roundup.pieces.units import ALLIED, GERMAN, SIDES
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.words import events as told

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position
    from bocage.games.short_scenarios import Place, ShortScenario

BEACHHEAD: Final = "beachhead"
"""The value of an eliminated Beachhead Marker for the Germans."""
DIVISION: Final = "division"
"""The value of an eliminated division for the enemy."""
COUNTS: Final = frozenset({BEACHHEAD, DIVISION})


class Points(NamedTuple):
    """The points of a short scenario."""

    allied: int
    german: int
    needs: int
    """How many more points than the Germans the Allies need."""
    why: Ledger

    @property
    def net(self) -> int:
        """By how much the Allies are ahead of the Germans."""
        return self.allied - self.german

    @property
    def winner(self) -> int:
        """The side that wins if it ends so."""
        return ALLIED if self.net >= self.needs else GERMAN


def short_points(st: Position, short: ShortScenario) -> Points:
    """Return the points of both sides as they stand, each with its reason."""
    why = Ledger()
    rule = R("reading 76")
    for place in short.places:
        if holds(st, place):
            why.add(SIDES[place.seat], place.points, rule, "{name}", name=place.name)
    for side, each, count, what, _ in losses(st, short):
        if each * count:
            words = "{what}: {count}"
            why.add(SIDES[side], each * count, rule, words, what=what, count=count)
    return Points(int(why.total("allied")), int(why.total("german")), short.needs, why)


def holds(st: Position, place: Place) -> bool:
    """Return whether the side that gets its points controls every hex of a place (3.5)."""
    return all(bool(st.control[h]) == (place.seat == ALLIED) for h in place.hexes)


class Losses(NamedTuple):
    """The losses of one kind that bring a side points."""

    seat: int
    each: int
    lost: int
    what: str
    left: tuple[int, ...] = ()
    """The hexes of what can still be lost, if it has places."""


def losses(st: Position, short: ShortScenario) -> list[Losses]:
    """Return what each side gets for the other side's losses, and how many it lost."""
    gone = sum(h == LOST for h in st.beachheads)
    left = tuple(sorted(h for h in st.beachheads if h >= 0))
    each = short.counts.get(BEACHHEAD, 0)
    found = [Losses(GERMAN, each, gone, "beachheads eliminated", left)]
    for side in (ALLIED, GERMAN):
        own = [u for u in st.world.ranges[1 - side] if st.world.is_division[u]]
        dead = sum(st.loc[u] == DEAD for u in own)
        what = "German divisions eliminated" if side == ALLIED else "Allied divisions eliminated"
        found.append(Losses(side, short.counts.get(DIVISION, 0), dead, what))
    return [one for one in found if one.each]


def tell_points(st: Position, short: ShortScenario) -> None:
    """Say where the points come from, and how it ended."""
    assert st.events is not None
    rule = R("reading 76")
    for place in short.places:
        if holds(st, place):
            st.events.append(told.PlaceHeld(place.points, place.seat, place.hexes, rule))
    for side, each, count, what, _ in losses(st, short):
        if each * count:
            st.events.append(told.Lost(each * count, side, f"{what}: {count}", rule))
    end = short_points(st, short)
    st.events.append(told.ShortEnded(end.allied, end.german, end.needs, rule))
