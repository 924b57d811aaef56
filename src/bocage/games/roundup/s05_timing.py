"""5.0: why an action can't be done now, at this point of the turn.

Each verb has its place in the sequence of play. Done elsewhere it is refused by the rule that
puts it there, or by the condition that it lacks: a storm, a tie in the air, a stop in an enemy
zone. `untimely` answers only about verbs that the question at hand does not take, and about
seats that are not asked; it uses only what both players see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.actions import Action, first, number_of, numbers, second
from bocage.engine.play import SEQUENCE
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.roundup import options, s05_sequence
from bocage.games.roundup.board.charts import CLEAR_SKY, STORM
from bocage.games.roundup.board.position import MOVED, NOBODY, POOL
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s05_sequence import STAGES, GameTurn
from bocage.games.roundup.s08_reinforcements import port_rule, why_no_port
from bocage.games.roundup.s09_order import Operations
from bocage.games.roundup.s10_movement import MovePhase, Moving
from bocage.games.roundup.s11_combat import CombatPhase, Muster
from bocage.games.roundup.words.verbs import (
    ADD,
    ADVANCE,
    AERIAL,
    ATTACK,
    BEACHHEAD,
    BOMBER,
    DICE,
    DRAW,
    DROP,
    ENTER,
    FIGHT,
    FLOOD,
    FLY,
    GARRISON,
    GO,
    HOLD,
    INLAND,
    LAND,
    LOSE,
    MOVE_COMBAT,
    ORDER,
    PORT,
    REMOVE,
    REPLACE,
    RETREAT,
    ROLL,
    SCATTER,
    SECTORS,
    SELECT,
    STAY,
    STEP,
    STRATEGY,
    TAS,
    WITH,
)
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.engine.actions import Kind
    from bocage.engine.rulings import Rule
    from bocage.games.roundup.board.position import Position

_Reason = Callable[["Position", int, Action], Ruling]

_SET_UP: Final = -1
"""The place of the set-up, before all stages."""
_AIR: Final = STAGES.index(s05_sequence.place_tas)
_LANDINGS: Final = STAGES.index(s05_sequence.landings)
_DROPS: Final = STAGES.index(s05_sequence.drops)
_REPLACEMENTS: Final = STAGES.index(s05_sequence.replacements)
_OPERATIONS: Final = {
    ALLIED: STAGES.index(s05_sequence.allied_order),
    GERMAN: STAGES.index(s05_sequence.german_order),
}
_CONTAINERS: Final = STAGES.index(s05_sequence.german_reinforcements)


def untimely(st: Position, seat: int, action: Action) -> Ruling:
    """Return why a seat can't do this at this point of the turn; allowed if no rule says so.

    Asked only of actions that the decision at hand does not take, or not from this seat.
    """
    number = number_of(action)
    why = _REASONS.get(number)
    top: Any = st.stack[-1]
    if why is None or (number in _OF_ONE_SIDE and number in top.takes):
        return OK
    return why(st, seat, action)


def _stage(st: Position) -> int:
    """Return the place in `STAGES`, or `_SET_UP`."""
    for frame in st.stack:
        if isinstance(frame, GameTurn):
            return frame.next - 1
    return _SET_UP


def _operations(st: Position) -> Operations | None:
    """Return the phases of moving and fighting that are under way, or None."""
    return next((frame for frame in st.stack if isinstance(frame, Operations)), None)


def _out_of_order(now: int, place: int, what: str, phase: str, /, **about: object) -> Ruling:
    """Refuse what belongs to a phase that is over, or that has not come yet."""
    if now > place:
        return refuse(R("5.0.c"), what + f"the {phase} of this turn is over", **about)
    return refuse(R("5.0.b"), what + f"the {phase} comes later", **about)


# Before the game, and ports -------------------------------------------------------------


def _beachhead(_st: Position, seat: int, action: Action) -> Ruling:
    about = {"marker": first(action), "hex": second(action)}
    what = "{marker:beachhead} can't be placed at {hex:hex}: "
    if seat == GERMAN:
        return refuse(R("13.4.a"), what + "the Allies place the beachheads", **about)
    return refuse(R("13.4.a"), what + "beachheads are placed before the first turn", **about)


def _garrison(st: Position, _seat: int, action: Action) -> Ruling:
    about = {"unit": first(action), "hex": second(action)}
    what = "{unit:unit} can't be placed at {hex:hex}: "
    if not st.switches & options.FREE_GARRISONS:
        return refuse(R("15.2.a"), what + "optional rule 15.2 is not in use", **about)
    return refuse(R("15.2.a"), what + "garrisons are placed before the first turn", **about)


def _sectors(st: Position, _seat: int, _action: Action) -> Ruling:
    what = "you can't divide the beachheads now: "
    if not st.switches & options.SHIFTED_SECTORS:
        return refuse(R("15.17.a"), what + "optional rule 15.17 is not in use")
    return refuse(R("15.17.a"), what + "the Allies choose before they place the markers")


def _port(st: Position, seat: int, action: Action) -> Ruling:
    port = first(action)
    what = "you can't choose now which nation {port:port} serves:  "
    if seat == GERMAN:
        return refuse(R("4.4.f"), what + "the Allies choose it", port=port)
    nation = st.port_nation[port]
    if nation and st.can_use_port(port):
        words = "it serves {nation:nation} units until the next turn begins"
        return refuse(R("4.4.f"), what + words, port=port, nation=nation - 1)
    words, about = why_no_port(st, port)
    return refuse(port_rule(st, port), what + words, **{"port": port, **about})


# Air -------------------------------------------------------------------------------------


def _tas(st: Position, seat: int, action: Action) -> Ruling:
    h = first(action)
    what = "you can't place a TAS Marker at {hex:hex}: "
    if _stage(st) < _AIR:
        return refuse(R("7.3.a"), what + "air superiority is not decided yet", hex=h)
    if st.weather == STORM:
        words = "in Storm neither side rolls for air superiority"
        return refuse(R("6.1.e"), what + words, hex=h)
    if st.superiority == NOBODY:
        return refuse(R("7.2.d"), what + "the air dice of this turn were a tie", hex=h)
    if st.superiority != seat:
        words = what + "{side:side} have air superiority this turn"
        return refuse(R("7.2.c"), words, hex=h, side=st.superiority)
    if not st.tas_left:
        placed = len(st.tas)
        words = what + ("the one you had is" if placed == 1 else f"all {placed} are")
        return refuse(R("7.2.c"), words + " on the map", hex=h)
    words = "you place them in the Air Superiority Phase, or when the German Player Phase begins"
    return refuse(R("7.3.a"), what + words, hex=h)


def _sky(st: Position, rule: Rule, what: str, /, **about: object) -> Ruling:
    """Return the condition of the sky that fails, or allowed (4.5, 10.7)."""
    if st.weather != CLEAR_SKY:
        storm = R("6.4") if rule == R("4.5.a") else rule
        words = what + "the weather is {weather:weather}"
        return refuse(storm if st.weather == STORM else rule, words, weather=st.weather, **about)
    if st.superiority == GERMAN:
        return refuse(rule, what + "the Germans have air superiority", **about)
    if st.superiority == NOBODY:
        return refuse(rule, what + "neither side has air superiority", **about)
    return OK


def _aerial(st: Position, seat: int, action: Action) -> Ruling:
    about = {"nation": first(action), "hex": second(action)}
    what = "the {nation:nation} Aerial Supply Marker can't be placed at {hex:hex}: "
    if seat == GERMAN:
        return refuse(R("4.5.a"), what + "it is Allied", **about)
    now = _stage(st)
    if now >= _AIR and not (ruling := _sky(st, R("4.5.a"), what, **about)):
        return ruling
    words = "markers are placed when the Air Superiority Phase ends"
    return refuse(R("4.5.c"), what + words, **about)


# Reinforcements --------------------------------------------------------------------------


def _land(st: Position, seat: int, action: Action) -> Ruling:
    u, h = first(action), second(action)
    about = {"unit": u, "hex": h}
    what = "{unit:unit} can't land at {hex:hex}: "
    if st.side_of(u) == GERMAN:
        return refuse(R("8.1.a"), what + "only Allied units land", **about)
    if seat == GERMAN:
        return refuse(R("8.1.a"), what + "it is not yours", **about)
    if st.loc[u] != POOL:
        where = "it is on the map" if st.loc[u] >= 0 else "it is not in England"
        return refuse(R("8.1.a"), what + where, **about)
    return _out_of_order(_stage(st), _LANDINGS, what, "Reinforcement Phase", **about)


def _inland(st: Position, seat: int, action: Action) -> Ruling:
    about = {"marker": first(action), "hex": second(action)}
    what = "the stack at {marker:beachhead} can't move off to {hex:hex}: "
    if not st.switches & options.FOLLOW_UP:
        return refuse(R("15.9.a"), what + "optional rule 15.9 is not in use", **about)
    if seat == GERMAN:
        return refuse(R("15.9.a"), what + "it is Allied", **about)
    return _out_of_order(_stage(st), _LANDINGS, what, "Reinforcement Phase", **about)


def _drop(st: Position, seat: int, action: Action) -> Ruling:
    u, h = first(action), second(action)
    about = {"unit": u, "hex": h}
    what = "{unit:unit} can't drop at {hex:hex}: "
    if st.side_of(u) != seat:
        return refuse(R("8.2.a"), what + "it is not yours", **about)
    if seat == GERMAN:
        if not st.switches & options.PARACHUTE_CORPS:
            return refuse(R("15.12.a"), what + "optional rule 15.12 is not in use", **about)
        words = "German airborne divisions drop in the German Reinforcement Phase"
        return refuse(R("15.12.a"), what + words, **about)
    unit = st.world.units[u]
    if unit.side != "allied" or not unit.airborne:
        return refuse(R("8.2.a"), what + "it is not an Allied airborne unit", **about)
    if st.loc[u] != POOL:
        where = "it is on the map" if st.loc[u] >= 0 else "it is not in England"
        return refuse(R("8.2.a"), what + where, **about)
    now = _stage(st)
    if now >= _AIR and not (ruling := _sky(st, R("10.7.a"), what, **about)):
        return ruling
    return _out_of_order(now, _DROPS, what, "Reinforcement Phase", **about)


def _replace(st: Position, seat: int, action: Action) -> Ruling:
    u = first(action)
    what = "{unit:unit} can't be replaced: "
    if st.side_of(u) != seat:
        return refuse(R("8.3.a"), what + "it is not yours", unit=u)
    if seat == GERMAN:
        if st.switches & (options.KAMPFGRUPPEN | options.GERMAN_REPLACEMENTS):
            own = R("15.10.d") if st.switches & options.KAMPFGRUPPEN else R("15.11.a")
            return refuse(own, what + "no German division recovers a step now", unit=u)
        return refuse(R("8.6"), what + "only the Allies receive replacements", unit=u)
    return _out_of_order(_stage(st), _REPLACEMENTS, what, "Reinforcement Phase", unit=u)


def _enter(st: Position, seat: int, action: Action) -> Ruling:
    about = {"unit": first(action), "hex": second(action)}
    what = "{unit:unit} can't enter at {hex:hex}: "
    if st.side_of(first(action)) == ALLIED:
        return refuse(R("8.5.d"), what + "only German reinforcements enter by an edge", **about)
    if seat == ALLIED:
        return refuse(R("8.5.d"), what + "it is not yours", **about)
    words = "German reinforcements come after moving and fighting, when they are picked"
    return refuse(R("8.5.f"), what + words, **about)


def _optional_choice(switch: int, rule: Rule, what: str) -> _Reason:
    """Return a choice that an optional rule gives the Germans in their Reinforcement Phase."""

    def why(st: Position, seat: int, action: Action) -> Ruling:
        about = {"unit": first(action)}
        if not st.switches & switch:
            return refuse(rule, what + f"optional rule {rule.case} is not in use", **about)
        if seat == ALLIED:
            return refuse(rule, what + "that is for the German player", **about)
        return refuse(rule, what + "it belongs to the German Reinforcement Phase", **about)

    return why


def _scatter(st: Position, _seat: int, action: Action) -> Ruling:
    about = {"unit": first(action), "hex": second(action)}
    what = "{unit:unit} can't be scattered to {hex:hex}: "
    if not st.switches & options.PARACHUTE_CORPS:
        return refuse(R("15.12.g"), what + "optional rule 15.12 is not in use", **about)
    return refuse(R("15.12.g"), what + "no German drop has just gone wrong", **about)


# Moving and fighting ---------------------------------------------------------------------


def _order(st: Position, seat: int, action: Action) -> Ruling:
    about = {"order": first(action)}
    what = "you can't choose {order:order} now: "
    if seat == ALLIED and st.turn == 1:
        return refuse(R("3.3.b"), what + "on turn 1 the Allies move first", **about)
    under_way = _operations(st)
    if under_way is not None and under_way.seat == seat:
        words = "you chose {chosen:order} for this turn"
        return refuse(R("3.3.a"), what + words, chosen=under_way.order, **about)
    return _out_of_order(_stage(st), _OPERATIONS[seat], what, "choice", **about)


def _phase_rule(st: Position, seat: int) -> Rule:
    """Return the rule that gives a side's phases their order (3.3)."""
    return R("3.3.b") if seat == ALLIED and st.turn == 1 else R("3.3.a")


