"""A rough player of The Pocket at Falaise: it moves to contact, bombards, attacks, fires.

It looks only one action ahead and only at the present position, of which both seats see
everything. The Allies go for the enemy and for the roads out of the pocket. The Germans run for
the Withdrawal Line, hold Argentan, and fight at good odds. The fuzzer uses it because random
armies seldom meet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, Final

from bocage.engine.actions import Action, first, second
from bocage.games.falaise.board.position import DISRUPTED, Position
from bocage.games.falaise.board.world import World
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s03_redeployment import PutBack, Redeploy
from bocage.games.falaise.s04_activation import LAST_OF_58, ChooseRound, Helpers, Substitute
from bocage.games.falaise.s04_sequence import last_turn
from bocage.games.falaise.s05_stacking import RemoveExcess
from bocage.games.falaise.s06_op_fire import EFFECTS as FIRE_EFFECTS
from bocage.games.falaise.s06_op_fire import OpFire
from bocage.games.falaise.s07_march import Cover
from bocage.games.falaise.s07_movement import MoveRound, Moving
from bocage.games.falaise.s08_bombardment import AIR, Bombardment, BombardmentOdds, Victim
from bocage.games.falaise.s09_disruption import factor, ter
from bocage.games.falaise.s10_advance import Advance
from bocage.games.falaise.s10_assault import AssaultPhase, Muster
from bocage.games.falaise.s10_attackers import can_attack, targets
from bocage.games.falaise.s10_odds import Odds
from bocage.games.falaise.s10_results import StepLoss, TerChange
from bocage.games.falaise.s10_retreats import Retreat
from bocage.games.falaise.s11_attachment import Attach
from bocage.games.falaise.s11_counterattack import Declare
from bocage.games.falaise.s11_entries import EntryOf86, EntryOfGuf
from bocage.games.falaise.s11_relief import Relieve
from bocage.games.falaise.trials import busy
from bocage.games.falaise.words.verbs import (
    ACCEPT,
    ASSAULT_ROUND,
    ATTACK,
    CHANGE,
    EXIT,
    FIGHT,
    FIRE,
    GO,
    HELP,
    MOVE_ROUND,
    RELIEVE,
    ROUND,
    STACK,
    STRIKE,
    SUBSTITUTE,
    WITH,
)
from bocage.hexes.kernels import ZONE

_LOOK: Final = 24
"""The number of hexes to compare before it moves a unit."""
_WORTH_IT_TO: Final = ((3, 3, 2, 2, 1), (4, 3, 3, 2, 2))
"""The least column for an attack (2-1 is 3), by side, drawn for each one so that it gambles."""
_TO_THE_GATE: Final = 0.4
"""How often an Allied unit goes to the Withdrawal Line instead of the nearest enemy."""
_KEEPERS: Final = 4
"""The least TER with which a German unit next to the enemy may stand and fight."""


def aggressive(st: Position, legal: Sequence[Action], rng: Random) -> Action:
    """Return this player's action."""
    if len(legal) == 1:
        return legal[0]
    top = st.stack[-1]
    choose = _CHOICES.get(type(top))
    return busy(st, legal, rng) if choose is None else choose(st, top, legal, rng)


def _any(legal: Sequence[Action], rng: Random) -> Action:
    return legal[int(rng.random() * len(legal))]


def _some(actions: Sequence[Action], rng: Random) -> Sequence[Action]:
    return actions if len(actions) <= _LOOK else rng.sample(actions, _LOOK)


def _of(legal: Sequence[Action], kind: int) -> list[Action]:
    return [action for action in legal if action >> 32 == kind]


def _far_from(st: Position, wanted: Sequence[int]) -> Sequence[int]:
    """Return each hex's distance over crossings from the nearest wanted hex.

    The result is valid until the next search.
    """
    work = st.world.scratch.work
    work.flood(st.world.ground.reach_links, wanted, st.world.nothing, 0)
    return work.distances


def _strength(st: Position, u: int) -> int:
    return 3 * factor(st, u) + ter(st, u)


