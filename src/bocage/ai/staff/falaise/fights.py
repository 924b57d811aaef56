"""Fights: the order of assaults, the units in them, and the choices after the die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.falaise.allied import PLACE as PLACE_SHARE
from bocage.ai.staff.falaise.assaults import planned, value
from bocage.ai.staff.falaise.german import EXPOSED, goal_of, is_garrison
from bocage.ai.staff.levels import CLEAR, Judgement
from bocage.engine.actions import Action, first, second
from bocage.games.falaise.board.charts import RESULTS
from bocage.games.falaise.board.position import HELPER
from bocage.games.falaise.pieces.units import ALLIED
from bocage.games.falaise.s09_disruption import factor, ter
from bocage.games.falaise.s10_advance import Advance
from bocage.games.falaise.s10_assault import AssaultPhase, HelperCheck, Muster
from bocage.games.falaise.s10_results import Battle, StepLoss, TerChange
from bocage.games.falaise.s10_retreats import Retreat
from bocage.games.falaise.words.verbs import (
    ADVANCE,
    ATTACK,
    CHANGE,
    END,
    FIGHT,
    HELP,
    HOLD,
    KEEP,
    WITH,
)
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.ai.staff.falaise.worths import Worths
    from bocage.games.falaise.board.position import Position

LEAST: Final = (0.1, 0.15)
"""The least value of an assault for each side."""
HESITATION: Final = 0.6
"""The apparent value below which a plan is dropped; clear judgement never drops one."""
PURSUIT: Final = 0.25
"""The value of following a beaten enemy, besides the place."""


def attack(
    st: Position,
    top: AssaultPhase,
    legal: Sequence[Action],
    worths: Worths,
    judged: Judgement = CLEAR,
) -> Action:
    """Return the most valuable assault among compatible ones. Units that must attack do."""
    plan = planned(
        st, top.seat, worths, mech=top.mech, only=top.targets, least=_least(st, top.seat)
    )
    if plan.best >= 0 and judged(1.0) > HESITATION:
        return ATTACK(plan.best)
    if legal[0] == END():
        return END()

    def forced(action: Action) -> float:
        h = first(action)
        found = planned(st, top.seat, worths, mech=top.mech, only=[h], least=-9.0)
        return found.worths.get(h, -9.0)

    return max(legal, key=forced)


def force_for(st: Position, top: AssaultPhase, h: int, worths: Worths) -> tuple[int, ...]:
    """Return the units that are planned to attack a hex."""
    least = _least(st, top.seat)
    plan = planned(st, top.seat, worths, mech=top.mech, only=top.targets, least=least)
    if h in plan.forces:
        return plan.forces[h]
    return planned(st, top.seat, worths, mech=top.mech, only=[h], least=-9.0).forces[h]


def _least(st: Position, seat: int) -> float:
    return LEAST[seat] if not _has_helpers(st, seat) else -9.0


def _has_helpers(st: Position, seat: int) -> bool:
    return any(st.marks[u] & HELPER for u in st.world.ranges[seat])


def muster(st: Position, top: Muster, legal: Sequence[Action], worths: Worths) -> Action:
    """Add the units of the plan, then helpers if they improve the attack (11.9.2)."""
    joining = [first(a) for a in legal if a >> 32 == WITH.number]
    if joining:
        plan = planned(st, top.seat, worths, mech=top.mech, least=_least(st, top.seat)).forces.get(
            top.hex
        )
        if plan is None or not set(top.force) <= set(plan):
            plan = planned(
                st, top.seat, worths, mech=top.mech, only=[top.hex], least=-9.0
            ).forces.get(top.hex, ())
        for u in joining:
            if u in plan:
                return WITH(u)
        if FIGHT() not in legal:
            return WITH(joining[0])
    helpers = [first(a) for a in legal if a >> 32 == HELP.number]
    if helpers:
        now = value(st, top.hex, top.force, top.seat, worths, mech=top.mech, helpers=top.helpers)
        best, most = -1, now + 0.02
        for u in helpers:
            if ter(st, u) - HelperCheck(st, u, top.force).drm < 1:
                continue
            found = value(
                *(st, top.hex, (*top.force, u), top.seat, worths),
                mech=top.mech,
                helpers=(*top.helpers, u),
            )
            if found > most:
                best, most = u, found
        if best >= 0:
            return HELP(best)
    return FIGHT()


def change(st: Position, top: TerChange, worths: Worths) -> Action:
    """Return our best result among those that our TER allows (10.2)."""
    battle = st.stack[-2]
    assert isinstance(battle, Battle)
    force = [u for u in battle.force if st.loc[u] >= 0]
    of = worths.results(st, battle.hex, force, battle.by, mech=battle.mech)
    sign = 1 if top.seat == battle.by else -1
    best = max((top.result, *top.options), key=lambda result: sign * of[result])
    return KEEP() if best == top.result else CHANGE(RESULTS.index(best))


def lose(st: Position, top: StepLoss, legal: Sequence[Action], worths: Worths) -> Action:
    """Return the step that hurts least."""

    def cost(action: Action) -> tuple[float, int]:
        u = first(action)
        if top.seat != ALLIED:
            return worths.step(st, u), u
        left = st.world.factor[u][st.steps[u] - 1]
        gone = factor(st, u) - left
        return gone + 0.3 * ter(st, u) + (1.0 if st.steps[u] == 1 else 0.0), u

    return min(legal, key=cost)


def remove(st: Position, legal: Sequence[Action], worths: Worths) -> Action:
    """Return the unit that matters least (5.2)."""
    return min(legal, key=lambda a: (worths.unit(first(a)), factor(st, first(a)), first(a)))


def retreat(st: Position, top: Retreat, legal: Sequence[Action], worths: Worths) -> Action:
    """Return a retreat out of enemy zones: Germans on their way out, Allies to bar it."""
    zone = st.zone(top.seat)
    outlook = worths.outlook

    def score(action: Action) -> tuple[float, int]:
        u, h = first(action), second(action)
        danger = EXPOSED * bool(zone[h] & ZONE) * (1 if not st.at(h, top.seat) else 0.3)
        if top.seat == ALLIED:
            return danger - 0.3 * worths.bars[h], action
        return danger + goal_of(st, outlook, u).cost(h), action

    return min(legal, key=score)


def advance(st: Position, top: Advance, legal: Sequence[Action], worths: Worths) -> Action:
    """Return an advance into the taken hex, if the unit is more useful there."""
    best, most = HOLD(), 0.0
    for action in legal:
        if action >> 32 != ADVANCE.number:
            continue
        found = _advantage(st, top, first(action), second(action), worths)
        if found > most:
            best, most = action, found
    return best


def _advantage(st: Position, top: Advance, u: int, h: int, worths: Worths) -> float:
    ground = st.world.ground
    if h == ground.argentan:
        return 9.0 + 0.1 * factor(st, u)
    here = st.loc[u]
    if top.seat == ALLIED:
        if here == ground.argentan and len(st.at(here, ALLIED)) == 1:
            return -1.0  # one unit has to stay (3.4)
        gain = PLACE_SHARE * (worths.bars[h] - worths.bars[here])
        return PURSUIT + gain + 0.01 * factor(st, u)
    if is_garrison(st, u):
        return -1.0
    field = goal_of(st, worths.outlook, u)
    zone = st.zone(top.seat)
    danger = EXPOSED * (bool(zone[h] & ZONE) - bool(zone[here] & ZONE))
    if ground.escaped[here] and not ground.escaped[h]:
        return -1.0
    return (field.cost(here) - field.cost(h) - danger) / 4
