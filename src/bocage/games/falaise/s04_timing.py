"""4.0: why an action can't be done now, at this point of the turn.

Each verb has its place in the sequence of play. Done elsewhere it is refused by the rule that
puts it there, or by the condition that it lacks: night, an Assault Round, a river crossed.
`untimely` answers only about verbs that the question at hand does not take, and about seats
that are not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.actions import Action, first, number_of, numbers, second
from bocage.engine.play import SEQUENCE
from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.games.falaise import s04_sequence
from bocage.games.falaise.board.position import DUE, GUF, MOVED
from bocage.games.falaise.options import GERMAN_COMMAND
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s04_activation import LAST_OF_58, ActionRound, ChooseRound
from bocage.games.falaise.s04_sequence import LATER, STAGES, GameTurn
from bocage.games.falaise.s07_movement import MoveRound, Moving
from bocage.games.falaise.s10_assault import AssaultRound, Muster
from bocage.games.falaise.s11_attachment import MOST_ATTACHED
from bocage.games.falaise.words.verbs import (
    ACCEPT,
    ADVANCE,
    ATTACH,
    ATTACK,
    CHANGE,
    CHOOSE,
    COUNTER,
    COVER,
    DISRUPT,
    DRAW,
    DROP,
    EXIT,
    FIGHT,
    FIRE,
    FIRST,
    GO,
    HELP,
    HOLD,
    KEEP,
    LOSE,
    PASS,
    PICK,
    PLACE,
    RELIEVE,
    REMOVE,
    RETREAT,
    RISK,
    ROLL,
    ROUND,
    SELECT,
    SHELL,
    STACK,
    STAY,
    STEP,
    STRIKE,
    SUBSTITUTE,
    TAKE,
    WITH,
)

if TYPE_CHECKING:
    from bocage.engine.actions import Kind
    from bocage.games.falaise.board.position import Position

_Reason = Callable[["Position", int, Action], Ruling]

_SET_UP: Final = -1
"""The place of set-up and redeployment, before all stages."""
_BOMBARDMENT: Final = STAGES.index(s04_sequence.bombardment)
_ACTIVATION: Final = STAGES.index(s04_sequence.activation)


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


def _round(st: Position) -> ActionRound | None:
    """Return the Action Round under way, or None."""
    return next((frame for frame in st.stack if isinstance(frame, ActionRound)), None)


def _always(rule: Rule, words: str) -> _Reason:
    """Return a reason that refuses a verb with one sentence whenever nobody is asked for it."""

    def why(_st: Position, _seat: int, action: Action) -> Ruling:
        return refuse(rule, words, unit=first(action), hex=second(action))

    return why


# Before the game, and who comes later -----------------------------------------------------


def _place(st: Position, _seat: int, action: Action) -> Ruling:
    u, h = first(action), second(action)
    about = {"unit": u, "hex": h}
    what = "{unit:unit} can't be placed in {hex:hex}: "
    if st.loc[u] >= 0:
        return refuse(R("3.1.a"), what + "it is on the map", **about)
    if st.loc[u] == GUF:
        words = "unknown forces enter with the Counterattack or with the 86th Corps"
        return refuse(R("3.1.z"), what + words, **about)
    if st.loc[u] == DUE and st.world.destroyers[u]:
        words = "it enters on turn 5" if st.turn < LATER else "no unit of the 80th has room for it"
        return refuse(R("11.5"), what + words, **about)
    if st.loc[u] == DUE:
        return refuse(R("11.4.g"), what + "it enters with the chit of the 86th Corps", **about)
    return refuse(R("3.1.a"), what + "units are set up before the first turn", **about)


def _pick(st: Position, seat: int, action: Action) -> Ruling:
    words = "{unit:unit} can't be picked up: "
    if st.side_of(first(action)) != seat:
        return refuse(R("3.1.a"), words + "it is not yours", unit=first(action))
    if _stage(st) == _SET_UP:
        return refuse(R("3.1.a"), words + "it is not your set-up", unit=first(action))
    return refuse(R("3.1.a"), words + "the set-up is over", unit=first(action))


def _take(st: Position, seat: int, action: Action) -> Ruling:
    words = "{unit:unit} can't be taken off the map: "
    if seat == ALLIED:
        return refuse(R("3.1.w"), words + "only the Germans redeploy", unit=first(action))
    if _stage(st) == _SET_UP:
        after = "the redeployment comes after both set-ups"
        return refuse(R("3.1.w"), words + after, unit=first(action))
    return refuse(R("3.1.w"), words + "the redeployment is over", unit=first(action))


# The phases before the Action Rounds --------------------------------------------------------


def _counter(st: Position, seat: int, action: Action) -> Ruling:
    about = {"corps": first(action)}
    what = "{corps:corps} can't counterattack: "
    if st.world.corps_side[first(action)] != GERMAN:
        return refuse(R("11.3.a"), what + "it is not German", **about)
    if seat == ALLIED:
        return refuse(R("11.3.a"), what + "it is not yours", **about)
    if st.counter:
        words = what + "the Counterattack was declared on turn {turn}"
        return refuse(R("4.0.b"), words, turn=st.counter, **about)
    if st.turn < LATER:
        return refuse(R("11.3.a"), what + "you may declare it from turn 5", **about)
    return refuse(R("4.0.b"), what + "you declare it at the start of a turn", **about)


def _shell(st: Position, seat: int, action: Action) -> Ruling:
    about = {"corps": first(action), "hex": second(action)}
    what = "{corps:corps} can't bombard {hex:hex}: "
    if seat == GERMAN:
        return refuse(R("8.0.b"), what + "only the Allies bombard", **about)
    if not st.world.guns[first(action)]:
        return refuse(R("8.2.a"), what + "it has no artillery marker", **about)
    return refuse(R("8.0.a"), what + _when_guns(st), **about)


def _strike(st: Position, seat: int, action: Action) -> Ruling:
    what = "no Airstrike can hit {hex:hex}: "
    if seat == GERMAN:
        return refuse(R("8.0.b"), what + "only the Allies have them", hex=first(action))
    if st.night and _stage(st) != _SET_UP:
        return refuse(R("8.3.a"), what + "it is night", hex=first(action))
    return refuse(R("8.0.a"), what + _when_guns(st), hex=first(action))


def _when_guns(st: Position) -> str:
    over = _stage(st) > _BOMBARDMENT
    return "the Bombardment of this turn is over" if over else "the Bombardment comes later"


def _relieve(st: Position, seat: int, _action: Action) -> Ruling:
    what = "you can't relieve the Canadian commander: "
    if seat == GERMAN:
        return refuse(R("11.6.b"), what + "only the Allies may")
    if st.relieved:
        return refuse(R("11.6.c"), what + "the commander has been relieved already")
    if st.turn < LATER:
        return refuse(R("11.6.b"), what + "the Allies may try from turn 5 on")
    return refuse(R("4.0.g"), what + "you may try once a turn, before the chits are drawn")


def _substitute(st: Position, seat: int, _action: Action) -> Ruling:
    what = "the 58th Corps can't act: "
    if seat == ALLIED:
        return refuse(R("11.2.a"), what + "the German player decides that")
    if st.turn > LAST_OF_58:
        return refuse(R("11.2.a"), what + "it may on turns 1 to 4")
    if st.used_58:
        return refuse(R("11.2.b"), what + "it has acted this turn")
    return refuse(R("11.2.a"), what + "no German chit has just been drawn")


def _accept(_st: Position, seat: int, _action: Action) -> Ruling:
    what = "you can't accept a chit: "
    if seat == ALLIED:
        return refuse(R("11.2.a"), what + "the German player does")
    return refuse(R("11.2.a"), what + "no chit is waiting for that choice")


def _first(st: Position, seat: int, action: Action) -> Ruling:
    about = {"corps": first(action)}
    what = "{corps:corps} can't begin: "
    if not st.switches & GERMAN_COMMAND:
        return refuse(R("12.1.a"), what + "optional rule 12.1 is not in use", **about)
    if seat == ALLIED:
        return refuse(R("12.1.a"), what + "the Germans choose the first chit", **about)
    if st.turn > LAST_OF_58:
        return refuse(R("12.1.a"), what + "the Germans choose on turns 1 to 4", **about)
    over = "is chosen" if _stage(st) >= _ACTIVATION else "is not chosen yet"
    return refuse(R("12.1.a"), what + "the first chit of this turn " + over, **about)


# Action Rounds ------------------------------------------------------------------------------


def _attach(st: Position, seat: int, action: Action) -> Ruling:
    u = first(action)
    what = "{unit:unit} can't be attached: "
    if st.side_of(u) == ALLIED:
        return refuse(R("11.1.a"), what + "it is not German", unit=u)
    if seat == ALLIED:
        return refuse(R("11.1.a"), what + "it is not yours", unit=u)
    if st.attached >= MOST_ATTACHED:
        return refuse(R("11.1.e"), what + "three units have been attached this turn", unit=u)
    return refuse(R("11.1.a"), what + "that is done when the chit of a corps is drawn", unit=u)


def _other_round(st: Position, seat: int, what: str, /, **about: object) -> Ruling:
    """Return why a side can't act with its units at this point of the turn; or allowed (4.0,
    7.0).
    """
    under_way = _round(st)
    if under_way is None:
        now = _stage(st)
        when = "is over" if now > _ACTIVATION else "comes later"
        return refuse(R("4.0.a"), what + f"the Activation of this turn {when}", **about)
    if st.world.corps_side[under_way.corps] != seat:
        words = what + "it is the round of {corps:corps}"
        return refuse(R("7.0.a"), words, corps=under_way.corps, **about)
    if isinstance(top := st.stack[-1], ChooseRound) and top.seat == seat:
        words = what + "first choose a round for {corps:corps}"
        return refuse(R("10.0.a"), words, corps=top.corps, **about)
    return OK


def _no_movement(st: Position, seat: int, what: str, /, **about: object) -> Ruling:
    """Return why nobody moves now; allowed where a movement is under way (7.0)."""
    if not (ruling := _other_round(st, seat, what, **about)):
        return ruling
    for frame in st.stack:
        if isinstance(frame, AssaultRound):
            if frame.mech:
                return refuse(R("10.0.c"), what + "the movement of this round is over", **about)
            return refuse(R("7.0.d"), what + "no unit moves in an Assault Round", **about)
        if isinstance(frame, MoveRound):
            return OK
    return refuse(R("4.0.m"), what + "the movement of this round has not begun", **about)


def _select(st: Position, seat: int, action: Action) -> Ruling:
    u = first(action)
    what = "{unit:unit} can't move: "
    if st.side_of(u) != seat:
        return refuse(R("7.0.a"), what + "it is not yours", unit=u)
    if not (ruling := _no_movement(st, seat, what, unit=u)):
        return ruling
    top: Any = st.stack[-1]
    if isinstance(top, Moving) and u in top.units:
        words = "{unit:unit} is already moving: finish its move first"
        return refuse(R("7.2.d"), words, unit=u)
    movers: tuple[int, ...] = getattr(top, "units", ())
    if movers:
        words = what + "{others:unit} must complete its move first"
        return refuse(R("7.2.d"), words, unit=u, others=movers)
    return refuse(R("7.2.d"), what + "the moving unit must complete its move first", unit=u)


def _on(st: Position, seat: int, action: Action) -> Ruling:
    """Refuse `go` and `step` while no unit is moving."""
    h = first(action)
    what = "you can't move to {hex:hex}: "
    if not (ruling := _no_movement(st, seat, what, hex=h)):
        return ruling
    top = st.stack[-1]
    if not isinstance(top, MoveRound):
        return refuse(R("6.2.a"), what + "the move waits for the decision at hand", hex=h)
    units = tuple(u for u in top.stopped if st.loc[u] >= 0 and st.marks[u] & MOVED)
    if not units:
        return refuse(R("7.2.a"), "no unit is moving to {hex:hex}: select one first", hex=h)
    rule = Rule(top.by)
    words = "{units:unit} can't continue to {hex:hex} from {here:hex}: " + _STOPS[rule]
    return refuse(rule, words, units=units, hex=h, here=st.loc[units[0]])


_STOPS: Final[Mapping[Rule, str]] = {
    R("7.2.river"): "it crossed a river, which took its whole move",
    R("6.2.g"): "Op-Fire halted it there",
    R("7.0.e"): "it has no Movement Points left",
    R("7.2.e"): "its move is over, and no unit moves twice in a turn",
}
"""Why units that moved last stopped, by the rule that stopped them."""


def _moving(what: str) -> _Reason:
    """Return the reason against `stay`, `drop` and `exit` while no unit is moving."""

    def why(st: Position, seat: int, action: Action) -> Ruling:
        about = {"unit": first(action)}
        if number_of(action) == DROP.number and st.side_of(first(action)) != seat:
            return refuse(R("7.0.a"), what + "it is not yours", **about)
        if not (ruling := _no_movement(st, seat, what, **about)):
            return ruling
        return refuse(R("7.2.a"), what + "no unit is moving: select one first", **about)

    return why


def _no_assault(st: Position, seat: int, what: str, /, **about: object) -> Ruling:
    """Return why nobody assaults now; allowed where assaults are under way (10.0)."""
    if not (ruling := _other_round(st, seat, what, **about)):
        return ruling
    if any(isinstance(frame, MoveRound) for frame in st.stack):
        words = "Mechanized Assaults come after the movement of the round; end it first"
        return refuse(R("10.0.c"), what + words, **about)
    if not any(isinstance(frame, AssaultRound) for frame in st.stack):
        return refuse(R("4.0.m"), what + "the assaults of this round have not begun", **about)
    return OK


def _attack(st: Position, seat: int, action: Action) -> Ruling:
    h = first(action)
    what = "you can't attack {hex:hex}: "
    if not (ruling := _no_assault(st, seat, what, hex=h)):
        return ruling
    if isinstance(top := st.stack[-1], Muster):
        words = what + "the assault on {other:hex} comes first; fight it"
        return refuse(R("10.1.l"), words, hex=h, other=top.hex)
    return refuse(R("10.1.l"), what + "the assault before it is not over", hex=h)


def _joining(what: str) -> _Reason:
    """Return the reason against `with` and `fight` while no assault is being gathered."""

    def why(st: Position, seat: int, action: Action) -> Ruling:
        about = {"unit": first(action)}
        if number_of(action) == WITH.number and st.side_of(first(action)) != seat:
            return refuse(R("10.1.b"), what + "it is not yours", **about)
        if not (ruling := _no_assault(st, seat, what, **about)):
            return ruling
        return refuse(R("10.1.l"), what + "name the hex that is attacked first", **about)

    return why


def _help(st: Position, seat: int, action: Action) -> Ruling:
    u = first(action)
    what = "{unit:unit} can't be named to help: "
    if st.side_of(u) != seat:
        return refuse(R("11.9.1.a"), what + "it is not yours", unit=u)
    if not (ruling := _other_round(st, seat, what, unit=u)):
        return ruling
    if any(isinstance(frame, AssaultRound) and not frame.mech for frame in st.stack):
        words = "helpers of a Prepared Assault are called once units attack a hex"
        return refuse(R("11.9.2.a"), what + words, unit=u)
    words = "helpers of Mechanized Assaults are named when the round begins"
    return refuse(R("11.9.1.a"), what + words, unit=u)


def _draw(_st: Position, _seat: int, action: Action) -> Ruling:
    words = "{corps:corps} can't be drawn: the table draws the chits, not a player"
    return refuse(SEQUENCE, words, corps=first(action))


_BY_KIND: Final[tuple[tuple[tuple[Kind, ...], _Reason], ...]] = (
    ((PLACE,), _place),
    ((PICK,), _pick),
    ((TAKE,), _take),
    ((COUNTER,), _counter),
    ((SHELL,), _shell),
    ((STRIKE,), _strike),
    ((RELIEVE,), _relieve),
    ((SUBSTITUTE,), _substitute),
    ((ACCEPT,), _accept),
    ((FIRST,), _first),
    ((ATTACH,), _attach),
    ((ROUND,), _always(R("10.0.a"), "a round is chosen once, when a command's points are known")),
    ((HELP,), _help),
    ((SELECT, STACK), _select),
    ((GO, STEP), _on),
    ((STAY,), _moving("no unit can stay: ")),
    ((DROP,), _moving("{unit:unit} can't be dropped: ")),
    ((EXIT,), _moving("no unit can leave the map: ")),
    (
        (COVER,),
        _always(R("6.3.e"), "{unit:unit} can't cover: no unit with it breaks contact now"),
    ),
    ((RISK,), _always(R("6.3.e"), "no unit that could be covered breaks contact now")),
    ((FIRE,), _always(R("6.2.a"), "{unit:hex} can't fire: no unit moves in its zone now")),
    ((PASS,), _always(R("6.2.a"), "there is no Op-Fire to pass: no unit moves in your zone now")),
    ((ATTACK,), _attack),
    ((WITH,), _joining("{unit:unit} can't join an assault: ")),
    ((FIGHT,), _joining("you can't fight: ")),
    ((CHANGE, KEEP), _always(R("10.2.g"), "no result can be changed now")),
    (
        (LOSE,),
        _always(R("10.2.k"), "{unit:unit} can't lose a step: no result asks for one now"),
    ),
    (
        (RETREAT,),
        _always(R("10.3.a"), "{unit:unit} can't retreat to {hex:hex}: no result asks for that now"),
    ),
    (
        (ADVANCE,),
        _always(
            R("10.4.b"),
            "{unit:unit} can't advance into {hex:hex}: units advance right after their assault",
        ),
    ),
    ((HOLD,), _always(R("10.4.b"), "you can't hold: no unit is to advance now")),
    ((REMOVE,), _always(R("5.3.a"), "{unit:unit} can't be removed: no stack is too high")),
    (
        (DISRUPT,),
        _always(R("8.4.c"), "{unit:unit} can't be disrupted: no friendly fire hits a hex now"),
    ),
    ((DRAW,), _draw),
    ((ROLL,), _always(SEQUENCE, "the table rolls the dice, not a player")),
    (
        (CHOOSE,),
        _always(SEQUENCE, "{unit:hex} can't be chosen: the table chooses by a die, not a player"),
    ),
)

_REASONS: Final[Mapping[int, _Reason]] = {
    kind.number: why for kinds, why in _BY_KIND for kind in kinds
}
"""The reason for each verb, by its number. `end` is left to the current decision."""

_OF_ONE_SIDE: Final = numbers(
    *(PLACE, ROUND, COVER, RISK, FIRE, PASS, CHANGE, KEEP, LOSE, RETREAT, ADVANCE, HOLD, REMOVE),
    *(DISRUPT, HELP, ACCEPT, SUBSTITUTE),
)
"""The verbs that the rules ask of one side at a time: while it is asked, the other side waits."""
