"""German Mechanized Assaults, planned with the moves that lead to them (10.0).

Panzers beyond the line, or without a way out, always plan blows. The others compare a blow with
marching on. A single Allied unit near the line is worth a blow if the higher TER makes it step for
step (10.2), and more if the unit bars a way or cuts lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.ai.staff.falaise.assaults import value
from bocage.ai.staff.falaise.cover import Guns
from bocage.ai.staff.falaise.german import is_garrison
from bocage.ai.staff.falaise.paces import budget_after, chance, kind_of
from bocage.ai.staff.falaise.strikes import Strike
from bocage.engine.actions import first
from bocage.games.falaise.board.ground import POINT
from bocage.games.falaise.board.position import ACTIVE, ATTACKED, FOUGHT
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s05_stacking import is_legal_stack
from bocage.games.falaise.s07_movement import begin, may_move
from bocage.games.falaise.s09_disruption import factor, points_of
from bocage.games.falaise.s10_attackers import reaches_from
from bocage.games.falaise.words.verbs import GO
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.ai.staff.falaise.outlook import Outlook
    from bocage.ai.staff.falaise.worths import Worths
    from bocage.games.falaise.board.position import Position

LEAST: Final = 0.15
"""The least value of a blow."""
FIRE: Final = 0.06
"""The cost of entering an enemy zone, where Op-Fire may disrupt (6.2)."""
HURRY: Final = 0.35
"""The extra value of a turn's march, as a share of the unit's points: gaps close."""
REPLY: Final = 0.05
"""The cost of each enemy factor next to a hex in the pocket, as a share of the unit."""
SHELLS: Final = 0.05
"""The cost of standing in the open under the guns, per point and corps."""
DEAREST: Final = 1.5
"""The most that a place may cost."""


def outcome(st: Position, outlook: Outlook, u: int, far: int, south: int) -> float:
    """Return a unit's expected points at these distances from the line and the edge after this
    turn.
    """
    left = budget_after(st, u)
    found = chance(max(0, far), left) * outlook.prize.get(u, 0.0)
    return found if st.world.mech[u] else max(found, chance(max(0, south), left))


def delay(st: Position, outlook: Outlook, u: int, n: int) -> float:
    """Return a unit's cost of being in a hex after this turn instead of marching on."""
    world, here = st.world, st.loc[u]
    field, south = outlook.east[kind_of(world, u)], outlook.south
    if world.ground.escaped[here]:
        if world.ground.escaped[n]:
            return 0.0
        return outlook.worth[u] * (1 - chance(field.cost(n), budget_after(st, u)))
    points = points_of(st, u) * POINT
    gone = outcome(st, outlook, u, field.cost(here) - points, south.cost(here) - points)
    late = outcome(st, outlook, u, field.cost(n), south.cost(n))
    return HURRY * gone + max(0.0, gone - late)


def price(st: Position, outlook: Outlook, u: int, n: int, guns: Guns) -> float:
    """Return a unit's cost of being in a hex at the end of the round, next to the enemy."""
    ground, zone = st.world.ground, st.zone(GERMAN)
    found = delay(st, outlook, u, n)
    if n != st.loc[u] and zone[n] & ZONE:
        found += FIRE
    if ground.escaped[n]:
        return found + SHELLS * guns.exposure(st, outlook, u, n)
    against = sum(factor(st, v) for near in ground.near[n] for v in st.at(near, ALLIED))
    return found + REPLY * against * outlook.worth.get(u, 0.0)


def planned_blows(st: Position, worths: Worths) -> list[Strike]:
    """Return the assaults that the active command plans to make together, the best first."""
    world, near = st.world, st.world.ground.near
    enemy = st.stacks(ALLIED)
    outlook, guns = worths.outlook, Guns(st)
    wanted = {n for h in enemy for n in near[h]}
    options: dict[int, dict[int, list[tuple[float, int]]]] = {}
    for u in world.german:
        if not world.mech[u] or not st.marks[u] & ACTIVE or st.marks[u] & FOUGHT or st.loc[u] < 0:
            continue
        reached = {st.loc[u]} & wanted
        if may_move(st, u) and not is_garrison(st, u):
            moving = begin(st, GERMAN, (u,))
            reached |= wanted & {first(a) for a in moving.legal(st) if a >> 32 == GO.number}
        for n in reached:
            cost = price(st, outlook, u, n, guns) if may_move(st, u) else 0.0
            if cost > DEAREST:
                continue
            for h in near[n]:
                if h in enemy and reaches_from(st, u, n, h):
                    options.setdefault(h, {}).setdefault(u, []).append((cost, n))
    open_targets = [h for h in options if not any(st.marks[v] & ATTACKED for v in enemy[h])]
    left = {u for each in options.values() for u in each}
    trial = st.copy()
    found: list[Strike] = []
    while open_targets and left:
        best: Strike | None = None
        for h in open_targets:
            blow = _gathered(trial, h, options[h], left, worths)
            if blow is not None and (best is None or blow.worth > best.worth):
                best = blow
        if best is None:
            break
        found.append(best)
        open_targets.remove(best.hex)
        left -= set(best.moves)
        for u, n in best.moves.items():
            trial.place(u, n)
    return found


def _gathered(
    st: Position,
    h: int,
    options: dict[int, list[tuple[float, int]]],
    left: set[int],
    worths: Worths,
) -> Strike | None:
    """Return the best blow at a hex by the remaining units, or None.

    Each unit attacks from the hex where it does most.
    """
    trial = st.copy()
    moves: dict[int, int] = {}
    spent = 0.0
    best: Strike | None = None
    rest = sorted(u for u in options if u in left)
    while rest:
        pick: tuple[float, float, int, int] | None = None
        for u in rest:
            here = trial.loc[u]
            for cost, n in options[u]:
                if not _has_room(trial, u, n):
                    continue
                trial.place(u, n)
                worth = value(trial, h, [*moves, u], GERMAN, worths, mech=True)
                trial.place(u, here)
                if pick is None or worth - cost > pick[0]:
                    pick = worth - cost, cost, u, n
        if pick is None:
            break
        net, cost, u, n = pick
        rest.remove(u)
        trial.place(u, n)
        moves[u] = n
        spent += cost
        net = net + cost - spent
        if net > LEAST and (best is None or net > best.worth):
            best = Strike(h, net, dict(moves), tuple(moves))
    return best


def _has_room(st: Position, u: int, n: int) -> bool:
    """Return whether a unit would stack legally with those in a hex."""
    others = [v for v in st.at(n, GERMAN) if v != u]
    return len(others) < 2 and is_legal_stack(st.world, (*others, u))