def _other_phase(st: Position, seat: int, what: str, *, moving: bool, **about: object) -> Ruling:
    """Return why a side can't move, or fight, at this point of the turn (3.3, 5.0)."""
    name = "Movement Phase" if moving else "Combat Phase"
    under_way = _operations(st)
    if under_way is None:
        now, place = _stage(st), _OPERATIONS[seat]
        if seat == GERMAN and now >= _CONTAINERS:
            words = "reinforcements come after moving and fighting"
            return refuse(R("5.0.german"), what + words, **about)
        return _out_of_order(now, place, what, name, **about)
    if under_way.seat != seat:
        rule = R("10.0.f") if moving else R("11.0.e")
        words = "it is the phase of {side:side}"
        return refuse(rule, what + words, side=under_way.seat, **about)
    chosen = under_way.order
    is_first = moving == (chosen == MOVE_COMBAT)
    over = is_first or not any(isinstance(each, MovePhase | CombatPhase) for each in st.stack)
    words = f"with {{chosen:order}} the {name} " + ("is over" if over else "comes second")
    return refuse(_phase_rule(st, seat), what + words, chosen=chosen, **about)


def _select(st: Position, seat: int, action: Action) -> Ruling:
    u = first(action)
    what = "{unit:unit} can't move: "
    if st.side_of(u) != seat:
        return refuse(R("10.0.f"), what + "it is not yours", unit=u)
    top = st.stack[-1]
    if isinstance(top, Moving) and top.seat == seat:
        words = what + "{other:unit} is moving; finish its move, or let it stay"
        if top.unit == u:
            words = "{unit:unit} is already moving: finish its move first"
        return refuse(R("10.0.i"), words, unit=u, other=top.unit)
    return _other_phase(st, seat, what, moving=True, unit=u)


