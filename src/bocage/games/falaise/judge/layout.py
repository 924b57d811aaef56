"""Positions laid out from a rule case; see `docs/cases.md`.

Everything not named is eliminated, or in a set-up not yet placed. The 86th Corps Zone is
closed, Argentan German, and nothing has happened yet this turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.actions import Action
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling
from bocage.engine.words import Words
from bocage.games.falaise.board.position import (
    ACTIVE,
    DEAD,
    DISRUPTED,
    DUE,
    EXITED,
    FINISHED,
    FOUGHT,
    GUF,
    HAND,
    MOVED,
    POOL,
    Position,
)
from bocage.games.falaise.options import switches_of
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s03_redeployment import Redeploy
from bocage.games.falaise.s03_setup import (
    DivisionRoll,
    SetUp,
    first_position,
    load_setups,
    next_unit,
)
from bocage.games.falaise.s04_activation import ActionRound, Activation, activate, is_eligible
from bocage.games.falaise.s04_sequence import LAST_TURN, STAGES, GameTurn, begin_turn
from bocage.games.falaise.s07_movement import MoveRound
from bocage.games.falaise.s09_disruption import own_ter
from bocage.games.falaise.s10_assault import AssaultRound
from bocage.games.falaise.s12_optional import HELD
from bocage.games.falaise.s13_solitaire.decisions import AlliedSetUp
from bocage.games.falaise.words.verbs import END, numbers
from bocage.rules.judge import ABSENCE, CaseError
from bocage.rules.layouts import one_of, whole
from bocage.rules.shape import Field

if TYPE_CHECKING:
    from bocage.engine.frames import Frame
    from bocage.games.falaise.board.world import World


# Optional rules and solitaire play ---------------------------------------------------------


OPTIONAL_GIVEN: Final = (
    Field("french", "text", "The French 2nd Armored Division this turn: free or held."),
    Field("boundary", "text", "The 86th Corps Boundary of solitaire play: closed or open."),
)
"""The fields by which a position can be given, beyond the rules for two."""


def lay_options(st: Position, given: Mapping[str, Any]) -> None:
    """Set the options that a case gives."""
    held = one_of("french", given.get("french", "free"), ("free", "held")) == "held"
    st.french = HELD if held else 0
    opened = one_of("boundary", given.get("boundary", "closed"), ("closed", "open"))
    st.boundary = int(opened == "open")


def allied_set_up(st: Position) -> Frame:
    """Return who sets the Allies up: their player, or the rules (3.1, reading 96)."""
    if not st.alone:
        return SetUp(ALLIED, next_unit(st, ALLIED))
    plans = load_setups(st.world)[ALLIED]
    return AlliedSetUp(tuple(plans["recommended"].items()))


# Positions ---------------------------------------------------------------------------------


GIVEN: Final = (
    Field("turn", "whole", "The game turn, 1 to 10; default 2. Odd turns are night."),
    Field("phase", "text", "Where in the sequence of play; see docs/cases.md.", needed=True),
    Field("points", "whole", "Movement Points of the active command; default 6."),
    Field("units", "texts by name", "Where units are: '2314', '2314 reduced', 'guf'."),
    Field("corps", "texts by name", "The corps that unknown forces have joined, by unit."),
    Field("vp", "whole", "Allied Victory Points; default 0."),
    Field("argentan", "text", "Who controls it: german, allied, or retaken by the Germans."),
    Field("zone", "text", "The 86th Corps Zone: closed or open."),
    Field("counter", "whole", "The turn of the Counterattack; 0 if none was declared."),
    Field("ter_80", "whole", "The TER of the US 80th Division; default 2."),
    Field("relieved", "text", "Whether the Canadian commander is relieved: yes or no."),
    Field("cup", "texts", "Chits in the Activation Cup."),
    Field("activated", "texts", "Corps that have been activated this turn."),
    Field("activations", "whole", "Activations so far this turn."),
    Field("attached", "whole", "Units attached so far this turn."),
    Field("used_58", "text", "Whether the 58th Corps was used this turn: yes or no."),
    Field("air", "whole", "Airstrike markers left."),
    *OPTIONAL_GIVEN,
)
"""The fields by which a position can be given."""

OFF_MAP: Final = {
    "pool": POOL,
    "due": DUE,
    "guf": GUF,
    "dead": DEAD,
    "exited": EXITED,
    "hand": HAND,
}
_MARKS: Final = {"disrupted": DISRUPTED, "finished": FINISHED, "moved": MOVED, "fought": FOUGHT}
_NO_YES: Final = ("no", "yes")

STAGE_NAMES: Final = tuple(
    "start" if each is begin_turn else each.__name__.replace("_", "-") for each in STAGES
)
"""The stages of a turn: `bombardment`, `recovery`."""
SET_UPS: Final = ("set-up", "allied set-up", "redeployment")
ROUNDS: Final = ("draw", "counter", "move", "assault", "mech")
"""Each followed by a corps: its chit is drawn, it counterattacks, or its round has begun."""


@frame
class Rest(Ask):
    """Lies below a round that a case begins with: when the round is over, nothing continues by
    itself.
    """

    seat: int
    rule = ABSENCE
    takes = numbers(END)
    phase = "Action Round"

    def legal(self, st: Position) -> Sequence[Action]:
        return [END.base]

    def check(self, st: Position, action: Action) -> Ruling:
        return OK

    def apply(self, st: Position, action: Action) -> None:
        st.pop()

    def prompt(self, st: Position) -> Words:
        return Words("The round is over")

    def waiting(self, st: Position) -> Words:
        return Words("the round is over")


def laid_out(world: World, given: Mapping[str, Any]) -> Position:
    """Return the position that a case gives.

    Raises:
        CaseError,
        NotationError: it can't be laid out so.
    """
    phase = str(given["phase"])
    st = first_position(world, switches_of(given.get("options", {})))
    if phase not in SET_UPS:
        for u in range(world.count):
            st.place(u, DEAD)
            st.steps[u] = 0
    st.turn = whole("turn", given.get("turn", 1 if phase in SET_UPS else 2), 1, LAST_TURN)
    for name, where in given.get("units", {}).items():
        _put(st, world.unit_names.index(name), name, str(where).split())
    _counts(st, given)
    _begin(st, phase)
    return st


def _put(st: Position, u: int, name: str, words: list[str]) -> None:
    """Put a unit where the words say: a hex and its marks, or off the map."""
    where, *rest = words
    st.steps[u] = 0 if where == "dead" else st.world.units[u].steps
    st.place(u, OFF_MAP[where] if where in OFF_MAP else st.world.hex_names.index(where))
    for word in rest:
        if one_of(name, word, ("reduced", *_MARKS)) == "reduced":
            if not st.world.two_step[u]:
                raise CaseError(f"{name} cannot be reduced: it has one step")
            st.steps[u] = 1
        else:
            st.marks[u] |= _MARKS[word]


def _counts(st: Position, given: Mapping[str, Any]) -> None:
    chit = st.world.corps_names.index
    for name, corps in given.get("corps", {}).items():
        st.corps[st.world.unit_names.index(name)] = chit(corps)
    st.points = whole("points", given.get("points", 6), 0, 12)
    st.vp = whole("vp", given.get("vp", 0), -99, 99)
    held = one_of("argentan", given.get("argentan", "german"), ("german", "allied", "retaken"))
    st.argentan = ALLIED if held == "allied" else GERMAN
    st.argentan_taken = int(held != "german")
    st.zone_open = int(one_of("zone", given.get("zone", "closed"), ("closed", "open")) == "open")
    st.counter = whole("counter", given.get("counter", 0), 0, st.turn)
    st.ter_80 = whole("ter_80", given.get("ter_80", 2), 0, 3)
    st.relieved = _NO_YES.index(one_of("relieved", given.get("relieved", "no"), _NO_YES))
    st.cup = sum(1 << chit(name) for name in given.get("cup", ()))
    st.activated = sum(1 << chit(name) for name in given.get("activated", ()))
    st.activations = whole("activations", given.get("activations", 0), 0, 20)
    st.attached = whole("attached", given.get("attached", 0), 0, 3)
    st.used_58 = _NO_YES.index(one_of("used_58", given.get("used_58", "no"), _NO_YES))
    st.air = whole("air", given.get("air", 0), 0, 6)
    lay_options(st, given)


def _begin(st: Position, phase: str) -> None:
    kind, _, name = phase.partition(" ")
    if phase in SET_UPS:
        st.stack = (GameTurn(0), DivisionRoll(), Redeploy(GERMAN, 0))
        if phase != "redeployment":
            st.push(allied_set_up(st))
        if phase == "set-up":
            st.push(SetUp(GERMAN, next_unit(st, GERMAN)))
    elif phase == "still":
        st.stack = (GameTurn(STAGE_NAMES.index("recovery")), Rest(ALLIED))
    elif phase in STAGE_NAMES:
        st.stack = (GameTurn(STAGE_NAMES.index(phase)),)
    elif kind in ROUNDS and name:
        _begin_round(st, kind, st.world.corps_names.index(name))
    else:
        known = (*SET_UPS, *STAGE_NAMES, "still", *(f"{each} CORPS" for each in ROUNDS))
        one_of("phase", phase, known)


def _begin_round(st: Position, kind: str, corps: int) -> None:
    world = st.world
    side = world.corps_side[corps]
    st.stack = (GameTurn(STAGE_NAMES.index("recovery")), Activation())
    if kind in ("draw", "counter"):
        if kind == "counter":
            st.counter, st.counter_corps = st.turn, corps
        activate(st, corps, counter=kind == "counter")
        return
    st.push(Rest(side))
    st.activated |= 1 << corps
    for u in world.ranges[side]:
        if is_eligible(st, u, corps, counter=False):
            st.marks[u] |= ACTIVE
    task_force, brigade = world.currie, world.brigade
    if task_force >= 0 and st.loc[task_force] == st.loc[brigade] >= 0:
        st.currie = own_ter(st, brigade)
    st.push(ActionRound(corps, False, 4))
    st.push(MoveRound(side) if kind == "move" else AssaultRound(side, mech=kind == "mech"))


def where(st: Position, h: int) -> str:
    """Return a place as cases name it."""
    if h >= 0:
        return st.world.grid.numbers[h]
    return next(name for name, place in OFF_MAP.items() if place == h)
