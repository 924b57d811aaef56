"""The moves of the German staff: save the valuable units by an open way, out of reach.

Leading units go first to clear the road. A few stay: the garrison of Argentan, and units that
gain nothing beyond the line. Units that can leave by the south edge in this move do so. Units
beyond the line look for cover from guns and aircraft.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.falaise.cover import Guns, is_shield
from bocage.ai.staff.falaise.outlook import Outlook
from bocage.ai.staff.falaise.paces import chance, kind_of, lasting_budget
from bocage.ai.staff.falaise.ways import TOLL, Field
from bocage.ai.staff.levels import Judgement
from bocage.engine.actions import Action, first
from bocage.games.falaise.board.ground import POINT
from bocage.games.falaise.options import SOUTH_EXIT_WEST_ONLY
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s04_sequence import last_turn
from bocage.games.falaise.s07_movement import Moving
from bocage.games.falaise.s09_disruption import factor
from bocage.games.falaise.words.verbs import EXIT, GO, STAY, STEP
from bocage.hexes.kernels import UNREACHED, ZONE

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position

EXPOSED: Final = 5.0
"""The value of ending outside enemy zones, in half points."""
PRESSED: Final = 1.5
"""The cost of each enemy factor next to a hex, in half points."""
SHELLED: Final = 3.0
"""The value of being out of a corps' fire beyond the line, in half points per point."""
LAST_HOPE: Final = 0.02
"""The value of a way that is much too long."""
LOOK: Final = 5
"""The number of destinations to check for a way."""
GARRISON: Final = 2
"""The units that hold Argentan."""


RUN: Final = "run"
CAREFUL: Final = "careful"
HOLD: Final = "hold"
EASTWARD: Final = "all go east"
SOUTHWARD: Final = "south where possible"
REAR_FIRST: Final = "rear first"
"""Intents: ignore the enemy beside the road and make no blows, or keep well away from the enemy;
stand fast; all by one way; rear units before front units.
"""
_FEAR: Final = {RUN: 0.0, CAREFUL: 3.0}


def goal_of(st: Position, outlook: Outlook, u: int, intent: str = "") -> Field:
    """Return a unit's way out: the best by its points and chances, or the other way.

    It is the other way if the staff's intent says so.
    """
    world = st.world
    h = st.loc[u]
    field = outlook.east[kind_of(world, u)]
    left = lasting_budget(st, u)
    east = _hope(field.cost(h), left)
    south = _hope(outlook.south.cost(h), left)
    if intent == EASTWARD:
        return field
    if intent == SOUTHWARD and not world.mech[u] and south > LAST_HOPE:
        return outlook.south
    # Leaving by either way also saves the point for a prisoner.
    if south * 2 > east * (outlook.prize.get(u, 0.0) + 1):
        return outlook.south
    return field


def _hope(far: int, left: float) -> float:
    """Return the probability that a way succeeds.

    Of two hopeless ways the nearer one gets more, so that no unit turns round.
    """
    some = max(1.0, left)
    return chance(far, left) + LAST_HOPE * some / (some + far)


def is_garrison(st: Position, u: int) -> bool:
    """Return whether a unit stays to hold Argentan: the best that are there, while it can be
    held.
    """
    h = st.world.ground.argentan
    if st.loc[u] != h or st.argentan != GERMAN:
        return False
    there = st.at(h, GERMAN)
    return u in there[:GARRISON] and not _is_lost(st, h)


def _is_lost(st: Position, h: int) -> bool:
    """Return whether too many enemies surround a hex to hold it."""
    near = st.world.ground.near[h]
    against = sum(factor(st, u) for n in near for u in st.at(n, ALLIED))
    mine = max(1, sum(factor(st, u) for u in st.at(h, GERMAN)))
    return against >= 6 * mine and st.turn < last_turn(st.world)


def order(st: Position, outlook: Outlook, units: Sequence[int], intent: str = "") -> int:
    """Return the next unit to move: the one nearest to the way out, or the last one if the staff
    is set on that."""

    def far(u: int) -> tuple[int, int]:
        return goal_of(st, outlook, u, intent).cost(st.loc[u]), u

    return max(units, key=far) if intent == REAR_FIRST else min(units, key=far)


