"""11.3 to 11.5 Who comes later: the GUF by either door, the 272nd, the tank destroyers.

No other units enter: there are no replacements (reading 7).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, first, second
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.board.position import DUE, GUF
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s05_stacking import fits, stacking
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import END, PLACE, numbers
from bocage.hexes.kernels import BLOCKED, ZONE

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position


def due(st: Position, *, late: bool) -> list[int]:
    """Return the GUF units and, where asked, the 272nd Division, still off the map (reading 20)."""
    world = st.world
    return [
        u for u in world.german if st.loc[u] == GUF or (late and world.late[u] and st.loc[u] == DUE)
    ]


def is_anybody_due(st: Position) -> bool:
    """Return whether units can come with the 86th Corps, and somewhere (11.4)."""
    units = due(st, late=True)
    return bool(units) and any(is_open_86(st, u, h) for u in units for h in _zone(st))


def _zone(st: Position) -> tuple[int, ...]:
    return st.world.ground.zone_86_hexes


def is_open_86(st: Position, u: int, h: int) -> bool:
    """11.4: in the Zone, not in an enemy ZOC, within stacking."""
    if not st.world.ground.zone_86[h] or st.zone(GERMAN)[h] & (BLOCKED | ZONE):
        return False
    return fits(st, u, h)


@frame
class EntryOf86(Ask):
    """11.4, reading 39: the 272nd Division and any GUF units are placed in the Zone, or later."""

    seat: int
    rule = R("11.4.g")
    takes = numbers(END, PLACE)
    phase = "86th Corps"

    def legal(self, st: Position) -> Sequence[Action]:
        enemy, own = st.zone(GERMAN), st.stacks(GERMAN)
        zone = [h for h in _zone(st) if not enemy[h] & (BLOCKED | ZONE)]
        found = [END.base]
        for u in due(st, late=True):
            base = PLACE(u)
            found += [base | h for h in zone if h not in own or fits(st, u, h)]
        return found

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        u, h = first(action), second(action)
        start = "{unit:unit} can't be placed in {hex:hex}: "
        about = {"unit": u, "hex": h}
        if u not in due(st, late=True):
            return refuse(self.rule, start + "it does not enter with the 86th Corps", **about)
        if not st.world.ground.zone_86[h]:
            return refuse(self.rule, start + "it is not in the 86th Corps Zone", **about)
        if st.zone(GERMAN)[h] & (BLOCKED | ZONE):
            if there := st.at(h, ALLIED):
                return refuse(self.rule, start + "it holds {enemy:unit}", enemy=there, **about)
            words = start + "it is in the zone of control of {enemy:unit}"
            return refuse(self.rule, words, enemy=st.zone_owners(h, GERMAN), **about)
        return stacking(st, u, h)

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.pop()
            return
        u, h = first(action), second(action)
        rule = self.rule if st.world.late[u] else R("11.4.h")
        st.join(u, st.world.corps_86, h)
        if st.events is not None:
            st.events.append(told.Placed(u, h, rule))
        if not due(st, late=True):
            st.pop()

    def prompt(self, st: Position) -> Words:
        about = {"units": due(st, late=True)}
        clicked = "Pick a unit and click where it goes in the 86th Corps Zone: {units:unit}, or end"
        return Words("Place {units:unit} in the 86th Corps Zone, or end", about, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to bring in the 86th Corps", {"side": self.seat})


def is_open_east(st: Position, u: int, h: int) -> bool:
    """11.3: east of the Withdrawal Line, not next to an Allied unit, within stacking."""
    ground = st.world.ground
    if not ground.escaped[h] or st.at(h, ALLIED):
        return False
    stacks = st.stacks(ALLIED)
    return not any(n in stacks for n in ground.near[h]) and fits(st, u, h)


@frame
class EntryOfGuf(Ask):
    """11.3: any or all GUF units enter with the counterattacking corps."""

    seat: int
    corps: int
    rule = R("11.3.f")
    takes = numbers(END, PLACE)
    phase = "Counterattack"

    def legal(self, st: Position) -> Sequence[Action]:
        escaped = st.world.ground.escaped
        hexes = [h for h in st.world.grid if escaped[h]]
        found = [END.base]
        for u in due(st, late=False):
            found += [PLACE(u, h) for h in hexes if is_open_east(st, u, h)]
        return found

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        u, h = first(action), second(action)
        start = "{unit:unit} can't enter at {hex:hex}: "
        about = {"unit": u, "hex": h}
        if u not in due(st, late=False):
            return refuse(self.rule, start + "it is not a German Unknown Force", **about)
        if not st.world.ground.escaped[h]:
            return refuse(self.rule, start + "it is not east of the Withdrawal Line", **about)
        stacks = st.stacks(ALLIED)
        if h in stacks:
            return refuse(self.rule, start + "it holds {enemy:unit}", enemy=stacks[h], **about)
        enemy = [v for n in st.world.ground.near[h] if n in stacks for v in stacks[n]]
        if enemy:
            return refuse(self.rule, start + "{enemy:unit} is next to it", enemy=enemy, **about)
        return stacking(st, u, h)

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.pop()
            return
        u, h = first(action), second(action)
        st.join(u, self.corps, h)
        st.swap(EntryOfGuf(GERMAN, self.corps))
        if st.events is not None:
            st.events.append(told.Placed(u, h, self.rule))

    def prompt(self, st: Position) -> Words:
        about = {"units": due(st, late=False)}
        words = "Bring on any of {units:unit} east of the Withdrawal Line, or end"
        clicked = (
            "Pick a unit and click where it comes on, east of the Withdrawal Line: {units:unit}, "
            "or end"
        )
        return Words(words, about, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to bring on unknown forces", {"side": self.seat})


def destroyer_hexes(st: Position, u: int) -> list[int]:
    """Return where the tank destroyers may be placed: with a unit of the 80th Division (11.5)."""
    world = st.world
    hexes = {st.loc[v] for v in world.allied if world.rolled[v] and st.loc[v] >= 0}
    return sorted(h for h in hexes if fits(st, u, h))


@frame
class EntryOfDestroyers(Ask):
    """11.5, reading 87: the tank destroyers join the 80th Division."""

    seat: int
    unit: int
    rule = R("11.5")
    takes = numbers(PLACE)
    phase = "Reinforcement"

    def legal(self, st: Position) -> Sequence[Action]:
        return [PLACE(self.unit, h) for h in destroyer_hexes(st, self.unit)]

    def check(self, st: Position, action: Action) -> Ruling:
        u, h = first(action), second(action)
        start = "{unit:unit} can't be placed in {hex:hex}: "
        about = {"unit": u, "hex": h}
        if u != self.unit:
            return refuse(self.rule, start + "{own:unit} is placed now", own=self.unit, **about)
        if not any(st.world.rolled[v] for v in st.at(h, ALLIED)):
            return refuse(self.rule, start + "no unit of the 80th Division is there", **about)
        return stacking(st, u, h)

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        st.place(self.unit, second(action))
        if st.events is not None:
            st.events.append(told.Placed(self.unit, second(action), self.rule))

    def prompt(self, st: Position) -> Words:
        words = "Place {unit:unit} with a unit of the 80th Division"
        clicked = "Click a unit of the 80th Division to place {unit:unit} with it"
        return Words(words, {"unit": self.unit}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to place {unit:unit}", {"side": self.seat, "unit": self.unit})
