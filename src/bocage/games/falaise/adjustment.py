"""Changing the position by hand, for a table whose referee notes instead of enforcing.

    UNIT HEX                   put a unit in a hex
    UNIT full|reduced          set its steps
    UNIT disrupted|recovered   set or remove its Disrupted marker
    UNIT off                   take it out of the game
    UNIT exited                it has left by the south edge
    vp NUMBER                  Allied Victory Points
    argentan SIDE              who controls Argentan

Only changes that would make the position meaningless are forbidden; the rules against a change are
returned, to be noted beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Names, NotationError
from bocage.engine.numbers import whole
from bocage.engine.rulings import OK, Ruling, TableRule, refuse
from bocage.games.falaise.board.changes import enter, take_argentan
from bocage.games.falaise.board.position import DEAD, DISRUPTED, EXITED
from bocage.games.falaise.pieces.units import ALLIED
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s04_activation import ChooseRound, Substitute
from bocage.games.falaise.s05_stacking import stacking
from bocage.games.falaise.s07_movement import MoveRound, cannot_move
from bocage.games.falaise.s08_bombardment import Bombardment
from bocage.games.falaise.s11_counterattack import Declare
from bocage.games.falaise.s11_relief import Relieve

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position

REFEREE: Final = TableRule("referee")

_QUIET: Final = (Declare, Bombardment, Relieve, Substitute, ChooseRound, MoveRound)
"""Decisions between which a position may be changed: nothing is under way."""

_EXPECTED: Final = (
    "expected UNIT HEX, UNIT full, UNIT reduced, UNIT disrupted, UNIT recovered, UNIT off, "
    "UNIT exited, vp NUMBER or argentan SIDE"
)

Answer = tuple[Ruling, Ruling]
"""Whether it is possible, and the rules against it."""

Change = Callable[["Position"], Answer]


def adjust(st: Position, line: str, names: Mapping[str, Names]) -> Answer:
    """Change a position as a line says, or leave it as it is; see the head of the module.

    Raises:
        NotationError: the line says no adjustment.
    """
    try:
        change = _read(line.split(), names)
    except NotationError as error:
        raise NotationError(line, error.reason) from None
    if change is None:
        raise NotationError(line, _EXPECTED)
    if not st.stack or not isinstance(st.stack[-1], _QUIET):
        what = "you can change the position between moves, assaults and placements, not during one"
        return refuse(REFEREE, what), OK
    return change(st)


def _read(words: Sequence[str], names: Mapping[str, Names]) -> Change | None:
    """Return the change that some words say; None if they say none."""
    if len(words) != 2:
        return None
    if words[0] == "vp":
        points = whole(words[1], signed=True, digits=4)
        return None if points is None else lambda st: _set_vp(st, points)
    if words[0] == "argentan":
        side = names["side"].index(words[1])
        return lambda st: _set_argentan(st, side)
    u = names["unit"].index(words[0])
    if words[1] in _UNIT_WORDS:
        return lambda st: _UNIT_WORDS[words[1]](st, u)
    h = names["hex"].index(words[1])
    return lambda st: _put(st, u, h)


def _put(st: Position, u: int, h: int) -> Answer:
    side, ground = st.side_of(u), st.world.ground
    about = {"unit": u, "hex": h}
    start = "{unit:unit} cannot be in {hex:hex}: "
    if there := st.at(h, 1 - side):
        return refuse(R("reading 91"), start + "{there:unit} there", there=there, **about), OK
    stacked = stacking(st, u, h)
    if not stacked:
        return stacked, OK
    if side == ALLIED and ground.escaped[h]:
        return refuse(R("11.4.a"), start + "it is beyond the Withdrawal Line", **about), OK
    if side != ALLIED and ground.zone_86[h] and not st.zone_open:
        return refuse(R("11.4.c"), start + "the 86th Corps Zone is closed", **about), OK
    if st.world.late[u] and not st.zone_open:
        return refuse(R("11.4.g"), start + "it enters with the 86th Corps", **about), OK
    top = st.stack[-1]
    if st.loc[u] < 0:
        noted = refuse(R("4.0"), "{unit:unit} was not on the map", unit=u)
    elif isinstance(top, MoveRound):
        noted = cannot_move(st, u, top.seat)
    else:
        noted = refuse(R("7.0"), "{unit:unit} does not move now", unit=u)
    if not st.steps[u]:
        st.steps[u] = 1
    st.place(u, h)
    enter(st, u, h)
    return OK, noted


def _set_steps(st: Position, u: int, steps: int) -> Answer:
    if st.loc[u] == DEAD or steps > st.world.units[u].steps:
        words = "{unit:unit} cannot have {steps} steps"
        return refuse(R("2.2"), words, unit=u, steps=steps), OK
    noted = OK
    if st.steps[u] != steps:
        noted = refuse(R("2.2"), "no rule changes the steps of {unit:unit} now", unit=u)
    st.steps[u] = steps
    return OK, noted


def _set_disruption(st: Position, u: int, *, on: bool) -> Answer:
    if st.loc[u] < 0:
        return refuse(R("9.1.a"), "{unit:unit} is not on the map", unit=u), OK
    noted = OK
    if bool(st.marks[u] & DISRUPTED) != on:
        noted = refuse(R("9.1.a"), "no rule changes the disruption of {unit:unit} now", unit=u)
    st.marks[u] = (st.marks[u] | DISRUPTED) if on else (st.marks[u] & ~DISRUPTED)
    return OK, noted


def _take_off(st: Position, u: int, where: int) -> Answer:
    if where == EXITED and (u < st.world.german.start or st.loc[u] == DEAD):
        return refuse(R("3.3"), "{unit:unit} can't have left by the south edge", unit=u), OK
    noted = refuse(R("2.2"), "no rule takes {unit:unit} off the map now", unit=u)
    st.place(u, where)
    st.marks[u] = 0
    if where == DEAD:
        st.steps[u] = 0
    return OK, noted


def _set_vp(st: Position, points: int) -> Answer:
    noted = OK
    if st.vp != points:
        noted = refuse(R("3.3"), "the Allied VP are {vp}", vp=st.vp)
    st.vp = points
    return OK, noted


def _set_argentan(st: Position, side: int) -> Answer:
    noted = OK
    if st.argentan != side:
        noted = refuse(R("3.4"), "{side:side} have not entered Argentan", side=side)
    take_argentan(st, side)
    return OK, noted


_UNIT_WORDS: Final[Mapping[str, Callable[[Position, int], Answer]]] = {
    "full": lambda st, u: _set_steps(st, u, st.world.units[u].steps),
    "reduced": lambda st, u: _set_steps(st, u, 1),
    "disrupted": lambda st, u: _set_disruption(st, u, on=True),
    "recovered": lambda st, u: _set_disruption(st, u, on=False),
    "off": lambda st, u: _take_off(st, u, DEAD),
    "exited": lambda st, u: _take_off(st, u, EXITED),
}
