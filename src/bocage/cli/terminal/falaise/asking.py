"""`why` and `odds` in The Pocket at Falaise: which ledger a line or some words ask for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bocage.cli.terminal.falaise import beside
from bocage.cli.terminal.falaise.costs import way_lines
from bocage.cli.terminal.falaise.forces import assault_lines, bombardment_lines, fire_lines
from bocage.cli.terminal.naming import tokens_of
from bocage.engine import play
from bocage.engine.actions import Action, NotationError, first, second
from bocage.games.falaise import verbs as v
from bocage.games.falaise.assault import AssaultPhase, AssaultRound, Muster
from bocage.games.falaise.bombardment import AIR, Bombardment
from bocage.games.falaise.movement import MoveRound
from bocage.games.falaise.moving import Moving
from bocage.games.falaise.opfire import OpFire
from bocage.games.falaise.position import ACTIVE, HELPER
from bocage.games.falaise.units import GERMAN

if TYPE_CHECKING:
    from bocage.cli.terminal.face import Line
    from bocage.cli.terminal.falaise.face import FalaiseFace
    from bocage.games.falaise.position import Position


def why_of(face: FalaiseFace, st: Position, seat: int, actions: Sequence[Action]) -> list[Line]:
    """What the actions of a line cost or may bring, as far as they can be tried."""
    lines: list[Line] = []
    trial = st.copy()
    for action in actions:
        top: Any = trial.stack[-1] if trial.stack else None
        kind = action >> 32
        if isinstance(top, Moving) and kind in (v.GO.number, v.STEP.number):
            step = kind == v.STEP.number
            lines += way_lines(trial, top, first(action), face.nouns, step=step)
        elif isinstance(top, Muster) and action == v.FIGHT() and top.force:
            return [*lines, *_mustered(face, trial, top)]
        elif isinstance(top, OpFire) and kind == v.FIRE.number and trial.at(first(action), seat):
            return fire_lines(trial, top, face.nouns, first(action))
        elif isinstance(top, Bombardment) and kind == v.STRIKE.number:
            return bombardment_lines(trial, AIR, first(action), face.nouns)
        elif isinstance(top, Bombardment) and kind == v.SHELL.number:
            return bombardment_lines(trial, first(action), second(action), face.nouns)
        if not play.check(trial, face.game.grammar, seat, action):
            break
        play.apply(trial, seat, action)
    return lines


def _mustered(face: FalaiseFace, st: Position, top: Muster) -> list[Line]:
    nouns, helpers = face.nouns, top.helpers
    return assault_lines(st, top.hex, top.force, top.seat, nouns, mech=top.mech, helpers=helpers)


def odds_of(face: FalaiseFace, st: Position, seat: int, words: Sequence[str]) -> list[Line]:
    """The odds that some words ask for; without any, those of what is being decided.

    Raises:
        NotationError: they ask for none.
    """
    line = " ".join(("odds", *words))
    top: Any = st.stack[-1] if st.stack else None
    tokens = tokens_of(" ".join(words)) if words else []
    if not tokens:
        if isinstance(top, OpFire):
            return fire_lines(st, top, face.nouns)
        if isinstance(top, Muster) and top.force:
            return _mustered(face, st, top)
        raise NotationError(line, "expected odds HEX UNIT..., or odds HEX all")
    if isinstance(top, OpFire):
        h = face.gestures.naming.hex(tokens[0])
        if not play.check(st, face.game.grammar, seat, v.FIRE(h)):
            raise NotationError(line, f"nobody in {tokens[0]} can fire now")
        return fire_lines(st, top, face.nouns, h)
    if isinstance(top, Bombardment):
        return _bombardment(face, st, seat, top, line, tokens)
    return _assault(face, st, seat, line, tokens)


def _bombardment(
    face: FalaiseFace, st: Position, seat: int, top: Bombardment, line: str, tokens: list[str]
) -> list[Line]:
    gestures = face.gestures
    words = [t for t in tokens if t not in ("shell", "strike", "air")]
    corps = [t for t in words if t.casefold() in (n.casefold() for n in face.corps_ids)]
    places = [t for t in words if t not in corps]
    if len(places) != 1 or len(corps) > 1:
        raise NotationError(line, "expected odds HEX, or odds CORPS HEX")
    h = gestures.naming.hex(places[0])
    if not st.at(h, GERMAN):
        raise NotationError(line, f"no German unit is in {st.world.grid.numbers[h]}")
    if corps:
        return bombardment_lines(st, face.corps_named(corps[0]), h, face.nouns)
    found: list[Line] = []
    for each in beside.guns_on(st, seat, top, h):
        found += bombardment_lines(st, each, h, face.nouns)
    if st.air:
        found += bombardment_lines(st, AIR, h, face.nouns)
    return found or [f"No guns reach {face.nouns['hex'].say(h)} now, and no Airstrike is left."]


def _assault(
    face: FalaiseFace, st: Position, seat: int, line: str, tokens: list[str]
) -> list[Line]:
    naming = face.gestures.naming
    h = naming.hex(tokens[0])
    by = seat if st.at(h, 1 - seat) else 1 - seat
    trial = st.copy()
    names = [_placed(face, trial, each) for each in tokens[1:]]
    if not names or [n.casefold() for n in names] == ["all"]:
        force = [u for n in st.world.ground.near[h] for u in st.at(n, by)]
        acting = [u for u in force if st.marks[u] & (ACTIVE | HELPER)]
        force = acting or force
    else:
        force = naming.units(trial, by, names)
    _can_be_weighed(trial, line, h, force, by)
    mech = any(
        isinstance(each, MoveRound) or (isinstance(each, AssaultPhase | AssaultRound) and each.mech)
        for each in st.stack
    )
    force.sort(key=lambda u: st.world.muster[u])
    return assault_lines(trial, h, force, by, face.nouns, mech=mech)


def _placed(face: FalaiseFace, trial: Position, token: str) -> str:
    """Put a unit where `C-2-4@0422` says; the name of the unit."""
    name, there, where = token.partition("@")
    if there:
        naming = face.gestures.naming
        trial.place(naming.unit(name), naming.hex(where))
    return name


def _can_be_weighed(st: Position, line: str, h: int, force: Sequence[int], by: int) -> None:
    numbers = st.world.grid.numbers
    if not st.at(h, 1 - by):
        raise NotationError(line, f"nobody is in {numbers[h]} to be attacked")
    if not force:
        raise NotationError(line, f"nobody stands next to {numbers[h]} to attack it")
    for u in force:
        name = st.world.units[u].id
        if st.side_of(u) != by:
            raise NotationError(line, f"{name} is of the side that is attacked")
        if st.loc[u] < 0 or not st.world.grid.are_neighbours(st.loc[u], h):
            hint = f"for what if, write {name}@HEX"
            raise NotationError(line, f"{name} is not next to {numbers[h]}; {hint}")
