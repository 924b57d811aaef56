"""Mechanized Assaults, planned with the moves that lead to them (10.0).

For each German stack that Mechanized units of the active command can reach, attackers are
gathered one by one, each in the hex where it does most. The best target comes first, and each
unit counts once. The plan is made again after every move, with the units already there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.ai.staff.falaise.assaults import value
from bocage.engine.actions import first
from bocage.games.falaise.board.position import ACTIVE, FOUGHT, MOVED
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s05_stacking import is_legal_stack
from bocage.games.falaise.s07_movement import begin
from bocage.games.falaise.s09_disruption import factor
from bocage.games.falaise.s10_attackers import can_join, reaches, reaches_from
from bocage.games.falaise.words.verbs import GO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bocage.ai.staff.falaise.worths import Worths
    from bocage.games.falaise.board.position import Position

EFFORT: Final = 0.02
"""The cost of using a Combat Factor here."""
LEAST: Final = 0.15
"""The least value of a strike."""
RIDE: Final = 0.05
"""The least value that infantry must add to ride along."""
WORTHY: Final = 0.15
"""The least value of a target."""


class Strike(NamedTuple):
    """A planned Mechanized Assault."""

    hex: int
    worth: float
    moves: dict[int, int]
    """The planned hex of each unit that still has to move; its own hex if it stays."""
    force: tuple[int, ...]


def planned_strikes(st: Position, worths: Worths) -> list[Strike]:
    """Return the assaults that the active command plans to make together, the best first."""
    world, ground = st.world, st.world.ground
    near, enemy = ground.near, st.stacks(GERMAN)
    own = [
        u
        for u in world.allied
        if st.marks[u] & ACTIVE and not st.marks[u] & FOUGHT and st.loc[u] >= 0
    ]
    movers = [u for u in own if not st.marks[u] & MOVED]
    places = [
        h
        for h, units in enemy.items()
        if not ground.escaped[h] and sum(worths.unit(v) for v in units) > WORTHY
    ]
    wanted = {n for h in places for n in near[h]}
    options: dict[int, dict[int, list[int]]] = {}
    for u in movers:
        reached = {first(a) for a in begin(st, ALLIED, (u,)).legal(st) if a >> 32 == GO.number}
        reached &= wanted
        if st.loc[u] in wanted:
            reached.add(st.loc[u])
        for n in sorted(reached):
            for h in near[n]:
                if h in enemy and h in places and reaches_from(st, u, n, h):
                    options.setdefault(h, {}).setdefault(u, []).append(n)
    left = set(movers)
    taken: dict[int, list[int]] = {}
    found: list[Strike] = []
    open_targets = sorted(options)
    while open_targets and left:
        best: Strike | None = None
        for h in open_targets:
            strike = _gathered(st, h, options[h], left, taken, own, worths)
            if strike is not None and (best is None or strike.worth > best.worth):
                best = strike
        if best is None:
            break
        found.append(best)
        open_targets.remove(best.hex)
        left -= set(best.moves)
        for u, n in best.moves.items():
            taken.setdefault(n, []).append(u)
    return found


def _gathered(
    st: Position,
    h: int,
    options: dict[int, list[int]],
    left: set[int],
    taken: dict[int, list[int]],
    own: Sequence[int],
    worths: Worths,
) -> Strike | None:
    """Return the best strike at a hex by the remaining units, or None."""
    world = st.world
    near = world.ground.near[h]
    there = [u for u in own if st.marks[u] & MOVED and st.loc[u] in near and reaches(st, u, h)]
    force = [u for u in there if world.mech[u]]
    force += [u for u in there if not world.mech[u] and can_join(st, u, force, mech=True)]
    before = max(0.0, value(st, h, force, ALLIED, worths, mech=True)) if force else 0.0
    rest = sorted(
        (u for u in options if u in left),
        key=lambda u: (not world.mech[u], -factor(st, u), u),
    )
    moves: dict[int, int] = {}
    best: Strike | None = None
    spent, last = 0.0, before
    for u in rest:
        choice, most = -1, -9.0
        rides = not world.mech[u]
        for n in options[u]:
            if rides and not _is_led(st, u, n, force, moves):
                continue
            if not _has_room(st, u, n, moves, taken):
                continue
            worth = value(st, h, [*force, u], ALLIED, worths, mech=True, moves={**moves, u: n})
            worth += 0.001 * worths.bars[n]
            if worth > most:
                choice, most = n, worth
        if choice < 0 or (rides and most < last + RIDE):
            continue
        last = most
        force.append(u)
        moves[u] = choice
        spent += EFFORT * factor(st, u)
        net = most - before - spent
        if net > LEAST and (best is None or net > best.worth + 0.02):
            best = Strike(h, net, dict(moves), tuple(force))
    return best


def _is_led(st: Position, u: int, n: int, force: Sequence[int], moves: dict[int, int]) -> bool:
    """Return whether a Mechanized unit of its corps is planned to attack from a hex (10.0)."""
    mech, corps = st.world.mech, st.corps
    return any(mech[v] and corps[v] == corps[u] and moves.get(v, st.loc[v]) == n for v in force)


def _has_room(
    st: Position, u: int, n: int, moves: dict[int, int], taken: dict[int, list[int]]
) -> bool:
    """Return whether a unit would stack legally with the units planned for a hex."""
    others = [v for v in st.at(n, ALLIED) if v != u and v not in moves]
    others += [v for v, m in moves.items() if m == n and v != u]
    others += [v for v in taken.get(n, ()) if v != u and v not in others]
    return len(others) < 2 and is_legal_stack(st.world, (*others, u))