# Before the fighting ----------------------------------------------------------------------


def _take_up(st: Position, _: Redeploy, legal: Sequence[Action], rng: Random) -> Action:
    """Return the units to redeploy: a few of the best, to attack from the east."""
    if rng.random() < 0.35:
        return legal[0]
    return max(_some(legal[1:], rng), key=lambda a: _strength(st, first(a)) + 6 * rng.random())


def _put_back(_: Position, __: PutBack, legal: Sequence[Action], rng: Random) -> Action:
    return _any(legal, rng)


def _declare(st: Position, _: Declare, legal: Sequence[Action], rng: Random) -> Action:
    """Return the corps with most units beyond the line, or any at the last chance."""
    escaped = st.world.ground.escaped
    beyond = [0] * len(st.world.corps)
    for u in st.world.german:
        if st.loc[u] >= 0 and escaped[st.loc[u]] and st.corps[u] < len(beyond):
            beyond[st.corps[u]] += 1
    best = max(legal[1:], key=lambda a: (beyond[first(a)], rng.random()))
    ready = beyond[first(best)] >= 3 or rng.random() < (st.turn - 4) / (last_turn(st.world) - 4)
    return best if ready else legal[0]


def _bring_on(st: Position, _: Any, legal: Sequence[Action], rng: Random) -> Action:
    """Return the entry of a unit near the enemy, as long as one can enter."""
    places = legal[1:]
    allies = list(st.stacks(ALLIED))
    if not allies:
        return _any(places, rng)
    far = _far_from(st, allies)
    return min(_some(places, rng), key=lambda a: far[second(a)] + 3 * rng.random())


def _bombard(st: Position, _: Bombardment, legal: Sequence[Action], rng: Random) -> Action:
    """Return fire at the stack that suffers most, preferably one next to our units by day."""
    zone = st.zone(GERMAN)
    best, worth = legal[0], 0.0
    for action in _some(legal[1:], rng):
        air = action >> 32 == STRIKE.number
        h = first(action) if air else second(action)
        odds = BombardmentOdds(st, AIR if air else first(action), h)
        there = st.at(h, GERMAN)
        hits = sum(odds.resolve(die) > 0 for die in range(1, 7)) / 6
        fresh = sum(factor(st, u) for u in there if not st.marks[u] & DISRUPTED)
        contact = 2.0 if zone[h] & ZONE else 1.0
        risk = 0.6 if contact > 1 and (air or st.night) else 1.0
        found = hits * (fresh + 0.3) * contact * risk * (0.6 + rng.random())
        if found > worth:
            best, worth = action, found
    return best if worth > 0.3 else legal[0]


def _relieve(_: Position, __: Relieve, ___: Sequence[Action], ____: Random) -> Action:
    return RELIEVE()


# Command ----------------------------------------------------------------------------------


def _substitute(st: Position, _: Substitute, __: Sequence[Action], rng: Random) -> Action:
    """Call the 58th Corps sometimes, more often late: it saves many units behind the Orne."""
    wish = 0.25 + 0.15 * st.turn / LAST_OF_58
    return SUBSTITUTE() if rng.random() < wish else ACCEPT()


def _attach(st: Position, _: Attach, legal: Sequence[Action], rng: Random) -> Action:
    """Return the attachment of a Mechanized unit, half of the time."""
    able = [a for a in legal[1:] if st.world.mech[first(a)]]
    return _any(able, rng) if able and rng.random() < 0.5 else legal[0]


def _round(st: Position, top: ChooseRound, _: Sequence[Action], rng: Random) -> Action:
    """Return an Assault Round if an attack is worth it. The Germans march more often."""
    best = max((_worth(st, h, top.seat) for h in targets(st, top.seat, mech=False)), default=-9)
    wish = 0.85 if top.seat == ALLIED else 0.35
    if best >= rng.choice(_WORTH_IT_TO[top.seat]) and rng.random() < wish:
        return ROUND(ASSAULT_ROUND)
    return ROUND(MOVE_ROUND)