def _on(st: Position, seat: int, action: Action) -> Ruling:
    """Refuse `go` and `step` while no unit is moving."""
    h = first(action)
    if not isinstance(st.stack[-1], MovePhase) or _phasing(st) != seat:
        return _other_phase(st, seat, "you can't move to {hex:hex}: ", moving=True, hex=h)
    stopped = [u for u in _stopped(st, seat) if st.world.grid.are_neighbours(st.loc[u], h)]
    if stopped:
        here = st.loc[stopped[0]]
        words = (
            "{units:unit} can't continue to {hex:hex}: it stopped at {here:hex}, in the zone of "
            "control of {enemy:unit}"
        )
        units = [u for u in stopped if st.loc[u] == here]
        enemy = st.zone_owners(here, seat)
        return refuse(R("3.2.1.a"), words, units=units, hex=h, here=here, enemy=enemy)
    return refuse(R("10.0.i"), "no unit is moving to {hex:hex}: select one first", hex=h)


def _stay(st: Position, seat: int, _action: Action) -> Ruling:
    if isinstance(st.stack[-1], MovePhase) and _phasing(st) == seat:
        return refuse(R("10.0.i"), "no unit is moving, so none can stay: select one first")
    return _other_phase(st, seat, "no unit can stay: ", moving=True)


