"""3.1 Set-up: the Germans, then the Allies, unit by unit; units can be picked up again.

Each player's recommended set-up is in `data/setups.toml`. Players can keep set-ups of their own
in a file with the same words.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from json import dumps
from typing import TYPE_CHECKING, Any, Final, cast

from bocage.engine.actions import Action, NotationError, first, second
from bocage.engine.frames import Ask, Chance, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise.board.position import DUE, POOL, Position
from bocage.games.falaise.pieces.units import ALLIED, GERMAN, SIDES
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s03_sectors import berths, hexes_for, order, why_not
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import DIE_FACES, END, PICK, PLACE, numbers
from bocage.games.places import data_of
from bocage.tables import DataError, Fault, read_toml

if TYPE_CHECKING:
    from pathlib import Path

    from bocage.games.falaise.board.world import World


NOBODY: Final = -1
"""No unit is picked up: all are set up."""

_FILE: Final = "setups.toml"

Setups = Mapping[str, Mapping[int, int]]
"""Hex by unit, by name of the set-up."""


def first_position(world: World, switches: int) -> Position:
    """Return the position before the first decision: nothing on the map yet."""
    st = Position.empty(world, switches)
    for u, berth in enumerate(berths(world)):
        st.place(u, DUE if berth.later else POOL)
    return st


@cache
def picks_of(world: World, side: int) -> tuple[Action, ...]:
    """Return `PICK` for each unit that a side sets up, computed once."""
    return tuple(PICK(u) for u in order(world, side))


def next_unit(st: Position, side: int) -> int:
    """Return the next unit that a side has to set up."""
    for u in order(st.world, side):
        if st.loc[u] == POOL:
            return u
    return NOBODY


def misplaced(st: Position, side: int) -> int | None:
    """Return a unit that no longer stands in a legal place, because others were picked up; or
    None.
    """
    for u in order(st.world, side):
        if st.loc[u] < 0 or not why_not(st, u, st.loc[u]):
            if st.loc[u] >= 0 and _was_behind(st, u):
                continue
            return u
    return None


def _was_behind(st: Position, u: int) -> bool:
    """Return whether a unit was behind the front, and so keeps its place when room appears in the
    line.
    """
    world, h = st.world, st.loc[u]
    front = set(berths(world)[u].hexes)
    if not berths(world)[u].front or h in front:
        return False
    near = world.ground.near[h]
    return any(
        st.loc[v] in front and st.loc[v] in near
        for v in world.ranges[st.side_of(u)]
        if v != u and world.has_division[u] and world.division[v] == world.division[u]
    )


@frame
class SetUp(Ask):
    """3.1: one unit after the other; any may be picked up again until the player ends."""

    seat: int
    unit: int
    """The unit that was picked up, or `NOBODY`."""
    rule = R("3.1.c")
    takes = numbers(END, PLACE, PICK)
    phase = "Set-up"

    def legal(self, st: Position) -> Sequence[Action]:
        found: list[Action] = []
        if self.unit == NOBODY:
            if misplaced(st, self.seat) is None:
                found.append(END.base)
        else:
            base = PLACE(self.unit)
            found += [base | h for h in hexes_for(st, self.unit)]
        held = -1 if self.unit == NOBODY else PICK(self.unit)
        found += [pick for pick in picks_of(st.world, self.seat) if pick != held]
        return found

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return self._may_end(st)
        u = first(action)
        if action >> 32 == PICK.number:
            if u == self.unit:
                return refuse(self.rule, "you have picked up {unit:unit} already", unit=u)
            return OK if u in order(st.world, self.seat) else self._not_set_up(st, u)
        if u not in order(st.world, self.seat):
            return self._not_set_up(st, u)
        if u != self.unit:
            words = "{unit:unit} can't be set up in {hex:hex} now: pick it up first"
            return refuse(self.rule, words, unit=u, hex=second(action))
        return why_not(st, u, second(action))

    def _not_set_up(self, st: Position, u: int) -> Ruling:
        """Refuse to set up an enemy unit, or one that comes later (3.1)."""
        start = "{unit:unit} can't be picked up: "
        if st.side_of(u) != self.seat:
            return refuse(R("3.1.a"), start + "it is not yours", unit=u)
        if st.world.destroyers[u]:
            return refuse(R("3.1.u"), start + "it enters on turn 5", unit=u)
        return refuse(R("3.1.v"), start + "it enters with the 86th Corps", unit=u)

    def _may_end(self, st: Position) -> Ruling:
        if self.unit != NOBODY:
            return refuse(self.rule, "{unit:unit} is not set up yet", unit=self.unit)
        wrong = misplaced(st, self.seat)
        if wrong is None:
            return OK
        words = "{unit:unit} in {hex:hex} is out of place: it is set up {says}"
        says = berths(st.world)[wrong].says
        return refuse(berths(st.world)[wrong].rule, words, unit=wrong, hex=st.loc[wrong], says=says)

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.pop()
            if st.events is not None:
                st.events.append(told.SetUpEnded(self.seat, R("3.1.a")))
            return
        u = first(action)
        if action >> 32 == PICK.number:
            st.place(u, POOL)
            st.swap(SetUp(self.seat, u))
            return
        h = second(action)
        st.place(u, h)
        if st.events is not None:
            st.events.append(told.Placed(u, h, berths(st.world)[u].rule))
        st.swap(SetUp(self.seat, next_unit(st, self.seat)))

    def prompt(self, st: Position) -> Words:
        if self.unit == NOBODY:
            return Words("All are set up: end, or pick up a unit")
        says = berths(st.world)[self.unit].says
        clicked = "Click where to set up {unit:unit}, {says}"
        return Words("Set up {unit:unit} {says}", {"unit": self.unit, "says": says}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to set up", {"side": self.seat})


@frame
class DivisionRoll(Chance):
    """11.8: the TER of the US 80th Division, once for the game."""

    rule = R("11.8")
    phase = "Set-up"

    def question(self, st: Position) -> str:
        return "80th"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        die = first(action) + 1
        st.pop()
        st.ter_80 = max(1, die // 2)
        if st.events is not None:
            st.events.append(told.Rated(die, st.ter_80, self.rule))

    def waiting(self, st: Position) -> Words:
        return Words("the TER of the US 80th Division")


def load_setups(world: World, folder: Path | None = None) -> dict[int, Setups]:
    """Return the set-ups in a folder's `setups.toml`, or ours, by side.

    Raises:
        DataError: a unit or a hex does not exist.
    """
    faults: list[Fault] = []
    data = read_toml(data_of("falaise", folder) / _FILE, faults) or {}
    found: dict[int, Setups] = {}
    for side in (GERMAN, ALLIED):
        plans = cast("dict[str, dict[str, Any]]", data.get(SIDES[side], {}))
        found[side] = {
            name: dict(
                _row(world, f"{SIDES[side]}.{name}", key, hexes, faults)
                for key, hexes in cast("dict[str, str]", plan.get("units", {})).items()
            )
            for name, plan in plans.items()
        }
    if faults:
        raise DataError("falaise", faults)
    return found


def _row(world: World, where: str, key: str, number: str, faults: list[Fault]) -> tuple[int, int]:
    try:
        u = world.unit_names.index(key)
    except NotationError as error:
        faults.append(Fault(_FILE, 0, where, key, error.reason))
        u = 0
    if number not in world.grid:
        faults.append(
            Fault(_FILE, 0, f"{where}.{key}", str(number), "expected the number of a hex")
        )
        return u, 0
    return u, world.grid.hex(number)


def placing(
    st: Position, side: int, plan: Mapping[int, int], *, anew: bool = False
) -> list[Action]:
    """Return the actions that carry out a set-up for all units that are not placed yet.

    With `anew`, units that stand elsewhere are picked up first and placed too.
    """
    own = order(st.world, side)
    moved = [u for u in own if anew and u in plan and 0 <= st.loc[u] != plan[u]]
    found = [PICK(u) for u in moved]
    waiting = {u for u in own if st.loc[u] == POOL} | set(moved)
    top = st.stack[-1] if st.stack else None
    hand = moved[-1] if moved else top.unit if isinstance(top, SetUp) else NOBODY
    for u in own:
        if u in waiting and u in plan:
            if u != hand:
                found.append(PICK(u))
            found.append(PLACE(u, plan[u]))
            waiting.discard(u)
            hand = next((v for v in own if v in waiting), NOBODY)
    return found


def written_setup(st: Position, side: int, name: str, title: str) -> str:
    """Return the set-up of a side as it stands, in the words of `setups.toml`.

    Put into a file of that name in a data folder, it can be loaded by `setup NAME`.
    """
    heads = [f"[{SIDES[side]}.{name}]", f"title = {dumps(title, ensure_ascii=False)}", ""]
    ids, numbers_of = st.world.unit_names.written, st.world.grid.numbers
    rows = [
        f'{ids[u]} = "{numbers_of[st.loc[u]]}"' for u in order(st.world, side) if st.loc[u] >= 0
    ]
    return "\n".join([*heads, f"[{SIDES[side]}.{name}.units]", *rows, ""])


# Set-ups of your own -----------------------------------------------------------------------


NAME: Final = "mine"
"""The name of a set-up in a player's own file."""


