"""Before and around the fighting: set-up, redeployment, who comes later, and who is called."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.falaise.outlook import Outlook
from bocage.ai.staff.falaise.paces import budget, chance, kind_of
from bocage.engine.actions import Action, first, second
from bocage.games.falaise.position import GUF, HAND
from bocage.games.falaise.redeployment import MOST_TAKEN, PutBack, Redeploy, Return
from bocage.games.falaise.rounds import is_eligible
from bocage.games.falaise.sequence import LAST_TURN
from bocage.games.falaise.setup import NOBODY, SetUp, Setups, load_setups
from bocage.games.falaise.units import GERMAN
from bocage.games.falaise.verbs import ACCEPT, END, PICK, PLACE, SUBSTITUTE, TAKE
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position
    from bocage.games.falaise.world import World

ENOUGH_FOR_58: Final = 6
"""Units behind the Orne for which the 58th Corps is called."""
PRESSING: Final = 0.6
"""What a unit must stand to lose to be attached."""


@cache
def plans_of(world: World) -> dict[int, Setups]:
    """The set-ups to begin with, read once."""
    return load_setups(world)


def set_up(st: Position, top: SetUp, legal: Sequence[Action]) -> Action | None:
    """As recommended; None where that is not possible."""
    if top.unit == NOBODY:
        return END() if legal[0] == END() else None
    for plan in plans_of(st.world).get(top.seat, {}).values():
        wish = PLACE(top.unit, plan.get(top.unit, 0))
        if top.unit in plan and wish in legal:
            return wish
    places = [a for a in legal if a >> 32 == PLACE.number]
    return places[0] if places else None


# The German redeployment ------------------------------------------------------------------


def rescued(st: Position, outlook: Outlook, u: int) -> float:
    """Points that are won if a unit need not make its way out itself."""
    world = st.world
    if world.company[u] or st.loc[u] < 0:
        return -1.0
    hope = chance(outlook.east[kind_of(world, u)].cost(st.loc[u]), 0.8 * budget(st, u))
    alone = world.has_division[u] and not any(
        v != u and world.division[v] == world.division[u] and st.loc[v] != HAND
        for v in world.german
    )
    return (1 - hope) * (outlook.prize[u] + 1) + 0.3 * alone + 0.1 * world.mech[u]


def take_up(st: Position, top: Redeploy, outlook: Outlook) -> Action:
    """The six for whom it is worth most, in the order of the counters."""
    left = MOST_TAKEN - top.count
    rest = [u for u in st.world.german if u > top.last and st.loc[u] >= 0]
    rest.sort(key=lambda u: (-rescued(st, outlook, u), u))
    return TAKE(min(rest[:left])) if left and rest else END()


def put_back(st: Position, top: PutBack, legal: Sequence[Action]) -> Action:
    """The two that bring most beyond the line: it is theirs from the first turn on."""
    hand = [first(a) for a in legal if a >> 32 == PICK.number]
    hand.sort(key=lambda u: (-(2 * st.world.mech[u] + st.world.has_division[u]), u))
    wanted = hand[: 2 - top.count]
    return PICK(min(wanted)) if wanted else END()


def put_down(st: Position, top: Return, legal: Sequence[Action], outlook: Outlook) -> Action:
    """Beyond the line, where that is allowed; else as near to it as can be."""
    field = outlook.east[kind_of(st.world, top.unit)]
    return min(legal, key=lambda a: (_deep(st, second(a)), field.cost(second(a)), a))


def _deep(st: Position, h: int) -> int:
    """How near a hex beyond the line is to it: 0 is deep; inside the pocket more."""
    ground = st.world.ground
    if not ground.escaped[h]:
        return 9
    return sum(1 for n in ground.near[h] if not ground.escaped[n])


# Who comes later --------------------------------------------------------------------------


def bring_on(st: Position, legal: Sequence[Action], outlook: Outlook) -> Action:
    """Everybody, beyond the line or as near to it as can be."""
    places = legal[1:]
    if not places:
        return legal[0]
    u = min(first(a) for a in places)
    field = outlook.east[kind_of(st.world, u)]
    own = [a for a in places if first(a) == u]
    return min(own, key=lambda a: (_deep(st, second(a)), field.cost(second(a)), a))


def declare(st: Position, legal: Sequence[Action]) -> Action:
    """11.3: the last turn brings the unknown forces on and frees no Allied unit at the Dives."""
    if st.turn < LAST_TURN or not any(st.loc[u] == GUF for u in st.world.german):
        return legal[0]
    escaped = st.world.ground.escaped

    def idle(action: Action) -> tuple[int, int]:
        """Units of the corps that would sit the turn out."""
        corps = first(action)
        own = [u for u in st.world.german if st.corps[u] == corps and st.loc[u] >= 0]
        return sum(1 for u in own if not escaped[st.loc[u]]), action

    return min(legal[1:], key=idle) if len(legal) > 1 else legal[0]


# Command ----------------------------------------------------------------------------------


def substitute(st: Position) -> Action:
    """11.2: whenever enough units behind the Orne wait for orders."""
    world = st.world
    ready = sum(is_eligible(st, u, world.corps_58, counter=False) for u in world.german)
    return SUBSTITUTE() if ready >= ENOUGH_FOR_58 else ACCEPT()


def attach(st: Position, legal: Sequence[Action], outlook: Outlook) -> Action:
    """11.1: those who are in contact and could be lost before their own corps acts."""
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
    """11.5: with the regiment that is nearest to Argentan."""
    ground = st.world.ground
    return min(legal, key=lambda a: (ground.grid.distance(second(a), ground.argentan), a))
