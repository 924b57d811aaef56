"""8.3 Allied divisional replacements: one step a nation and turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, first, numbers
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup import happenings as told
from bocage.games.roundup.position import REPLACED
from bocage.games.roundup.reaction import may_replace_in_zones
from bocage.games.roundup.reinforcements import PHASE
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.supply import COASTAL, supply_kind, traces_overland
from bocage.games.roundup.units import ALLIED
from bocage.games.roundup.verbs import END, REPLACE
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.games.roundup.position import Position


def replaceable(st: Position, used: int) -> list[int]:
    """8.3: the divisions that may have their step back; `used` has the nations that may not."""
    world, zone = st.world, st.zone(ALLIED)
    anywhere = may_replace_in_zones(st)
    return [
        u
        for u in world.allied
        if st.loc[u] >= 0
        and st.steps[u] == 1
        and world.is_division[u]
        and not used >> world.nation[u] & 1
        and (anywhere or not zone[st.loc[u]] & ZONE)
        and traces_overland(st, u)
    ]


@frame
class Replacements(Ask):
    """8.3: each nation may bring one reduced division a turn back to full strength."""

    seat: int
    used: int
    """The nations that have used theirs, as bits."""
    rule = R("8.3")
    takes = numbers(END, REPLACE)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        return [END(), *(REPLACE(u) for u in replaceable(st, self.used))]

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        u = first(action)
        start = "{unit:unit} can't be replaced: "
        if u >= st.world.german.start:
            return refuse(R("8.6"), start + "only the Allies receive replacements", unit=u)
        if st.loc[u] < 0:
            return refuse(R("8.3.j"), start + "it is not on the map", unit=u)
        if not st.world.is_division[u]:
            return refuse(R("8.3.j"), start + "it is not a division", unit=u)
        if st.steps[u] > 1:
            return refuse(R("8.3.j"), start + "it has lost no step", unit=u)
        nation, h = st.world.nation[u], st.loc[u]
        if self.used >> nation & 1:
            return refuse(
                R("8.3.a"), start + "{nation:nation} had its step this turn", unit=u, nation=nation
            )
        if st.in_enemy_zone(h, ALLIED) and not may_replace_in_zones(st):
            words = start + "{hex:hex} is in the zone of control of {enemy:unit}"
            enemy = st.zone_owners(h, ALLIED)
            return refuse(R("8.3.e"), words, unit=u, hex=h, enemy=enemy)
        if not traces_overland(st, u):
            kind = supply_kind(st, u)
            rule = R("8.3.d") if kind else R("8.3.b")
            rule = rule.read(R("reading 28")) if kind == COASTAL else rule
            return refuse(
                rule, start + "no overland supply path leads from {hex:hex}", unit=u, hex=h
            )
        return OK

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.pop()
            return
        u = first(action)
        st.steps[u] = 2
        st.marks[u] |= REPLACED
        used = self.used | 1 << st.world.nation[u]
        if replaceable(st, used):
            st.swap(Replacements(self.seat, used))
        else:
            st.pop()
        if st.events is not None:
            zoned = st.in_enemy_zone(st.loc[u], ALLIED)
            st.events.append(told.Replaced(u, R("15.13.b") if zoned else R("8.3.f")))

    def prompt(self, st: Position) -> Words:
        return Words("Bring a reduced division to full strength, or end")

    def waiting(self, st: Position) -> Words:
        return Words("the Allies to place replacements")
