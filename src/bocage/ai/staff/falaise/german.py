"""The German staff on the move: get out what counts, by the way that is open, out of reach.

Those in front go first, so that the road is free. A few stay: the garrison of Argentan, and
whoever has nothing to win beyond the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.falaise.outlook import Outlook
from bocage.ai.staff.falaise.paces import budget, chance, kind_of
from bocage.ai.staff.falaise.ways import TOLL, Field
from bocage.ai.staff.levels import Judgement
from bocage.engine.actions import Action, first
from bocage.games.falaise.efficiency import factor
from bocage.games.falaise.moving import Moving
from bocage.games.falaise.sequence import LAST_TURN
from bocage.games.falaise.units import ALLIED, GERMAN
from bocage.games.falaise.verbs import EXIT, GO, STAY
from bocage.hexes.kernels import UNREACHED, ZONE

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position

EXPOSED: Final = 5.0
"""Half points that it is worth to end outside enemy zones."""
PRESSED: Final = 1.5
"""Half points for each enemy factor next to a hex."""
LOOK: Final = 5
"""Destinations whose way is looked at."""
GARRISON: Final = 2
"""Units that hold Argentan."""


def goal_of(st: Position, outlook: Outlook, u: int) -> Field:
    """By which way a unit leaves: where its points are, as far as it can hope for them."""
    world = st.world
    h = st.loc[u]
    field = outlook.east[kind_of(world, u)]
    left = budget(st, u)
    east = chance(field.cost(h), left)
    south = chance(outlook.south.cost(h), left)
    # To be away saves the point for a prisoner as well, either way.
    if south * 2 > east * (outlook.prize.get(u, 0.0) + 1):
        return outlook.south
    return field


def is_garrison(st: Position, u: int) -> bool:
    """Whether a unit stays to hold Argentan: the best that are there, while it can be held."""
    h = st.world.ground.argentan
    if st.loc[u] != h or st.argentan != GERMAN:
        return False
    there = st.at(h, GERMAN)
    return u in there[:GARRISON] and not _is_lost(st, h)


def _is_lost(st: Position, h: int) -> bool:
    """Whether so many stand around a hex that it cannot be held."""
    near = st.world.ground.near[h]
    against = sum(factor(st, u) for n in near for u in st.at(n, ALLIED))
    mine = max(1, sum(factor(st, u) for u in st.at(h, GERMAN)))
    return against >= 6 * mine and st.turn < LAST_TURN


def order(st: Position, outlook: Outlook, units: Sequence[int]) -> int:
    """Who moves next: whoever is nearest to the way out."""

    def far(u: int) -> tuple[int, int]:
        return goal_of(st, outlook, u).cost(st.loc[u]), u

    return min(units, key=far)


def move(
    st: Position, top: Moving, legal: Sequence[Action], outlook: Outlook, judged: Judgement
) -> Action:
    """What units under way do."""
    ground = st.world.ground
    u = top.units[0]
    here = st.loc[u]
    if is_garrison(st, u) or (top.spent and EXIT() not in legal):
        return STAY()
    field = goal_of(st, outlook, u)
    if field is outlook.south and EXIT() in legal:
        return EXIT()
    if ground.escaped[here]:
        return _make_room(st, here, legal)
    zone = st.zone(GERMAN)

    def score(h: int) -> float:
        far = field.cost(h)
        if far >= UNREACHED:
            far = 400 + ground.grid.distance(here, h)
        found = -float(far)
        if not ground.escaped[h] and zone[h] & ZONE:
            near = ground.near[h]
            against = sum([factor(st, v) for n in near for v in st.at(n, ALLIED)])
            found -= EXPOSED + PRESSED * against
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
        risk = TOLL * sum(1 for h in path[1:] if zone[h] & ZONE)
        if found - risk > worth:
            best, worth = action, found - risk
    return best


def _make_room(st: Position, here: int, legal: Sequence[Action]) -> Action:
    """Beyond the line: away from it, so that others find room."""
    ground = st.world.ground
    inside = [n for n in ground.near[here] if not ground.escaped[n]]
    if not inside:
        return STAY()
    zone = st.zone(GERMAN)
    stacks = st.stacks(GERMAN)
    best, worth = STAY(), 0
    for a in legal:
        if a >> 32 != GO.number:
            continue
        h = first(a)
        if not ground.escaped[h] or zone[h] & ZONE or h in stacks:
            continue
        deep = min(3, sum(1 for n in ground.near[h] if ground.escaped[n]) - 3)
        if deep > worth:
            best, worth = a, deep
    return best
