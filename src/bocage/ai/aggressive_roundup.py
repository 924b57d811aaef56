"""A rough player of Operation Roundup: it lands, drops, marches to contact and attacks.

It looks only one action ahead, and keeps the ports it holds. The fuzzer uses it because random
armies seldom meet: its games have stormed ports, overrun beachheads and retreats without a way
out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from bocage.engine.actions import Action, first, second
from bocage.games.roundup.board.position import Position
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s03_stacking import RemoveExcess, is_legal_stack, stacks_of
from bocage.games.roundup.s04_supply import supply
from bocage.games.roundup.s07_air import PlaceAerial, PlaceTas
from bocage.games.roundup.s08_german_reinforcements import PlaceReinforcement
from bocage.games.roundup.s08_reinforcements import Drops, Landings
from bocage.games.roundup.s09_order import ChooseOrder
from bocage.games.roundup.s10_movement import MovePhase, Moving
from bocage.games.roundup.s11_combat import CombatPhase, Muster, can_attack
from bocage.games.roundup.s11_odds import Odds
from bocage.games.roundup.s11_results import Advance, Retreat, StepLoss
from bocage.games.roundup.s13_setup import PlaceBeachhead
from bocage.games.roundup.words.verbs import (
    BOMBER,
    COMBAT_MOVE,
    FIGHT,
    FLY,
    GO,
    HOLD,
    INLAND,
    MOVE_COMBAT,
    WITH,
)
from bocage.hexes.kernels import ZONE

_LOOK: Final = 24
"""The number of hexes to compare before it moves or places a unit."""
_WORTH_IT: Final = 3
"""The column from which an attack is worth it: 2:1."""
_WORTH_IT_TO: Final = (3, 3, 3, 3, 2, 2, 0)
"""The least column for an attack, drawn for each one, so that it gambles at times."""


def aggressive(st: Position, legal: Sequence[Action], rng: Random) -> Action:
    """Return this player's action."""
    top = st.stack[-1]
    choose = _CHOICES.get(type(top))
    return _any(legal, rng) if choose is None else choose(st, top, legal, rng)


def _any(legal: Sequence[Action], rng: Random) -> Action:
    return legal[int(rng.random() * len(legal))]


def _some(actions: Sequence[Action], rng: Random) -> Sequence[Action]:
    return actions if len(actions) <= _LOOK else rng.sample(actions, _LOOK)


# What it wants ----------------------------------------------------------------------------


def goals(st: Position, side: int) -> list[int]:
    """Return a side's goals: ports it does not hold, beachheads, else the enemy."""
    ports = [h for hexes in st.world.ports for h in hexes]
    if side == ALLIED:
        found = [h for h in ports if not st.control[h]]
    else:
        found = [h for h in ports if st.control[h]] + [h for h in st.beachheads if h >= 0]
    enemy = [st.loc[u] for u in st.world.ranges[1 - side] if st.loc[u] >= 0]
    return found or enemy or list(st.world.allied_zone)


def _distances(st: Position, wanted: Sequence[int]) -> Sequence[int]:
    """Return each hex's distance over land from the nearest wanted hex.

    The result is valid until the next search.
    """
    work = st.world.scratch.work
    work.flood(st.world.links, wanted, st.world.is_nothing, 0)
    return work.distances


def _strength(st: Position, u: int) -> int:
    return st.world.attack[u][st.steps[u]] + st.world.defence[u][st.steps[u]]


# Set-up, air and reinforcement ------------------------------------------------------------


def _place_beachhead(
    st: Position, top: PlaceBeachhead, legal: Sequence[Action], rng: Random
) -> Action:
    """Return any hex for the first marker, and a hex near the first for the others."""
    if not top.marker:
        return _any(legal, rng)
    distance, start = st.world.grid.distance, st.beachheads[0]
    near = sorted(legal, key=lambda a: distance(second(a), start))
    return _any(near[:5], rng)


def _place_tas(st: Position, top: PlaceTas, legal: Sequence[Action], rng: Random) -> Action:
    """Return a place over enemies next to our units; sometimes keep the last marker."""
    if st.tas_left == 1 and rng.random() < 0.5:
        return legal[0]
    zone = st.zone(1 - top.seat)
    enemy = [st.loc[u] for u in st.world.ranges[1 - top.seat] if st.loc[u] >= 0]
    contact = [h for h in enemy if zone[h] & ZONE] or enemy
    return legal[1 + rng.choice(contact)] if contact else _any(legal, rng)


def _place_aerial(st: Position, _: PlaceAerial, legal: Sequence[Action], rng: Random) -> Action:
    """Return the first stack without supply; now and then any place."""
    for action in legal[1:]:
        if not all(supply(st, u) for u in st.at(second(action), ALLIED)):
            return action
    return _any(legal, rng) if rng.random() < 0.2 else legal[0]


def _land(st: Position, _: Landings, legal: Sequence[Action], rng: Random) -> Action:
    """Return the landing of the strongest of a few units; now and then, a move inland."""
    inland = [a for a in legal[1:] if a >> 32 == INLAND.number]
    if inland and rng.random() < 0.3:
        return _any(inland, rng)
    landing = legal[1 : len(legal) - len(inland)]
    if not landing:
        return legal[0]
    return max(_some(landing, rng), key=lambda a: _strength(st, first(a)) + rng.random() * 9)


