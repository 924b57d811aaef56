"""Where a unit may retreat (3.2.4, 11.13.2, 11.13.3; readings 43, 63, 66, 67)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.games.roundup.position import DROPPED
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.stacking import fits
from bocage.games.roundup.units import ALLIED
from bocage.hexes.kernels import BLOCKED, ZONE

if TYPE_CHECKING:
    from bocage.games.roundup.position import Position


def is_closed(st: Position, u: int, h: int) -> bool:
    """Whether a retreating unit may not even pass through a hex."""
    closed = st.zone(st.side_of(u))[h] & (BLOCKED | ZONE)
    return bool(closed) or bool(st.world.is_heavy[u] and st.world.is_polder[h])


def retreat_hexes(st: Position, u: int) -> list[int]:
    """Where a unit may end a retreat, in the order of the map.

    One hex; where friends would be over-stacked it goes on through them, hex by hex,
    until it finds room.
    """
    if st.marks[u] & DROPPED:
        return []
    found: set[int] = set()
    start = st.loc[u]
    seen = {start}
    waiting = [start]
    while waiting:
        for h in st.world.near(waiting.pop()):
            if h in seen:
                continue
            seen.add(h)
            if is_closed(st, u, h):
                continue
            if fits(st, u, h):
                found.add(h)
            else:
                waiting.append(h)
    return sorted(found)


def is_barred_by_zone(st: Position, u: int) -> bool:
    """3.2.4: whether a zone of control is what closes a hex next to a unit that must retreat."""
    zone = st.zone(st.side_of(u))
    return any(zone[h] & ZONE and not zone[h] & BLOCKED for h in st.world.near(st.loc[u]))


def why_no_retreat(st: Position, u: int, h: int, rule: Rule) -> Ruling:
    """Whether a unit may end its retreat in a hex by that case, and if not, why."""
    about = {"unit": u, "hex": h}
    start = "{unit:unit} can't retreat to {hex:hex}: "
    if st.marks[u] & DROPPED:
        rule = R("10.7.g") if st.side_of(u) == ALLIED else R("15.12.j")
        return refuse(rule, start + "air-dropped units do not retreat", **about)
    if not st.world.grid.are_neighbours(st.loc[u], h) and h not in retreat_hexes(st, u):
        words = "a retreat is one hex, and {here:hex} is not next to it"
        return refuse(rule, start + words, here=st.loc[u], **about)
    zone = st.zone(st.side_of(u))
    if zone[h] & BLOCKED:
        enemy = st.at(h, 1 - st.side_of(u))
        words = "it holds {enemy:unit}" if enemy else "a German marker holds it"
        return refuse(rule, start + words, enemy=enemy, **about)
    if zone[h] & ZONE:
        friends = st.at(h, st.side_of(u))
        rule = R("3.2.4.b").read(R("reading 66")) if friends else R("3.2.4.b")
        words = start + "it is in the zone of control of {enemy:unit}"
        return refuse(rule, words, enemy=st.zone_owners(h, st.side_of(u)), **about)
    if st.world.is_heavy[u] and st.world.is_polder[h]:
        return refuse(R("reading 43"), start + "heavy panzers never enter polder", **about)
    if h in retreat_hexes(st, u):
        return OK
    there = st.at(h, st.side_of(u))
    return refuse(rule, start + "{there:unit} leaves no room there", there=there, **about)
