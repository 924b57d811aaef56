"""Sorties: operations in the air, with the squadrons of an air line or the serials of a lift.

A sortie changes during the air war, and is deleted when the next turn begins.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.pieces.flights import Sortie
from bocage.games.opcom.s10_reports.speech import in_short
from bocage.games.opcom.s12_air.orders import (
    BOMB,
    CAB_RANK,
    COVER,
    ESCORT,
    SUPPORT,
    SUPPRESS,
    TRANSPORT,
)

WAITING, FLOWN, GIVEN_UP = range(3)
"""The states of a lift."""
GROUND: Final = (SUPPORT, CAB_RANK, BOMB, SUPPRESS)
"""Missions against the ground."""
HEAVY: Final = ("medium bomber", "heavy bomber")
"""Medium bombers count as heavy (reading 4.15)."""


def keep(st: Position, made: Sortie) -> None:
    """A sortie is so from now on."""
    st.sorties = (*st.sorties[: made.number], made, *st.sorties[made.number + 1 :])


def side_of(st: Position, each: Sortie) -> int:
    """Return 0 for the Allies, 1 for the Axis."""
    return st.world.side_of_team(each.team)


def key(st: Position, each: Sortie) -> str:
    """Return its name in cards and dice: its lift, or its team and line."""
    if each.mission == TRANSPORT:
        return st.world.sky.lifts[each.lift].id
    return f"{st.world.teams[each.team].seat}.{each.line or f'base{each.number}'}"


def called(st: Position, each: Sortie) -> str:
    """Return its spoken name."""
    sky = st.world.sky
    if each.mission == TRANSPORT:
        return f"lift {sky.lifts[each.lift].id}"
    return in_short([sky.units[squadron].name for squadron in each.squadrons])


def lose_squadrons(st: Position, number: int, count: int) -> int:
    """Remove squadrons or serials for good; return the number lost (reading 8.15)."""
    each = st.sorties[number]
    left = taken = min(count, each.flying)
    for unit in each.squadrons:
        gone = min(left, st.squadrons[unit])
        st.squadrons[unit] -= gone
        left -= gone
    keep(st, replace(each, flying=each.flying - taken))
    return taken


def patrols(st: Position, zone: int, side: int, night: int) -> list[Sortie]:
    """Return a side's air cover over a zone that is still there."""
    return [
        each
        for each in st.sorties
        if each.mission == COVER
        and each.zone == zone
        and each.night == night
        and side_of(st, each) == side
        and each.flying
        and not each.beaten
    ]


def escorts(st: Position, of: Sortie) -> list[Sortie]:
    """Return the fighters that go with a sortie (12.11)."""
    return [
        each
        for each in st.sorties
        if each.mission == ESCORT
        and each.flying
        and not each.beaten
        and side_of(st, each) == side_of(st, of)
        and ((of.lift >= 0 and each.lift == of.lift) or set(each.units) & set(of.squadrons))
    ]