def _name_helpers(_: Position, __: Helpers, legal: Sequence[Action], rng: Random) -> Action:
    return _any(legal[1:], rng) if rng.random() < 0.4 else legal[0]


# Moving -----------------------------------------------------------------------------------


def _select(_: Position, __: MoveRound, legal: Sequence[Action], rng: Random) -> Action:
    stacks = _of(legal, STACK.number)
    return _any(stacks, rng) if stacks and rng.random() < 0.3 else _any(legal[1:], rng)


def _move(st: Position, top: Moving, legal: Sequence[Action], rng: Random) -> Action:
    """Return the best of some hexes. A German unit that can leave the map often does."""
    if EXIT() in legal and rng.random() < 0.6:
        return EXIT()
    value = _allied_value(st, rng) if top.seat == ALLIED else _german_value(st, top, rng)
    best, worth = legal[0], value(st.loc[top.units[0]])
    for action in _some(_of(legal, GO.number), rng):
        found = value(first(action))
        if found > worth:
            best, worth = action, found
    return best


@cache
def gate_of(world: World) -> tuple[int, ...]:
    """Return the hexes on the pocket's side of the Withdrawal Line, through which the Germans
    leave.
    """
    ground = world.ground
    beyond = {h for h in world.grid if ground.escaped[h]}
    return tuple(h for h in world.grid if h not in beyond and not beyond.isdisjoint(ground.near[h]))


def _allied_value(st: Position, rng: Random) -> Callable[[int], float]:
    """Return the value of a hex for an Allied unit: near the enemy, or near the way out."""
    zone, ground = st.zone(ALLIED), st.world.ground
    goals = [h for h in st.stacks(GERMAN) if not ground.escaped[h]]
    if not goals or rng.random() < _TO_THE_GATE:
        goals = [*gate_of(st.world), ground.argentan]
    far = _far_from(st, goals)

    def value(h: int) -> float:
        contact = 4.0 if zone[h] & ZONE else 0.0
        prize = 12.0 if h == ground.argentan else 0.0
        return contact + prize - far[h] + 3 * rng.random()

    return value


def _german_value(st: Position, top: Moving, rng: Random) -> Callable[[int], float]:
    """Return the value of a hex for a German unit: to the east and away from the enemy.

    The best units sometimes fight, and a garrison stays in Argentan.
    """
    zone, ground = st.zone(GERMAN), st.world.ground
    here = st.loc[top.units[0]]
    if here == ground.argentan and len(st.at(here, GERMAN)) == len(top.units):
        return lambda h: float(h == here)
    strong = max(ter(st, u) for u in top.units) >= _KEEPERS
    if strong and (st.counter_corps < len(st.world.corps) or rng.random() < 0.15):
        far = _far_from(st, list(st.stacks(ALLIED)) or [ground.argentan])
        return lambda h: (3.0 if zone[h] & ZONE else 0.0) - far[h] + 2 * rng.random()
    out = [h for h in st.world.grid if ground.escaped[h]]
    if not any(st.world.mech[u] for u in top.units):
        out += [h for h in st.world.grid if ground.last_row[h]]
    far = _far_from(st, out)
    return lambda h: (-3.0 if zone[h] & ZONE else 0.0) - far[h] + 2 * rng.random()


def _cover(_: Position, __: Cover, legal: Sequence[Action], rng: Random) -> Action:
    return _any(legal, rng)


def _fire(st: Position, top: OpFire, legal: Sequence[Action], rng: Random) -> Action:
    """Return Op-Fire by the stack with the best chance of a hit, almost always."""
    if rng.random() < 0.08:
        return legal[0]

    def worth(action: Action) -> float:
        odds = top.odds(st, first(action))
        last = len(FIRE_EFFECTS) - 1
        return sum(odds.resolve(die) / last for die in range(1, 7)) + rng.random() / 9

    return max(_of(legal, FIRE.number), key=worth)


# Fighting ---------------------------------------------------------------------------------


