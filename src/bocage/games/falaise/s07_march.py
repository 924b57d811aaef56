"""7.2 Units under way: hex by hex along a path, with the enemy's Op-Fire between (6.2, 6.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Ask, Step, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.board.changes import enter
from bocage.games.falaise.board.charts import HIT, NO_EFFECT
from bocage.games.falaise.board.position import ACTIVE, DISRUPTED, EXITED, LOCKED, MOVED
from bocage.games.falaise.pieces.units import ALLIED
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s06_op_fire import OpFire
from bocage.games.falaise.s09_disruption import disrupt
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import COVER, RISK, numbers
from bocage.hexes.kernels import PROHIBITED, ZONE

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.falaise.board.position import Position

OFF_MAP: Final = -1
"""Instead of a hex at the end of a path: over the south edge (3.3)."""

NOT_ASKED: Final = 0
DECIDED: Final = 1
"""Nobody covers; a unit that breaks contact by day is fired at."""
COVERED: Final = 2


@frame
class Marching(Step):
    """Enters one hex after the other until the enemy may fire, or the path ends.

    Readings 55 and 57: a friend in the hex entered does not help; nor does night, on entering.
    """

    seat: int
    units: tuple[int, ...]
    path: tuple[int, ...]
    """Hexes still to enter."""
    spent: int
    """Half points spent once the path is done, at the plain rates."""
    road: int
    """The same by Road Movement, or `NO_ROAD`."""
    points: int
    """Half points that the units have."""
    goes_on: bool
    """Whether they may continue at the end of the path."""
    cover: int
    """The state of cover for the next step."""
    halted: bool = False
    """Whether Op-Fire has ended it."""
    rule = R("7.2.a")
    fired = R("6.2.a")
    """The rule by which the enemy fires at it."""
    phase = "Movement"

    def run(self, st: Position) -> None:
        units, path, seat = self.units, self.path, self.seat
        zone = st.zone(seat)
        start = here = st.loc[units[0]]
        cover = self.cover
        said = done = 0
        for h in path:
            in_zone = zone[here] & ZONE
            enters = h != OFF_MAP and zone[h] & ZONE
            breaks = in_zone and not enters
            if breaks and cover == NOT_ASKED and not st.night:
                cover = self._cover(st, here, start, said, done)
                if cover == NOT_ASKED:
                    return  # the mover is asked first
            if h == OFF_MAP:
                self._leave(st, here, fired_at=bool(breaks) and cover == DECIDED)
                return
            done += 1
            fired = enters or (breaks and cover == DECIDED)
            if not fired and done < len(path) and not self._watched(st, h):
                here = h
                cover = NOT_ASKED
                continue
            for u in units:
                st.place(u, h)
            before = len(st.events or ())
            for u in units:
                enter(st, u, h)
            if st.events is not None and (news := st.events[before:]):
                del st.events[before:]
                start, said = self._tell(st, start, said, done), done  # they come, then it happens
                st.events += news
            if fired:
                self._tell(st, start, said, done)
                st.swap(self.after(done))
                st.push(OpFire(1 - seat, units, here, h, breaking=bool(breaks)))
                return
            here = h
            cover = NOT_ASKED
        self._tell(st, start, said, done)
        self._end(st)

    def _tell(self, st: Position, start: int, said: int, done: int) -> int:
        """Report the part of the path that is done and not yet reported; return the hex it ends
        in.
        """
        way = (start, *self.path[said:done])
        if len(way) > 1 and st.events is not None:
            named = tuple(h for h in way[1:-1] if st.world.named[h])
            st.events.append(told.Moved(self.units, way, named, self.rule))
        return way[-1]

    def _watched(self, st: Position, h: int) -> bool:
        """Return whether a hex on the way matters beyond its cost: Argentan, the 86th Corps."""
        ground = st.world.ground
        if h == ground.argentan:
            return True
        return (
            not st.zone_open
            and self.seat == ALLIED
            and bool(ground.zone_86[h] | ground.near_bridge[h])
        )

    def after(self, done: int, cover: int = NOT_ASKED) -> Marching:
        """Return this march after so many hexes of its path."""
        rest = self.path[done:]
        return Marching(
            *(self.seat, self.units, rest, self.spent, self.road, self.points),
            *(self.goes_on, cover),
        )

    def _cover(self, st: Position, here: int, start: int, said: int, done: int) -> int:
        """Return whether a friend stays behind; the mover is asked if there is a choice (6.3,
        reading 56).
        """
        friends = [u for u in st.at(here, self.seat) if u not in self.units]
        if not friends:
            return DECIDED
        u = friends[0]
        free = st.marks[u] & ACTIVE and not st.marks[u] & (MOVED | LOCKED)
        if not free:
            if st.events is not None:
                st.events.append(told.Covered(u, here, R("6.3.e")))
            return COVERED
        self._tell(st, start, said, done)
        for v in self.units:
            st.place(v, here)
        st.swap(self.after(done))
        st.push(Cover(self.seat, self.units, u))
        return NOT_ASKED

    def _leave(self, st: Position, here: int, *, fired_at: bool) -> None:
        """3.3, reading 26: over the south edge; by day the enemy may keep them in their hex."""
        for u in self.units:
            st.place(u, here)
        if fired_at:
            st.swap(self.after(0, COVERED))
            st.push(OpFire(1 - self.seat, self.units, here, here, breaking=True))
            return
        st.pop()
        for u in self.units:
            st.marks[u] |= MOVED
            st.place(u, EXITED)
            if st.events is not None:
                st.events.append(told.Exited(u, here, R("3.3.m")))

    def _end(self, st: Position) -> None:
        if self.goes_on:
            from bocage.games.falaise.s07_movement import Moving  # which itself pushes marches

            st.swap(Moving(self.seat, self.units, self.spent, self.road, self.points))
            return
        st.pop()
        for u in self.units:
            st.marks[u] |= MOVED
        end_move(st, self.units, self._stopped_by())

    def _stopped_by(self) -> Rule:
        """Return the rule by which these units stop here."""
        if self.halted:
            return R("6.2.g")
        if self.spent >= PROHIBITED:
            return R("7.2.river")
        return R("7.0.e") if self.spent else R("7.2.e")

    def hit(self, st: Position, effect: int) -> None:
        """6.2, 6.4: what Op-Fire does to units under way: they stop, and may be disrupted."""
        if effect == NO_EFFECT:
            return
        again = all(st.marks[u] & DISRUPTED for u in self.units)
        if effect == HIT:
            disrupt(st, self.units, R("6.2.i"), R("6.4.a"))
        if st.events is not None:
            rule = R("6.2.g") if effect != HIT else R("6.4.a") if again else R("6.2.j")
            st.events.append(told.Halted(self.units, st.loc[self.units[0]], rule))
        st.swap(
            Marching(
                *(self.seat, self.units, (), self.spent, self.road, self.points),
                goes_on=False,
                cover=NOT_ASKED,
                halted=True,
            )
        )


def end_move(st: Position, units: tuple[int, ...], rule: Rule) -> None:
    """Note in the round which units have moved last and by which rule they stopped."""
    from bocage.games.falaise.s07_movement import MoveRound  # which itself begins marches

    if isinstance(below := st.stack[-1], MoveRound):
        st.swap(MoveRound(below.seat, units, rule))


@frame
class Cover(Ask):
    """6.3: a friend that could move itself may stay instead, and nobody fires."""

    seat: int
    units: tuple[int, ...]
    friend: int
    rule = R("6.3.e")
    takes = numbers(COVER, RISK)
    phase = "Movement"

    def legal(self, st: Position) -> Sequence[Action]:
        return [RISK.base, COVER(self.friend)]

    def check(self, st: Position, action: Action) -> Ruling:
        if action == RISK() or action == COVER(self.friend):
            return OK
        words = "{unit:unit} can't cover {units:unit}: {friend:unit} can"
        about = {"unit": first(action), "units": self.units, "friend": self.friend}
        return refuse(self.rule, words, **about)

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        below = st.stack[-1]
        assert isinstance(below, Marching)
        if action == RISK():
            st.swap(below.after(0, DECIDED))
            return
        st.marks[self.friend] |= LOCKED
        if st.events is not None:
            st.events.append(told.Covered(self.friend, st.loc[self.friend], self.rule))
        st.swap(below.after(0, COVERED))

    def prompt(self, st: Position) -> Words:
        return Words(
            "{units:unit} breaks contact: cover with {friend:unit}, which then stays, or risk fire",
            {"units": self.units, "friend": self.friend},
        )

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to decide whether to cover a move", {"side": self.seat})
