"""10.3 Retreats: two hexes, unit by unit (reading 93), with Op-Fire between (6.2, 6.4, 9.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.actions import Action, first, second
from bocage.engine.frames import Ask, Step, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.board.changes import eliminate, enter
from bocage.games.falaise.board.charts import HIT, NO_EFFECT
from bocage.games.falaise.board.ground import BOUNDARY, ESCAPED, ZONE_86
from bocage.games.falaise.board.position import DISRUPTED
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s05_stacking import fits
from bocage.games.falaise.s06_op_fire import OpFire
from bocage.games.falaise.s09_disruption import disrupt
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import RETREAT, numbers
from bocage.hexes.kernels import BLOCKED, ZONE

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position

NOBODY: Final = -1
LONGEST: Final = 8
"""Hexes that an Allied unit may be made to go in search of room."""
_BARS: Final = BOUNDARY | ESCAPED | ZONE_86
"""Readings 41, 42 and 95: ground that is closed to a retreat too; the limits of 11.9 do not apply
to it. The Allied rear is closed to Germans if the table closes it (reading 118).
"""


def may_enter(st: Position, u: int, here: int, h: int) -> bool:
    """Return whether a retreating unit may go from one hex into the next at all (10.3)."""
    ground = st.world.ground
    d = 1 << ground.grid.direction(here, h)
    if ground.wet[here] & d or (st.world.armor[u] and ground.trun[here] & d):
        return False
    if st.zone(st.side_of(u))[h] & BLOCKED:
        return False
    if ground.is_barred(st.bars(u) & _BARS, h):
        return False
    return u < st.world.german.start or fits(st, u, h)


def next_hexes(st: Position, u: int, origin: int, path: tuple[int, ...]) -> list[int]:
    """Return the hexes that a retreating unit may enter next and still end its retreat as it
    must.
    """
    here = path[-1] if path else origin
    return [h for h in st.world.ground.near[here] if _leads_out(st, u, origin, path, here, h)]


def _leads_out(st: Position, u: int, origin: int, path: tuple[int, ...], here: int, h: int) -> bool:
    if h == origin or h in path or not may_enter(st, u, here, h):
        return False
    way = (*path, h)
    if len(way) >= 2 and fits(st, u, h):
        return st.world.grid.distance(origin, h) >= 2
    if len(way) >= LONGEST:
        return False
    return any(_leads_out(st, u, origin, way, h, n) for n in st.world.ground.near[h])


def is_done(st: Position, u: int, origin: int, path: tuple[int, ...]) -> bool:
    """Return whether a retreat may end here: two hexes away, within stacking."""
    if len(path) < 2 or not fits(st, u, path[-1]):
        return False
    return st.world.grid.distance(origin, path[-1]) >= 2


@frame
class Retreating(Step):
    """The rest of a retreat: the units still to go, and the one that is moving."""

    seat: int
    origin: int
    left: tuple[int, ...]
    group: tuple[int, ...]
    """All that retreat from this hex."""
    unit: int
    """The unit that is moving, or `NOBODY`."""
    path: tuple[int, ...]
    """The hexes that it has entered."""
    trail: tuple[int, ...]
    """The first hexes of the units that got away, for the advance (10.4)."""
    rule = R("10.3.a")
    fired = R("6.2.c")
    """The rule by which the enemy fires at it."""

    def run(self, st: Position) -> None:
        if self.unit != NOBODY:
            if is_done(st, self.unit, self.origin, self.path):
                self._arrive(st)
            elif not next_hexes(st, self.unit, self.origin, self.path):
                if st.events is not None:
                    st.events.append(told.Trapped(self.unit, R("10.3.i")))
                self._lose(st, (self.unit,), R("10.3.i"), R("10.3.i"))
            else:
                st.push(Retreat(self.seat, self.origin, (self.unit,), self.path))
            return
        if not self.left:
            st.pop()
            below: Any = st.stack[-1]
            below.retreated(st, tuple(dict.fromkeys(self.trail)))
            return
        able = tuple(u for u in self.left if next_hexes(st, u, self.origin, ()))
        if able:
            st.push(Retreat(self.seat, self.origin, able, ()))
            return
        if st.events is not None:
            for u in self.left:
                st.events.append(told.Trapped(u, R("10.3.i")))
        self._lose(st, self.left, R("10.3.i"), R("10.3.i"))

    def _arrive(self, st: Position) -> None:
        trail = (*self.trail, self.path[0])
        st.swap(Retreating(self.seat, self.origin, self.left, self.group, NOBODY, (), trail))

    def _lose(self, st: Position, units: tuple[int, ...], rule: R, scores: R) -> None:
        """Eliminate a unit in retreat, which counts as out of LOC (6.4, 10.3)."""
        left = tuple(u for u in self.left if u not in units)
        st.swap(Retreating(self.seat, self.origin, left, self.group, NOBODY, (), self.trail))
        eliminate(st, units, rule, scores)

    def step(self, st: Position, u: int, h: int) -> None:
        """A unit enters the next hex of its retreat; the enemy may fire."""
        here = self.path[-1] if self.path else self.origin
        friends = [v for v in st.at(h, self.seat) if v not in self.group]
        left = tuple(v for v in self.left if v != u)
        path = (*self.path, h)
        st.swap(Retreating(self.seat, self.origin, left, self.group, u, path, self.trail))
        st.place(u, h)
        if st.events is not None:
            goes = told.Retreated if len(path) == 1 else told.RetreatedOn
            st.events.append(goes(u, h, self.rule))
        enter(st, u, h)
        if st.zone(self.seat)[h] & ZONE and not friends:
            st.push(OpFire(1 - self.seat, (u,), here, h, breaking=False))

    def hit(self, st: Position, effect: int) -> None:
        """6.4, 9.1, reading 75: a hit in the first hex ends the retreat; a second one kills."""
        if effect == NO_EFFECT:
            return
        u = self.unit
        if effect == HIT:
            if st.marks[u] & DISRUPTED:
                if st.events is not None:
                    st.events.append(told.HitAgain(u, R("6.4.b")))
                self._lose(st, (u,), R("6.4.b"), R("6.4.c"))
                return
            disrupt(st, (u,), R("6.2.i"))
        if len(self.path) == 1:
            if st.events is not None:
                st.events.append(told.Halted((u,), self.path[0], R("10.3.b")))
            self._arrive(st)


@frame
class Retreat(Ask):
    """10.3: the owner chooses the unit and, hex by hex, the way."""

    seat: int
    origin: int
    units: tuple[int, ...]
    path: tuple[int, ...]
    rule = R("10.3.a")
    takes = numbers(RETREAT)
    phase = "Retreat"

    def legal(self, st: Position) -> Sequence[Action]:
        return [
            RETREAT(u, h) for u in self.units for h in next_hexes(st, u, self.origin, self.path)
        ]

    def check(self, st: Position, action: Action) -> Ruling:
        u, h = first(action), second(action)
        start = "{unit:unit} can't retreat to {hex:hex}: "
        about = {"unit": u, "hex": h}
        if u not in self.units:
            return refuse(self.rule, start + "{units:unit} must", units=self.units, **about)
        here = self.path[-1] if self.path else self.origin
        if not st.world.grid.are_neighbours(here, h):
            return refuse(self.rule, start + "it is not next to {here:hex}", here=here, **about)
        if h == self.origin or h in self.path:
            return refuse(R("10.3.e"), start + "it has been there in this retreat", **about)
        if st.zone(self.seat)[h] & BLOCKED:
            enemy = st.at(h, 1 - self.seat)
            return refuse(R("10.3.d"), start + "it holds {enemy:unit}", enemy=enemy, **about)
        ground = st.world.ground
        d = 1 << ground.grid.direction(here, h)
        if ground.wet[here] & d:
            words = "retreats cross rivers only at bridges and fords"
            return refuse(R("10.3.c"), start + words, **about)
        if st.world.armor[u] and ground.trun[here] & d:
            return refuse(R("7.2.2.b"), start + "no armour crosses the Trun bridge", **about)
        if ground.is_barred(st.bars(u) & _BARS, h):
            if st.bars(u) & ESCAPED and ground.escaped[h]:
                words = "it is beyond the Withdrawal Line"
                return refuse(R("11.4.a"), start + words, **about)
            if ground.rear[h] and u >= st.world.german.start:
                words = "this table closes the Allied rear to the Germans"
                return refuse(R("reading 118"), start + words, **about)
            rule = R("11.4.c") if u >= st.world.german.start else R("13.3.a").read(R("reading 95"))
            return refuse(rule, start + "it is in the 86th Corps Zone", **about)
        if not may_enter(st, u, here, h):
            there = st.at(h, self.seat)
            words = start + "there is no room with {there:unit}"
            return refuse(R("10.3.g"), words, there=there, **about)
        if not _leads_out(st, u, self.origin, self.path, here, h):
            words = "no retreat of two hexes within stacking leads that way"
            return refuse(R("10.3.h"), start + words, **about)
        return OK

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        below = st.stack[-1]
        assert isinstance(below, Retreating)
        below.step(st, first(action), second(action))

    def prompt(self, st: Position) -> Words:
        about = {"units": self.units, "hex": self.origin}
        verb = "retreats" if len(self.units) == 1 else "retreat"
        clicked = f"Click where {{units:unit}} {verb} from {{hex:hex}}, hex by hex"
        return Words("Retreat {units:unit} from {hex:hex}, hex by hex", about, clicked)

    def waiting(self, st: Position) -> Words:
        return Words(
            "{side:side} to retreat from {hex:hex}", {"side": self.seat, "hex": self.origin}
        )