def _phasing(st: Position) -> int:
    """Return the side that moves and fights now, or `NOBODY`."""
    under_way = _operations(st)
    return NOBODY if under_way is None else under_way.seat


def _stopped(st: Position, seat: int) -> list[int]:
    """Return units that have moved in this phase and ended in an enemy zone (3.2.1)."""
    zone = st.zone(seat)
    return [
        u
        for u in st.world.ranges[seat]
        if st.loc[u] >= 0 and st.marks[u] & MOVED and zone[st.loc[u]] & ZONE
    ]


def _attack(st: Position, seat: int, action: Action) -> Ruling:
    h = first(action)
    what = "you can't attack {hex:hex}: "
    if isinstance(top := st.stack[-1], Muster) and top.seat == seat:
        words = what + "the attack on {other:hex} comes first; fight it"
        return refuse(R("11.0.b"), words, hex=h, other=top.hex)
    if _phasing(st) == seat and any(isinstance(each, CombatPhase) for each in st.stack):
        return refuse(R("11.0.g"), what + "the battle before it is not over", hex=h)
    return _other_phase(st, seat, what, moving=False, hex=h)


def _joining(what: str) -> _Reason:
    """Refuse `with`, `bomber`, `fly` and `fight` while no attack is being gathered."""

    def why(st: Position, seat: int, action: Action) -> Ruling:
        about = {"unit": first(action)}
        if number_of(action) == WITH.number and st.side_of(first(action)) != seat:
            return refuse(R("11.0.e"), what + "it is not yours", **about)
        if isinstance(st.stack[-1], CombatPhase) and _phasing(st) == seat:
            return refuse(R("11.0.b"), what + "name the hex that is attacked first", **about)
        if _phasing(st) == seat and any(isinstance(each, CombatPhase) for each in st.stack):
            return refuse(R("11.0.g"), what + "a battle is being fought", **about)
        return _other_phase(st, seat, what, moving=False, **about)

    return why


