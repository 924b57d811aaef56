"""13.1 Allied Airstrikes and guns in solitaire play: dice choose the targets.

Airstrikes: a die for each German from east to west, and a 6 is a target; when all markers are
placed, or all Germans rolled for, the strikes are resolved. Guns: formation by formation a die for
each German in range from near to far, and a 5 or 6 is the target. Adjacent friends spare nobody
(reading 111).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Chance, Step, frame
from bocage.engine.words import Words
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s08_bombardment import AIR, BombardmentRoll, covered, forbidden
from bocage.games.falaise.s13_solitaire.places import (
    counted,
    decided_by,
    eastward,
    from_the_east,
    ordinal,
)
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import DIE_FACES

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position

AIR_HIT: Final = 6
"""13.1: the die that places an Airstrike."""
GUN_HIT: Final = 5
"""13.1: the lowest die that places a corps' guns."""
PHASE: Final = "Bombardment"


@frame
class AirTargets(Step):
    """13.1: the next unit to roll for; placed markers are resolved when the rolling ends."""

    left: tuple[int, ...]
    """Germans still to be rolled for, from east to west."""
    rolled: int
    targets: tuple[int, ...]
    """Units that an Airstrike has been placed on."""
    rule = R("13.1.b")
    phase = PHASE

    def run(self, st: Position) -> None:
        if self.left and len(self.targets) < st.air:
            st.push(AirTargetRoll(self.left[0], self.rolled + 1, len(self.targets) + 1))
            return
        lost = st.air - len(self.targets)
        if lost and st.events is not None:
            verb = "Airstrike is" if lost == 1 else "Airstrikes are"
            st.events.append(told.AirLost(f"{lost} {verb}", R("13.1.e")))
        elif st.events is not None:
            st.events.append(told.AirDone(len(self.targets), R("13.1.f")))
        st.swap(AirStrikes(self.targets))

    def rolled_for(self, st: Position, *, hit: bool) -> None:
        """The die has fallen for the first that was left."""
        targets = (*self.targets, self.left[0]) if hit else self.targets
        st.swap(AirTargets(self.left[1:], self.rolled + 1, targets))


@frame
class AirTargetRoll(Chance):
    """13.1: a die for one German; a 6 places a marker on that unit."""

    unit: int
    place: int
    marker: int
    rule = R("13.1.b")
    phase = PHASE

    def question(self, st: Position) -> str:
        return f"{st.turn}.air-target.{st.world.unit_names.written[self.unit]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        die = first(action) + 1
        hit = die >= AIR_HIT
        st.pop()
        if st.events is not None:
            u, h, place = self.unit, st.loc[self.unit], ordinal(self.place)
            if hit:
                placed = told.AirPlaced(u, h, place, die, self.marker, st.air, R("13.1.c"))
                st.events.append(placed)
            else:
                st.events.append(told.AirSpared(u, h, place, die, self.rule))
        below = st.stack[-1]
        assert isinstance(below, AirTargets)
        below.rolled_for(st, hit=hit)

    def waiting(self, st: Position) -> Words:
        return Words("whether an Airstrike finds {unit:unit}", {"unit": self.unit})


@frame
class AirStrikes(Step):
    """13.1: the Airstrikes are resolved normally, in the order in which they were placed."""

    targets: tuple[int, ...]
    rule = R("13.1.f")
    phase = PHASE

    def run(self, st: Position) -> None:
        if not self.targets:
            st.air = 0
            st.pop()
            return
        u, rest = self.targets[0], self.targets[1:]
        st.swap(AirStrikes(rest))
        st.air -= 1
        if st.loc[u] >= 0:  # the first strike on a hex may have left no target for the second
            st.push(BombardmentRoll(AIR, st.loc[u]))


@frame
class Guns(Step):
    """13.1, reading 97: formation by formation."""

    corps: int
    rule = R("13.1.g")
    phase = PHASE

    def run(self, st: Position) -> None:
        corps = self.corps
        if corps == len(st.world.corps):
            st.pop()
            return
        st.swap(Guns(corps + 1))
        if not st.world.guns[corps] or st.guns_used >> corps & 1:
            return
        units = in_range(st, corps)
        if units:
            if st.events is not None:
                number = counted(len(units), "German")
                st.events.append(told.GunsReach(corps, number, self.rule))
            st.push(GunTargets(corps, units))
        elif st.events is not None and any(
            st.corps[u] == corps and st.loc[u] >= 0 for u in st.world.allied
        ):
            words, rule = "no German is in range", self.rule.read(R("reading 98"))
            st.events.append(told.GunsSilent(corps, words, rule))


def range_of(st: Position, corps: int, u: int) -> int:
    """Return hexes from the nearest unit of a corps to a German (reading 98)."""
    distance, h = st.world.grid.distance, st.loc[u]
    return min(
        distance(st.loc[v], h)
        for v in st.world.ranges[ALLIED]
        if st.corps[v] == corps and st.loc[v] >= 0
    )


def in_range(st: Position, corps: int) -> tuple[int, ...]:
    """Return the Germans that a corps' guns may fire at, from near to far (13.1)."""
    near, far = covered(st, corps)
    reach = (near | far) & ~forbidden(st, corps)
    units = [u for h, there in st.stacks(GERMAN).items() if reach >> h & 1 for u in there]
    return tuple(sorted(units, key=lambda u: (range_of(st, corps, u), *eastward(st, u))))


@frame
class GunTargets(Step):
    """13.1: who is rolled for next, until the guns have a target or nobody is left."""

    corps: int
    left: tuple[int, ...]
    rule = R("13.1.g")
    phase = PHASE

    def run(self, st: Position) -> None:
        if self.left:
            st.swap(GunTargets(self.corps, self.left[1:]))
            st.push(GunTargetRoll(self.corps, self.left[0]))
            return
        st.pop()
        if st.events is not None:
            words = "no die was high enough"
            st.events.append(told.GunsSilent(self.corps, words, R("13.1.j")))


@frame
class GunTargetRoll(Chance):
    """13.1: a die for one German; on a 5 or 6 the guns fire at that unit."""

    corps: int
    unit: int
    rule = R("13.1.g")
    phase = PHASE

    def question(self, st: Position) -> str:
        written = st.world
        corps = written.corps_names.written[self.corps]
        return f"{st.turn}.gun-target.{corps}.{written.unit_names.written[self.unit]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        die = first(action) + 1
        hit = die >= GUN_HIT
        st.pop()
        h = st.loc[self.unit]
        if st.events is not None:
            far = counted(range_of(st, self.corps, self.unit), "hex", "hexes")
            kind, rule = (told.GunsAimed, R("13.1.h")) if hit else (told.GunsPassed, R("13.1.i"))
            st.events.append(kind(self.corps, self.unit, h, far, die, rule))
        if hit:
            st.pop()  # no other German is rolled for
            st.guns_used |= 1 << self.corps
            st.push(BombardmentRoll(self.corps, h))

    def waiting(self, st: Position) -> Words:
        about = {"corps": self.corps, "unit": self.unit}
        return Words("whether {corps:corps} fires at {unit:unit}", about)


def bombard(st: Position) -> None:
    """13.1: the bombardments of a turn: Airstrikes by day, then the guns."""
    decided_by(R("reading 83"), R("reading 97"), R("reading 111"))
    st.push(Guns(0))
    if st.air:
        st.push(AirTargets(from_the_east(st), 0, ()))