def _drop(st: Position, _: Drops, legal: Sequence[Action], rng: Random) -> Action:
    """Return the drop nearest to a port or the enemy, two times in three; otherwise none."""
    if len(legal) == 1 or rng.random() < 0.33:
        return legal[0]
    far = _distances(st, goals(st, ALLIED))
    return min(_some(legal[1:], rng), key=lambda a: far[second(a)])


def _enter(st: Position, _: PlaceReinforcement, legal: Sequence[Action], rng: Random) -> Action:
    """Return the entry hex with about the shortest way to a goal."""
    far = _distances(st, goals(st, GERMAN))
    return min(_some(legal, rng), key=lambda a: far[second(a)] + rng.random() * 4)


# Moving -----------------------------------------------------------------------------------


def _order(st: Position, top: ChooseOrder, legal: Sequence[Action], rng: Random) -> Action:
    """Return combat first, most of the time, if an attack is already worth it."""
    fight = any(_worth(st, h, top.seat) >= _WORTH_IT for h in _targets(st, top.seat))
    wish = COMBAT_MOVE if fight and rng.random() < 0.7 else MOVE_COMBAT
    return next(action for action in legal if first(action) == wish)


def _select(_: Position, __: MovePhase, legal: Sequence[Action], rng: Random) -> Action:
    return _any(legal[1:], rng) if len(legal) > 1 else legal[0]


def _move(st: Position, top: Moving, legal: Sequence[Action], rng: Random) -> Action:
    """Return a move towards a goal and next to the enemy, or stay; a last unit in a port stays."""
    here, u = st.loc[top.unit], top.unit
    stacks = stacks_of(st, top.seat)
    zone = st.zone(top.seat)
    far = _distances(st, goals(st, top.seat))

    def value(h: int) -> float:
        there = [v for v in stacks.get(h, ()) if v != u]
        if there and not is_legal_stack(st.world, (*there, u)):
            return -99
        contact = 4 if zone[h] & ZONE else 0
        return contact - far[h] + 6 * (not far[h]) + 3 * rng.random()

    holding = st.world.port_of[here] and len(stacks.get(here, ())) == 1
    best, worth = legal[0], value(here) + 20 * bool(holding)
    for action in _some([a for a in legal if a >> 32 == GO.number], rng):
        found = value(first(action))
        if found > worth:
            best, worth = action, found
    return best


def _remove(st: Position, _: RemoveExcess, legal: Sequence[Action], __: Random) -> Action:
    return min(legal, key=lambda a: _strength(st, first(a)))


# Fighting ---------------------------------------------------------------------------------


def _targets(st: Position, seat: int) -> set[int]:
    zone = st.zone(1 - seat)
    places = {st.loc[u] for u in st.world.ranges[1 - seat] if st.loc[u] >= 0}
    return {h for h in places if zone[h] & ZONE}


def _worth(st: Position, h: int, seat: int) -> int:
    """Return the column of an attack by all units next to a hex."""
    force = [u for n in st.world.near(h) for u in st.at(n, seat) if can_attack(st, u, h)]
    return Odds(st, h, sorted(force), seat).column if force else -1


def _attack(st: Position, top: CombatPhase, legal: Sequence[Action], rng: Random) -> Action:
    """Return the attack with the best odds if they reach a standard that varies at random."""
    if len(legal) == 1:
        return legal[0]
    worth = {action: _worth(st, first(action), top.seat) for action in legal[1:]}
    best = max(worth, key=lambda a: worth[a] + rng.random())
    least = rng.choice(_WORTH_IT_TO)
    return best if worth[best] >= least else legal[0]


def _muster(_: Position, __: Muster, legal: Sequence[Action], ___: Random) -> Action:
    """Add every attacker, then the bombers."""
    if legal[0] >> 32 == WITH.number:
        return legal[0]
    flying = [a for a in legal if a >> 32 in (BOMBER.number, FLY.number)]
    return flying[0] if flying else FIGHT()


def _lose(st: Position, _: StepLoss, legal: Sequence[Action], __: Random) -> Action:
    """Return the loss of a full division's step, before the last step of any unit."""
    return max(legal, key=lambda a: 20 * st.steps[first(a)] - _strength(st, first(a)))


def _retreat(st: Position, _: Retreat, legal: Sequence[Action], rng: Random) -> Action:
    """Return the retreat to the best ground of a few hexes, or hold if that is allowed."""
    if legal[0] == HOLD():
        return legal[0]
    return max(_some(legal, rng), key=lambda a: -st.world.terrain_shift[second(a)] + rng.random())


def _advance(st: Position, _: Advance, legal: Sequence[Action], __: Random) -> Action:
    """Return an advance with the strongest unit, whenever there is one."""
    if len(legal) == 1:
        return legal[0]
    return max(legal[1:], key=lambda a: _strength(st, first(a)))


_CHOICES: Final[dict[type, Callable[[Position, Any, Sequence[Action], Random], Action]]] = {
    PlaceBeachhead: _place_beachhead,
    PlaceTas: _place_tas,
    PlaceAerial: _place_aerial,
    Landings: _land,
    Drops: _drop,
    PlaceReinforcement: _enter,
    ChooseOrder: _order,
    MovePhase: _select,
    Moving: _move,
    RemoveExcess: _remove,
    CombatPhase: _attack,
    Muster: _muster,
    StepLoss: _lose,
    Retreat: _retreat,
    Advance: _advance,
}
