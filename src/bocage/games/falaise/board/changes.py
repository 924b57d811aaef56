"""Changes to units, with their consequences: entering a hex, losses, Victory Points.

3.3 Victory Points as they occur, 3.4 Argentan, 11.4 the opening of the zone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bocage.games.falaise.board.position import DEAD
from bocage.games.falaise.options import FRENCH_TRIGGER
from bocage.games.falaise.pieces.units import ALLIED, FRANCE, GERMAN, US
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s06_communications import has_loc
from bocage.games.falaise.words import events as told

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.falaise.board.position import Position


def enter(st: Position, u: int, h: int) -> None:
    """A unit has entered a hex by move, retreat or advance; reading 45: a chit comes at once."""
    ground = st.world.ground
    if u >= st.world.german.start:
        if h == ground.argentan:
            take_argentan(st, GERMAN)
        return
    if h == ground.argentan:
        take_argentan(st, ALLIED)
    if not st.zone_open and opens_zone(st, u, h):
        st.zone_open = 1
        st.cup |= 1 << st.world.corps_86
        if st.events is not None:
            st.events.append(told.Opened(u, h, R("11.4.d") if ground.zone_86[h] else R("11.4.e")))


def opens_zone(st: Position, u: int, h: int) -> bool:
    """Return whether an Allied unit in a hex brings in the 86th Corps (11.4, reading 40)."""
    ground = st.world.ground
    if ground.zone_86[h]:
        return True
    if not ground.near_bridge[h]:
        return False
    nation = st.world.nation[u]
    if nation == FRANCE:
        return bool(st.switches & FRENCH_TRIGGER)
    return nation != US


def take_argentan(st: Position, side: int, rule: Rule | None = None) -> None:
    """Give control of Argentan to a side that enters it (3.4)."""
    if st.argentan == side:
        return
    st.argentan = side
    if side == ALLIED:
        st.argentan_taken = 1
    if st.events is not None:
        rule = rule or (R("3.4.b") if side == ALLIED else R("3.4.c"))
        st.events.append(told.Controlled(side, st.world.ground.argentan, rule))


def score(st: Position, points: int, why: str, rule: Rule) -> None:
    """3.3: Allied Victory Points as they occur."""
    st.vp += points
    if st.events is not None:
        st.events.append(told.Scored(f"{points:+d}", st.vp, why, rule))


def lose_step(st: Position, u: int, rule: Rule) -> None:
    """2.2: a unit loses a step; with its last one it leaves the map."""
    if st.events is not None:
        st.events.append(told.StepLost(u, st.loc[u], rule))
    if st.steps[u] > 1:
        st.steps[u] -= 1
        if u < st.world.german.start:
            score(st, -1, "an Allied step lost", R("3.3.d"))
    else:
        eliminate(st, (u,), rule)


def eliminate(
    st: Position, units: Iterable[int], rule: Rule, without_loc: Rule | None = None
) -> None:
    """Units leave the map; all are tested for an LOC before the first is gone (reading 24).

    Args:
        st: the position.
        units: the victims of one result.
        rule: what eliminates them.
        without_loc: the rule that counts them as out of LOC in any case (6.4, 10.3).
    """
    victims = tuple(units)
    cut_off = [
        u >= st.world.german.start and (without_loc is not None or not has_loc(st, u))
        for u in victims
    ]
    for u, scores in zip(victims, cut_off, strict=True):
        if st.events is not None:
            st.events.append(told.Eliminated(u, st.loc[u], rule))
        steps = st.steps[u]
        st.place(u, DEAD)
        st.steps[u] = 0
        st.marks[u] = 0
        if scores and st.world.company[u]:
            score(st, 0, "companies score no points", R("3.3.c"))
        elif scores:
            score(st, 1, "a German unit lost without an LOC", without_loc or R("3.3.a"))
        elif u < st.world.german.start:
            by = R("3.3.e") if st.world.two_step[u] else R("3.3.d")
            score(st, -steps, "Allied steps lost", by)
