"""11.1 German attachment: up to three units a turn act with another corps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.board.position import ACTIVE, FINISHED, FOUGHT, MOVED
from bocage.games.falaise.options import ANY_DISTANCE, STRONG_COUNTERATTACK
from bocage.games.falaise.pieces.units import GERMAN, NO_CORPS
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import ATTACH, END, numbers
from bocage.hexes.kernels import units_marked

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position

MOST_ATTACHED: Final = 3
"""11.1: units attached in a turn."""
MOST_EXTRA: Final = 3
"""12.2: units attached beyond these in the Counterattack."""
ATTACH_RANGE: Final = 2


def extra_left(st: Position, *, counter: bool) -> int:
    """Return how many units more may be attached, from anywhere on the map (reading 82; 12.2)."""
    return MOST_EXTRA - st.extra if counter and st.switches & STRONG_COUNTERATTACK else 0


def is_regular(st: Position, u: int, *, counter: bool) -> bool:
    """Return whether a unit counts among the three of the turn, and not among those of 12.2 (11.1,
    11.3).

    An attached unit is near the corps, or comes under the additional ones of reading 82.
    """
    return st.attached < MOST_ATTACHED and (not counter or bool(st.world.ground.escaped[st.loc[u]]))


def attachable(st: Position, corps: int, *, counter: bool) -> list[int]:
    """Return the German units that may be attached to the active corps now (11.1, reading 37)."""
    world, marks, loc = st.world, st.marks, st.loc
    extra = extra_left(st, counter=counter)
    if st.attached >= MOST_ATTACHED and not extra:
        return []
    around = 0
    low, high = world.german.start, world.german.stop
    for v in units_marked(marks, low, high, ACTIVE, ACTIVE):
        if st.corps[v] == corps:
            around |= world.ground.within(loc[v], ATTACH_RANGE)
    acted = ACTIVE | FINISHED | MOVED | FOUGHT
    found: list[int] = []
    for u in units_marked(marks, low, high, acted, 0):
        h, own = loc[u], st.corps[u]
        if h < 0 or (own != NO_CORPS and st.activated >> own & 1):
            continue
        if around >> h & 1:
            if extra or is_regular(st, u, counter=counter):
                found.append(u)
        elif extra and st.switches & ANY_DISTANCE:
            found.append(u)
    return found


def why_not_attach(st: Position, u: int, corps: int, *, counter: bool) -> Ruling:
    """Return whether a unit may be attached, and if not, why."""
    world = st.world
    start = "{unit:unit} can't be attached: "
    if u < world.german.start:
        return refuse(R("11.1.a"), start + "it is not German", unit=u)
    if st.loc[u] < 0:
        return refuse(R("11.1.a"), start + "it is not on the map", unit=u)
    extra = extra_left(st, counter=counter)
    if st.attached >= MOST_ATTACHED and not extra:
        return refuse(R("11.1.e"), start + "three units have been attached this turn", unit=u)
    if st.marks[u] & ACTIVE:
        return refuse(R("11.1.b"), start + "it is active already", unit=u)
    own = st.corps[u]
    if own != NO_CORPS and st.activated >> own & 1:
        return refuse(R("11.1.b"), start + "its corps has been activated this turn", unit=u)
    if st.marks[u] & (FINISHED | MOVED | FOUGHT):
        return refuse(R("11.1.b"), start + "it has acted this turn", unit=u)
    if counter and not extra and not world.ground.escaped[st.loc[u]]:
        words = "it is not east of the Withdrawal Line"
        return refuse(R("11.3.e"), start + words, unit=u)
    around = world.ground.within(st.loc[u], ATTACH_RANGE)
    for v in world.german:
        if st.corps[v] == corps and st.marks[v] & ACTIVE and around >> st.loc[v] & 1:
            return OK
    if extra and st.switches & ANY_DISTANCE:
        return OK
    words = "no unit of {corps:corps} is within two hexes"
    near = R("11.1.c").read(R("reading 82")) if extra else R("11.1.c")
    return refuse(near, start + words, unit=u, corps=corps)


@frame
class Attach(Ask):
    """11.1: up to three units a turn join the active corps."""

    seat: int
    corps: int
    counter: bool
    rule = R("11.1.a")
    takes = numbers(END, ATTACH)
    phase = "Attachment"

    def legal(self, st: Position) -> Sequence[Action]:
        able = attachable(st, self.corps, counter=self.counter)
        return [END.base, *(ATTACH(u) for u in able)]

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        return why_not_attach(st, first(action), self.corps, counter=self.counter)

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.pop()
            return
        u = first(action)
        st.marks[u] |= ACTIVE
        rule = R("11.3.d") if self.counter else self.rule
        if self._is_near(st, u) and is_regular(st, u, counter=self.counter):
            st.attached += 1
        else:
            st.extra += 1
            rule = R("12.2.a") if st.world.ground.escaped[st.loc[u]] else R("12.2.b")
        st.swap(Attach(GERMAN, self.corps, self.counter))
        if st.events is not None:
            st.events.append(told.Attached(u, self.corps, rule))

    def _is_near(self, st: Position, u: int) -> bool:
        near = st.world.ground.within(st.loc[u], ATTACH_RANGE)
        own = st.corps
        return any(
            own[v] == self.corps and st.marks[v] & ACTIVE and near >> st.loc[v] & 1
            for v in st.world.german
            if v != u
        )

    def prompt(self, st: Position) -> Words:
        left = MOST_ATTACHED - st.attached + extra_left(st, counter=self.counter)
        about = {"corps": self.corps, "left": left}
        if not left:
            return Words("No more units can be attached to {corps:corps}: end", about)
        clicked = "Click up to {left} units to attach them to {corps:corps}, or end"
        return Words("Attach up to {left} units to {corps:corps}, or end", about, clicked)

    def waiting(self, st: Position) -> Words:
        about = {"side": self.seat, "corps": self.corps}
        return Words("{side:side} to attach units to {corps:corps}", about)
