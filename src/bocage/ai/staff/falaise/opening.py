"""Decisions around the fighting: set-up, redeployment, reinforcements and command."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.falaise.cover import Guns
from bocage.ai.staff.falaise.guard import STARTS
from bocage.ai.staff.falaise.outlook import SOUTH_ODDS, Outlook
from bocage.ai.staff.falaise.paces import budget, chance, kind_of
from bocage.engine.actions import Action, first, second
from bocage.games.falaise.board.position import GUF, HAND
from bocage.games.falaise.options import PLACED_SCORE_NOTHING
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s03_redeployment import MOST_TAKEN, PutBack, Redeploy, Return
from bocage.games.falaise.s03_setup import NOBODY, SetUp, Setups, load_setups
from bocage.games.falaise.s03_victory import ESCAPE
from bocage.games.falaise.s04_activation import is_eligible
from bocage.games.falaise.s04_sequence import last_turn
from bocage.games.falaise.words.verbs import ACCEPT, END, PICK, PLACE, SUBSTITUTE, TAKE
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.board.world import World

ENOUGH_FOR_58: Final = 6
"""The units behind the Orne for which the 58th Corps is called."""
PRESSING: Final = 0.6
"""The least value at risk for which a unit is attached."""
NEAR: Final = 20
FAR: Final = 60
"""The distances to the line, in half points, at which escape is certain and at which it fails."""
SHARE: Final = 0.4
"""The part of a saved Mechanized unit's points that counts: in its place, the Allies catch
others.
"""
LOST: Final = 0.5
"""The cost of a unit without a way out: many surrender without a line of communication."""


@cache
def plans_of(world: World) -> dict[int, Setups]:
    """Return the set-ups to begin with, read once."""
    return load_setups(world)


def set_up(st: Position, top: SetUp, legal: Sequence[Action]) -> Action | None:
    """Return the recommended place, or the start of a guard near its post.

    None if neither is legal.
    """
    if top.unit == NOBODY:
        return END() if legal[0] == END() else None
    if top.seat == ALLIED and (h := STARTS.get(st.world.unit_names.written[top.unit])):
        wish = PLACE(top.unit, st.world.grid.hex(h))
        if wish in legal:
            return wish
    for plan in plans_of(st.world).get(top.seat, {}).values():
        wish = PLACE(top.unit, plan.get(top.unit, 0))
        if top.unit in plan and wish in legal:
            return wish
    places = [a for a in legal if a >> 32 == PLACE.number]
    return places[0] if places else None


# The German redeployment ------------------------------------------------------------------


def hopes(st: Position, outlook: Outlook) -> dict[int, tuple[float, float]]:
    """Return each unit's probabilities of crossing the line and of leaving south, by itself.

    The way to the line counts in half points, not turns: a distant unit finds the gap shut, however
    fast it is. Mechanized units are not sent south.
    """
    world = st.world
    found: dict[int, tuple[float, float]] = {}
    for u in world.german:
        h = st.loc[u]
        if h < 0 or world.company[u]:
            continue
        east = chance(outlook.east[kind_of(world, u)].far[h], 1.0, NEAR, FAR)
        south = 0.0 if world.mech[u] else chance(outlook.south.far[h], budget(st, u), *SOUTH_ODDS)
        found[u] = east, south
    return found


def rescued(
    st: Position, u: int, hope: dict[int, tuple[float, float]], taken: Collection[int]
) -> float:
    """Return the points that are won if a unit redeploys with those already taken.

    Where units that were placed score nothing (reading 119), it saves the unit from surrender, and
    loses the points that the unit could have brought.
    """
    world = st.world
    east, south = hope[u]
    if st.switches & PLACED_SCORE_NOTHING:
        return LOST * (1 - max(east, south)) - max(east * ESCAPE * (1 + world.mech[u]), south)
    prize = ESCAPE * SHARE * world.mech[u]
    if world.has_division[u]:
        own = [v for v in world.german if world.has_division[v] and v != u]
        own = [v for v in own if world.division[v] == world.division[u]]
        if not any(v in taken for v in own):
            prize += ESCAPE * prod(1 - hope[v][0] for v in own if v in hope)
    return prize - max(east * prize, south) + LOST * (1 - max(east, south))


def take_up(st: Position, top: Redeploy, outlook: Outlook) -> Action:
    """Return the next of the units to redeploy: those whose redeployment wins most points."""
    hope = hopes(st, outlook)
    taken = {u for u in st.world.german if st.loc[u] == HAND}
    rest = list(hope)
    wanted: list[int] = []
    while rest and len(wanted) < MOST_TAKEN - top.count:
        best = max(rest, key=lambda u: (rescued(st, u, hope, taken), -u))
        rest.remove(best)
        wanted.append(best)
        taken.add(best)
    return TAKE(min(wanted)) if wanted else END()


def put_back(st: Position, top: PutBack, legal: Sequence[Action]) -> Action:
    """Return the next of the two units to place first: those with most points beyond the line."""
    hand = [first(a) for a in legal if a >> 32 == PICK.number]
    hand.sort(key=lambda u: (-(2 * st.world.mech[u] + st.world.has_division[u]), u))
    wanted = hand[: 2 - top.count]
    return PICK(min(wanted)) if wanted else END()


def put_down(st: Position, top: Return, legal: Sequence[Action], outlook: Outlook) -> Action:
    """Return a place beyond the line if that is legal, or else the nearest one."""
    return min(legal, key=_berth(st, top.unit, outlook))


def _berth(
    st: Position, u: int, outlook: Outlook
) -> Callable[[Action], tuple[int, float, int, Action]]:
    """Return a sorting key for a unit's places: deep beyond the line and under cover first."""
    field, guns = outlook.east[kind_of(st.world, u)], Guns(st)

    def key(action: Action) -> tuple[int, float, int, Action]:
        h = second(action)
        return _deep(st, h), guns.exposure(st, outlook, u, h), field.cost(h), action

    return key