def _worth(st: Position, h: int, seat: int, *, mech: bool = False) -> int:
    """Return the column of an attack by all units that may join, less the effect of the ground."""
    force = [
        u
        for n in st.world.ground.near[h]
        for u in st.at(n, seat)
        if can_attack(st, u, h, mech=mech) and (st.world.mech[u] or not mech)
    ]
    if not force:
        return -9
    odds = Odds(st, h, sorted(force), seat)
    return odds.column + min(0, odds.drm // 2)


def _attack(st: Position, top: AssaultPhase, legal: Sequence[Action], rng: Random) -> Action:
    """Return the attack with the best odds if it is worth it, or one that units must make."""
    attacks = _of(legal, ATTACK.number)
    worth = {a: _worth(st, first(a), top.seat, mech=top.mech) for a in attacks}
    best = max(worth, key=lambda a: worth[a] + rng.random())
    forced = legal[0] in worth
    return best if forced or worth[best] >= rng.choice(_WORTH_IT_TO[top.seat]) else legal[0]


def _muster(_: Position, __: Muster, legal: Sequence[Action], rng: Random) -> Action:
    """Add every attacker, and sometimes a helper."""
    if joining := _of(legal, WITH.number):
        return joining[0]
    helpers = _of(legal, HELP.number)
    return _any(helpers, rng) if helpers and rng.random() < 0.4 else FIGHT()


def _change(_: Position, __: TerChange, legal: Sequence[Action], rng: Random) -> Action:
    """Return the change that improves a result, most of the time."""
    better = _of(legal, CHANGE.number)
    return _any(better, rng) if rng.random() < 0.9 else legal[0]


def _lose(st: Position, _: StepLoss, legal: Sequence[Action], __: Random) -> Action:
    """Return the loss of a whole unit's step, before the last step of any unit."""
    return max(legal, key=lambda a: 20 * st.steps[first(a)] - _strength(st, first(a)))


def _weakest(st: Position, _: RemoveExcess, legal: Sequence[Action], __: Random) -> Action:
    return min(legal, key=lambda a: _strength(st, first(a)))


def _victim(st: Position, _: Victim, legal: Sequence[Action], __: Random) -> Action:
    """Return the strongest unit that is not disrupted yet."""
    marks = st.marks
    return max(legal, key=lambda a: _strength(st, first(a)) - 20 * (marks[first(a)] & DISRUPTED))


def _retreat(st: Position, top: Retreat, legal: Sequence[Action], rng: Random) -> Action:
    """Return a retreat out of enemy zones. The Germans go east."""
    zone, ground = st.zone(top.seat), st.world.ground
    far: Sequence[int] = st.world.nothing
    if top.seat == GERMAN:
        far = _far_from(st, [h for h in st.world.grid if ground.escaped[h]])
    return min(
        _some(legal, rng),
        key=lambda a: 4 * bool(zone[second(a)] & ZONE) + far[second(a)] + rng.random(),
    )


def _advance(st: Position, _: Advance, legal: Sequence[Action], rng: Random) -> Action:
    """Return an advance with the strongest unit, most of the time; into Argentan always."""
    best = max(legal[1:], key=lambda a: _strength(st, first(a)))
    sure = second(best) == st.world.ground.argentan
    return best if sure or rng.random() < 0.85 else legal[0]


_CHOICES: Final[dict[type, Callable[[Position, Any, Sequence[Action], Random], Action]]] = {
    Redeploy: _take_up,
    PutBack: _put_back,
    Declare: _declare,
    EntryOfGuf: _bring_on,
    EntryOf86: _bring_on,
    Bombardment: _bombard,
    Relieve: _relieve,
    Substitute: _substitute,
    Attach: _attach,
    ChooseRound: _round,
    Helpers: _name_helpers,
    MoveRound: _select,
    Moving: _move,
    Cover: _cover,
    OpFire: _fire,
    AssaultPhase: _attack,
    Muster: _muster,
    TerChange: _change,
    StepLoss: _lose,
    RemoveExcess: _weakest,
    Victim: _victim,
    Retreat: _retreat,
    Advance: _advance,
}