def written_for_keeping(st: Position, side: int) -> str:
    """Return the set-up of a side as it stands; units that are not placed are left out."""
    head = "# A set-up of The Pocket at Falaise: hex by unit. `setup load FILE` takes it."
    return f"{head}\n\n{written_setup(st, side, NAME, 'my own set-up')}"


def kept_setup(world: World, side: int, text: str) -> dict[int, int]:
    """Return the hex by unit, from the first set-up of a side in a text.

    Raises:
        ValueError: it has none, or names what does not exist; the message is one sentence.
    """
    name = SIDES[side]
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"the file is not a set-up: {error}") from None
    plans = cast("dict[str, Any]", data.get(name)) if isinstance(data.get(name), dict) else {}
    units = next((_units_in(plan) for plan in plans.values()), None)
    if not units:
        raise ValueError(f"it has no set-up of the {name} side")
    own = order(world, side)
    found: dict[int, int] = {}
    for key, number in units.items():
        try:
            u = world.unit_names.index(key)
        except NotationError:
            raise ValueError(f"there is no unit '{key}'") from None
        if u not in own:
            raise ValueError(f"{key} is not set up by the {name} side")
        if not isinstance(number, str) or number not in world.grid:
            raise ValueError(f"{key} has '{number}', which is not a hex of the map")
        found[u] = world.grid.hex(number)
    return found


def _units_in(plan: object) -> dict[str, Any]:
    units = cast("dict[str, Any]", plan).get("units") if isinstance(plan, dict) else None
    return cast("dict[str, Any]", units) if isinstance(units, dict) else {}