def _deep(st: Position, h: int) -> int:
    """Return how exposed a hex is: 0 deep beyond the line, up to 6 beside it, 9 in the pocket."""
    ground = st.world.ground
    if not ground.escaped[h]:
        return 9
    return sum(1 for n in ground.near[h] if not ground.escaped[n])


# Who comes later --------------------------------------------------------------------------


def bring_on(st: Position, legal: Sequence[Action], outlook: Outlook) -> Action:
    """Return the entry of the next unit, beyond the line or as near to it as possible."""
    places = legal[1:]
    if not places:
        return legal[0]
    u = min(first(a) for a in places)
    own = [a for a in places if first(a) == u]
    return min(own, key=_berth(st, u, outlook))


def declare(st: Position, legal: Sequence[Action]) -> Action:
    """Return the declaration of a counterattack by the most idle corps, on the last turn only
    (11.3).

    Earlier it would free Allied units at the Dives. On the last turn it only brings on the unknown
    forces.
    """
    if st.turn < last_turn(st.world) or not any(st.loc[u] == GUF for u in st.world.german):
        return legal[0]
    escaped = st.world.ground.escaped

    def idle(action: Action) -> tuple[int, int]:
        """Return a sorting key: the number of the corps' units in the pocket."""
        corps = first(action)
        own = [u for u in st.world.german if st.corps[u] == corps and st.loc[u] >= 0]
        return sum(1 for u in own if not escaped[st.loc[u]]), action

    return min(legal[1:], key=idle) if len(legal) > 1 else legal[0]


# Command ----------------------------------------------------------------------------------


def substitute(st: Position) -> Action:
    """Return the substitution if enough units behind the Orne wait for orders (11.2)."""
    world = st.world
    ready = sum(is_eligible(st, u, world.corps_58, counter=False) for u in world.german)
    return SUBSTITUTE() if ready >= ENOUGH_FOR_58 else ACCEPT()


def attach(st: Position, legal: Sequence[Action], outlook: Outlook) -> Action:
    """Return a unit in contact that could be lost before its own corps acts (11.1)."""
    zone = st.zone(GERMAN)
    escaped = st.world.ground.escaped

    def worth(action: Action) -> float:
        u = first(action)
        h = st.loc[u]
        if escaped[h]:
            return 0.0
        share = 1.0 if zone[h] & ZONE else 0.3
        return share * outlook.worth.get(u, 0.0)

    best = max(legal[1:], key=lambda a: (worth(a), -a))
    return best if worth(best) >= PRESSING else legal[0]


def destroyers(st: Position, legal: Sequence[Action]) -> Action:
    """Return the hex for the regiment that is nearest to Argentan (11.5)."""
    ground = st.world.ground
    return min(legal, key=lambda a: (ground.grid.distance(second(a), ground.argentan), a))