def _lose(_st: Position, _seat: int, action: Action) -> Ruling:
    words = "{unit:unit} can't lose a step: no combat result asks for one now"
    return refuse(R("11.13.a"), words, unit=first(action))


def _retreat(_st: Position, _seat: int, action: Action) -> Ruling:
    words = "{unit:unit} can't retreat to {hex:hex}: no combat result asks for a retreat now"
    return refuse(R("11.13.a"), words, unit=first(action), hex=second(action))


def _advance(_st: Position, _seat: int, action: Action) -> Ruling:
    words = "{unit:unit} can't advance: units advance right after the battle that empties a hex"
    return refuse(R("11.14.f"), words, unit=first(action))


def _hold(_st: Position, _seat: int, _action: Action) -> Ruling:
    return refuse(R("11.14.f"), "you can't hold: no unit is to advance or to retreat now")


def _remove(_st: Position, _seat: int, action: Action) -> Ruling:
    words = "{unit:unit} can't be removed: you remove units when a phase ends with too high a stack"
    return refuse(R("3.1.c"), words, unit=first(action))


def _draw(_st: Position, _seat: int, action: Action) -> Ruling:
    words = "{unit:unit} can't be picked: the table draws the counters, not a player"
    return refuse(SEQUENCE, words, unit=first(action))


def _chance(_st: Position, _seat: int, _action: Action) -> Ruling:
    return refuse(SEQUENCE, "the table rolls the dice and draws the counters, not a player")


_BY_KIND: Final[tuple[tuple[tuple[Kind, ...], _Reason], ...]] = (
    ((BEACHHEAD,), _beachhead),
    ((GARRISON,), _garrison),
    ((SECTORS,), _sectors),
    ((PORT,), _port),
    ((TAS,), _tas),
    ((AERIAL,), _aerial),
    ((LAND,), _land),
    ((INLAND,), _inland),
    ((DROP,), _drop),
    ((REPLACE,), _replace),
    ((ENTER,), _enter),
    (
        (FLOOD,),
        _optional_choice(options.INUNDATION, R("15.6.a"), "you can't flood the polder: "),
    ),
    ((SCATTER,), _scatter),
    ((ADD,), _optional_choice(options.BARREL, R("15.19.a"), "{unit:unit} can't be added: ")),
    ((ORDER,), _order),
    ((SELECT,), _select),
    ((GO, STEP), _on),
    ((STAY,), _stay),
    ((ATTACK,), _attack),
    ((WITH,), _joining("{unit:unit} can't join an attack: ")),
    ((BOMBER, FLY), _joining("heavy bombers can't fly: ")),
    ((FIGHT,), _joining("you can't fight: ")),
    ((LOSE,), _lose),
    ((RETREAT,), _retreat),
    ((ADVANCE,), _advance),
    ((HOLD,), _hold),
    ((REMOVE,), _remove),
    ((DRAW,), _draw),
    ((ROLL, DICE, STRATEGY), _chance),
)

_REASONS: Final[Mapping[int, _Reason]] = {
    kind.number: why for kinds, why in _BY_KIND for kind in kinds
}
"""The reason for each verb, by its number. `end` is left to the current decision."""

_OF_ONE_SIDE: Final = numbers(
    *(LOSE, RETREAT, ADVANCE, HOLD, REMOVE, SCATTER, FLOOD, ADD, SECTORS, GARRISON)
)
"""The verbs that the rules ask of one side at a time: while it is asked, the other side waits."""
