"""A sortie is one operation in the air: the squadrons of an air line, or the serials of a lift.

It changes while the air war is worked out, and is forgotten when the next turn begins.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from bocage.games.opcom.air.orders import (
    BOMB,
    CAB_RANK,
    COVER,
    ESCORT,
    SUPPORT,
    SUPPRESS,
    TRANSPORT,
)
from bocage.games.opcom.position import Position
from bocage.games.opcom.reports.speech import in_short

WAITING, FLOWN, GIVEN_UP = range(3)
"""How it stands with a lift."""
FLYING, SHAKEN, BROKEN_OFF = range(3)
"""How it stands with a sortie: as ordered, a level of support lower, or turned back."""
GROUND: Final = (SUPPORT, CAB_RANK, BOMB, SUPPRESS)
"""Missions against the ground."""
HEAVY: Final = ("medium bomber", "heavy bomber")
"""Reading 4.15: mediums count as heavies."""


class Sortie(NamedTuple):
    """One operation in the air. The position keeps it as a plain tuple."""

    number: int
    team: int
    line: int
    """Of the sheet; 0 for what flies without one."""
    mission: str
    squadrons: tuple[int, ...]
    flying: int
    """Squadrons or serials that are still in the air."""
    planned: int
    """How many set out by the plan."""
    zone: int
    route: tuple[int, ...]
    """The air zones that it crosses."""
    x: int
    y: int
    where: str
    units: tuple[int, ...] = ()
    """Whom it supports, or carries; of an escort the air units that it goes with."""
    lift: int = -1
    site: str = ""
    crossing: int = -1
    night: int = 0
    state: int = FLYING
    through: int = 0
    """Enemy squadrons that broke through to it."""
    met: int = 0
    """1 for fighters that have fought fighters."""
    held: int = 0
    """1 for a patrol that meets nobody more: beaten, held, or spent on a stream."""
    beaten: int = 0
    damage: int = 0
    asked: int = 1
    """Of close support: whether troops have asked for it, or Control honours it all the same."""
    caught: int = 0
    """Serials that fighters have put out of action."""
    slips: int = 0
    """1 for aircraft that no patrol can catch in this turn (reading 8.24)."""
    strayed: int = 0
    """1 + the flak, by number, to which a lift has lost its way (reading 8.24); 0 for none."""


def sorties(st: Position) -> list[Sortie]:
    """All of this turn."""
    return [Sortie(*each) for each in st.sorties]  # type: ignore[arg-type]


def sortie(st: Position, number: int) -> Sortie:
    """One of them, as it is now."""
    return Sortie(*st.sorties[number])  # type: ignore[arg-type]


def change(st: Position, number: int, **changed: Any) -> Sortie:
    """A sortie is otherwise from now on."""
    made = sortie(st, number)._replace(**changed)
    st.sorties = (*st.sorties[:number], tuple(made), *st.sorties[number + 1 :])
    return made


def side_of(st: Position, each: Sortie) -> int:
    """0 for the Allies, 1 for the Axis."""
    return st.world.side_of_team(each.team)


def key(st: Position, each: Sortie) -> str:
    """What cards and dice call it: its lift, or its team and line."""
    if each.mission == TRANSPORT:
        return st.world.sky.lifts[each.lift].id
    return f"{st.world.teams[each.team].seat}.{each.line or f'base{each.number}'}"


def called(st: Position, each: Sortie) -> str:
    """What people call it."""
    sky = st.world.sky
    if each.mission == TRANSPORT:
        return f"lift {sky.lifts[each.lift].id}"
    return in_short([sky.units[squadron].name for squadron in each.squadrons])


def lose_squadrons(st: Position, number: int, count: int) -> int:
    """Squadrons or serials lost for good (reading 8.15); returns how many it were."""
    each = sortie(st, number)
    left = taken = min(count, each.flying)
    for unit in each.squadrons:
        gone = min(left, st.squadrons[unit])
        st.squadrons[unit] -= gone
        left -= gone
    change(st, number, flying=each.flying - taken)
    return taken


def patrols(st: Position, zone: int, side: int, night: int) -> list[Sortie]:
    """Air cover of a side over a zone that is still there."""
    return [
        each
        for each in sorties(st)
        if each.mission == COVER
        and each.zone == zone
        and each.night == night
        and side_of(st, each) == side
        and each.flying
        and not each.beaten
    ]


def escorts(st: Position, of: Sortie) -> list[Sortie]:
    """Fighters that go along with a sortie (12.11)."""
    return [
        each
        for each in sorties(st)
        if each.mission == ESCORT
        and each.flying
        and not each.beaten
        and side_of(st, each) == side_of(st, of)
        and ((of.lift >= 0 and each.lift == of.lift) or set(each.units) & set(of.squadrons))
    ]
