"""Fire: guns and Airstrikes at the best targets, and Op-Fire by the most effective stack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.falaise.assaults import value
from bocage.engine.actions import Action, first, second
from bocage.games.falaise.board.charts import HIT, NO_EFFECT, STEP_AND_HIT
from bocage.games.falaise.board.position import DISRUPTED
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s06_op_fire import OpFire
from bocage.games.falaise.s08_bombardment import AIR, BombardmentOdds
from bocage.games.falaise.s09_disruption import factor, ter
from bocage.games.falaise.s10_attackers import reaches_from
from bocage.games.falaise.words.verbs import FIRE, STRIKE

if TYPE_CHECKING:
    from bocage.ai.staff.falaise.worths import Worths
    from bocage.games.falaise.board.position import Position

SLOWER: Final = 0.5
"""The value of the points that a disrupted German lacks for marching, as if the unit never
recovered.
"""
PREPARED: Final = 0.6
"""The probability that a bombarded target is then assaulted."""
RIDE: Final = 5
"""The hexes from which armour may come for it."""
FRIENDS: Final = 0.2
"""The likely loss of an Allied hex next to the target (8.4)."""
LEAST: Final = 0.0
NUISANCE: Final = 0.1
"""The extra value of disrupting any German in the pocket: a mission is free."""


def bombard(st: Position, worths: Worths, legal: Sequence[Action]) -> Action:
    """Return the most useful gun or aircraft with its target, or the end of fire."""
    best, most = legal[0], LEAST
    weights: dict[int, tuple[float, float, int]] = {}
    drms: dict[tuple[int, int], tuple[float, float]] = {}
    for action in legal[1:]:
        air = action >> 32 == STRIKE.number
        h = first(action) if air else second(action)
        found = weights.get(h)
        if found is None:
            found = weights[h] = _target(st, worths, h)
        step, shock, friends = found
        if step + shock < most:
            continue
        corps = AIR if air else first(action)
        hits = drms.get((corps, h))
        if hits is None:
            odds = BombardmentOdds(st, corps, h)
            effects = [odds.resolve(die) for die in range(1, 7)]
            hits = (
                sum(effect == STEP_AND_HIT for effect in effects) / 6,
                sum(effect != NO_EFFECT for effect in effects) / 6,
            )
            drms[corps, h] = hits
        worth = hits[0] * step + hits[1] * shock
        if air or st.night:
            worth -= FRIENDS * friends
        # Aircraft reach every hex, so guns first take the targets that they can reach.
        if air:
            worth *= 0.9
        if worth > most:
            best, most = action, worth
    return best


def _target(st: Position, worths: Worths, h: int) -> tuple[float, float, int]:
    """Return the values of a step and a disruption there, and the number of adjacent Allied
    hexes.
    """
    units = st.at(h, GERMAN)
    near = st.world.ground.near[h]
    friends = sum(1 for n in near if st.at(n, ALLIED))
    step = worths.step_of(st, units)
    if st.world.ground.escaped[h]:
        return step, 0.0, friends
    fresh = [u for u in units if not st.marks[u] & DISRUPTED and not st.world.company[u]]
    if not fresh:
        return step, 0.0, friends
    saved_at, low = worths.outlook.saved_at, st.world.tables.disrupted
    slower = sum(saved_at(u, h) - saved_at(u, h, low) for u in fresh)
    shock = NUISANCE * len(fresh) + SLOWER * slower + PREPARED * _prepared(st, worths, h)
    return step, shock, friends


def _prepared(st: Position, worths: Worths, h: int) -> float:
    """Return the gain of the best assault of one command on a hex if its units are disrupted
    first.
    """
    forces = _forces(st, h)
    if not forces:
        return 0.0

    def best(now: Position) -> float:
        return max(
            max(0.0, value(now, h, list(moves), ALLIED, worths, mech=mech, moves=moves))
            for moves, mech in forces
        )

    shaken = st.copy()
    for u in st.at(h, GERMAN):
        shaken.marks[u] |= DISRUPTED
    return max(0.0, best(shaken) - best(st))


def _forces(st: Position, h: int) -> list[tuple[dict[int, int], bool]]:
    """Return, for each command, the units that could attack a hex together, with their hexes.

    Those are the units next to it in an Assault Round, and armour from nearby.
    """
    world = st.world
    ground = world.ground
    near = ground.near[h]
    beside: dict[int, dict[int, int]] = {}
    for n in near:
        for u in st.at(n, ALLIED):
            if reaches_from(st, u, n, h):
                beside.setdefault(st.corps[u], {})[u] = n
    found = [(own, False) for own in beside.values()]
    around = ground.within(h, RIDE)
    armour: dict[int, dict[int, int]] = {}
    for u in world.allied:
        here = st.loc[u]
        if here < 0 or not world.mech[u] or not around >> here & 1:
            continue
        own = armour.setdefault(st.corps[u], {})
        if here in near:
            if reaches_from(st, u, here, h):
                own[u] = here
            continue
        free = [
            n
            for n in near
            if reaches_from(st, u, n, h)
            and not st.stacks(GERMAN).get(n)
            and n not in own.values()
            and not st.at(n, ALLIED)
        ]
        if free:
            own[u] = min(free, key=lambda n: (ground.grid.distance(here, n), n))
    found += [(own, True) for own in armour.values() if own]
    return found


def op_fire(st: Position, top: OpFire, legal: Sequence[Action]) -> Action:
    """Return fire by the stack that most often disrupts or at least stops."""

    def worth(action: Action) -> tuple[int, int]:
        odds = top.odds(st, first(action))
        effects = [odds.resolve(die) for die in range(1, 7)]
        return 2 * effects.count(HIT) - effects.count(NO_EFFECT), -first(action)

    return max((a for a in legal if a >> 32 == FIRE.number), key=worth)


def victim(st: Position, legal: Sequence[Action]) -> Action:
    """Return the strongest Allied unit that is not disrupted yet (8.4)."""

    def worth(action: Action) -> tuple[bool, int, int]:
        u = first(action)
        return not st.marks[u] & DISRUPTED, 3 * factor(st, u) + ter(st, u), -u

    return max(legal, key=worth)
