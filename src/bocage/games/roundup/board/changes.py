"""Changes to units, with their consequences: entering a hex, losing steps, leaving the map.

3.4 steps, 3.5 hex control, 4.4 the end of a beachhead, 8.4 the way to the return track.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.games.roundup import s04_supply
from bocage.games.roundup.board.position import DEAD, HAS_DROPPED, KAMPFGRUPPE, LOST, TRACK
from bocage.games.roundup.options import KAMPFGRUPPEN, PASSING_KILLS_BEACHHEAD
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s08_returns import ReturnRoll
from bocage.games.roundup.s15_optional.s15_10_replacement_points import division_lost
from bocage.games.roundup.words import events as told

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.roundup.board.position import Position


def pass_through(st: Position, u: int, h: int) -> None:
    """A unit enters a hex on its way: control changes (3.5)."""
    side = st.side_of(u)
    if st.control[h] != (side == ALLIED):
        st.take_control(h, side)
        if st.events is not None and is_key_hex(st, h):
            rule = R("3.5.b") if side == ALLIED else R("3.5.d")
            st.events.append(told.Controlled(side, h, rule))
    if side == GERMAN and st.switches & PASSING_KILLS_BEACHHEAD:
        _end_beachhead(st, u, h, R("reading 46"))


def walk(st: Position, u: int, hexes: Sequence[int]) -> None:
    """A unit enters hex after hex of its way; see `pass_through`."""
    side, control = st.side_of(u), st.control
    overruns = st.switches & PASSING_KILLS_BEACHHEAD
    listening = st.events is not None
    for h in hexes:
        changes = control[h] == side  # 1 is Allied, so it equals the side whose hex it is not
        if overruns or (changes and listening and is_key_hex(st, h)):
            pass_through(st, u, h)
        elif changes:
            st.take_control(h, side)


def arrive(st: Position, u: int, h: int) -> None:
    """A unit comes to a hex and ends there: by move, retreat, advance or placement."""
    st.place(u, h)
    pass_through(st, u, h)
    occupy(st, u)


def occupy(st: Position, u: int) -> None:
    """A unit ends where it is; a German one eliminates a beachhead there (4.4)."""
    if u >= st.world.german.start:
        _end_beachhead(st, u, st.loc[u], R("4.4.d"))


def is_key_hex(st: Position, h: int) -> bool:
    """3.5: ports and the East and South edges are what both sides want to control."""
    return bool(st.world.port_of[h] or st.world.is_supply_edge[h])


def _end_beachhead(st: Position, u: int, h: int, rule: Rule) -> None:
    """4.4, reading 46: a German unit that occupies its hex eliminates a Beachhead Marker."""
    for marker, where in enumerate(st.beachheads):
        if where == h:
            st.set_beachhead(marker, LOST)
            if st.events is not None:
                st.events.append(told.BeachheadLost(marker, h, u, rule))


def lose_step(st: Position, u: int, rule: Rule) -> None:
    """3.4: a unit loses a step; with its last one it leaves the map."""
    if st.events is not None:
        st.events.append(told.StepLost(u, st.loc[u], rule))
    if st.steps[u] > 1:
        st.steps[u] -= 1
    else:
        eliminate(st, u, R("3.4.c") if st.world.is_division[u] else R("3.4.d"))


def eliminate(st: Position, u: int, rule: Rule) -> None:
    """Remove a unit from the map; for an Allied non-divisional one the return is rolled (8.4)."""
    h = st.loc[u]
    if st.events is not None:
        st.events.append(told.Eliminated(u, h, rule))
    if st.side_of(u) == ALLIED and not st.world.is_division[u]:
        kind = s04_supply.supply_kind(st, u)
        st.place(u, TRACK)
        st.steps[u] = 1
        st.marks[u] &= HAS_DROPPED
        st.push(ReturnRoll(u, kind in (s04_supply.OVERLAND, s04_supply.COASTAL)))
    else:
        kept = 0
        if st.switches & KAMPFGRUPPEN and st.side_of(u) == GERMAN and st.world.is_division[u]:
            division_lost(st, u)
            kept = st.marks[u] & KAMPFGRUPPE
        st.place(u, DEAD)
        st.steps[u] = 0
        st.marks[u] = kept