def move(
    st: Position, top: Moving, legal: Sequence[Action], outlook: Outlook, judged: Judgement
) -> Action:
    """Return the action of units on the move."""
    ground = st.world.ground
    u = top.units[0]
    here = st.loc[u]
    intent = judged.level.intent
    if is_garrison(st, u) or (intent == HOLD and not ground.escaped[here]):
        return STAY()
    field = goal_of(st, outlook, u, intent)
    if field is outlook.south:
        if EXIT() in legal:
            return EXIT()
        if (step := _towards_edge(st, top)) >= 0:
            return STEP(step)
    if ground.escaped[here]:
        return _settle(st, u, legal, outlook)
    zone = st.zone(GERMAN)
    guns = Guns(st)
    fear = _FEAR.get(intent, 1.0)

    def score(h: int) -> float:
        far = field.cost(h)
        if far >= UNREACHED:
            far = 400 + ground.grid.distance(here, h)
        found = -float(far)
        if ground.escaped[h]:
            found -= SHELLED * guns.exposure(st, outlook, u, h)
        elif zone[h] & ZONE:
            near = ground.near[h]
            against = sum([factor(st, v) for n in near for v in st.at(n, ALLIED)])
            found -= fear * (EXPOSED + PRESSED * against)
        return found

    scored = [(judged(score(first(a))), a) for a in legal if a >> 32 == GO.number]
    scored.sort(key=lambda each: (-each[0], each[1]))
    best, worth = STAY(), score(here)
    for found, action in scored[:LOOK]:
        if found <= worth:
            break
        path, by_road = top.way(st, first(action))
        if not by_road:
            path = top.quiet(st, path)
        risk = fear * TOLL * sum(1 for h in path[1:] if zone[h] & ZONE)
        if found - risk > worth:
            best, worth = action, found - risk
    return best


def _towards_edge(st: Position, top: Moving) -> int:
    """Return the next hex of a way over the south edge in this move (3.3), or -1.

    Units move hex by hex, because a `go` ends the move. The way draws as little fire as its cost
    allows.
    """
    if top.spent > top.points:
        return -1
    ground, zone = st.world.ground, st.zone(GERMAN)
    left = top.points - top.spent
    reach = top.plain_reach(st)
    west_only = st.switches & SOUTH_EXIT_WEST_ONLY
    ends: list[tuple[int, list[int]]] = []
    for h in st.world.grid:
        if ground.last_row[h] and not (west_only and ground.escaped[h]):
            most = left - (2 * POINT if zone[h] & ZONE else POINT)
            if reach.costs[h] <= most:
                ends.append((most, reach.path_to(h)))
    best, least = -1, (9, 0)
    for most, path in ends:
        quiet = top.quiet(st, path)
        way = quiet if _cost(st, top, quiet) <= most else path
        found = sum(1 for h in way[1:] if zone[h] & ZONE), _cost(st, top, way)
        if found < least and len(way) > 1:
            best, least = way[1], found
    return best


def _cost(st: Position, top: Moving, path: Sequence[int]) -> int:
    return sum(top.step_cost(st, here, there) for here, there in pairwise(path))


def _settle(st: Position, u: int, legal: Sequence[Action], outlook: Outlook) -> Action:
    """Return a move beyond the line: into cover, and away from the line to make room.

    A last step finds cover beside a unit with two: the owner chooses which one loses a step (10.2).
    """
    ground = st.world.ground
    here = st.loc[u]
    zone = st.zone(GERMAN)
    stacks = st.stacks(GERMAN)
    guns = Guns(st)

    def score(h: int) -> float:
        deep = min(3, sum(1 for n in ground.near[h] if ground.escaped[n]) - 3)
        return deep - SHELLED * guns.exposure(st, outlook, u, h)

    best, worth = STAY(), score(here)
    for a in legal:
        if a >> 32 != GO.number:
            continue
        h = first(a)
        if not ground.escaped[h] or zone[h] & ZONE:
            continue
        if h in stacks and (st.steps[u] > 1 or not is_shield(st, h)):
            continue
        found = score(h)
        if found > worth + 0.5:
            best, worth = a, found
    return best
